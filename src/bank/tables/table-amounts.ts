import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import { type Centavos, fromPesos, negate, plus, size, ZERO } from '../../domain/money.ts'
import { type BankFileFault, faultAt, formOf, type RowPlaces } from '../bank-file-fault.ts'
import { type DecimalSign, type ParsedAmount, readAmount } from '../values/amount.ts'
import type { BankRow } from './csv-rows.ts'
import type { cellsBy, TableCells } from './table-cells.ts'

/** Reads the sums of a table, all with the same decimal sign. */
export interface TableAmounts {
  /** Null for an empty cell. */
  readonly read: (cells: TableCells, row: BankRow) => Centavos | null
}

/** The decimal sign is that of the mapping, or the first that a cell shows; a cell with the other one is refused. */
export const tableAmounts = (decimal: DecimalSign | null, places: RowPlaces): TableAmounts => {
  let known = decimal === null ? null : { decimal, position: 0 }
  const take = (parsed: ParsedAmount, position: number): Centavos => {
    if (parsed.decimal !== null) known ??= { decimal: parsed.decimal, position }
    if (parsed.decimal !== null && parsed.decimal !== known?.decimal)
      throw mixedSignsFault(known?.position ?? 0, position, places)
    return parsed.value
  }
  return {
    read: (cells, row) => {
      const cell = cells(row)
      if (cell === '' || cell === '-') return null
      if (typeof cell === 'bigint') return cell
      const parsed = typeof cell === 'number' ? numberCell(cell) : readAmount(cell)
      if (parsed === null) throw noSum(String(cell), row.position, places)
      return take(parsed, row.position)
    },
  }
}

const numberCell = (cell: number): ParsedAmount | null => {
  const value = fromPesos(cell)
  return value === null ? null : { value, decimal: null }
}

const noSum = (text: string, position: number, places: RowPlaces): BankFileFault =>
  faultAt(
    places,
    position,
    text === ''
      ? { en: 'it has no value', es: 'no tiene valor' }
      : { en: `it has no sum in pesos: ${formOf(text)}`, es: `no tiene una suma en pesos: ${formOf(text)}` },
  )

/** `before` is 0 when the mapping sets the sign. */
const mixedSignsFault = (before: number, position: number, places: RowPlaces): BankFileFault =>
  faultAt(
    places,
    position,
    before === 0
      ? { en: 'its decimal sign is not that of bankMapping', es: 'su signo decimal no es el de bankMapping' }
      : {
          en: `its decimal sign is not that of ${places.at(before).en}`,
          es: `su signo decimal no es el de la ${places.at(before).es}`,
        },
  )

/** Reads the value of each row: positive for a credit, negative for a debit. */
export const valuesOf = (
  rows: readonly BankRow[],
  columns: BankMapping['amount'],
  by: ReturnType<typeof cellsBy>,
  amounts: TableAmounts,
  places: RowPlaces,
): readonly Centavos[] =>
  'debit' in columns
    ? valuesOfSides(rows, by(columns.debit), by(columns.credit), amounts, places)
    : valuesOfColumn(rows, by(columns.value), columns.sign === null ? null : by(columns.sign), amounts, places)

/** Some banks write debits with a minus even in a column of their own; then all of them have one. */
const valuesOfSides = (
  rows: readonly BankRow[],
  debitIn: TableCells,
  creditIn: TableCells,
  amounts: TableAmounts,
  places: RowPlaces,
): readonly Centavos[] => {
  const sides = rows.map((row) => {
    const [debit, credit] = [amounts.read(debitIn, row), amounts.read(creditIn, row)]
    if (debit === null && credit === null) throw noSum('', row.position, places)
    if ((debit ?? ZERO) !== 0n && (credit ?? ZERO) !== 0n)
      throw faultAt(places, row.position, { en: 'it is a debit and a credit', es: 'es débito y crédito a la vez' })
    return { debit: debit ?? ZERO, credit: credit ?? ZERO }
  })
  const areSigned = sides.every(({ debit }) => debit <= 0n)
  return sides.map(({ debit, credit }) => plus(credit, areSigned ? debit : negate(debit)))
}

const valuesOfColumn = (
  rows: readonly BankRow[],
  valueIn: TableCells,
  signIn: TableCells | null,
  amounts: TableAmounts,
  places: RowPlaces,
): readonly Centavos[] =>
  rows.map((row) => {
    const value = amounts.read(valueIn, row)
    if (value === null) throw noSum('', row.position, places)
    if (signIn === null) return value
    const isDebit = isDebitWord(String(signIn(row)))
    if (isDebit === null)
      throw faultAt(places, row.position, {
        en: 'its sign is neither debit nor credit',
        es: 'su signo no es débito ni crédito',
      })
    return isDebit ? negate(size(value)) : size(value)
  })

/** Whether a word says debit (true) or credit (false); null when it says neither. */
export const isDebitWord = (word: string): boolean | null => {
  if (/^(-|d|db|dr|dbit|debe|d[eé]bitos?|debit|cargos?|retiros?|salidas?|n ?d)$/i.test(word)) return true
  return /^(\+|c|cr|crdt|haber|cr[eé]ditos?|credit|abonos?|dep[oó]sitos?|consignaci[oó]n|entradas?|n ?c)$/i.test(word)
    ? false
    : null
}
