/** The languages of everything people read (setting `language`). Codes and CSV columns are always English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

/** The language of the environment (LC_ALL, LC_MESSAGES, LANG) when Cuadre has it; else English. */
export const languageOfMachine = ({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language =>
  parseLanguage((LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2)) ?? DEFAULT_LANGUAGE

export const parseLanguage = (name: unknown): Language | null => LANGUAGES.find((language) => language === name) ?? null
