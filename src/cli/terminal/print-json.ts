import type { Json } from '../../core/cell.ts'
import { jsonPieces } from '../../print/json.ts'
import type { Io } from '../framework/io.ts'

/** The number of characters printed at once. */
const CHUNK = 65_536

/** Prints a document in parts, since it may hold a hundred thousand discrepancies. */
export const printJson = async (document: Json, io: Pick<Io, 'stdout'>): Promise<void> => {
  let parts: string[] = []
  let length = 0
  for (const part of jsonPieces(document)) {
    parts.push(part)
    length += part.length
    if (length < CHUNK) continue
    await io.stdout(parts.join(''))
    parts = []
    length = 0
  }
  await io.stdout(`${parts.join('')}\n`)
}
