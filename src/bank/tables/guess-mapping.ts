import { type BankColumn, type BankDateForm, type BankMapping, LEAST_MAPPING } from '../../core/bank/bank-mapping.ts'
import { minus, plus, ZERO } from '../../core/money.ts'
import { largest } from '../../std/largest.ts'
import { readAmount } from '../../tables/amount.ts'
import { type ColumnContents, columnContents, type GuessedDays, isSum, sumIn } from '../../tables/column-contents.ts'
import { csvRows, delimiterOf, type FileCell, type FileRow } from '../../tables/csv-rows.ts'
import { DATE_FORMS, dateFormOf, dayIn } from '../../tables/date-form-of.ts'
import { FileFault, textOfFile } from '../../tables/file-fault.ts'
import { kindOfFile } from '../../tables/kind-of-file.ts'
import { plainName } from '../../tables/table-cells.ts'
import { withFileName } from '../../tables/with-file-name.ts'
import { workbookRows } from '../../tables/workbook-rows.ts'
import type { BankFileOptions } from '../read-bank-file.ts'
import { type ColumnRole, roleOf } from './column-roles.ts'
import { periodIn } from './period-in.ts'
import { MAPPED_LINES } from './read-mapped.ts'
import { isCounted, isDebitWord } from './table-amounts.ts'

type Roles = readonly (ColumnRole | null)[]

/** The columns of sums, counted from 0. */
type GuessedAmount =
  | { readonly value: number; readonly balance: number | null }
  | { readonly debit: number; readonly credit: number; readonly balance: number | null }

/** By names: debit and credit, or the best column for a value. Without names: what the balances confirm. Null when no column can be it. */
const guessAmount = (contents: ColumnContents, roles: Roles, date: number): GuessedAmount | null => {
  const sums = contents.columns.filter((column) => column !== date && contents.hasSums(column))
  const first = (role: ColumnRole): number | undefined => contents.columns.find((column) => roles[column] === role)
  const balance = sums.find((column) => roles[column] === 'balance') ?? null
  const [debit, credit] = [first('debit'), first('credit')]
  if (debit !== undefined && credit !== undefined && [debit, credit].some((column) => sums.includes(column)))
    return { debit, credit, balance }
  if (roles.every((role) => role === null)) return amountWithoutNames(contents, sums)
  const value = bestValue(contents, roles, sums)
  return value === null ? null : { value, balance }
}

const NO_VALUES: readonly (ColumnRole | null)[] = [
  ...(['balance', 'account', 'other', 'reference', 'date', 'valueDate'] as const),
  ...(['currency', 'status', 'sign'] as const),
]

