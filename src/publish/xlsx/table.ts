import { utf8Chunk } from '../../std/utf8-chunk.ts'
import { deflate, type ZipPart } from '../zip.ts'
import { type CountedRows, rowsOf } from './cells.ts'
import { type ListedSheet, sheetPath } from './parts.ts'
import { type RowSource, rowSource } from './row-source.ts'
import { type Frame, headXml, sheetBegin, sheetEnd } from './sheet.ts'
import { totalsOf } from './totals.ts'
import type { Table, WrittenTable } from './workbook.ts'

/** The limits of a sheet; tests use small ones. */
export interface SheetLimits {
  /** Includes the headings. Every spreadsheet program since 2007 has 1,048,576 rows. */
  readonly rows: number
  /** Bytes of XML: a part of a plain zip ends at 4 GiB. */
  readonly bytes: number
}

/** About how many bytes of XML are compressed at once: a row has one to two thousand characters. */
const CHUNK = 262_144
/** Room for a chunk and the rows that end it. */
const ROOM = 2 * CHUNK
const ROWS_AT_ONCE = 50

/**
 * Writes a table on as many sheets as it needs, starting with number `first` of the workbook; `tell` gets the number of
 * rows as they are made.
 */
export const tableParts = (table: Table, first: number, limits: SheetLimits, tell: (rows: number) => void) => {
  const frame: Frame = { columns: table.columns, headRow: 1, frozen: table.frozen, isFirst: false }
  const changes: CountedRows = { cut: 0, replaced: 0, asText: 0 }
  const sheets: { readonly name: string; rows: number }[] = []

  async function* parts(): AsyncGenerator<ZipPart> {
    const source = rowSource(table.batches)
    try {
      do {
        const sheet = { name: sheets.length === 0 ? table.name : `${table.name} ${sheets.length + 1}`, rows: 0 }
        sheets.push(sheet)
        yield { path: sheetPath(first + sheets.length - 1), ...deflate(sheetChunks(source, sheet)) }
      } while (await source.hasMore())
    } finally {
      await source.close()
    }
  }

  async function* sheetChunks(source: RowSource, sheet: { rows: number }): AsyncGenerator<Uint8Array> {
    const xmlOf = rowsOf(table.columns, changes)
    const waiting = utf8Chunk(ROOM)
    waiting.append(sheetBegin(frame) + headXml(frame))
    let bytes = 0
    const totals = table.total === undefined ? null : totalsOf(table.columns, table.total)
    const mostRows = limits.rows - 1 - (totals?.mostRows ?? 0)
    while (sheet.rows < mostRows && bytes + waiting.length() < limits.bytes) {
      const rows = await source.take(Math.min(ROWS_AT_ONCE, mostRows - sheet.rows))
      if (rows.length === 0) break
      let xml = ''
      for (const row of rows) {
        sheet.rows += 1
        totals?.add(row)
        xml += xmlOf(row, sheet.rows + 1)
      }
      waiting.append(xml)
      tell(rows.length)
      if (waiting.length() < CHUNK) continue
      bytes += waiting.length()
      yield waiting.take()
    }
    if (sheet.rows > 0) waiting.append(totals?.xml(sheet.rows + 1) ?? '')
    waiting.append(sheetEnd(frame, sheet.rows + 1))
    yield waiting.take()
  }

  return {
    parts,
    /** Valid once all parts are made. */
    written: (): WrittenTable => ({ ...changes, sheets }),
    listed: (): readonly ListedSheet[] => sheets.map(({ name, rows }) => ({ name, frame, lastRow: rows + 1 })),
  }
}
