/** The languages of all that people read (setting `language`). Codes and the columns of CSV files have one of their own. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'en'

/** The language of this machine, as its environment says, where Cuadre speaks it. */
export const languageOfMachine = ({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language =>
  languageNamed((LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2)) ?? DEFAULT_LANGUAGE

export const languageNamed = (name: unknown): Language | null => LANGUAGES.find((language) => language === name) ?? null
