import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankStatement } from '../../domain/bank/bank-statement.ts'
import { faultAt, type RowPlaces } from '../bank-file-fault.ts'
import { roleOf } from './column-roles.ts'
import type { BankRow } from './csv-rows.ts'
import { isCounted, isDebitWord } from './word-column.ts'

/**
 * Refuses a table whose mapping leaves out what tells a debit from a credit, or a row that counts from one that does not: sums
 * without a minus beside a column whose every word is a side, and a column of statuses with a row that came to nothing.
 */
export const refuseUnreadColumns = (
  rows: readonly BankRow[],
  { headerRows, amount, status }: BankMapping,
  statements: readonly BankStatement[],
  places: RowPlaces,
): void => {
  const positions = new Set(statements.flatMap(({ entries }) => entries.map(({ position }) => position)))
  const entries = rows.filter(({ position }) => positions.has(position))
  const header = rows.findLast(({ position }) => position <= headerRows)
  const columns = (entries[0]?.cells ?? []).map((_, column) => column)
  const isUnsigned = statements.every((one) => one.entries.every(({ value }) => value >= 0n))
  if ('value' in amount && amount.sign === null && isUnsigned) {
    const isSide = (column: number): boolean => wordsOf(entries, column).every((word) => isDebitWord(word) !== null)
    const debit = columns
      .filter(isSide)
      .flatMap((column) => rowWith(entries, column, (word) => isDebitWord(word) === true))
    if (debit[0] !== undefined) throw faultAt(places, debit[0].position, SIGN)
  }
  if (status !== null) return
  const statuses = columns.filter((column) => roleOf(String(header?.cells[column] ?? '')) === 'status')
  const undone = statuses.flatMap((column) => rowWith(entries, column, (word) => isCounted(word) === false))
  if (undone[0] !== undefined) throw faultAt(places, undone[0].position, STATUS)
}

const wordsOf = (rows: readonly BankRow[], column: number): readonly string[] =>
  rows.map(({ cells }) => String(cells[column] ?? ''))

const rowWith = (rows: readonly BankRow[], column: number, isOne: (word: string) => boolean): readonly BankRow[] =>
  rows.filter(({ cells }) => isOne(String(cells[column] ?? ''))).slice(0, 1)

const SIGN = {
  en: 'it is a debit by a word beside its sum, and bankMapping names no sign: "amount": { "value": ..., "sign": ... }',
  es: 'es un débito por una palabra junto a su suma, y bankMapping no indica signo: "amount": { "value": ..., "sign": ... }',
}
const STATUS = {
  en: 'it came to nothing by its status, and bankMapping names no "status"',
  es: 'por su estado no se realizó, y bankMapping no indica "status"',
}
