import type { BankColumn, BankDateForm, BankMapping, BankValueColumns } from '../../domain/bank/bank-mapping.ts'
import type { BankFormat } from '../../domain/bank/bank-statement.ts'
import { largest } from '../../std/largest.ts'
import { BankFileFault, MAPPED_LINES } from '../bank-file-fault.ts'
import { bankText } from '../bank-text.ts'
import { kindOfBankFile } from '../kind-of-bank-file.ts'
import { type BankFileOptions, messageForm } from '../read-bank-file.ts'
import { readAmount } from '../values/amount.ts'
import { withFileName } from '../with-file-name.ts'
import { workbookRows } from '../workbook/workbook-rows.ts'
import { type ColumnRole, roleOf } from './column-roles.ts'
import { type BankCell, type BankRow, csvRows, delimiterOf } from './csv-rows.ts'
import { dateFormOf, isDay } from './date-form-of.ts'
import { isDebitWord } from './table-amounts.ts'
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
  const start = rows.findIndex((row) => row.cells.some(isDay) && row.cells.some(isSum))
  if (start === -1) throw noRows()
  const end = rows.findLastIndex((row) => row.cells.some(isDay) && row.cells.some(isSum))
  const body = rows.slice(start, end + 1)
  return {
    headerRows: (body[0]?.position ?? 1) - 1,
    footerRows: rows.length - end - 1,
    ...columnsOf(rows.slice(0, start), body),
    encoding: null,
    delimiter,
  }
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

const isSum = (cell: BankCell): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && !isDay(cell) && readAmount(cell) !== null)

/** The row with the column names. A balance carried forward may come between it and the first entry. */
const headerIn = (above: readonly BankRow[]): BankRow | null => {
  const named = above.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  const withDay = named.findLast((row) => rolesByNames(row).some((role) => role === 'date' || role === 'valueDate'))
  const last = above.at(-1)
  return withDay ?? named.find((row) => row === last) ?? null
}

/** The columns by their names in the header; without a header, by their contents. */
const columnsOf = (above: readonly BankRow[], body: readonly BankRow[]) => {
  const names = headerIn(above)
  const roles = names === null ? rolesByCells(body) : rolesByNames(names)
  // A mapping looks for names only in the row directly above the first entry.
  const header = names === above.at(-1) ? names : null
  const columnsFor = (role: ColumnRole): readonly BankColumn[] =>
    roles.flatMap((one, index) => (one === role ? [columnName(header, index)] : []))
  const first = (role: ColumnRole): BankColumn | null => columnsFor(role)[0] ?? null
  const date = first('date') ?? first('valueDate')
  if (date === null) throw noRows()
  return {
    date,
    valueDate: first('date') === null ? null : first('valueDate'),
    amount: amountOf(first, roles, body),
    balance: first('balance'),
    text: columnsFor('text').length > 0 ? columnsFor('text').slice(0, 3) : [columnWithMostWords(header, roles, body)],
    reference: first('reference'),
    account: first('account'),
    currency: first('currency'),
    dates: datesIn(roles.indexOf(first('date') === null ? 'valueDate' : 'date'), body),
    decimal: decimalIn(roles, body),
  }
}

/** By its name when no other column has the same. */
const columnName = (header: BankRow | null, index: number): BankColumn => {
  const names = (header?.cells ?? []).map((cell) => plainName(String(cell)))
  const name = names[index] ?? ''
  return name !== '' && names.indexOf(name) === names.lastIndexOf(name) ? String(header?.cells[index]) : index + 1
}

/** The column without another role in which most rows have words; the first column when there is none. */
const columnWithMostWords = (
  header: BankRow | null,
  roles: readonly (ColumnRole | null)[],
  body: readonly BankRow[],
): BankColumn => {
  const counts = roles.map((role, index) =>
    role === null ? body.filter(({ cells }) => hasWord(cells[index] ?? '')).length : 0,
  )
  return columnName(header, counts.indexOf(Math.max(...counts)))
}

const hasWord = (cell: BankCell): boolean => /\p{L}{3}/u.test(String(cell))

const rolesByNames = (header: BankRow): readonly (ColumnRole | null)[] =>
  header.cells.map((cell) => roleOf(String(cell)))

/** One sum is the value; with two, the last is the balance; three are debit, credit and balance. */
const rolesByCells = (body: readonly BankRow[]): readonly (ColumnRole | null)[] => {
  const columns = Array.from({ length: largest(body.map(({ cells }) => cells.length)) }, (_, index) => index)
  const cellsOf = (index: number) => body.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
  const date = columns.find((index) => cellsOf(index).length === body.length && cellsOf(index).every(isDay))
  const sums = columns.filter((index) => index !== date && cellsOf(index).length > 0 && cellsOf(index).every(isSum))
  const names = SUMS[sums.length] ?? ['value']
  return columns.map((index) => {
    if (index === date) return 'date'
    if (sums.includes(index)) return names[sums.indexOf(index)] ?? null
    return cellsOf(index).some(hasWord) ? 'text' : null
  })
}
const SUMS: readonly (readonly ColumnRole[])[] = [[], ['value'], ['value', 'balance'], ['debit', 'credit', 'balance']]

/** A column of types counts as the sign only when each of its cells says debit or credit. */
const amountOf = (
  first: (role: ColumnRole) => BankColumn | null,
  roles: readonly (ColumnRole | null)[],
  body: readonly BankRow[],
): BankValueColumns => {
  const [debit, credit, value] = [first('debit'), first('credit'), first('value')]
  if (debit !== null && credit !== null) return { debit, credit }
  if (value === null) throw noRows()
  const index = roles.indexOf('sign')
  const isSign = body.every(({ cells }) => isDebitWord(String(cells[index] ?? '')) !== null)
  return { value, sign: isSign ? first('sign') : null }
}

/** Colombian banks write the day first: when no row decides, a person is asked to confirm this. */
const datesIn = (index: number, body: readonly BankRow[]): BankDateForm => {
  try {
    return dateFormOf(body, ({ cells }) => textOrNumber(cells[index] ?? ''), MAPPED_LINES)
  } catch (error) {
    if (error instanceof BankFileFault) return 'dd/mm/yyyy'
    throw error
  }
}

const SUM_ROLES: readonly ColumnRole[] = ['debit', 'credit', 'value', 'balance']

const textOrNumber = (cell: BankCell): string | number => (typeof cell === 'number' ? cell : String(cell))

/** The decimal sign of the sums. Document numbers have points, too. */
const decimalIn = (roles: readonly (ColumnRole | null)[], body: readonly BankRow[]): BankMapping['decimal'] => {
  const isOfSums = (index: number): boolean => SUM_ROLES.some((role) => role === roles[index])
  const cells = body.flatMap((row) => row.cells.filter((cell, index) => typeof cell === 'string' && isOfSums(index)))
  return cells.map((cell) => readAmount(String(cell))?.decimal ?? null).find((decimal) => decimal !== null) ?? null
}
