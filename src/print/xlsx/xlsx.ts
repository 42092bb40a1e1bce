import type { Piece } from '../../std/files/whole-file.ts'
import { type ZipPart, zipped } from '../zip.ts'
import { coverPart, listedCover } from './cover.ts'
import { bindingParts } from './parts.ts'
import { type ListedSheet, sheetPath } from './sheet.ts'
import { stylesXml } from './styles.ts'
import { type SheetLimits, tableParts } from './table.ts'
import type { Table, Workbook, WrittenTable } from './workbook.ts'

export const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 2 ** 31 }

/**
 * A workbook in pieces; its rows are never all in memory. Sheets are written as they fill. The cover is written last,
 * since its notes are about them. Nothing depends on the clock. Rows of the cover are not counted.
 */
export async function* workbookPieces(workbook: Workbook, limits = LIMITS): AsyncGenerator<Piece> {
  let made = 0
  const parts = partsOf(workbook, limits, (rows) => {
    made += rows
  })
  for await (const chunk of zipped(parts)) {
    const rows = made
    made = 0
    yield { text: chunk, rows }
  }
}

/** A workbook of one table and nothing else, for a program that reads it. */
export async function* sheetPieces(table: Table): AsyncGenerator<Piece> {
  let made = 0
  const { parts, listed, written } = tableParts(table, 1, LIMITS, (rows) => {
    made += rows
  })
  const all = async function* (): AsyncGenerator<ZipPart> {
    yield* parts()
    for (const { path, xml } of bindingParts(listed(), stylesXml(written().centavos > 0)))
      yield { path, chunks: [Buffer.from(xml)] }
  }
  for await (const chunk of zipped(all())) {
    const rows = made
    made = 0
    yield { text: chunk, rows }
  }
}

async function* partsOf(
  { first, cover, tables }: Workbook,
  limits: SheetLimits,
  tell: (rows: number) => void,
): AsyncGenerator<ZipPart> {
  const written: WrittenTable[] = []
  const sheets: ListedSheet[] = []
  const partsOfTable = async function* (table: Table): AsyncGenerator<ZipPart> {
    const { parts, ...made } = tableParts(table, sheets.length + 1, limits, tell)
    yield* parts()
    written.push(made.written())
    sheets.push(...made.listed())
  }
  if (first) yield* partsOfTable(first)
  const place = sheets.push(listedCover(cover))
  for (const table of tables) yield* partsOfTable(table)
  const made = coverPart(cover, written)
  yield { path: sheetPath(place), chunks: [Buffer.from(made.xml)] }
  const hasCentavos = [made, ...written].some(({ centavos }) => centavos > 0)
  for (const { path, xml } of bindingParts(sheets, stylesXml(hasCentavos))) yield { path, chunks: [Buffer.from(xml)] }
}