/** A column whose sums are all alike is the value only by its name, and only where no other can be it. */
const bestValue = (contents: ColumnContents, roles: Roles, sums: readonly number[]): number | null => {
  const isNamed = (column: number): boolean => roles[column] === 'value'
  const canBe = (column: number): boolean =>
    contents.isVaried(column) || (isNamed(column) && contents.sumsIn(column).some((sum) => sum !== 0n))
  const scored = sums
    .filter((column) => !NO_VALUES.includes(roles[column] ?? null) && canBe(column))
    .map((column) => ({ column, score: scoreOf(contents, column) + (isNamed(column) ? 4 : 0) }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.column ?? null
}

const PART = /cheque|efectivo|iva|impuesto|base|comision|gmf|retencion|descuento|canje|propina|fee|tax/

const scoreOf = (contents: ColumnContents, column: number): number => {
  const name = contents.nameOf(column)
  const looks = contents.wordsIn(column).some((word) => /[-+(]|[.,]\d{1,2}\b|\$/.test(word)) ? 1 : 0
  const isWhole = /total|neto|net/.test(name) ? 1 : 0
  return looks + isWhole - (PART.test(name) ? 3 : 0) + (contents.isVaried(column) ? 8 : 0)
}

/** One sum is the value. Of several, those whose balances follow; else the one that looks most like a sum of money. */
const amountWithoutNames = (contents: ColumnContents, sums: readonly number[]): GuessedAmount | null => {
  if (contents.rows === 1) return amountOfOneRow(sums)
  const varied = sums.filter(contents.isVaried).toSorted((a, b) => scoreOf(contents, b) - scoreOf(contents, a))
  for (const balance of varied) {
    const value = varied.find((column) => column !== balance && balancesFollow(contents, column, null, balance))
    if (value !== undefined) return { value, balance }
    const sides = varied.flatMap((debit) => varied.map((credit) => ({ debit, credit, balance })))
    const found = sides.find(
      ({ debit, credit }) => debit !== credit && balancesFollow(contents, credit, debit, balance),
    )
    if (found !== undefined) return found
  }
  const [value] = varied
  return value === undefined ? null : { value, balance: null }
}

/** With two sums the last is the balance; three are debit, credit and balance. */
const amountOfOneRow = ([first, second, third, ...others]: readonly number[]): GuessedAmount | null => {
  if (first === undefined || others.length > 0) return null
  if (second !== undefined && third !== undefined) return { debit: first, credit: second, balance: third }
  return { value: first, balance: second ?? null }
}

/** Whether each balance follows from that of the row before, or of the row after. */
const balancesFollow = (contents: ColumnContents, credit: number, debit: number | null, balance: number): boolean => {
  const [credits, debits, balances] = [credit, debit, balance].map((column) =>
    column === null ? [] : contents.cellsIn(column).map((cell) => sumIn(cell)),
  )
  const steps = (credits ?? []).map((sum, row) => minus(sum ?? ZERO, debits?.[row] ?? ZERO))
  const follows = (from: number): boolean =>
    steps.every((step, row) => {
      const before = balances?.[row + from]
      return row + from < 0 || row + from >= steps.length || (before != null && plus(before, step) === balances?.[row])
    })
  return follows(-1) || follows(1)
}

/**
 * A column of words for debit and credit: each of its words is one, and some are debits; where its name says so, most are enough. Null
 * where the sums have signs.
 */
const guessSign = (contents: ColumnContents, roles: Roles, value: number): number | null => {
  const sums = contents.sumsIn(value)
  const share = (column: number): number =>
    contents.wordsIn(column).filter((word) => isDebitWord(word) !== null).length / contents.rows
  const isSigned = (column: number): boolean =>
    sums.some((sum) => sum < 0n) &&
    contents
      .wordsIn(column)
      .every((word, row) => isDebitWord(word) !== true || (sumIn(contents.cellsIn(value)[row] ?? '') ?? ZERO) <= 0n)
  const isSides = (column: number): boolean =>
    share(column) === 1 && contents.wordsIn(column).some((word) => isDebitWord(word) === true)
  const others = contents.columns.filter((column) => column !== value && !isSigned(column))
  const named = others.filter((column) => roles[column] === 'sign')
  const partly = sums.some((sum) => sum < 0n) ? [] : named.filter((column) => share(column) >= 0.5)
  return [...named.filter((column) => share(column) === 1), ...others.filter(isSides), ...partly][0] ?? null
}

/** A column of words for what became of a row: each of its words is one or, where its name says so, some are. */
const guessStatus = (contents: ColumnContents, roles: Roles): number | null => {
  const count = (column: number): number => contents.wordsIn(column).filter((word) => isCounted(word) !== null).length
  const named = contents.columns.find((column) => roles[column] === 'status' && count(column) > 0)
  return named ?? contents.columns.find((column) => count(column) === contents.rows) ?? null
}

/**
 * Proposes a mapping of a file's columns from its first rows and column names. It has no effect until a person confirms
 * it.
 */
export const guessMapping = (bytes: Uint8Array, { name }: Pick<BankFileOptions, 'name'>): BankMapping =>
  withFileName(name, () => mappingOf(bytes))

const mappingOf = (bytes: Uint8Array): BankMapping => {
  const isWorkbook = kindOfFile(bytes) === 'workbook'
  const text = isWorkbook ? '' : textOfFile(bytes)
  const delimiter = isWorkbook ? null : delimiterOf(text)
  const rows = delimiter === null ? workbookRows(bytes) : csvRows(text, delimiter)
  const { dates, isEntry } = entriesIn(rows)
  const start = rows.findIndex(isEntry)
  const end = rows.findLastIndex(isEntry)
  const body = rows.slice(start, end + 1).filter(isEntry)
  const position = (body[0]?.position ?? 1) - 1
  const columns = columnsOf(rows.slice(0, start), body, dates)
  return { ...LEAST_MAPPING, ...columns, headerRows: position, footerRows: rows.length - end - 1, delimiter }
}

const noRows = (): FileFault =>
  new FileFault(
    { en: 'no row of it has a day and a sum', es: 'ninguna fila tiene un día y una suma' },
    {
      en: 'get the movements from the bank as CSV, XLSX, camt, MT940 or OFX',
      es: 'descargue los movimientos del banco como CSV, XLSX, camt, MT940 u OFX',
    },
  )

/** The column and form in which most rows have a day: rows of a letterhead have theirs in others. */
const entriesIn = (
  rows: readonly FileRow[],
): { readonly dates: GuessedDays; readonly isEntry: (row: FileRow) => boolean } => {
  const period = periodIn(rows.slice(0, LETTERHEAD_ROWS), null)
  const columns = Array.from({ length: largest(rows.map(({ cells }) => cells.length)) }, (_, index) => index)
  const isDayIn = (column: number, form: BankDateForm) => (row: FileRow) =>
    dayIn(row.cells[column] ?? '', form, period) !== null && row.cells.some((cell, at) => at !== column && isSum(cell))
  const tried = columns.flatMap((column) =>
    DATE_FORMS.map((form) => ({
      form,
      isEntry: isDayIn(column, form),
      count: rows.filter(isDayIn(column, form)).length,
    })),
  )
  const most = largest(tried.map(({ count }) => count))
  const found = tried.find(({ count }) => count === most)
  if (found === undefined || most === 0) throw noRows()
  return { dates: { form: found.form, period }, isEntry: found.isEntry }
}
const LETTERHEAD_ROWS = 40

/** The row with the column names. A balance carried forward may come between it and the first entry. */
const headerIn = (above: readonly FileRow[]): FileRow | null => {
  const named = above.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  const withDay = named.findLast((row) => rolesByNames(row).some((role) => role === 'date' || role === 'valueDate'))
  const last = above.at(-1)
  return withDay ?? named.find((row) => row === last) ?? null
}

type Found = Pick<BankMapping, 'date' | 'amount' | 'text'> & Partial<BankMapping>

/** The columns by their names in the header and by their contents. */
const columnsOf = (above: readonly FileRow[], body: readonly FileRow[], days: GuessedDays): Found => {
  const names = headerIn(above)
  const contents = columnContents(names, body, days)
  const roles = names === null ? contents.columns.map(() => null) : rolesByNames(names)
  // A mapping looks for names only in the row directly above the first entry.
  const header = names === above.at(-1) ? names : null
  const named = (column: number | null): BankColumn | null => (column === null ? null : columnName(header, column))
  const those = (role: ColumnRole) => contents.columns.filter((column) => roles[column] === role)
  const date =
    those('date').find(contents.hasDays) ??
    those('valueDate').find(contents.hasDays) ??
    contents.columns.find(contents.hasDays)
  const amount = guessAmount(contents, roles, date ?? -1)
  if (date === undefined || amount === null) throw noRows()
  const status = guessStatus(contents, roles)
  const sign = 'value' in amount ? guessSign(contents, roles, amount.value) : null
  const valueDate = those('valueDate').find((column) => column !== date && contents.hasDays(column)) ?? null
  const isTaken = (column: number) => [date, valueDate, status, sign, ...Object.values(amount)].includes(column)
  return {
    date: columnName(header, date),
    valueDate: named(valueDate),
    amount:
      'value' in amount
        ? { value: columnName(header, amount.value), sign: named(sign) }
        : { debit: columnName(header, amount.debit), credit: columnName(header, amount.credit) },
    balance: named(amount.balance),
    text: textColumns(contents, roles, isTaken, sign).map((column) => columnName(header, column)),
    reference: named(those('reference').find((column) => !isTaken(column) && contents.isVaried(column)) ?? null),
    account: named(those('account').find((column) => !isTaken(column) && contents.isFilled(column)) ?? null),
    currency: named(those('currency').find(contents.isFilled) ?? null),
    status: named(status),
    dates: datesIn(date, body, days),
    decimal: decimalIn(
      [...Object.values(amount)].filter((column) => column !== null),
      body,
    ),
  }
}

/** By its name when no other column has the same. */
const columnName = (header: FileRow | null, index: number): BankColumn => {
  const names = (header?.cells ?? []).map((cell) => plainName(String(cell)))
  const name = names[index] ?? ''
  return name !== '' && names.indexOf(name) === names.lastIndexOf(name) ? String(header?.cells[index]) : index + 1
}

/** The columns with a name for texts, or else the one without a role in which most rows have words; the sign where no other has. */
const textColumns = (
  contents: ColumnContents,
  roles: Roles,
  isTaken: (column: number) => boolean,
  sign: number | null,
): readonly number[] => {
  const free = contents.columns.filter((column) => !isTaken(column))
  const named = free.filter((column) => roles[column] === 'text' && contents.hasLetters(column))
  if (named.length > 0) return named.slice(0, 3)
  const counts = free.map((column) => ((roles[column] ?? null) === null ? contents.countTexts(column) : 0))
  const most = largest(counts)
  return [
    (most > 0
      ? free[counts.indexOf(most)]
      : free.find((column) => roles[column] === 'text' || contents.hasLetters(column))) ??
      sign ??
      0,
  ]
}

const rolesByNames = (header: FileRow): readonly (ColumnRole | null)[] =>
  header.cells.map((cell) => roleOf(String(cell)))

/** Colombian banks write the day first: when no row decides, a person is asked to confirm this. Days that name their month need no form. */
const datesIn = (column: number, body: readonly FileRow[], { form, period }: GuessedDays): BankDateForm | null => {
  const cells = body.map((row) => row.cells[column] ?? '')
  if (cells.every((cell) => DATE_FORMS.every((one) => dayIn(cell, one, period) !== null))) return null
  try {
    return dateFormOf(
      body,
      ({ cells }) => textOrNumber(cells[column] ?? ''),
      MAPPED_LINES,
      () => period,
    )
  } catch (error) {
    if (error instanceof FileFault) return form
    throw error
  }
}

const textOrNumber = (cell: FileCell): string | number => (typeof cell === 'number' ? cell : String(cell))

/** The decimal sign of the sums. Document numbers have points, too. */
const decimalIn = (columns: readonly number[], body: readonly FileRow[]): BankMapping['decimal'] => {
  const cells = body.flatMap((row) =>
    columns.map((column) => row.cells[column]).filter((cell) => typeof cell === 'string'),
  )
  return cells.map((cell) => readAmount(cell)?.decimal ?? null).find((decimal) => decimal !== null) ?? null
}
