import type { Json } from '../domain/cell.ts'
import { jsonText } from '../publish/json.ts'

/** The document that `--json` prints, as a value. */
export const documentOf = <T>(document: Json): T => JSON.parse(jsonText(document))
