import type { BankColumn, BankDateForm, BankMapping } from '../../core/bank/bank-mapping.ts'
import { accountOf, type BankEntry, type BankStatement } from '../../core/bank/bank-statement.ts'
import { type Centavos, inSpanish, inWords, minus, plus, sumOf, ZERO } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { inOrderOfDays } from '../../tables/bank-day.ts'
import type { FileRow } from '../../tables/csv-rows.ts'
import { dateFormOf, dayIn, noDay } from '../../tables/date-form-of.ts'
import { FileFault, faultAt, foldSpaces, noEntries, type RowPlaces } from '../../tables/file-fault.ts'
import { type TableAmounts, tableAmounts } from '../../tables/table-amounts.ts'
import { cellsBy, type TableCells, textsIn } from '../../tables/table-cells.ts'
import { type BalancedEntry, chainOfDays } from './chain-of-days.ts'
import { roleOf } from './column-roles.ts'
import { textBelow } from './period-in.ts'
import { isCounted, isDebitWord, type ShownBalanceKind, sumAt, valuesOf } from './table-amounts.ts'
import { type TableParts, tableParts } from './table-parts.ts'

/** A balance in a row of its own: before the first entry of its day, or after the last one. */
interface ShownBalance {
  readonly kind: ShownBalanceKind
  /** Null: before the first entry of all, or after the last. */
  readonly day: SlotDate | null
  readonly balance: Centavos
  readonly position: number
}

/**
 * A statement from rows that may each have a balance. Banks write the newest row first, or last, in order of day or
 * not, the days in one order and the entries of a day in the other, or the entries of a day in none. The first order in which
 * each balance follows from the previous one is taken as that of the events.
 */
const balancedStatement = (
  account: string | null,
  rows: readonly BalancedEntry[],
  shown: readonly ShownBalance[],
  places: RowPlaces,
): BankStatement => {
  const hasBalances = rows.some(({ balance }) => balance !== null)
  const order = hasBalances ? orderOf(rows, places) : inOrder(rows)
  const entries = byDay(order).map(({ entry }) => entry)
  const opening = hasBalances ? openingOf(order) : openingBefore(entries, shown)
  if (opening !== null) requireBalances(opening, entries, shown, places)
  return statementOf(account, entries, opening, shown)
}

const orderOf = (rows: readonly BalancedEntry[], places: RowPlaces): readonly BalancedEntry[] => {
  const orders = ordersOf(rows)
  const order = orders.find((one) => breakIn(one) === null) ?? chainOfDays(rows)
  if (order !== null) return order
  const furthest = orders.map(breakIn).reduce((a, b) => ((b?.index ?? 0) > (a?.index ?? 0) ? b : a), null)
  throw balancesPart(furthest, places)
}

const inOrder = (rows: readonly BalancedEntry[]): readonly BalancedEntry[] =>
  inOrderOfDays(rows.map(({ entry }) => entry)).map((entry) => ({ entry, balance: null }))

/** Entries of one day keep their order. */
const byDay = (rows: readonly BalancedEntry[]): readonly BalancedEntry[] =>
  rows.toSorted((a, b) => compareText(a.entry.bookedOn, b.entry.bookedOn))

/** An order of the file against its days comes last where its days are in order: two sums that cancel out would fit both ways. */
const ordersOf = (rows: readonly BalancedEntry[]): readonly (readonly BalancedEntry[])[] => {
  const ofFile = [rows, rows.toReversed()]
  const ofDays = ofFile.map(byDay)
  const inOrder = ofFile.filter(isByDay)
  return inOrder.length > 0 ? [...inOrder, ...ofDays, ...ofFile] : [...ofFile, ...ofDays]
}

const isByDay = (rows: readonly BalancedEntry[]): boolean =>
  rows.every(({ entry }, index) => index === 0 || entry.bookedOn >= (rows[index - 1]?.entry.bookedOn ?? ''))

/** The balance before the first entry, computed from the first balance shown. */
const openingOf = (rows: readonly BalancedEntry[]): Centavos => {
  const first = rows.findIndex(({ balance }) => balance !== null)
  const until = rows.slice(0, first + 1).reduce((sum, { entry }) => plus(sum, entry.value), ZERO)
  return minus(rows[first]?.balance ?? ZERO, until)
}

interface Break {
  readonly index: number
  readonly position: number
  readonly shown: Centavos
  readonly reached: Centavos
}

/** The first row whose balance does not follow. */
const breakIn = (rows: readonly BalancedEntry[]): Break | null => {
  let reached = openingOf(rows)
  for (const [index, { entry, balance }] of rows.entries()) {
    reached = plus(reached, entry.value)
    if (balance !== null && balance !== reached) return { index, position: entry.position, shown: balance, reached }
  }
  return null
}

/** The balance before the first entry, computed from one in a row of its own; null when there is none. */
const openingBefore = (entries: readonly BankEntry[], shown: readonly ShownBalance[]): Centavos | null => {
  const [first] = shown
  return first === undefined ? null : minus(first.balance, sumUntil(entries, first))
}

/** The sum of the entries that come before a balance. */
const sumUntil = (entries: readonly BankEntry[], { kind, day }: ShownBalance): Centavos => {
  const isBefore = ({ bookedOn }: BankEntry): boolean => {
    if (kind === 'opening') return day !== null && bookedOn < day
    return day === null || bookedOn <= day
  }
  return sumOf(entries.filter(isBefore).map(({ value }) => value))
}

