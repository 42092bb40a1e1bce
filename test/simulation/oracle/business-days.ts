import { dayAfter } from './words.ts'

/** Holidays of Colombia on Monday to Friday during the stories. */
const HOLIDAYS = [
  '2026-03-23',
  '2026-04-02',
  '2026-04-03',
  '2026-05-01',
  '2026-05-18',
  '2026-06-08',
  '2026-06-15',
  '2026-06-29',
]

export const isBusinessDay = (date: string): boolean =>
  ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !HOLIDAYS.includes(date)

export const businessDaysAfter = (date: string, days: number): string => {
  let [at, left] = [date, days]
  while (left > 0) {
    at = dayAfter(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
