import type { BankColumn, BankMapping, BankSignColumn, BankStatusColumn } from '../../domain/bank/bank-mapping.ts'
import { plainName } from './table-cells.ts'

/** A column of words, alone or with words of the bank. */
export type WordColumn<Words> = BankColumn | Words

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
