import type { FeesNotCompared } from '../rules/account/settlement-fees.ts'
import type { PayoutNotCompared } from '../rules/account/settlement-money.ts'
import type { Both } from '../std/both.ts'
import { SPANISH } from './words.ts'

type CellWords = Readonly<Record<string, Both<string>>>

/** English sheets keep the words of CSV files. */
const inSpanish = (words: Readonly<Record<string, string>>): CellWords =>
  Object.fromEntries(Object.entries(words).map(([word, name]) => [word, { en: word, es: name }]))

const lowerCase = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([word, text]) => [word, text.toLowerCase()]))

const NOT_COMPARED: Readonly<Record<FeesNotCompared | PayoutNotCompared, string>> = {
  unread: 'sin leer',
  'no-settlement': 'sin liquidación',
  'not-final': 'no definitiva',
  failed: 'fallida',
  malformed: 'registro ilegible',
  echo: 'de otra liquidación',
  unchecked: 'no se verifica',
  'no-tariff': 'sin tarifa',
  unpriced: 'pago sin tarifa',
}

const TRUTHS = inSpanish({ true: 'sí', false: 'no' })

/** The names of the words in the columns of CSV files. */
export const CELL_WORDS = {
  verdict: inSpanish(SPANISH.verdicts),
  severity: inSpanish(SPANISH.severities),
  state: inSpanish(SPANISH.states),
  payout_rule: inSpanish(SPANISH.rules),
  status: inSpanish({ ...lowerCase(SPANISH.statuses), ...SPANISH.settlementStatuses }),
  settlement_status: inSpanish(SPANISH.settlementStatuses),
  payment_method: inSpanish(SPANISH.methods),
  not_compared: inSpanish(NOT_COMPARED),
  unit: inSpanish({ invoices: 'facturas' }),
  counted: TRUTHS,
  gateway: TRUTHS,
  off: TRUTHS,
} satisfies Readonly<Record<string, CellWords>>
