import { alignColumns } from '../std/align-columns.ts'
import type { Both } from '../std/both.ts'
import { harmless } from '../std/harmless.ts'
import { largest } from '../std/largest.ts'
import { wrapText } from '../std/wrap-text.ts'
import { cellText, isNumber, withoutEmptyColumns } from './cell-text.ts'
import type { Display } from './display.ts'
import { fitTable, type TableColumn } from './fit-table.ts'
import { copyable } from './in-table.ts'
import { type Line, linesOf, type Note, type Report, type ReportTable, sectionsIn, tableIn } from './report.ts'

const FILE: Both<string> = { en: 'File', es: 'Archivo' }

/** A report as text that fits the width of a terminal: its sections with an empty line between them, then its files. */
export const terminalText = (report: Report, display: Display): string => {
  const { language } = display
  const facts = (report.facts ?? []).map(({ head, value }) => [head[language], harmless(value[language])])
  const files = (report.files ?? []).map((file) => `${FILE[language]}: ${harmless(file)}`)
  const sections = sectionsIn('text', report).map((one): readonly string[] => {
    if (one.kind === 'drawing') return []
    return one.kind === 'note' ? noteLines(one, display) : tableLines(one, display)
  })
  return [alignColumns(facts, 2), ...sections, files]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

const noteLines = ({ words, command }: Note, { width, language }: Display): readonly string[] => {
  const text = copyable(harmless(words[language]))
  return command === undefined ? wrapText('', text, width) : [`${text}   ${harmless(command)}`]
}

/** A line of the table, or the heading of a group. */
type Shown = Line | { readonly heading: string }

/** A table as a screen shows it. */
export const tableText = (table: ReportTable, display: Display): readonly string[] =>
  tableLines(tableIn('text', table), display)

const tableLines = (whole: ReportTable, display: Display): readonly string[] => {
  const { language, width } = display
  const of = withoutEmptyColumns(whole, language)
  const lines = linesOf(of)
  if (lines.length === 0) return of.none === undefined ? [] : wrapText('', of.none[language], width)
  if (of.isStacked) return stackedLines(of, display)
  const rows = of.groups.flatMap(({ title, lines: own }): readonly Shown[] => [
    ...(title === undefined ? [] : [{ heading: title[language] }]),
    ...own,
  ])
  const columns = of.columns.map((_, at) => columnAt(of, at, display))
  const spare = [...new Set(of.columns.flatMap((one) => one.spare ?? []))].sort()
  const sets = [0, ...spare].map((gone) => columns.filter((_, at) => (of.columns[at]?.spare ?? gone + 1) > gone))
  const first = rows.slice(0, of.most)
  const totals = rows.slice(first.length).filter((one) => 'isTotal' in one && one.isTotal)
  const { head, rows: text, width: needed } = fitTable(sets, [...first, ...totals], display)
  // Sums and ids are never broken.
  if (needed > width) return stackedLines(of, display)
  const more = rows.length - text.length
  return [
    ...(of.title === null ? [] : wrapText('', `${copyable(harmless(of.title[language]))}:`, width)),
    ...(of.notes ?? []).flatMap((one) => noteLines(one, display)),
    ...[head, ...text.slice(0, first.length)],
    ...(more === 0 ? [] : [{ en: `and ${more} more`, es: `y ${more} más` }[language]]),
    ...text.slice(first.length),
  ]
}

/** Its title, and of each line the columns in which something stands, with an empty line between lines. */
const stackedLines = (of: ReportTable, { width, language }: Display): readonly string[] => {
  const room = largest(of.columns.map(({ head }) => head[language].length)) + 2
  const title =
    of.title === null || of.isStacked ? [] : wrapText('', `${copyable(harmless(of.title[language]))}:`, width)
  const lines = linesOf(of).flatMap(({ cells }, place) => [
    ...(place === 0 ? [] : ['']),
    ...of.columns.flatMap((column, at) => {
      const text = copyable(harmless(cellText(cells[at] ?? null, column, language)))
      return text === '' ? [] : wrapText(column.head[language].padEnd(room), text, width)
    }),
  ])
  return [...title, ...lines]
}

/** Where a table has totals, their names begin with a sign, and those of other lines with as many spaces. */
const columnAt = (of: ReportTable, at: number, { language }: Display): TableColumn<Shown> => {
  const column = of.columns[at] as ReportTable['columns'][number]
  const hasTotals = at === 0 && linesOf(of).some(({ isTotal }) => isTotal)
  const lead = (row: Line): string => (hasTotals ? (row.isTotal ? '= ' : '  ') : '')
  return {
    head: hasTotals ? `  ${column.head[language]}` : column.head[language],
    of: (row) => {
      if ('heading' in row) return at === 0 ? row.heading : ''
      return `${lead(row)}${copyable(harmless(cellText(row.cells[at] ?? null, column, language)))}`
    },
    isHeading: (row) => at === 0 && 'heading' in row,
    ...(at === 0 ? { tone: (row: Shown) => ('isOff' in row && row.isOff ? 'bad' : 'plain') } : {}),
    ...(isNumber(column) ? { isNumber: true } : {}),
    ...(column.least === undefined ? {} : { least: column.least, isWrapped: true }),
  }
}
