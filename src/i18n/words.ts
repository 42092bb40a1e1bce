import { ENGLISH } from './english.ts'
import type { Language } from './language.ts'
import { SPANISH } from './spanish.ts'

/** Every word of a page in one language. Values of the service, codes and commands are not translated. */
export type Words = typeof ENGLISH

const WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, es: SPANISH }

export const wordsIn = (language: Language): Words => WORDS[language]
