import type { Row } from '../core/cell.ts'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'
import { workbookWords } from '../words/workbook.ts'
import { cellIn, isNumber, withoutEmptyColumns } from './cell-text.ts'
import {
  isIn,
  type Kind,
  linesOf,
  type Report,
  type ReportCell,
  type ReportColumn,
  type ReportTable,
  sectionsIn,
  tableIn,
} from './report.ts'
import type { Column, Cover, Table, Workbook, WrittenTable } from './xlsx/workbook.ts'

const WIDTHS: Readonly<Record<Kind, number>> = {
  text: 24,
  word: 22,
  id: 12,
  date: 12,
  days: 26,
  time: 20,
  count: 13,
  money: 18,
  change: 18,
  rate: 10,
  percent: 10,
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
  const tables = sections.flatMap((one) => (one.kind === 'table' && linesOf(one).length > 0 ? [one] : []))
  const covered = tables.filter(isOnCover).map((one) => withoutEmptyColumns(one, language))
  const notes = sections.flatMap((one) => (one.kind === 'note' ? [one] : []))
  return {
    cover: {
      name: SUMMARY[language],
      title: [report.title[language], report.merchant].filter(Boolean).join(': '),
      subtitle: notes.flatMap(({ isStrong, words }) => (isStrong ? [words[language]] : [])).join(' '),
      columns: coverColumns(covered, language),
      rows: [...factRows(report, language), ...covered.flatMap((one) => coverRows(one, language, covered.length > 1))],
      notes: (written) => [
        ...sections.flatMap((one) => noteTexts(one, language)),
        ...written.flatMap((one) => changeNotes(one, language)),
      ],
    },
    tables: tables.filter((one) => !isOnCover(one)).map((one) => sheetOf(one, language)),
  }
}

/** A note, or the notes of a table after its name; a strong one stands above all of them. */
const noteTexts = (one: Report['sections'][number], language: Language): readonly string[] => {
  if (one.kind === 'note') return one.isStrong ? [] : [one.words[language]]
  if (one.kind === 'table' && linesOf(one).length === 0) return []
  return (one.notes ?? []).map(({ words }) => [one.title?.[language], words[language]].filter(Boolean).join('. '))
}

/** What is no list of its own in a CSV file is none in a workbook. */
const isOnCover = (one: ReportTable): boolean =>
  one.groups.length > 1 || linesOf(one).some(({ isTotal }) => isTotal) || !isIn('csv', one)

/** The columns of the widest table, since a sheet has one set; where there are several tables, each has its heads above it. */
const coverColumns = (tables: readonly ReportTable[], language: Language): readonly Column[] => {
  const [widest] = tables.toSorted((a, b) => b.columns.length - a.columns.length)
  const first = Math.max(FIRST_WIDTH, ...tables.map((one) => (one.title?.[language].length ?? 0) + 1))
  if (widest === undefined)
    return [
      { head: '', kind: 'text', width: FIRST_WIDTH },
      { head: '', kind: 'text', width: FIRST_WIDTH },
    ]
  const columns = widest.columns.map((one, at) =>
    sheetColumn(one, language, at === 0 && !isNumber(one) ? first : wideEnough(one, language)),
  )
  return tables.length === 1 ? columns : columns.map((one, at) => ({ ...one, head: at === 0 ? SUMMARY[language] : '' }))
}

const factRows = ({ facts = [] }: Report, language: Language): Cover['rows'] =>
  facts.map(({ head, value }) => ({ cells: [head[language], value[language]], isStrong: false }))

const coverRows = (of: ReportTable, language: Language, isOneOfMany: boolean): Cover['rows'] => {
  const { title, columns, groups } = of
  const heads = columns.map(({ head }) => head[language])
  const strong = (cells: Row) => ({ cells, isStrong: true })
  return [
    ...(isOneOfMany
      ? [{ cells: [], isStrong: false }, strong([title?.[language] ?? heads[0] ?? null, ...heads.slice(1)])]
      : []),
    ...(title === null || isOneOfMany ? [] : [strong([title[language]])]),
    ...groups.flatMap((group) => [
      ...(group.title === undefined ? [] : [strong([group.title[language]])]),
      ...group.lines.map(({ cells, isTotal = false }) => ({
        cells: namesIn(cells, columns, language),
        isStrong: isTotal,
      })),
    ]),
  ]
}

