import type { BankColumn, BankDateForm, BankMapping } from '../../domain/bank/bank-mapping.ts'
import { accountOf, type BankStatement } from '../../domain/bank/bank-statement.ts'
import type { Centavos } from '../../domain/money.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { BankFileFault, faultAt, noEntries, type RowPlaces } from '../bank-file-fault.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { balancedStatement, type ShownBalance } from './balanced-statement.ts'
import type { BalancedEntry } from './chain-of-days.ts'
import type { BankRow } from './csv-rows.ts'
import { dateFormOf, dayIn, noDay } from './date-form-of.ts'
import { textBelow } from './period-in.ts'
import { refuseRaggedRows } from './refuse-ragged-rows.ts'
import { sumAt, type TableAmounts, tableAmounts, valuesOf } from './table-amounts.ts'
import { cellsBy, type TableCells } from './table-cells.ts'
import { type TableParts, tableParts } from './table-parts.ts'

/** A file of rows: what reads them, and the width that each row of a text has. */
export interface BankTable {
  readonly rows: readonly BankRow[]
  readonly mapping: BankMapping
  readonly places: RowPlaces
  /** Null: in a workbook a row ends with its last cell; `most`: as the header, or as most rows. */
  readonly width: number | 'most' | null
  /** The forms in which its days may be, where the mapping names none. */
  readonly dateForms: readonly BankDateForm[]
}

/** The statements of a table, one for each account, in the order of the file. */
export const readTable = (table: BankTable): readonly BankStatement[] => {
  const { rows, mapping, places, width, dateForms } = table
  const parts = tableParts(rows, mapping, places)
  if (width !== null) refuseRaggedRows(parts, mapping, width, places)
  if (parts.entries.length + parts.balances.length === 0) throw noEntries()
  const by = cellsBy(parts.header, places)
  if (mapping.currency !== null) requirePesos(parts.entries, by(mapping.currency), places)
  const { entries, balances } = readRows(parts, { ...mapping, dateForms }, by, places)
  const accountAt = accountIn(parts, mapping, by)
  const accounts = parts.entries.map(accountAt)
  const ofBalances = parts.balances.map(({ row }) => accountAt(row))
  return [...new Set([...accounts, ...ofBalances])].map((account) => {
    const own = entries.filter((_, index) => accounts[index] === account)
    const shown = balances.filter((_, index) => ofBalances[index] === account)
    const layouts = mapping.charged === null ? [own] : [own, own.flatMap(chargesLast), own.flatMap(chargesFirst)]
    const read = layouts.map((layout) => () => balancedStatement(account, layout.map(entryOf), shown, places))
    return firstThatFits(read)
  })
}

type Columns = ReturnType<typeof cellsBy>

/** The account in a column of the rows, or in the letterhead of their page. */
const accountIn = (parts: TableParts, { account }: BankMapping, by: Columns): ((row: BankRow) => string | null) => {
  if (account === null) return () => null
  if (typeof account === 'object') return (row) => accountOf(textBelow(parts.letterheadAt(row), account.below) ?? '')
  const cells = by(account)
  return (row) => accountOf(String(cells(row)))
}

type Dated = BankMapping & Pick<BankTable, 'dateForms'>

interface ReadRow extends BalancedEntry {
  /** What the bank charges on top of the value. */
  readonly charges: Centavos
}

interface ReadRows {
  readonly entries: readonly ReadRow[]
  readonly balances: readonly ShownBalance[]
}

const readRows = (parts: TableParts, mapping: Dated, by: Columns, places: RowPlaces): ReadRows => {
  const amounts = tableAmounts(mapping.decimal, places)
  const values = valuesOf(parts.entries, mapping, by, amounts, places)
  const dayOf = dayReader(parts, mapping, by, places)
  const [valueDateIn, balanceIn, referenceIn] = [mapping.valueDate, mapping.balance, mapping.reference].map((column) =>
    optional(column, by),
  )
  const textsIn = mapping.text.map(by)
  const entries = parts.entries.flatMap((row, index) => {
    const value = values[index]
    if (value === undefined) return []
    const entry = {
      bookedOn: dayOf(row, by(mapping.date)),
      valueOn: valueDateIn == null || valueDateIn(row) === '' ? null : dayOf(row, valueDateIn),
      value: value.value,
      text: foldSpaces(textsIn.map((cells) => cells(row)).join(' ')),
      reference: foldSpaces(String(referenceIn?.(row) ?? '')) || null,
      position: row.position,
    }
    return { entry, balance: balanceIn == null ? null : amounts.read(balanceIn, row), charges: value.charges }
  })
  return { entries, balances: shownBalances(parts, mapping, by, amounts, dayOf, places) }
}

type DayOf = (row: BankRow, cells: TableCells) => SlotDate

const dayReader = (parts: TableParts, mapping: Dated, by: Columns, places: RowPlaces): DayOf => {
  const dateIn = by(mapping.date)
  const dated = [...parts.entries, ...parts.balances.map(({ row }) => row).filter((row) => dateIn(row) !== '')]
  const form = mapping.dates ?? dateFormOf(dated, dateIn, places, parts.periodAt, mapping.dateForms)
  return (row, cells) => {
    const day = dayIn(cells(row), form, parts.periodAt(row))
    if (day === null) throw noDay(cells(row), row.position, places)
    return day
  }
}

/** A row that is a balance has it in the column of balances, or else where entries have their value. */
const shownBalances = (
  { balances }: TableParts,
  mapping: BankMapping,
  by: Columns,
  amounts: TableAmounts,
  dayOf: DayOf,
  places: RowPlaces,
): readonly ShownBalance[] => {
  const [dateIn, balanceIn] = [by(mapping.date), optional(mapping.balance, by)]
  return balances.map(({ row, kind }) => {
    const day = dateIn(row) === '' && kind !== 'daily' ? null : dayOf(row, dateIn)
    const balance = balanceIn === null ? null : amounts.read(balanceIn, row)
    return { kind, day, balance: balance ?? sumAt(row, mapping, by, amounts, places), position: row.position }
  })
}

const optional = (column: BankColumn | null, by: Columns): TableCells | null => (column === null ? null : by(column))

const entryOf = ({ entry, balance }: ReadRow): BalancedEntry => ({ entry, balance })

/** Where the balances have the charges of a row, these are an entry of their own. */
const chargesLast = (row: ReadRow): readonly ReadRow[] => {
  if (row.charges === 0n) return [row]
  const entry = { ...row.entry, value: row.charges, text: foldSpaces(`CARGOS ${row.entry.text}`) }
  return [
    { ...row, balance: null },
    { ...row, entry },
  ]
}

/** The order in a file with the newest row first. */
const chargesFirst = (row: ReadRow): readonly ReadRow[] => chargesLast(row).toReversed()

/** Without any that fits, the fault of the first. */
const firstThatFits = (reads: readonly (() => BankStatement)[]): BankStatement => {
  let first: BankFileFault | null = null
  for (const read of reads) {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BankFileFault)) throw error
      first ??= error
    }
  }
  throw first ?? noEntries()
}

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
