import type { Cell, Row } from '../core/cell.ts'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'
import { isNumber } from './cell-text.ts'
import { type Kind, linesOf, type Report, type ReportColumn, type ReportTable, sectionsIn } from './report.ts'
import type { Column, Cover, Table, Workbook } from './xlsx/workbook.ts'

const WIDTHS: Readonly<Record<Kind, number>> = {
  text: 24,
  word: 22,
  id: 12,
  date: 12,
  days: 26,
  time: 20,
  count: 14,
  money: 20,
  change: 20,
  rate: 12,
}
const FIRST_WIDTH = 46
const SUMMARY: Both<string> = { en: 'Summary', es: 'Resumen' }
const SHEET_NAME_MAX = 31

/**
 * A report as a workbook: its sentences, facts and tables with groups or totals on the first sheet, each plain list on a
 * sheet of its own.
 */
export const workbookOf = (report: Report, language: Language): Workbook => {
  const sections = sectionsIn('xlsx', report)
  const tables = sections.flatMap((one) => (one.kind === 'table' ? [one] : []))
  const covered = tables.filter(isOnCover)
  return {
    cover: {
      name: SUMMARY[language],
      title: [report.title[language], report.merchant].filter(Boolean).join(': '),
      subtitle: sections.flatMap((one) => (one.kind === 'note' && one.isStrong ? [one.words[language]] : [])).join(' '),
      columns: coverColumns(covered, language),
      rows: [...factRows(report, language), ...covered.flatMap((one) => coverRows(one, language))],
      notes: () => sections.flatMap((one) => (one.kind === 'note' && !one.isStrong ? [one.words[language]] : [])),
    },
    tables: tables.filter((one) => !isOnCover(one)).map((one) => sheetOf(one, language)),
  }
}

const isOnCover = (one: ReportTable): boolean => one.groups.length > 1 || linesOf(one).some(({ isTotal }) => isTotal)

/** The columns of the widest table, since a sheet has one set. */
const coverColumns = (tables: readonly ReportTable[], language: Language): readonly Column[] => {
  const [widest] = tables.toSorted((a, b) => b.columns.length - a.columns.length)
  if (widest === undefined)
    return [
      { head: '', kind: 'text', width: FIRST_WIDTH },
      { head: '', kind: 'text', width: FIRST_WIDTH },
    ]
  return widest.columns.map((one, at) => sheetColumn(one, language, at === 0 ? FIRST_WIDTH : WIDTHS[one.kind]))
}

const factRows = ({ facts = [] }: Report, language: Language): Cover['rows'] =>
  facts.map(({ head, value }) => ({ cells: [head[language], value[language]], isStrong: false }))

const coverRows = ({ title, columns, groups }: ReportTable, language: Language): Cover['rows'] => [
  ...(title === null ? [] : [{ cells: [title[language]], isStrong: true }]),
  ...groups.flatMap((group) => [
    ...(group.title === undefined ? [] : [{ cells: [group.title[language]], isStrong: true }]),
    ...group.lines.map(({ cells, isTotal = false }) => ({
      cells: namesIn(cells, columns, language),
      isStrong: isTotal,
    })),
  ]),
]

/** Words by their names: the columns of a cover differ from table to table. */
const namesIn = (cells: readonly Cell[], columns: readonly ReportColumn[], language: Language): Row =>
  cells.map((cell, at) => (typeof cell === 'string' ? (columns[at]?.words?.[cell]?.[language] ?? cell) : cell))

const sheetOf = (of: ReportTable, language: Language): Table => ({
  name: (of.sheet ?? of.title)?.[language].slice(0, SHEET_NAME_MAX) ?? of.name,
  frozen: 1,
  columns: of.columns.map((one) => sheetColumn(one, language, WIDTHS[one.kind])),
  batches: [linesOf(of).map(({ cells }) => cells)],
})

const sheetColumn = (one: ReportColumn, language: Language, width: number): Column => ({
  head: one.head[language],
  kind: isNumber(one) ? 'number' : one.kind === 'date' || one.kind === 'time' ? one.kind : 'text',
  width: Math.max(width, one.head[language].length + 1),
  ...(one.words === undefined
    ? {}
    : { words: Object.fromEntries(Object.entries(one.words).map(([word, name]) => [word, name[language]])) }),
})
