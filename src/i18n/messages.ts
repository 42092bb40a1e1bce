import type { Language } from './language.ts'
import { CAUSES_IN_SPANISH, MESSAGES_IN_SPANISH, type Wording } from './spanish-messages.ts'

/** What a check or a cause says, and the language it is in. */
export interface Told {
  readonly text: string
  readonly language: Language
}

/**
 * The sentence of a discrepancy. The books keep it in English, as the CSV does; a page in Spanish says it in Spanish, made from the
 * same sentence, and a wording nobody has translated stays as it is and is marked as English.
 */
export const messageIn = (message: string, language: Language): Told => told(message, language, MESSAGES_IN_SPANISH)

/** The same of the detail of a cause. */
export const causeIn = (detail: string, language: Language): Told => told(detail, language, CAUSES_IN_SPANISH)

/** Longer is no sentence of ours, and no pattern should have to look through it. */
const LONGEST = 5_000

const told = (text: string, language: Language, wordings: readonly Wording[]): Told => {
  if (language === 'en' || text.length > LONGEST) return { text, language: 'en' }
  const spanish = inSpanish(text, wordings)
  return spanish === null ? { text, language: 'en' } : { text: spanish, language: 'es' }
}

/** Parts that are joined by a semicolon are sentences of their own where the whole is none. */
const inSpanish = (text: string, wordings: readonly Wording[]): string | null => {
  for (const [pattern, spanish] of wordings) {
    const found = pattern.exec(text)
    if (found !== null) return spanish(...found.slice(1).map((part) => inPesos(part ?? '')))
  }
  return null
}

/** Sums and slots inside a sentence. */
const inPesos = (text: string): string =>
  text
    .replace(/COP (-?)([\d,]+)(?:\.(\d{1,2}))?/g, (_all, sign: string, whole: string, centavos?: string) => {
      const fraction = centavos === undefined ? '' : `,${centavos.padEnd(2, '0')}`
      return `${sign === '' ? '' : '\u2212'}$\u00a0${whole.replaceAll(',', '.')}${fraction}`
    })
    .replace(/(\d{4}-\d{2}-\d{2}|\(no date\)|no date) cycle (\S+)/g, (_all, date: string, cycle: string) =>
      /^\d/.test(date) ? `${date} ciclo ${cycle}` : `sin fecha, ciclo ${cycle}`,
    )
