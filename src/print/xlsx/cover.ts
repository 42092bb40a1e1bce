import { noChanges, rowsOf, STRONG, textCell } from './cells.ts'
import { type Frame, headXml, type ListedSheet, sheetBegin, sheetEnd } from './sheet.ts'
import type { Cover, WrittenTable } from './workbook.ts'
import { letterOf } from './xml.ts'

/** The row of the headings, after title, subtitle and an empty row. */
const HEAD_ROW = 4
const TITLE_HEIGHT = 24

const frameOf = ({ columns }: Cover): Frame => ({ columns, headRow: HEAD_ROW, frozen: 1, isCover: true })

/** The XML of the cover, which is small enough to be made at once, and the number of its sums with centavos. */
export const coverPart = (cover: Cover, written: readonly WrittenTable[]) => {
  const frame = frameOf(cover)
  const changes = noChanges()
  const [usual, strong] = [rowsOf(cover.columns, changes), rowsOf(cover.columns, changes, STRONG)]
  const last = HEAD_ROW + cover.rows.length
  const notes = cover.notes(written).map((text, at) => ({ row: last + 2 + at, text }))
  const long = [{ row: 2, text: cover.subtitle }, ...notes]
  const xml = [
    sheetBegin(frame),
    `<row r="1" ht="${TITLE_HEIGHT}" customHeight="1">${textCell(0, 1, 'title', cover.title)}</row>`,
    wrappedRow(2, cover.subtitle, cover),
    headXml(frame),
    ...cover.rows.map(({ cells, isStrong }, at) => (isStrong ? strong : usual)(cells, HEAD_ROW + 1 + at)),
    ...notes.map(({ row, text }) => wrappedRow(row, text, cover)),
    sheetEnd(
      frame,
      last,
      long.map(({ row }) => `A${row}:${letterOf(cover.columns.length - 1)}${row}`),
    ),
  ].join('')
  return { xml, centavos: changes.centavos }
}

const LINE_HEIGHT = 15

/** A text across the table's width with a row height for its lines: merged cells do not size themselves. */
const wrappedRow = (row: number, text: string, { columns }: Cover): string => {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const height = LINE_HEIGHT * Math.max(1, Math.ceil(text.length / (width * DIGITS_IN_TEXT)))
  return `<row r="${row}" ht="${height}" customHeight="1">${textCell(0, row, 'subtitle', text)}</row>`
}

/** Letters are narrower than digits, but lines break at words. */
const DIGITS_IN_TEXT = 1.05

export const listedCover = (cover: Cover): ListedSheet => ({
  name: cover.name,
  frame: frameOf(cover),
  lastRow: HEAD_ROW + cover.rows.length,
})
