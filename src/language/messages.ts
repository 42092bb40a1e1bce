import type { Language } from './language.ts'

/** A message of a check, and the language it is in. */
export const messageIn = (
  message: string,
  _language: Language,
): { readonly text: string; readonly language: Language } => ({
  text: message,
  language: 'en',
})
