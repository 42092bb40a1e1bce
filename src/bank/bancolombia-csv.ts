import type { BankEntry, BankFile } from '../domain/bank/bank-statement.ts'
import { readAmount } from './amount.ts'
import { bankDay } from './bank-day.ts'
import { faultAt, formOf, GET_AGAIN, lineAt } from './bank-file-fault.ts'
import { type BankRow, csvRows } from './csv-rows.ts'
import { foldSpaces } from './fold-spaces.ts'
import { accountOf, byAccount, statementOfEntries } from './statement-of-entries.ts'

/** The first line of Bancolombia's CSV of movements: account, branch, nothing, the day, nothing, the value, a code, a text. */
export const isBancolombiaCsv = (firstLine: string): boolean =>
  /^"?[\d -]{8,20}"?,"?\d{1,4}"?,"?"?,"?\d{8}"?,"?"?,/.test(firstLine)

/**
 * Bancolombia's CSV of movements, which has no header: `account, branch, , yyyymmdd, , value, code, text, 0`. The tax on movements
 * (4X1000) is a line of its own there, and an entry of its own here.
 */
export const readBancolombiaCsv = (text: string): BankFile => {
  const rows = csvRows(text, ',').map(rowOf)
  const statements = [...byAccount(rows, ({ account }) => account)].map(([account, group]) =>
    statementOfEntries(
      account,
      group.map(({ entry }) => entry),
    ),
  )
  return { format: 'bancolombia-csv', statements }
}

const rowOf = ({ position, cells }: BankRow): { account: string | null; entry: BankEntry } => {
  const cell = (column: number): string => String(cells[column - 1] ?? '')
  if (cells.length < 8 || cells.length > 10)
    throw faultAt(
      lineAt(position),
      { en: `${cells.length} fields where Bancolombia has 9`, es: `${cells.length} campos donde Bancolombia tiene 9` },
      GET_AGAIN,
    )
  const bookedOn = bankDay(cell(4), 'yyyymmdd')
  if (bookedOn === null)
    throw faultAt(
      lineAt(position),
      { en: `field 4 is no day: ${formOf(cell(4))}`, es: `el campo 4 no es un día: ${formOf(cell(4))}` },
      GET_AGAIN,
    )
  const amount = readAmount(cell(6))
  if (amount === null || accountOf(cell(1)) === null)
    throw faultAt(
      lineAt(position),
      {
        en: amount === null ? `field 6 is no sum: ${formOf(cell(6))}` : 'field 1 is no account',
        es: amount === null ? `el campo 6 no es una suma: ${formOf(cell(6))}` : 'el campo 1 no es una cuenta',
      },
      GET_AGAIN,
    )
  const entry = { bookedOn, valueOn: null, value: amount.value, text: foldSpaces(cell(8)), reference: null, position }
  return { account: accountOf(cell(1)), entry }
}
