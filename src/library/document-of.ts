import type { Json } from '../core/cell.ts'
import { jsonText } from '../print/json.ts'

/** The document that `--json` prints, as a value. */
export const documentOf = <T>(document: Json): T => JSON.parse(jsonText(document))
