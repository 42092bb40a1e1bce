import type { BankColumn, BankMapping, BankSignColumn, BankStatusColumn } from '../../core/bank/bank-mapping.ts'
import { type Centavos, minus, negate, plus, size, ZERO } from '../../core/money.ts'
import type { FileRow } from '../../tables/csv-rows.ts'
import { faultAt, type RowPlaces } from '../../tables/file-fault.ts'
import { noSum, type TableAmounts } from '../../tables/table-amounts.ts'
import { type cellsBy, plainName, type TableCells } from '../../tables/table-cells.ts'

/** A column of words, alone or with words of the bank. */
type WordColumn<Words> = BankColumn | Words

export const columnOfWords = (given: WordColumn<{ readonly column: BankColumn }>): BankColumn =>
  typeof given === 'object' ? given.column : given

const ownWords = <Words extends object>(given: WordColumn<Words> | null): Words | null =>
  typeof given === 'object' ? given : null

const DEBIT =
  /^(d|db|dr|dbit|debe|(nota)?(de)?debitos?|notadb|nd|debit|debits|cargos?|retiros?|salidas?|egresos?|gastos?|enviad[oa]s?|withdrawals?|out|outgoing|outflow|expenses?|sent|moneyout|paidout)$/
const CREDIT =
  /^(c|cr|crdt|h|haber|(nota)?(de)?creditos?|notacr|nc|credit|credits|abonos?|depositos?|consignacion(es)?|entradas?|ingresos?|recibid[oa]s?|deposits?|in|incoming|inflow|income|received|moneyin|paidin)$/

/** Whether a word says debit (true) or credit (false); null when it says neither. The words of a bank go before the usual ones. */
export const isDebitWord = (word: string, column: WordColumn<BankSignColumn> | null = null): boolean | null => {
  const [plain, own] = [plainName(word), ownWords(column)]
  if (isAmong(plain, own?.debit)) return true
  if (isAmong(plain, own?.credit)) return false
  if (word === '-' || DEBIT.test(plain)) return true
  return word === '+' || CREDIT.test(plain) ? false : null
}

const COUNTS =
  /^(exitos[ao]s?|aprobad[ao]s?|aplicad[ao]s?|abonad[ao]s?|acreditad[ao]s?|confirmad[ao]s?|complet[ao]|completad[ao]s?|contabilizad[ao]s?|efectiv[ao]|ejecutad[ao]s?|finalizad[ao]s?|liquidad[ao]s?|pagad[ao]s?|procesad[ao]s?|realizad[ao]s?|ok|exito|success|successful|succeeded|approved|accepted|applied|booked|cleared|complete|completed|confirmed|done|executed|paid|posted|processed|settled)$/
const IGNORED =
  /^((no|sin)(exitos[ao]|exito|aprobad[ao]|aplicad[ao]|realizad[ao])|rechazad[ao]s?|fallid[ao]s?|fallo|pendientes?|anulad[ao]s?|cancelad[ao]s?|declinad[ao]s?|denegad[ao]s?|negad[ao]s?|errad[ao]s?|error|expirad[ao]s?|vencid[ao]s?|abandonad[ao]s?|en(proceso|tramite|revision|espera)|rejected|refused|failed|failure|pending|void|voided|cancell?ed|declined|denied|expired|abandoned|inprocess|inprogress|onhold|unsuccessful)$/

/** Whether a row with this status counts; null when the word says neither. */
export const isCounted = (word: string, column: WordColumn<BankStatusColumn> | null = null): boolean | null => {
  const [plain, own] = [plainName(word), ownWords(column)]
  if (isAmong(plain, own?.ignored)) return false
  if (isAmong(plain, own?.counts)) return true
  if (IGNORED.test(plain)) return false
  return COUNTS.test(plain) ? true : null
}

export type ShownBalanceKind = 'opening' | 'closing' | 'daily'

