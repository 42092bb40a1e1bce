import type { Language } from './language.ts'
import { wordsIn } from './words.ts'

/** The usual name of a payment method. */
export const methodName = (method: string | null, language: Language): string =>
  method === null ? '' : (peoplesName(method, language) ?? method)

/** A payment method: the service's own name in English, the usual name in Spanish. */
export const serviceMethodName = (method: string, language: Language): string =>
  language === 'en' ? method : (peoplesName(method, language) ?? method)

const peoplesName = (method: string, language: Language): string | null => {
  const names: Readonly<Record<string, string>> = wordsIn(language).methods
  return Object.hasOwn(names, method) ? (names[method] ?? null) : null
}
