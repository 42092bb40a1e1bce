import type { FeesNotCompared } from '../rules/account/settlement-fees.ts'
import type { PayoutNotCompared } from '../rules/account/settlement-money.ts'
import type { Language } from './language.ts'
import { wordsIn } from './words.ts'

type CellWords = Readonly<Record<string, string>>

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

const TRUTHS: CellWords = { true: 'sí', false: 'no' }

/**
 * Translates the cells of a workbook's column: CSV word to the reader's word. Null when the column is not translated.
 * English sheets keep the CSV words.
 */
export const cellWords = (column: string, language: Language): CellWords | null => {
  if (language === 'en') return null
  const { verdicts, severities, states, rules, statuses, settlementStatuses, methods } = wordsIn(language)
  const words: Readonly<Record<string, CellWords | undefined>> = {
    verdict: verdicts,
    severity: severities,
    state: states,
    payout_rule: rules,
    status: { ...lowerCase(statuses), ...settlementStatuses },
    settlement_status: settlementStatuses,
    payment_method: methods,
    not_compared: NOT_COMPARED,
    unit: { invoices: 'facturas' },
    counted: TRUTHS,
    gateway: TRUTHS,
    off: TRUTHS,
  }
  return words[column] ?? null
}

const lowerCase = (words: CellWords): CellWords =>
  Object.fromEntries(Object.entries(words).map(([word, text]) => [word, text.toLowerCase()]))
