import { VERDICTS } from '../../domain/assessment/verdict.ts'
import type { Language } from '../../i18n/language.ts'
import { harmless } from '../../std/harmless.ts'
import { verdictName } from './names.ts'

const OUTCOMES_IN_SPANISH: Readonly<Record<string, string | undefined>> = {
  agrees: 'todo cuadra',
  differs: 'hay diferencias',
  incomplete: 'incompleta',
  failed: 'falló',
  'nothing-due': 'no correspondía leer nada',
}

/** The outcome of a run, from its code in the database. */
export const outcomeIn = (outcome: string, language: Language): string =>
  (language === 'en' ? undefined : OUTCOMES_IN_SPANISH[outcome]) ?? harmless(outcome)

/** The name of a verdict that is stored as text and may come from an older version. */
export const nameOfVerdict = (verdict: string, language: Language): string => {
  const known = VERDICTS.find((one) => one === verdict)
  return known === undefined ? harmless(verdict) : verdictName(known, language)
}
