const SECONDS = /^\d+$/
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/

/** The moment an HTTP date names, or null. `Date.parse` alone would take `-5` for a month of 2001. */
export const httpDate = (text: string | undefined): number | null => {
  if (text === undefined || !HTTP_DATE.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}

/**
 * The wait that `Retry-After` asks for, in ms, or null when it is not readable (RFC 9110, section 10.2.3). A date is
 * compared with the service's own `Date` if it sent one, since our clock may be wrong.
 */
export const retryAfter = (text: string | undefined, serviceDate: number | null, now: number): number | null => {
  if (text === undefined) return null
  if (SECONDS.test(text)) return Number(text) * 1000
  const moment = httpDate(text)
  return moment === null ? null : Math.max(0, moment - (serviceDate ?? now))
}
