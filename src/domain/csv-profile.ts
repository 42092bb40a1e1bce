/** The reader of a CSV file: programs, Excel in Colombia, Excel in English, or programs that need the text unchanged. */
export const CSV_PROFILES = ['standard', 'excel-co', 'excel-us', 'raw'] as const
export type CsvProfile = (typeof CSV_PROFILES)[number]
