import { DISCREPANCY_STATES, SEVERITIES } from '../core/findings/discrepancy.ts'
import type { TimelineEvent } from '../core/findings/timeline.ts'
import { VERDICTS, type Verdict } from '../core/verdict.ts'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'

// In English, results, severities and states are shown by their codes, as in files and JSON.

/** The verdict `accepted` also covers claims: its name says so. */
export const verdictName = (verdict: Verdict, language: Language): string =>
  language === 'en' && verdict !== 'accepted' ? verdict : wordsIn(language).verdicts[verdict].toLowerCase()

/** Both<string> in both languages, made by one function: for those with figures in them. */
export const inEach = (make: (language: Language) => string): Both<string> => ({ en: make('en'), es: make('es') })

export const VERDICT_NAMES: Readonly<Record<string, Both<string>>> = Object.fromEntries(
  VERDICTS.map((verdict) => [verdict, inEach((language) => verdictName(verdict, language))]),
)

const namesOf = <W extends string>(
  all: readonly W[],
  spanish: (word: W) => string,
): Readonly<Record<string, Both<string>>> =>
  Object.fromEntries(all.map((word) => [word, { en: word, es: spanish(word) }]))

export const SEVERITY_NAMES = namesOf(SEVERITIES, (one) => wordsIn('es').severities[one])

export const STATE_NAMES = namesOf(DISCREPANCY_STATES, (one) => wordsIn('es').states[one])

/** The events in the life of a discrepancy. */
export const EVENT_NAMES: Readonly<Record<TimelineEvent, Both<string>>> = {
  found: { en: 'found', es: 'encontrado' },
  changed: { en: 'changed', es: 'cambió' },
  resolved: { en: 'resolved', es: 'resuelto' },
  returned: { en: 'returned', es: 'volvió' },
  accepted: { en: 'accepted', es: 'aceptado' },
  'acceptance-ended': { en: 'acceptance-ended', es: 'terminó la aceptación' },
  claimed: { en: 'claimed', es: 'reclamado' },
  'claim-ended': { en: 'claim-ended', es: 'terminó la reclamación' },
  paid: { en: 'paid', es: 'pagado por otra vía' },
  reopened: { en: 'reopened', es: 'reabierto' },
  noted: { en: 'noted', es: 'anotado' },
}

/** How runs ended. */
export const OUTCOME_NAMES: Readonly<Record<string, Both<string>>> = {
  agrees: { en: 'agrees', es: 'todo cuadra' },
  differs: { en: 'differs', es: 'hay diferencias' },
  incomplete: { en: 'incomplete', es: 'incompleta' },
  failed: { en: 'failed', es: 'falló' },
  'nothing-due': { en: 'nothing-due', es: 'no correspondía leer nada' },
}

/** The name of a word that is stored, and may be unknown to this version. */
export const nameIn = (names: Readonly<Record<string, Both<string>>>, word: string, language: Language): string =>
  names[word]?.[language] ?? word

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
