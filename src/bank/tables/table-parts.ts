import type { BankMapping } from '../../core/bank/bank-mapping.ts'
import { dayOfNumber } from '../../core/slot.ts'
import { readAmount } from '../../tables/amount.ts'
import type { BankPeriod } from '../../tables/bank-day.ts'
import { DELIMITERS, type FileRow } from '../../tables/csv-rows.ts'
import { isDay } from '../../tables/date-form-of.ts'
import { type FileFault, faultAt, type RowPlaces } from '../../tables/file-fault.ts'
import { cellsBy, plainName, type TableCell, type TableCells, textsIn } from '../../tables/table-cells.ts'
import { periodIn } from './period-in.ts'
import { balanceKindOf, columnOfWords, isCounted, type ShownBalanceKind } from './table-amounts.ts'

/** A row that is a balance, not an entry. */
export interface BalanceRow {
  readonly row: FileRow
  readonly kind: ShownBalanceKind
}

/** The rows of a table by what they are. Each row of the file is one of these, is known to mean nothing, or refuses it. */
export interface TableParts {
  readonly header: FileRow | undefined
  readonly entries: readonly FileRow[]
  readonly balances: readonly BalanceRow[]
  /** The rows above the entries, of the last page that begins before that row. */
  readonly letterheadAt: (row: FileRow) => readonly FileRow[]
  readonly periodAt: (row: FileRow) => BankPeriod | null
}

/** Parts the rows of a table by a mapping. */
export const tableParts = (rows: readonly FileRow[], mapping: BankMapping, places: RowPlaces): TableParts => {
  const above = rows.filter(({ position }) => position <= mapping.headerRows)
  const below = rows.slice(above.length)
  const footerAt = Math.max(0, below.length - mapping.footerRows)
  const kindOf = rowKinds(above.at(-1), mapping, places)
  const isEntry = (row: FileRow): boolean => kindOf(row) === 'entry' && readsAsEntry(row)
  const readsAsEntry = entryTest(above.at(-1), mapping, places)
  const outside = [...above, ...below.slice(footerAt)].find(isEntry)
  if (outside !== undefined) throw faultAt(places, outside.position, OUTSIDE)
  const { pages, body } = partPages(above, below.slice(0, footerAt), isEntry, places)
  const letterheadAt = ({ position }: FileRow) => pages.findLast(([first]) => (first?.position ?? 0) < position) ?? []
  const { status } = mapping
  const statusIn = status === null ? null : cellsBy(above.at(-1), places)(columnOfWords(status))
  const parts = partBody(body, kindOf, statusIn, status, places)
  const periods = new Map(pages.map((page) => [page, periodIn(page, mapping.dates)]))
  return { header: above.at(-1), ...parts, letterheadAt, periodAt: (row) => periods.get(letterheadAt(row)) ?? null }
}

const OUTSIDE = {
  en: 'it stands outside the entries by headerRows and footerRows, and reads as an entry',
  es: 'según headerRows y footerRows no está entre los movimientos, y se lee como uno',
}

/** Whether a row has a day and a sum where entries have them, or anywhere when it is parted by another sign than the file. */
const entryTest = (header: FileRow | undefined, { date, amount }: BankMapping, places: RowPlaces) => {
  const by = cellsBy(header, places)
  const dateIn = by(date)
  const sumsIn = ('value' in amount ? [amount.value] : [amount.debit, amount.credit]).map(by)
  const isSum = (cell: TableCell): boolean => typeof cell === 'number' || readAmount(String(cell)) !== null
  return (row: FileRow): boolean =>
    (holdsDay(dateIn(row)) && sumsIn.some((cells) => isSum(cells(row)))) || isOfOtherDelimiter(row)
}

/** A day, also with signs or a word that stick to it. */
const holdsDay = (cell: TableCell): boolean => isDay(cell, LEAP_YEAR) || STUCK_DAY.test(String(cell))
const STUCK_DAY = /^\S*\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}\S*$/

