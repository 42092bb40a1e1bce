import { rowsOf, STRONG, textCell } from './cells.ts'
import type { ListedSheet } from './parts.ts'
import { type Frame, headXml, sheetBegin, sheetEnd } from './sheet.ts'
import type { Cover, WrittenTable } from './workbook.ts'

/** Title, subtitle and an empty row stand above the heads. */
const HEAD_ROW = 4
const TITLE_HEIGHT = 24

const frameOf = ({ columns }: Cover): Frame => ({ columns, headRow: HEAD_ROW, frozen: 1, isFirst: true })

/** The first sheet, small enough to be made at once. */
export const coverXml = (cover: Cover, written: readonly WrittenTable[]): string => {
  const frame = frameOf(cover)
  const losses = { cut: 0, replaced: 0, asText: 0 }
  const [usual, strong] = [rowsOf(cover.columns, losses), rowsOf(cover.columns, losses, STRONG)]
  const last = HEAD_ROW + cover.rows.length
  const notesFrom = last + 2
  return [
    sheetBegin(frame),
    `<row r="1" ht="${TITLE_HEIGHT}" customHeight="1">${textCell(0, 1, 'title', cover.title)}</row>`,
    `<row r="2">${textCell(0, 2, 'subtitle', cover.subtitle)}</row>`,
    headXml(frame),
    ...cover.rows.map(({ cells, isStrong }, at) => (isStrong ? strong : usual)(cells, HEAD_ROW + 1 + at)),
    ...cover
      .notes(written)
      .map((note, at) => `<row r="${notesFrom + at}">${textCell(0, notesFrom + at, 'subtitle', note)}</row>`),
    sheetEnd(frame, last),
  ].join('')
}

export const listedCover = (cover: Cover): ListedSheet => ({
  name: cover.name,
  frame: frameOf(cover),
  lastRow: HEAD_ROW + cover.rows.length,
})