const BALANCES: readonly (readonly [ShownBalanceKind, RegExp])[] = [
  ['opening', /^(saldo(inicial|anterior|deapertura)|openingbalance|balancebroughtforward|previousbalance)(al?)?\d*$/],
  ['closing', /^(saldo(final|actual|decierre)|closingbalance|balancecarriedforward|endingbalance)(al?)?\d*$/],
  ['daily', /^(saldo(del)?dia|saldodiario|dailybalance)(al?)?\d*$/],
]

/** The kind of balance that the whole text of a row names; null when it names none. */
export const balanceKindOf = (text: string, own: BankMapping['balanceRows']): ShownBalanceKind | null => {
  const plain = plainName(text)
  const named = BALANCES.find(([kind, usual]) => isAmong(plain, own?.[kind]) || usual.test(plain))
  return named?.[0] ?? null
}

const isAmong = (plain: string, words: readonly string[] = []): boolean =>
  words.some((word) => plainName(word) === plain)

/** The value of a row, positive for a credit, and what the bank charges on top of it. */
interface RowValue {
  readonly value: Centavos
  readonly charges: Centavos
}

/** Reads the value of each row. */
export const valuesOf = (
  rows: readonly FileRow[],
  { amount, charged }: Pick<BankMapping, 'amount' | 'charged'>,
  by: ReturnType<typeof cellsBy>,
  amounts: TableAmounts,
  places: RowPlaces,
): readonly RowValue[] => {
  const values =
    'debit' in amount
      ? valuesOfSides(rows, by(amount.debit), by(amount.credit), amounts, places)
      : valuesOfColumn(rows, amount, by, amounts, places)
  if (charged === null || 'debit' in amount) return values.map((value) => ({ value, charges: ZERO }))
  const whole = valuesOfColumn(rows, { ...amount, value: charged }, by, amounts, places)
  return values.map((value, index) => ({ value, charges: minus(whole[index] ?? value, value) }))
}

/** The sum of one row: that of the side that has one. */
export const sumAt = (
  row: FileRow,
  { amount }: Pick<BankMapping, 'amount'>,
  by: ReturnType<typeof cellsBy>,
  amounts: TableAmounts,
  places: RowPlaces,
): Centavos => valuesOf([row], { amount, charged: null }, by, amounts, places)[0]?.value ?? ZERO

/** Some banks write debits with a minus even in a column of their own; then all of them have one. */
const valuesOfSides = (
  rows: readonly FileRow[],
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
  rows: readonly FileRow[],
  { value: column, sign }: Extract<BankMapping['amount'], { value: unknown }>,
  by: ReturnType<typeof cellsBy>,
  amounts: TableAmounts,
  places: RowPlaces,
): readonly Centavos[] => {
  const [valueIn, signIn] = [by(column), sign === null ? null : by(columnOfWords(sign))]
  const signed = rows.map((row) => {
    const value = amounts.read(valueIn, row)
    if (value === null) throw noSum('', row.position, places)
    return { value, isDebit: signIn === null ? null : debitAt(row, signIn, sign, value, places) }
  })
  const isMixed = signed.some(({ isDebit, value }) => isDebit === true && value < 0n)
  return signed.map(({ value, isDebit }, index) => {
    if (isDebit === true && value > 0n && isMixed) throw faultAt(places, rows[index]?.position ?? 0, MIXED)
    return isDebit === true ? negate(size(value)) : value
  })
}

/** All debits may have a minus beside their word; a credit that has one says both. */
const debitAt = (
  row: FileRow,
  signIn: TableCells,
  sign: BankColumn | BankSignColumn | null,
  value: Centavos,
  places: RowPlaces,
): boolean => {
  const isDebit = isDebitWord(String(signIn(row)), sign)
  if (isDebit === null) throw faultAt(places, row.position, NEITHER)
  if (!isDebit && value < 0n) throw faultAt(places, row.position, BOTH)
  return isDebit
}

const NEITHER = { en: 'its sign is neither debit nor credit', es: 'su signo no es débito ni crédito' }
const BOTH = {
  en: 'it is a credit by its word, and its sum has a minus',
  es: 'es un crédito por su palabra, y su suma tiene un menos',
}
const MIXED = {
  en: 'some debits of the file have a minus, and this one has none',
  es: 'algunos débitos del archivo tienen un menos, y este no',
}
