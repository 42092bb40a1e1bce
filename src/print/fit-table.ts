import { largest } from '../std/largest.ts'
import { wrapText } from '../std/wrap-text.ts'
import { cutTo, type Display, type DisplayTone, paint } from './display.ts'

export interface TableColumn<Row> {
  readonly head: string
  readonly of: (row: Row) => string
  /** Numbers are aligned to the right. */
  readonly isNumber?: true
  /** The fewest characters to which words are cut or wrapped when the table is too wide. */
  readonly least?: number
  /** Words that are too wide go on below, indented, instead of being cut: rows that begin alike stay apart. */
  readonly isWrapped?: true
  /** Whether the text of this row is a heading above the next rows, and may reach over the other columns. */
  readonly isHeading?: (row: Row) => boolean
  /** The column whose text has the colour of its row. */
  readonly tone?: (row: Row) => DisplayTone
}

/** The text of a table: the header, then each row; one with wrapped words has several lines. */
export interface FittedTable {
  readonly head: string
  readonly rows: readonly string[]
  readonly width: number
}

/**
 * Lays out the first set of columns that fits the width; sets are given from the richest to the poorest. When none
 * fits, words of the last set are cut or wrapped. Two spaces separate columns, or one when that makes the table fit, and then heads
 * may have several lines.
 */
export const fitTable = <Row>(
  sets: readonly (readonly TableColumn<Row>[])[],
  rows: readonly Row[],
  display: Display,
): FittedTable => {
  const layouts = sets.flatMap((columns) => [
    layoutOf(columns, rows, 2),
    layoutOf(columns, rows, 1),
    layoutOf(columns, rows, 1, widestWord),
  ])
  const layout = layouts.find(({ width }) => width <= display.width) ?? layouts.at(-1)
  return layout === undefined ? { head: '', rows: [], width: 0 } : linesOf(layout, rows, display)
}

interface Layout<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly widths: readonly number[]
  readonly gap: number
  /** The width before any word is cut. */
  readonly width: number
}

const widestWord = (head: string): number =>
  largest(
    head
      .trim()
      .split(' ')
      .map(({ length }) => length),
  )

const layoutOf = <Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  gap: number,
  widthOfHead = (head: string): number => head.length,
): Layout<Row> => {
  const widths = columns.map(({ head, of, isHeading }) =>
    Math.max(widthOfHead(head), largest(rows.map((row) => (isHeading?.(row) ? 0 : of(row).length)))),
  )
  return { columns, widths, gap, width: sumOf(widths) + gap * (columns.length - 1) }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const linesOf = <Row>(
  { columns, widths, gap, width: whole }: Layout<Row>,
  rows: readonly Row[],
  display: Display,
): FittedTable => {
  const excess = Math.max(0, whole - display.width)
  const fitted = columns.map(({ least }, at) => {
    const width = widths[at] ?? 0
    return least === undefined ? width : Math.max(Math.min(width, least), width - excess)
  })
  const padded = (column: TableColumn<Row>, at: number, text: string): string => {
    const width = fitted[at] ?? 0
    if (column.isNumber) return text.padStart(width)
    return at === columns.length - 1 ? cutTo(text, width) : cutTo(text, width).padEnd(width)
  }
  const line = (textOf: (column: TableColumn<Row>, at: number) => string): string =>
    columns.map(textOf).join(' '.repeat(gap)).trimEnd()
  /** The first lines of shorter cells are empty where they stand on their last line, as heads do. */
  const linesIn = (
    cells: readonly (readonly string[])[],
    isAtEnd: boolean,
    tone?: (at: number) => DisplayTone,
  ): string => {
    const number = Math.max(...cells.map((cell) => cell.length))
    return Array.from({ length: number }, (_, place) =>
      line((column, at) => {
        const cell = cells[at] ?? []
        const text = padded(column, at, cell[isAtEnd ? place - number + cell.length : place] ?? '')
        return tone === undefined ? text : paint(text, tone(at), display)
      }),
    ).join('\n')
  }
  const rowText = (row: Row): string => {
    const heading = columns.find(({ isHeading }) => isHeading?.(row))
    if (heading !== undefined) return wrapCell(heading.of(row), display.width).join('\n')
    const cells = columns.map((column, at) =>
      column.isWrapped ? wrapCell(column.of(row), fitted[at] ?? 0) : [column.of(row)],
    )
    return linesIn(cells, false, (at) => columns[at]?.tone?.(row) ?? 'plain')
  }
  return {
    head: linesIn(
      columns.map(({ head }, at) => (head.length <= (fitted[at] ?? 0) ? [head] : wrapText('', head, fitted[at]))),
      true,
    ),
    rows: rows.map(rowText),
    width: sumOf(fitted) + gap * (columns.length - 1),
  }
}

/** Before the further lines of a wrapped cell: more than rows begin with. */
const HANG = 4

/** Breaks a cell at spaces, and words that are wider than it anywhere. A word as wide as the cell stands whole, such as an id. */
const wrapCell = (text: string, width: number): readonly string[] => {
  if (text.length <= width) return [text]
  const words = text.trimStart()
  const lead = text.length - words.length
  const spare = width - widestWord(words)
  const hang = Math.max(lead, spare < 0 ? HANG : Math.min(HANG, spare))
  const room = Math.max(1, width - hang)
  const lines = wrapText('', words, room).flatMap((one) => one.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [])
  return lines.map((one, place) => `${' '.repeat(place === 0 ? lead : hang)}${one}`)
}
