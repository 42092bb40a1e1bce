const PATTERN = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

/** The ms of an ISO 8601 duration without months and years, whose lengths vary. */
export const durationMs = (text: string): number | undefined => {
  const parts = PATTERN.exec(text)?.slice(1)
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (SECONDS[index] ?? 0) * 1_000, 0)
}

/** The instant of a date-time with an offset, which is the same on every machine. */
export const instantMs = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}

const FIRST_INSTANT = Date.parse('2000-01-01T00:00:00Z')
const LAST_INSTANT = Date.parse('2200-01-01T00:00:00Z')

/** Whether the sandbox supports this instant: years have four digits, and holidays are known. */
export const isSupportedInstant = (instant: number): boolean => instant >= FIRST_INSTANT && instant < LAST_INSTANT
