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

/** How a run ended, as the database has it. */
export const outcomeIn = (outcome: string, language: Language): string =>
  (language === 'en' ? undefined : OUTCOMES_IN_SPANISH[outcome]) ?? harmless(outcome)

/** A result that is kept as text, and may be of an older version. */
export const nameOfVerdict = (verdict: string, language: Language): string => {
  const known = VERDICTS.find((one) => one === verdict)
  return known === undefined ? harmless(verdict) : verdictName(known, language)
}
