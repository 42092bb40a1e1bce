import { type BankColumn, type BankDateForm, type BankMapping, LEAST_MAPPING } from '../../core/bank/bank-mapping.ts'
import type { BankFormat } from '../../core/bank/bank-statement.ts'
import { largest } from '../../std/largest.ts'
import { BankFileFault, bankText, MAPPED_LINES } from '../bank-file-fault.ts'
import { kindOfBankFile } from '../kind-of-bank-file.ts'
import { type BankFileOptions, messageForm } from '../read-bank-file.ts'
import { readAmount } from '../values/amount.ts'
import { withFileName } from '../with-file-name.ts'
import { workbookRows } from '../workbook/workbook-rows.ts'
import { type ColumnContents, columnContents, type GuessedDays, isSum } from './column-contents.ts'
import { type ColumnRole, roleOf } from './column-roles.ts'
import { type BankCell, type BankRow, csvRows, delimiterOf } from './csv-rows.ts'
import { DATE_FORMS, dateFormOf, dayIn } from './date-form-of.ts'
import { guessAmount, guessSign, guessStatus, type Roles } from './guess-amount.ts'
import { periodIn } from './period-in.ts'
import { plainName } from './table-cells.ts'

/**
 * Proposes a mapping of a file's columns from its first rows and column names. It has no effect until a person confirms
 * it.
 */
export const guessMapping = (bytes: Uint8Array, { name }: Pick<BankFileOptions, 'name'>): BankMapping =>
  withFileName(name, () => mappingOf(bytes))

const mappingOf = (bytes: Uint8Array): BankMapping => {
  const isWorkbook = kindOfBankFile(bytes) === 'workbook'
  const text = isWorkbook ? '' : bankText(bytes)
  const form = messageForm(text)
  if (form !== null) throw withoutColumns(form)
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

const withoutColumns = (form: BankFormat): BankFileFault =>
  new BankFileFault(
    {
      en: `it is ${form}, whose form is known: there are no columns to name`,
      es: `es ${form}, un formato conocido: no hay columnas que indicar`,
    },
    {
      en: 'import it as it is, with "cuadre bank import"',
      es: 'impórtelo tal como está, con "cuadre bank import"',
    },
  )

const noRows = (): BankFileFault =>
  new BankFileFault(
    { en: 'no row of it has a day and a sum', es: 'ninguna fila tiene un día y una suma' },
    {
      en: 'get the movements from the bank as CSV, XLSX, camt, MT940 or OFX',
      es: 'descargue los movimientos del banco como CSV, XLSX, camt, MT940 u OFX',
    },
  )

/** The column and form in which most rows have a day: rows of a letterhead have theirs in others. */
const entriesIn = (
  rows: readonly BankRow[],
): { readonly dates: GuessedDays; readonly isEntry: (row: BankRow) => boolean } => {
  const period = periodIn(rows.slice(0, LETTERHEAD_ROWS), null)
  const columns = Array.from({ length: largest(rows.map(({ cells }) => cells.length)) }, (_, index) => index)
  const isDayIn = (column: number, form: BankDateForm) => (row: BankRow) =>
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
const headerIn = (above: readonly BankRow[]): BankRow | null => {
  const named = above.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  const withDay = named.findLast((row) => rolesByNames(row).some((role) => role === 'date' || role === 'valueDate'))
  const last = above.at(-1)
  return withDay ?? named.find((row) => row === last) ?? null
}

type Found = Pick<BankMapping, 'date' | 'amount' | 'text'> & Partial<BankMapping>

/** The columns by their names in the header and by their contents. */
const columnsOf = (above: readonly BankRow[], body: readonly BankRow[], days: GuessedDays): Found => {
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
const columnName = (header: BankRow | null, index: number): BankColumn => {
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

const rolesByNames = (header: BankRow): readonly (ColumnRole | null)[] =>
  header.cells.map((cell) => roleOf(String(cell)))

/** Colombian banks write the day first: when no row decides, a person is asked to confirm this. Days that name their month need no form. */
const datesIn = (column: number, body: readonly BankRow[], { form, period }: GuessedDays): BankDateForm | null => {
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
    if (error instanceof BankFileFault) return form
    throw error
  }
}

const textOrNumber = (cell: BankCell): string | number => (typeof cell === 'number' ? cell : String(cell))

/** The decimal sign of the sums. Document numbers have points, too. */
const decimalIn = (columns: readonly number[], body: readonly BankRow[]): BankMapping['decimal'] => {
  const cells = body.flatMap((row) =>
    columns.map((column) => row.cells[column]).filter((cell) => typeof cell === 'string'),
  )
  return cells.map((cell) => readAmount(cell)?.decimal ?? null).find((decimal) => decimal !== null) ?? null
}