/** Words by their names: the columns of a cover differ from table to table. */
const namesIn = (cells: readonly ReportCell[], columns: readonly ReportColumn[], language: Language): Row =>
  cells
    .map((cell) => cellIn(cell, language))
    .map((cell, at) => (typeof cell === 'string' ? (columns[at]?.words?.[cell]?.[language] ?? cell) : cell))

/** The columns that name the row stay in sight. */
const NAMING = ['merchant', 'date', 'cycle']

/** A sheet whose rows are all known. */
export interface FilledTable extends Table {
  readonly batches: readonly (readonly Row[])[]
}

/** A sheet without the columns in which nothing stands, but for those that stay in sight and that which splits its total; without rows it has all. */
export const filledSheet = (sheet: Omit<Table, 'batches'>, rows: readonly Row[]): FilledTable => {
  const { columns, frozen, total } = sheet
  const split = typeof total === 'object' ? total.column : -1
  const isKept = columns.map(
    (_, at) => at < frozen || at === split || rows.length === 0 || rows.some((row) => (row[at] ?? null) !== null),
  )
  const pick = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => isKept[at])
  return {
    ...sheet,
    columns: pick(columns),
    ...(typeof total === 'object' && { total: { ...total, column: pick(columns.slice(0, split)).length } }),
    batches: [rows.map(pick)],
  }
}

/** A table on a sheet of its own. */
export const sheetOf = (whole: ReportTable, language: Language): FilledTable => {
  const of = tableIn('xlsx', whole)
  const { columns, splitBy } = of
  const { totalOfShown, comparedOfShown, notComparedOfShown } = workbookWords(language)
  const column = columns.findIndex(({ name }) => name === splitBy)
  const total = column < 0 ? totalOfShown : { column, withValue: comparedOfShown, withoutValue: notComparedOfShown }
  const sheet = {
    name: (of.sheet ?? of.title)?.[language].slice(0, SHEET_NAME_MAX) ?? of.name,
    frozen: Math.max(
      1,
      columns.findIndex(({ name }) => !NAMING.includes(name)),
    ),
    columns: columns.map((one) => sheetColumn(one, language, wideEnough(one, language))),
    ...(columns.some(({ isSummed }) => isSummed) ? { total } : {}),
  }
  return filledSheet(
    sheet,
    linesOf(of).map(({ cells }) => cells.map((cell) => cellIn(cell, language))),
  )
}

const wideEnough = ({ head, kind, width = WIDTHS[kind] }: ReportColumn, language: Language): number =>
  Math.max(width, head[language].length + 1)

/** Wide enough for the names of words; those that are the words themselves need none. */
export const sheetColumn = (one: ReportColumn, language: Language, width = one.width ?? WIDTHS[one.kind]): Column => {
  const { kind, head, isSummed, tones, words } = one
  const names = Object.entries(words ?? {}).map(([word, name]) => [word, name[language]] as const)
  const others = names.filter(([word, name]) => word !== name)
  return {
    head: head[language],
    kind: isNumber(one) ? 'number' : kind === 'date' || kind === 'time' ? kind : 'text',
    width: Math.max(width, ...others.map(([, name]) => name.length + 1)),
    ...(isSummed ? { isSummed } : {}),
    ...(tones ? { tones } : {}),
    ...(others.length > 0 ? { words: Object.fromEntries(others) } : {}),
  }
}

/** The sheets on which a table continues, and the cells that differ from the CSV file. */
export const changeNotes = ({ sheets, cut, replaced, asText }: WrittenTable, language: Language): readonly string[] => {
  const words = workbookWords(language)
  const [first = '', ...others] = sheets.map(({ name }) => name)
  return [
    ...(others.length === 0 ? [] : [words.continued(first, others.join(', '))]),
    ...(cut === 0 ? [] : [words.cut(first, words.cells(cut))]),
    ...(replaced === 0 ? [] : [words.replaced(first, words.cells(replaced))]),
    ...(asText === 0 ? [] : [words.asText(first, words.cells(asText))]),
  ]
}
