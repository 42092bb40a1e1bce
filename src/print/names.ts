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
