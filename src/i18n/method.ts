import type { Language } from './language.ts'
import { wordsIn } from './words.ts'

/** A payment method: the service's own name in English, that of people in Spanish. */
export const methodIn = (method: string, language: Language): string => {
  if (language === 'en') return method
  const names: Readonly<Record<string, string | undefined>> = wordsIn(language).methods
  return names[method] ?? method
}
