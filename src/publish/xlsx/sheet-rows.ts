import type { Row } from '../../domain/cell.ts'
import { utf8Chunk } from '../../std/utf8-chunk.ts'
import { addChanges, type CountedRows, rowsOf } from './cells.ts'
import { type TotalledColumns, totalsOf } from './totals.ts'
import type { MadeRows } from './workbook.ts'

/** About how many bytes of XML are compressed at once: a row has one to two thousand characters. */
const CHUNK = 262_144
/** Room for a chunk and the rows that end it. */
const ROOM = 2 * CHUNK
/** The first row of a table, below its headings. */
export const FIRST_ROW = 2
/** Rows encoded at once. */
export const ROWS_AT_ONCE = 50

/** Makes the XML of some rows of a table, which have successive numbers. */
export const sheetRows = (table: TotalledColumns, firstRow: number) => {
  const changes: CountedRows = { cut: 0, replaced: 0, asText: 0 }
  const xmlOf = rowsOf(table.columns, changes)
  const totals = totalsOf(table)
  const waiting = utf8Chunk(ROOM)
  let next = firstRow
  let bytes = 0
  return {
    changes,
    totals,
    nextRow: (): number => next,
    /** Bytes of XML so far. */
    bytes: (): number => bytes + waiting.length(),
    /** At most `ROWS_AT_ONCE`. */
    add: (rows: readonly Row[]): void => {
      let xml = ''
      for (const row of rows) {
        totals.add(row)
        xml += xmlOf(row, next)
        next += 1
      }
      waiting.append(xml)
    },
    /** Adds XML around the rows. */
    addXml: (xml: string): void => waiting.append(xml),
    /** Counts rows whose XML is made already. */
    skip: (made: MadeRows): void => {
      next += made.rows
      bytes += made.bytes
      totals.addTotals(made.totals)
      addChanges(changes, made.changes)
    },
    /** Whether any XML was made since the last `take`. */
    hasXml: (): boolean => waiting.length() > 0,
    hasChunk: (): boolean => waiting.length() >= CHUNK,
    /** The XML made since the last call. */
    take: (): Uint8Array => {
      bytes += waiting.length()
      return waiting.take()
    },
  }
}

export type SheetRows = ReturnType<typeof sheetRows>