const requireBalances = (
  opening: Centavos,
  entries: readonly BankEntry[],
  shown: readonly ShownBalance[],
  places: RowPlaces,
): void => {
  for (const one of shown) {
    const reached = plus(opening, sumUntil(entries, one))
    if (reached !== one.balance)
      throw balancesPart({ index: 0, position: one.position, shown: one.balance, reached }, places)
  }
}

const balancesPart = (found: Break | null, places: RowPlaces): FileFault => {
  if (found === null) throw new Error('a first mismatch was expected, but the balances agree')
  const { position, shown, reached } = found
  return faultAt(places, position, {
    en: `its balance is ${inWords(shown)}, and the entries come to ${inWords(reached)}`,
    es: `su saldo es ${inSpanish(shown)}, y los movimientos suman ${inSpanish(reached)}`,
  })
}

/** Its days are those of its entries and of the balances in rows of their own. */
const statementOf = (
  account: string | null,
  entries: readonly BankEntry[],
  opening: Centavos | null,
  shown: readonly ShownBalance[],
): BankStatement => {
  const days = [...entries.map(({ bookedOn }) => bookedOn), ...shown.flatMap(({ day }) => day ?? [])].sort(compareText)
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) throw noEntries()
  const closing = opening === null ? null : plus(opening, sumOf(entries.map(({ value }) => value)))
  return { account, number: null, from, to, opening, closing, entries }
}

/**
 * Refuses rows of a text whose number of fields differs from that of its form, of its header, or else of most rows. A sum
 * with an unquoted comma becomes two fields, and a cut line ends early: either would give a wrong sum. Empty fields at
 * the end of a row are accepted.
 */
const refuseRaggedRows = (
  { header, entries, balances }: TableParts,
  mapping: BankMapping,
  width: number | 'most',
  places: RowPlaces,
): void => {
  const rows = [...entries, ...balances.map(({ row }) => row)]
  const named = width === 'most' && header !== undefined && namesColumns(mapping) ? header : undefined
  const fields = width === 'most' ? (named?.cells.length ?? mostFrequent(rows.map(({ cells }) => cells.length))) : width
  const ragged = rows.find((row) => row.cells.length < fields || textsIn(row).length > fields)
  if (ragged === undefined) return
  const own = ragged.cells.length
  const others = width === 'most' ? (named === undefined ? MOST : HEADER_HAS) : ITS_FORM
  throw faultAt(places, ragged.position, {
    en: `it has ${own} ${own === 1 ? 'field' : 'fields'}, and ${others.en} ${fields}`,
    es: `tiene ${own} ${own === 1 ? 'campo' : 'campos'}, y ${others.es} ${fields}`,
  })
}
const MOST = { en: 'most rows have', es: 'la mayoría tiene' }
const HEADER_HAS = { en: 'the header has', es: 'el encabezado tiene' }
const ITS_FORM = { en: "the bank's form has", es: 'la forma del banco tiene' }

/** When columns are given by number, the rows above the entries may be titles. */
const namesColumns = ({ amount, text, date, valueDate, balance, reference, account, currency }: BankMapping): boolean =>
  [...Object.values(amount), ...text, date, valueDate, balance, reference, account, currency].some(
    (column) => typeof column === 'string',
  )

const mostFrequent = (counts: readonly number[]): number => {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** A file of rows: what reads them, and the width that each row of a text has. */
interface BankTable {
  readonly rows: readonly FileRow[]
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
const accountIn = (parts: TableParts, { account }: BankMapping, by: Columns): ((row: FileRow) => string | null) => {
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

type DayOf = (row: FileRow, cells: TableCells) => SlotDate

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
  let first: FileFault | null = null
  for (const read of reads) {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      first ??= error
    }
  }
  throw first ?? noEntries()
}

const requirePesos = (rows: readonly FileRow[], cells: TableCells, places: RowPlaces): void => {
  const other = rows.find((row) => !/^(COP|\$|pesos?( colombianos?)?)?$/i.test(String(cells(row))))
  if (other === undefined) return
  throw faultAt(
    places,
    other.position,
    { en: 'its currency is not COP', es: 'su moneda no es COP' },
    { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
  )
}

/**
 * Refuses a table whose mapping leaves out what tells a debit from a credit, or a row that counts from one that does not: sums
 * without a minus beside a column whose every word is a side, and a column of statuses with a row that came to nothing.
 */
export const refuseUnreadColumns = (
  rows: readonly FileRow[],
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

const wordsOf = (rows: readonly FileRow[], column: number): readonly string[] =>
  rows.map(({ cells }) => String(cells[column] ?? ''))

const rowWith = (rows: readonly FileRow[], column: number, isOne: (word: string) => boolean): readonly FileRow[] =>
  rows.filter(({ cells }) => isOne(String(cells[column] ?? ''))).slice(0, 1)

const SIGN = {
  en: 'it is a debit by a word beside its sum, and bankMapping names no sign: "amount": { "value": ..., "sign": ... }',
  es: 'es un débito por una palabra junto a su suma, y bankMapping no indica signo: "amount": { "value": ..., "sign": ... }',
}
const STATUS = {
  en: 'it came to nothing by its status, and bankMapping names no "status"',
  es: 'por su estado no se realizó, y bankMapping no indica "status"',
}
