/** The languages of pages and of the heads of workbooks (setting `language`). Codes and the columns of CSV files have one of their own. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
