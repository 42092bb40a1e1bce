import type { Zone } from '../../src/core/calendar/calendar.ts'
import { type Centavos, sumOf, sumOfKnown, ZERO } from '../../src/core/money.ts'
import { nameOf, type Slot, type SlotDate } from '../../src/core/slot.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { type CaseLine, type ToDo, toDoOf } from '../../src/rules/account/to-do.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { type Action, actionFor } from './action.ts'
import { type BadgeOf, badgeIn } from './result.ts'

/** A settlement that needs attention. */
export interface TroubledSlot {
  readonly slot: Slot
  readonly verdict: Verdict
  readonly badge: BadgeOf
  readonly hasPage: boolean
  /** What is to do in it, the most pesos first; none where it was only not read. */
  readonly cases: readonly TroubledCase[]
  /** All that is to do in it, in centavos. */
  readonly pesos: Centavos
}

interface TroubledCase {
  readonly id: string
  readonly code: string
  readonly number: number
  readonly amount: Centavos | null
  readonly action: Action
  /** When it was first found. */
  readonly since: SlotDate
}

export interface TroubledList {
  /** In the order in which they are to do. */
  readonly slots: readonly TroubledSlot[]
  readonly more: number
  /** The pesos of all, of those after the first, and of those not shown, in centavos. */
  readonly pesos: Centavos
  readonly pesosOfOthers: Centavos
  readonly pesosOfMore: Centavos
  /** Slots that are due and were never read: the next run reads them. */
  readonly neverRead: number
}

const ROWS_MAX = 20
/** So many are what to do first. */
export const FIRST_MAX = 5

export const troubledSlots = (
  reports: readonly CountedReport[],
  pages: ReadonlySet<SlotDate>,
  zone: Zone,
): TroubledList => {
  const byName = groupBy(reports, ({ slot }) => nameOf(slot))
  const all = [...groupBy(toDoOf(reports), ({ slot }) => nameOf(slot))].flatMap(([name, things]) =>
    (byName.get(name) ?? []).map((report) => troubledSlot(report, things, pages, zone)),
  )
  const pesosFrom = (place: number): Centavos => sumOf(all.slice(place).map(({ pesos }) => pesos))
  return {
    slots: all.slice(0, ROWS_MAX),
    more: Math.max(0, all.length - ROWS_MAX),
    pesos: pesosFrom(0),
    pesosOfOthers: pesosFrom(FIRST_MAX),
    pesosOfMore: pesosFrom(ROWS_MAX),
    neverRead: reports.filter(({ verdict }) => verdict === 'not-pulled').length,
  }
}

type Found = CountedReport['discrepancies'][number]

const troubledSlot = (
  report: CountedReport,
  things: readonly ToDo<Found>[],
  pages: ReadonlySet<SlotDate>,
  zone: Zone,
): TroubledSlot => ({
  slot: report.slot,
  verdict: report.verdict,
  badge: badgeIn(report),
  hasPage: pages.has(report.slot.date),
  cases: things.flatMap(({ found }) => (found === null ? [] : troubledCase(found, zone))),
  pesos: sumOfKnown(things.map(({ amount }) => amount)) ?? ZERO,
})

export const troubledCase = ({ cases, amount }: CaseLine<Found>, zone: Zone): TroubledCase => {
  const { first } = cases[0]
  const seen = cases.flatMap((one) => [one.first, ...one.others]).map(({ firstSeen }) => firstSeen)
  return {
    ...{ id: first.case, code: first.code, number: cases.length, amount, action: actionFor(first) },
    since: zone.dateAt(seen.reduce((earliest, at) => Math.min(earliest, at))),
  }
}
