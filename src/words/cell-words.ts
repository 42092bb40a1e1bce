import type { FeesNotCompared } from '../rules/account/settlement-fees.ts'
import type { PayoutNotCompared } from '../rules/account/settlement-money.ts'
import type { Both } from '../std/both.ts'
import { ENGLISH, SPANISH, type Words } from './words.ts'

type CellWords = Readonly<Record<string, Both<string>>>

const wordsOf = (of: (words: Words) => Readonly<Record<string, string>>): CellWords => {
  const spanish = of(SPANISH)
  return Object.fromEntries(Object.entries(of(ENGLISH)).map(([word, en]) => [word, { en, es: spanish[word] ?? en }]))
}

const lowerCase = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([word, text]) => [word, text.toLowerCase()]))

const NOT_COMPARED: Readonly<Record<FeesNotCompared | PayoutNotCompared, Both<string>>> = {
  unread: { en: 'not read', es: 'sin leer' },
  'no-settlement': { en: 'no settlement', es: 'sin liquidación' },
  'not-final': { en: 'not final', es: 'no definitiva' },
  failed: { en: 'failed', es: 'fallida' },
  malformed: { en: 'unreadable record', es: 'registro ilegible' },
  echo: { en: 'of another settlement', es: 'de otra liquidación' },
  unchecked: { en: 'not checked', es: 'no se verifica' },
  'no-tariff': { en: 'no tariff', es: 'sin tarifa' },
  unpriced: { en: 'payment without a rate', es: 'pago sin tarifa' },
}

const TRUTHS: CellWords = { true: { en: 'yes', es: 'sí' }, false: { en: 'no', es: 'no' } }

const SETTLEMENT_STATUSES = wordsOf(({ settlementStatuses }) => settlementStatuses)

/** The names for people of the words in the columns of CSV files. */
export const CELL_WORDS = {
  verdict: wordsOf(({ verdicts }) => verdicts),
  severity: wordsOf(({ severities }) => severities),
  state: wordsOf(({ states }) => states),
  payout_rule: wordsOf(({ rules }) => rules),
  status: { ...wordsOf(({ statuses }) => lowerCase(statuses)), ...SETTLEMENT_STATUSES },
  settlement_status: SETTLEMENT_STATUSES,
  payment_method: wordsOf(({ methods }) => methods),
  not_compared: NOT_COMPARED,
  unit: { invoices: { en: 'invoices', es: 'facturas' } },
  counted: TRUTHS,
  gateway: TRUTHS,
  off: TRUTHS,
} satisfies Readonly<Record<string, CellWords>>
