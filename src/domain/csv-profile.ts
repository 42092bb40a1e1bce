/** Whom a CSV file is written for: programs, Excel in Colombia, Excel in English, programs that want text as it is. */
export const CSV_PROFILES = ['standard', 'excel-co', 'excel-us', 'raw'] as const
export type CsvProfile = (typeof CSV_PROFILES)[number]
