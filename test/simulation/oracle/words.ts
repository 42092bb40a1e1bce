import type { Body, SlotKey, StoryPolicy } from '../story.ts'

/** Whole centavos; null when a JSON value is not a usable number. */
export const centavosOf = (value: unknown): number | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const centavos = Math.round(value * 100)
  return Number.isSafeInteger(centavos) && Math.abs(value * 100 - centavos) <= 0.0001 ? centavos : null
}

/** `null` is absent. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined

/** The members of a body that are not null: `null` is absent. */
export const presentIn = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !isAbsent(value)))

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A calendar date, alone or with a time, with or without an offset. */
export const isDate = (text: string): boolean => {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1, 4).map(Number)
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

type OfLists = 'bankText' | 'bankMapping' | `receivable${'Mapping' | 'WindowDays' | 'GraceDays' | 'ToleranceCop'}`
type Defaulted = Omit<StoryPolicy, 'cycles' | 'lookbackDays' | 'pageLimit' | OfLists>
export type FullPolicy = Required<Defaulted> & StoryPolicy

/** The defaults of the contract, with the story's own values. */
export const fullPolicy = (policy: StoryPolicy): FullPolicy => ({
  adjustments: 'add',
  postpaidFees: 'not-deducted',
  gateway: 'candidates',
  chargebacks: 'counted',
  collectedBasis: 'paid',
  toleranceCop: 0,
  finalStatuses: ['paid', 'credited'],
  extraCycles: [],
  cycleAliases: {},
  tariff: [],
  tariffDate: 'payment',
  feesToleranceCop: null,
  bankDays: 3,
  ...policy,
})

const HOUR = 3_600_000
export const GRACE = 2 * HOUR
export const OVERDUE = 24 * HOUR
export const STUCK = 120 * HOUR

/** Bogota is five hours behind UTC all year. */
export const momentOf = (bogota: string): number => Date.parse(`${bogota.replace(' ', 'T')}:00-05:00`)

export const bogotaText = (moment: number): string =>
  new Date(moment - 5 * HOUR).toISOString().slice(0, 19).replace('T', ' ')

export const dayOf = (moment: number): string => bogotaText(moment).slice(0, 10)

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10)

/** The first day of the month after. */
export const monthAfter = (month: string): string => `${dayAfter(`${month}-28`, 4).slice(0, 7)}-01`

/** A cycle's hour is its label; a cycle whose label is not an hour is due at the end of its day. */
export const hourOf = ({ date, cycle }: SlotKey): number => {
  const isHour = /^\d{1,2}$/.test(cycle) && Number(cycle) < 24
  return isHour ? momentOf(`${date} ${cycle.padStart(2, '0')}:00`) : momentOf(`${dayAfter(date, 1)} 00:00`)
}

/** By date, then by the order of the day. */
export const bySlot = (one: SlotKey, other: SlotKey): number =>
  one.date < other.date
    ? -1
    : one.date > other.date
      ? 1
      : hourOf(one) - hourOf(other) || compareText(one.cycle, other.cycle)

export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
