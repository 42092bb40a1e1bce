import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Instant, Zone } from '../../src/domain/calendar/calendar.ts'
import type { Severity } from '../../src/domain/findings/discrepancy.ts'
import { type Centavos, plus, ZERO } from '../../src/domain/money.ts'
import { type Cycle, compareCycles, compareSlots, nameOf, type Slot, type SlotDate } from '../../src/domain/slot.ts'
import type { Language } from '../../src/i18n/language.ts'
import { type OpenOf, openByAge } from '../documents/status.ts'
import { openIn } from './day-facts.ts'
import type { CountedReport } from './discrepancy-marks.ts'

/** Everything the page of all days shows, as plain values: the same facts give the same page, byte for byte. */
export interface IndexFacts {
  readonly language: Language
  readonly merchant: string
  /** The columns of the calendar, in the day's order. */
  readonly cycles: readonly Cycle[]
  /** Newest first. */
  readonly days: readonly DayOfIndex[]
  readonly slots: number
  readonly verdicts: ReadonlyMap<Verdict, number>
  /** The gravest and latest of those that need somebody, and how many more there are. */
  readonly troubled: readonly TroubledSlot[]
  readonly moreTroubled: number
  /** Slots that are due and were never read: the next night reads them. */
  readonly notPulled: number
  readonly difference: Centavos
  /** What is open, by severity and by its age when the newest content was read. */
  readonly open: readonly OpenOf[]
  /** When the newest content shown was read, in the policy's zone; null when nothing was read whole. */
  readonly newest: string | null
  readonly zone: string
}

export interface DayOfIndex {
  readonly date: SlotDate
  /** By cycle, in the order of the columns; null where the day has no such cycle. */
  readonly verdicts: readonly (Verdict | null)[]
  /** Null where no settlement states one. */
  readonly payout: Centavos | null
  readonly difference: Centavos | null
  /** Its own page stands beside this one. */
  readonly hasPage: boolean
}

export interface TroubledSlot {
  readonly slot: Slot
  readonly verdict: Verdict
  readonly difference: Centavos | null
  readonly open: Readonly<Record<Severity, number>>
  readonly hasPage: boolean
}

/** The gravest first. */
const TROUBLED: readonly Verdict[] = ['failed', 'discrepant', 'incomplete']
const MOST_TROUBLED = 20

export const indexFacts = (
  merchant: string,
  reports: readonly CountedReport[],
  pages: ReadonlySet<SlotDate>,
  language: Language,
  zone: Zone,
): IndexFacts => {
  const cycles = [...new Set(reports.map(({ slot }) => slot.cycle))].sort(compareCycles)
  const troubled = reports
    .filter(({ verdict }) => TROUBLED.includes(verdict))
    .sort((a, b) => gravityOf(a) - gravityOf(b) || compareSlots(b.slot, a.slot))
  const newest = newestOf(reports)
  return {
    language,
    merchant,
    cycles,
    days: daysOf(reports, cycles, pages),
    slots: reports.length,
    verdicts: countsOf(reports),
    troubled: troubled.slice(0, MOST_TROUBLED).map((report) => ({
      slot: report.slot,
      verdict: report.verdict,
      difference: report.money.difference,
      open: openIn(report),
      hasPage: pages.has(report.slot.date),
    })),
    moreTroubled: Math.max(0, troubled.length - MOST_TROUBLED),
    notPulled: reports.filter(({ verdict }) => verdict === 'not-pulled').length,
    difference: sumOf(reports.map(({ money }) => money.difference)) ?? ZERO,
    open: openByAge(reports, zone),
    newest: newest === null ? null : zone.clockAt(newest),
    zone: zone.name,
  }
}

const gravityOf = ({ verdict }: CountedReport): number => TROUBLED.indexOf(verdict)

const daysOf = (
  reports: readonly CountedReport[],
  cycles: readonly Cycle[],
  pages: ReadonlySet<SlotDate>,
): readonly DayOfIndex[] => {
  const byDate = new Map<SlotDate, CountedReport[]>()
  for (const report of reports) {
    const ofDay = byDate.get(report.slot.date)
    if (ofDay === undefined) byDate.set(report.slot.date, [report])
    else ofDay.push(report)
  }
  const verdicts = new Map(reports.map(({ slot, verdict }) => [nameOf(slot), verdict]))
  return [...byDate]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([date, ofDay]) => ({
      date,
      verdicts: cycles.map((cycle) => verdicts.get(nameOf({ date, cycle })) ?? null),
      payout: sumOf(ofDay.map(({ settlement }) => settlement?.payout ?? null)),
      difference: sumOf(ofDay.map(({ money }) => money.difference)),
      hasPage: pages.has(date),
    }))
}

const countsOf = (reports: readonly CountedReport[]): ReadonlyMap<Verdict, number> => {
  const counts = new Map<Verdict, number>()
  for (const { verdict } of reports) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return counts
}

/** An age told by the clock would change the page every night: it is told by the newest content, which only news moves. */
const newestOf = (reports: readonly CountedReport[]): Instant | null =>
  reports.reduce<Instant | null>((newest, { pulledAt }) => {
    if (pulledAt === null) return newest
    return newest === null ? pulledAt : Math.max(newest, pulledAt)
  }, null)

const sumOf = (sums: readonly (Centavos | null)[]): Centavos | null =>
  sums.reduce<Centavos | null>((all, sum) => (sum === null ? all : plus(all ?? ZERO, sum)), null)
