import type { AccountEntry } from '../../../src/core/bank/bank-statement.ts'
import { lastDayOfCredit } from '../../../src/core/bank/payout-arrivals.ts'
import { type OpenPayout, tieKey } from '../../../src/core/bank/tie-out.ts'
import { isBusinessDay } from '../../../src/core/calendar/business-days.ts'
import { type Centavos, fromCentavos } from '../../../src/core/money.ts'
import { addDays, type SlotDate } from '../../../src/core/slot.ts'
import { slot } from '../a.ts'

/** Numbers from 0 up to, but not including, 1, reproducible from the seed (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How payouts of the generated months appear at the bank. */
export interface MonthsPlan {
  readonly seed: number
  readonly from: string
  readonly days: number
  /** Pesos to which rents are rounded. */
  readonly step: number
  /** Whether fees are deducted: then a payout is no longer a round sum. */
  readonly net: boolean
  /** Each payout alone, each day in one credit, or two to four neighbours in one credit. */
  readonly grouping: 'alone' | 'day' | 'runs'
  /** Shares of payouts or groups that arrive in two or three credits, never, or too short. */
  readonly split: number
  readonly missing: number
  readonly short: number
  /** Unexplained credits of the operator, per hundred. */
  readonly strangers: number
}

export interface Months {
  readonly payouts: readonly OpenPayout[]
  readonly credits: readonly AccountEntry[]
  /** The pairs that belong together, by `tieKey`. */
  readonly truth: ReadonlySet<string>
}

const CYCLES = ['11', '13', '16', '18', '20']
export const BANK_DAYS = 3

export const monthsOf = (plan: MonthsPlan): Months => {
  const chance = chanceOf(plan.seed)
  const whole = (least: number, most: number): number => least + Math.floor(chance() * (most - least + 1))
  const rent = (): number => Math.max(1, Math.round(whole(600_000, 4_000_000) / plan.step)) * plan.step
  const payoutOf = (): Centavos => {
    const rents = Array.from({ length: whole(1, 40) }, rent)
    const fees = plan.net ? rents.reduce((sum, paid) => sum + Math.round(paid * 0.0279) + 952, 0) : 0
    return fromCentavos(100 * (rents.reduce((sum, paid) => sum + paid, 0) - fees))
  }
  const start = slot(plan.from).date
  const days = Array.from({ length: plan.days }, (_, index) => addDays(start, index)).filter(isBusinessDay)
  const payouts = days.flatMap((date) =>
    CYCLES.map((cycle) => ({
      slot: slot(date, cycle),
      payout: payoutOf(),
      earlier: [],
      lastDay: lastDayOfCredit(date, BANK_DAYS),
    })),
  )
  const credits: AccountEntry[] = []
  const credit = (bookedOn: SlotDate, value: Centavos): AccountEntry => {
    const entry = {
      id: `e${credits.length}`,
      account: '123',
      bookedOn,
      valueOn: null,
      value,
      text: 'ABONO PAYCO',
      reference: null,
    }
    credits.push(entry)
    return entry
  }
  const truth = new Set<string>()
  for (const group of groupsOf(payouts, plan.grouping, whole)) {
    const last = group.at(-1)
    if (last === undefined || chance() < plan.missing) continue
    const on = lastDayOfCredit(last.slot.date, whole(1, group[0]?.slot.date === last.slot.date ? BANK_DAYS : 1))
    const sum = fromCentavos(group.reduce((total, { payout }) => total + payout, 0n))
    if (chance() < plan.short) {
      credit(on, fromCentavos(sum - BigInt(100 * whole(1_000, 20_000))))
      continue
    }
    const parts = group.length === 1 && chance() < plan.split ? partsOf(sum, whole) : [sum]
    const entries = parts.map((part) => credit(on, part))
    truth.add(
      tieKey(
        group.map(({ slot }) => slot),
        entries.map(({ id }) => id),
      ),
    )
  }
  for (let count = Math.round((plan.strangers * payouts.length) / 100); count > 0; count -= 1)
    credit(days[whole(0, days.length - 1)] ?? start, payoutOf())
  return { payouts, credits: credits.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1)), truth }
}

const groupsOf = (
  payouts: readonly OpenPayout[],
  grouping: MonthsPlan['grouping'],
  whole: (least: number, most: number) => number,
): readonly (readonly OpenPayout[])[] => {
  if (grouping === 'alone') return payouts.map((payout) => [payout])
  const groups: OpenPayout[][] = []
  let room = 0
  for (const payout of payouts) {
    const isSameDay = groups.at(-1)?.at(-1)?.slot.date === payout.slot.date
    const joins = grouping === 'day' ? isSameDay : room > 0 && isSameDay
    if (joins) groups.at(-1)?.push(payout)
    else groups.push([payout])
    room = joins ? room - 1 : whole(1, 3)
  }
  return groups
}

const partsOf = (sum: Centavos, whole: (least: number, most: number) => number): readonly Centavos[] => {
  const first = fromCentavos(((sum * BigInt(whole(20, 60))) / 10_000n) * 100n)
  return [first, fromCentavos(sum - first)]
}
