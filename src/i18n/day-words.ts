import { dayInEnglish } from './day-in-english.ts'
import { dayInSpanish } from './day-in-spanish.ts'
import type { Language } from './language.ts'

export type DayWords = typeof dayInEnglish

const WORDS: Readonly<Record<Language, DayWords>> = { en: dayInEnglish, es: dayInSpanish }

/** The words of the page of a day. */
export const dayWords = (language: Language): DayWords => WORDS[language]
