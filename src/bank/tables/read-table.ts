import { accountOf } from '../../domain/bank/account-of.ts'
import type { BankColumn, BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankStatement } from '../../domain/bank/bank-statement.ts'
import { faultAt, noEntries, type RowPlaces } from '../bank-file-fault.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { type BalancedEntry, balancedStatement } from './balanced-statement.ts'
import type { BankRow } from './csv-rows.ts'
import { dateFormOf, dayAt } from './date-form-of.ts'
import { entryRows } from './entry-rows.ts'
import { tableAmounts, valuesOf } from './table-amounts.ts'
import { cellsBy, type TableCells } from './table-cells.ts'

/** The statements of a table, one for each account, in the order of the file. */
export const readTable = (
  rows: readonly BankRow[],
  mapping: BankMapping,
  places: RowPlaces,
): readonly BankStatement[] => {
  const by = cellsBy(
    rows.findLast(({ position }) => position <= mapping.headerRows),
    places,
  )
  const entries = entryRows(rows, mapping)
  if (entries.length === 0) throw noEntries()
  if (mapping.currency !== null) requirePesos(entries, by(mapping.currency), places)
  const accountIn = mapping.account === null ? null : by(mapping.account)
  const balanced = balancedEntries(entries, mapping, places, by)
  const accounts = entries.map((row) => (accountIn === null ? null : accountOf(String(accountIn(row)))))
  return [...new Set(accounts)].map((account) => {
    const ofAccount = balanced.filter((_, index) => accounts[index] === account)
    return balancedStatement(account, ofAccount, places)
  })
}

const balancedEntries = (
  rows: readonly BankRow[],
  mapping: BankMapping,
  places: RowPlaces,
  by: ReturnType<typeof cellsBy>,
): readonly BalancedEntry[] => {
  const amounts = tableAmounts(mapping.decimal, places)
  const values = valuesOf(rows, mapping.amount, by, amounts, places)
  const dateIn = by(mapping.date)
  const form = mapping.dates ?? dateFormOf(rows, dateIn, places)
  const [valueDateIn, balanceIn, referenceIn] = [mapping.valueDate, mapping.balance, mapping.reference].map((column) =>
    optional(column, by),
  )
  const textsIn = mapping.text.map(by)
  return rows.flatMap((row, index) => {
    const { position } = row
    const value = values[index]
    if (value === undefined) return []
    const valueDay = valueDateIn?.(row) ?? ''
    return {
      entry: {
        bookedOn: dayAt(dateIn(row), form, position, places),
        valueOn: valueDay === '' ? null : dayAt(valueDay, form, position, places),
        value,
        text: foldSpaces(textsIn.map((cells) => cells(row)).join(' ')),
        reference: foldSpaces(String(referenceIn?.(row) ?? '')) || null,
        position,
      },
      balance: balanceIn == null ? null : amounts.read(balanceIn, row),
    }
  })
}

const optional = (column: BankColumn | null, by: ReturnType<typeof cellsBy>): TableCells | null =>
  column === null ? null : by(column)

const requirePesos = (rows: readonly BankRow[], cells: TableCells, places: RowPlaces): void => {
  const other = rows.find((row) => !/^(COP|\$|pesos?( colombianos?)?)?$/i.test(String(cells(row))))
  if (other === undefined) return
  throw faultAt(
    places,
    other.position,
    { en: 'its currency is not COP', es: 'su moneda no es COP' },
    { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
  )
}