const isOfOtherDelimiter = (row: FileRow): boolean =>
  DELIMITERS.some((delimiter) => {
    const texts = textsIn(row)
    const parts = texts.flatMap((text) => text.split(delimiter)).map((part) => part.replaceAll('"', '').trim())
    const sums = parts.filter((part) => !holdsDay(part) && readAmount(part) !== null)
    return parts.length > texts.length && sums.length > 0 && parts.some(holdsDay)
  })
const LEAP_YEAR: BankPeriod = { from: dayOfNumber(739_192), to: dayOfNumber(739_557) }

type RowKind = ShownBalanceKind | 'nothing' | 'entry'

/** The kind of a row by its text. Without a day, the beginning of its text is enough to mean nothing. */
const rowKinds = (
  header: FileRow | undefined,
  { date, text, balanceRows, ignoredRows }: BankMapping,
  places: RowPlaces,
) => {
  const by = cellsBy(header, places)
  const [dateIn, textIn] = [by(date), text.map(by)]
  const ignored = ignoredRows.map(plainName)
  return (row: FileRow): RowKind => {
    const own = textIn.map((cells) => cells(row)).join(' ')
    const whole = plainName(textsIn(row).join(' '))
    const isNothing = ignored.some((one) => one === plainName(own) || (dateIn(row) === '' && whole.startsWith(one)))
    return isNothing ? 'nothing' : (balanceKindOf(own, balanceRows) ?? 'entry')
  }
}

interface Pages {
  readonly pages: readonly (readonly FileRow[])[]
  readonly body: readonly FileRow[]
}

/** Where a file has pages, each repeats the first row and the names of columns; the rows between belong to no entry. */
const partPages = (
  above: readonly FileRow[],
  below: readonly FileRow[],
  isEntry: (row: FileRow) => boolean,
  places: RowPlaces,
): Pages => {
  const [header, first] = [above.at(-1), above.length > 1 ? above[0] : undefined]
  const pages: FileRow[][] = [[...above]]
  const body: FileRow[] = []
  let page: FileRow[] | null = null
  for (const row of below) {
    if (page === null && isSame(row, first)) page = []
    if (page === null) {
      if (!isSame(row, header)) body.push(row)
      continue
    }
    if (isEntry(row)) throw unnamedPage(page[0] ?? row, places)
    page.push(row)
    if (!isSame(row, header)) continue
    pages.push(page)
    page = null
  }
  if (page !== null) throw unnamedPage(page[0], places)
  return { pages, body }
}

const unnamedPage = (row: FileRow | undefined, places: RowPlaces): FileFault =>
  faultAt(places, row?.position ?? 0, {
    en: 'a page begins there that does not name its columns as the first one does',
    es: 'allí comienza una página que no nombra sus columnas como la primera',
  })

const isSame = (row: FileRow, other: FileRow | undefined): boolean =>
  other !== undefined && plainTexts(row) === plainTexts(other) && /\p{L}/u.test(plainTexts(row))

const plainTexts = (row: FileRow): string => textsIn(row).map(plainName).join('|')

const partBody = (
  body: readonly FileRow[],
  kindOf: (row: FileRow) => RowKind,
  statusIn: TableCells | null,
  status: BankMapping['status'],
  places: RowPlaces,
): Pick<TableParts, 'entries' | 'balances'> => {
  const entries: FileRow[] = []
  const balances: BalanceRow[] = []
  for (const row of body) {
    const kind = kindOf(row)
    if (kind === 'entry') {
      if (statusIn === null || isDone(row, statusIn, status, places)) entries.push(row)
    } else if (kind !== 'nothing') balances.push({ row, kind })
  }
  return { entries, balances }
}

const isDone = (row: FileRow, cells: TableCells, status: BankMapping['status'], places: RowPlaces): boolean => {
  const isDone = isCounted(String(cells(row)), status)
  if (isDone !== null) return isDone
  throw faultAt(
    places,
    row.position,
    { en: 'its status is not known to count, nor not to', es: 'no se sabe si un movimiento con su estado cuenta' },
    {
      en: 'name the word in bankMapping: "status": { "column": ..., "counts": [...], "ignored": [...] }',
      es: 'indique la palabra en bankMapping: "status": { "column": ..., "counts": [...], "ignored": [...] }',
    },
  )
}
