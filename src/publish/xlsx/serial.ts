/** Spreadsheets count days from here; the first two months of 1900 are counted wrongly by Excel and stay text. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST = 61
const DAY = 86_400_000

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

/** The last few days asked about: rows of a ledger are of one day, or of a few. */
const known = new Map<string, number | null>()
const MOST = 1_000

/** The number under which a spreadsheet knows a day written `YYYY-MM-DD`; null when it is none it knows. */
export const serialOfDate = (text: string): number | null => {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MOST) known.clear()
  const serial = computed(text)
  known.set(text, serial)
  return serial
}

const computed = (text: string): number | null => {
  if (!DATE.test(text)) return null
  const midnight = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) return null
  const serial = (midnight - DAY_ZERO) / DAY
  return serial < FIRST ? null : serial
}

/** The same of a wall clock written `YYYY-MM-DD HH:mm:ss`, as the text of a number: a time is a fraction of its day. */
export const serialOfTime = (text: string): string | null => {
  const [, date = '', hours, minutes, seconds] = TIME.exec(text) ?? []
  const day = serialOfDate(date)
  if (day === null) return null
  const ofDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return (day + ofDay / 86_400).toFixed(10)
}
