import { type DeflatedChunk, deflate } from '../deflate.ts'
import type { ZipPart } from '../zip.ts'
import { addChanges } from './cells.ts'
import { type ListedSheet, sheetPath } from './parts.ts'
import { BORDER, isRows, type RowSource, rowSource } from './row-source.ts'
import { type Frame, headXml, sheetBegin, sheetEnd } from './sheet.ts'
import { FIRST_ROW, ROWS_AT_ONCE, type SheetRows, sheetRows } from './sheet-rows.ts'
import type { MadeRows, Table, WrittenTable } from './workbook.ts'

/** The limits of a sheet; tests use small ones. */
export interface SheetLimits {
  /** Includes the headings. Every spreadsheet program since 2007 has 1,048,576 rows. */
  readonly rows: number
  /** Bytes of XML: a part of a plain zip ends at 4 GiB. */
  readonly bytes: number
}

/**
 * Writes a table on as many sheets as it needs, starting with number `first` of the workbook; `tell` gets the number of
 * rows as they are made.
 */
export const tableParts = (table: Table, first: number, limits: SheetLimits, tell: (rows: number) => void) => {
  const frame: Frame = { columns: table.columns, headRow: 1, frozen: table.frozen, isFirst: false }
  const changes = { cut: 0, replaced: 0, asText: 0 }
  const sheets: { readonly name: string; rows: number }[] = []
  let sheet = sheetRows(table, FIRST_ROW)

  async function* parts(): AsyncGenerator<ZipPart> {
    const source = rowSource(table.batches, (made) => fits(made, sheet, limits))
    try {
      do {
        const name = sheets.length === 0 ? table.name : `${table.name} ${sheets.length + 1}`
        sheet = sheetRows(table, FIRST_ROW)
        yield { path: sheetPath(first + sheets.length), ...deflate(sheetChunks(source)) }
        sheets.push({ name, rows: sheet.nextRow() - FIRST_ROW })
        addChanges(changes, sheet.changes)
      } while (await source.hasMore())
    } finally {
      await source.close()
    }
  }

  async function* sheetChunks(source: RowSource): AsyncGenerator<Uint8Array | DeflatedChunk> {
    sheet.addXml(sheetBegin(frame) + headXml(frame))
    for (let room = roomIn(sheet, limits); room > 0; room = roomIn(sheet, limits)) {
      const portion = await source.take(Math.min(ROWS_AT_ONCE, room))
      if (isRows(portion)) {
        if (portion.length === 0) break
        sheet.add(portion)
        tell(portion.length)
        if (sheet.hasChunk()) yield sheet.take()
        continue
      }
      if (sheet.hasXml()) yield sheet.take()
      if (portion === BORDER) continue
      yield* portion.chunks()
      sheet.skip(portion)
      tell(portion.rows)
    }
    if (sheet.nextRow() > FIRST_ROW) sheet.addXml(sheet.totals.xml(sheet.nextRow() - 1))
    sheet.addXml(sheetEnd(frame, sheet.nextRow() - 1))
    yield sheet.take()
  }

  return {
    parts,
    /** Valid once all parts are made. */
    written: (): WrittenTable => ({ ...changes, sheets }),
    listed: (): readonly ListedSheet[] => sheets.map(({ name, rows }) => ({ name, frame, lastRow: rows + 1 })),
  }
}

/** The number of rows that the sheet still holds; none when its XML has the most bytes. */
const roomIn = (sheet: SheetRows, { rows, bytes }: SheetLimits): number =>
  sheet.bytes() >= bytes ? 0 : rows - sheet.totals.mostRows - sheet.nextRow() + 1

const fits = ({ firstRow, rows, bytes }: MadeRows, sheet: SheetRows, limits: SheetLimits): boolean =>
  firstRow === sheet.nextRow() && rows <= roomIn(sheet, limits) && sheet.bytes() + bytes < limits.bytes
