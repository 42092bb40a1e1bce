import { resultOf } from '../../../reports/pages/result.ts'
import type { Verdict } from '../../core/verdict.ts'
import { verdictName } from '../../print/names.ts'
import { harmless } from '../../std/harmless.ts'
import type { Language } from '../../words/language.ts'
import { SAY } from '../../words/say.ts'
import { wordsIn } from '../../words/words.ts'

// In English, results, severities and states are shown by their codes, as in files and JSON.

/** The verdict with what was decided, where the discrepancies are known: `claimed` or `accepted`. */
export const resultName = (report: Parameters<typeof resultOf>[0], language: Language): string => {
  const result = resultOf(report)
  return result === 'claimed' || result === 'as-it-is'
    ? wordsIn(language).results[result].toLowerCase()
    : verdictName(report.verdict, language)
}

/** A number of settlements with a result: `2 discrepant`, `85 cuadran`. */
export const verdictCount = (number: number, verdict: Verdict, language: Language): string =>
  `${number} ${language === 'es' && number !== 1 ? PLURALS_IN_SPANISH[verdict] : verdictName(verdict, language)}`

const PLURALS_IN_SPANISH: Readonly<Record<Verdict, string>> = {
  reconciled: 'cuadran',
  accepted: 'aceptadas o reclamadas',
  empty: 'sin movimiento',
  provisional: 'provisionales',
  discrepant: 'no cuadran',
  exceptions: 'con novedades',
  failed: 'fallidas',
  incomplete: 'incompletas',
  'not-pulled': 'sin leer',
  'not-due': 'aún no corresponden',
}

/** `liquidación abonada`; the status `error` is no adjective. */
export const settlementInSpanish = (status: string): string =>
  `liquidación ${status === 'error' ? 'en estado ' : ''}${harmless(SAY.es.status(status))}`
