import type { BankDateForm, BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile, BankStatement } from '../../domain/bank/bank-statement.ts'
import { type Centavos, minus, negate, size } from '../../domain/money.ts'
import { BankFileFault, faultAt, formOf, LINES } from '../bank-file-fault.ts'
import { readAmount } from '../values/amount.ts'
import { type BankRow, csvRows } from './csv-rows.ts'
import { readTable } from './read-table.ts'
import { isDebitWord } from './table-amounts.ts'

const FIELDS = 16

/** Whether the first line is that of Bancolombia's text of movements. */
export const isBancolombiaText = (firstLine: string): boolean => {
  const fields = firstLine.split(';')
  return fields.length === FIELDS && /^\d[\d -]{6,}$/.test(fields[2]?.trim() ?? '') && /\d/.test(fields[6] ?? '')
}

/**
 * Bancolombia's text of movements, 16 fields separated by `;`: type, day, account, time, office, sequence, value, value
 * with charges, bank code, service code, five references, balance. When the balances follow from the values alone,
 * charges already have their own lines; when they follow from the values with charges, the charge becomes an entry of
 * its own.
 */
export const readBancolombiaText = (text: string): BankFile => {
  const lines = csvRows(text, ';')
  const mapping = { ...MAPPING, dates: dateFormIn(lines[0]) }
  const rows = lines.map(movementOf)
  const layouts = [rows.map(rowOf), rows.flatMap(chargesLast), rows.flatMap(chargesFirst)]
  const fitting = layouts.find((layout) => readOrNull(layout, mapping) !== null) ?? rows.map(rowOf)
  return { format: 'bancolombia-text', statements: readTable(fitting, mapping, LINES) }
}

/**
 * A day of digits only starts with the year; a day with separators is in Colombian order unless it starts with the
 * year.
 */
const dateFormIn = (row: BankRow | undefined): BankDateForm => {
  const day = row === undefined ? '' : cellIn(row, 2)
  if (/^\d{8}$/.test(day)) return 'yyyymmdd'
  return /^\d{4}\D/.test(day) ? 'yyyy-mm-dd' : 'dd/mm/yyyy'
}

/** Null when the balances do not follow. */
const readOrNull = (rows: readonly BankRow[], mapping: BankMapping): readonly BankStatement[] | null => {
  try {
    return readTable(rows, mapping, LINES)
  } catch (error) {
    if (error instanceof BankFileFault) return null
    throw error
  }
}

interface Movement {
  readonly row: BankRow
  readonly value: Centavos
  readonly charges: Centavos
}

const movementOf = (row: BankRow): Movement => {
  if (row.cells.length !== FIELDS)
    throw faultAt(LINES, row.position, {
      en: `${row.cells.length} fields where Bancolombia has ${FIELDS}`,
      es: `${row.cells.length} campos donde Bancolombia tiene ${FIELDS}`,
    })
  const [value, charged] = [valueIn(row, 7), valueIn(row, 8)]
  return { row, value, charges: minus(charged, value) }
}

/** The type tells a debit from a credit; for other types the value has a sign. */
const valueIn = (row: BankRow, field: number): Centavos => {
  const parsed = readAmount(cellIn(row, field))
  if (parsed === null) {
    const form = formOf(cellIn(row, field))
    throw faultAt(LINES, row.position, {
      en: `field ${field} is not an amount: ${form}`,
      es: `el campo ${field} no es un valor: ${form}`,
    })
  }
  const isDebit = isDebitWord(cellIn(row, 1))
  if (isDebit === null) return parsed.value
  return isDebit ? negate(size(parsed.value)) : size(parsed.value)
}

const cellIn = (row: BankRow, field: number): string => String(row.cells[field - 1] ?? '')

const rowOf = ({ row, value }: Movement): BankRow => rowWith(row, value, cellIn(row, 16), '')

const chargesLast = (movement: Movement): readonly BankRow[] => {
  const { row, value, charges } = movement
  if (charges === 0n) return [rowOf(movement)]
  return [rowWith(row, value, '', ''), rowWith(row, charges, cellIn(row, 16), 'CARGOS')]
}

/** The order in a file with the newest row first. */
const chargesFirst = (movement: Movement): readonly BankRow[] => chargesLast(movement).toReversed()

const rowWith = (row: BankRow, value: Centavos, balance: string, word: string): BankRow => {
  const references = [11, 12, 13, 14, 15].map((field) => cellIn(row, field)).filter((text) => text !== '')
  const text = [word, cellIn(row, 10), ...references].join(' ')
  const cells = [cellIn(row, 2), cellIn(row, 3), value, text, references[0] ?? '', balance]
  return { position: row.position, cells }
}

const MAPPING: BankMapping = {
  headerRows: 0,
  footerRows: 0,
  date: 1,
  valueDate: null,
  amount: { value: 3, sign: null },
  balance: 6,
  text: [4],
  reference: 5,
  account: 2,
  currency: null,
  dates: null,
  decimal: null,
  encoding: null,
  delimiter: ';',
}
