import type { Zone } from '../../src/core/calendar/calendar.ts'
import { isOpen, type Severity } from '../../src/core/findings/discrepancy.ts'
import { type Amount, addAmounts, type Centavos, plus, size, sumOf, sumOfKnown, ZERO } from '../../src/core/money.ts'
import { compareSlots, type Slot, type SlotDate } from '../../src/core/slot.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import type { DifferenceState, Position } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { type CountedReport, isOfUnpaid } from '../../src/rules/assessment/slot-report.ts'
import { type Action, actionFor } from './action.ts'
import { openIn } from './day-facts.ts'
import { type BadgeOf, badgeIn, gravestCase } from './result.ts'

/** The decision about a sum; `open` also where nobody could decide yet. */
export const SUM_STATES = [
  'open',
  'claimed',
  'accepted',
  'paid',
  'tolerated',
] as const satisfies readonly DifferenceState[]
export type SumState = (typeof SUM_STATES)[number]

/** A settlement that needs attention. At most one of its sums about the reported payout is set, in centavos. */
export interface TroubledSlot extends TroubledSums {
  readonly slot: Slot
  /** Of the sum about the payout: another finding of the settlement is open in any case. */
  readonly state: SumState
  readonly verdict: Verdict
  readonly badge: BadgeOf
  /** The open cases beside the first. */
  readonly open: Readonly<Record<Severity, number>>
  readonly hasPage: boolean
  /** Its case with the most pesos; null where it was only not read. */
  readonly first: FirstCase | null
  /** All that is open, in centavos. */
  readonly pesos: Centavos
}

interface FirstCase {
  readonly id: string
  readonly code: string
  readonly action: Action
  /** When it was first found. */
  readonly since: SlotDate
}

export interface TroubledSums {
  /** Paid less than expected (negative), and paid more. */
  readonly underpaid: Centavos | null
  readonly overpaid: Centavos | null
  /** What should have been paid out but was not: the settlement failed, is late, or is missing. */
  readonly notPaidOut: Centavos | null
  /** The payout of a settlement that could not be read, or not be compared with its list. */
  readonly notCompared: Centavos | null
  /** Fees charged above the tariff, while the finding is open. */
  readonly feesTooMuch: Centavos | null
  /** What adjustments take from the payout that no chargeback explains, while the finding is open. */
  readonly adjustmentsTaken: Centavos | null
  /** What the operator reports as paid out and did not arrive at the bank, while the finding is open. */
  readonly missingAtBank: Centavos | null
}

export const SUM_NAMES = [
  'underpaid',
  'overpaid',
  'notPaidOut',
  'notCompared',
  'feesTooMuch',
  'adjustmentsTaken',
  'missingAtBank',
] as const satisfies readonly (keyof TroubledSums)[]

/** Sums of findings of their own: listed only while these are open. */
export const SUMS_OF_FINDINGS = [
  'feesTooMuch',
  'adjustmentsTaken',
  'missingAtBank',
] as const satisfies readonly (keyof TroubledSums)[]

export interface TroubledList {
  /** The largest open sum first. */
  readonly slots: readonly TroubledSlot[]
  readonly more: number
  /** The open pesos of those after the first, and of them of those not shown, in centavos. */
  readonly pesosOfOthers: Centavos
  readonly pesosOfMore: Centavos
  /** Over all troubled settlements, including those not shown: what is open, and apart from it what was decided. */
  readonly totals: readonly TroubledTotal[]
  /** Slots that are due and were never read: the next run reads them. */
  readonly neverRead: number
}

export interface TroubledTotal extends TroubledSums {
  /** The sizes of the sums together, in centavos. */
  readonly pesos: Centavos
  readonly state: SumState
}

/** The verdicts of settlements that are listed for their open errors; of equal sums, in this order. */
const VERDICTS_WITH_ERRORS: readonly Verdict[] = ['failed', 'discrepant', 'incomplete', 'exceptions', 'provisional']
const ROWS_MAX = 20
/** So many are what to do first. */
export const FIRST_MAX = 5

export const troubledSlots = (
  reports: readonly CountedReport[],
  pages: ReadonlySet<SlotDate>,
  zone: Zone,
): TroubledList => {
  const all = reports
    .filter(isTroubled)
    .map((report) => troubledSlot(report, pages, zone))
    .sort(byPesos)
  const shown = all.slice(0, ROWS_MAX)
  return {
    slots: shown,
    more: all.length - shown.length,
    pesosOfOthers: sumOf(all.slice(FIRST_MAX).map(({ pesos }) => pesos)),
    pesosOfMore: sumOf(all.slice(ROWS_MAX).map(({ pesos }) => pesos)),
    totals: SUM_STATES.map((state) => totalOf(all, state)).filter((total) => total.state === 'open' || hasSum(total)),
    neverRead: reports.filter(({ verdict }) => verdict === 'not-pulled').length,
  }
}

const totalOf = (all: readonly TroubledSlot[], state: SumState): TroubledTotal => {
  const inState = all.filter((one) => one.state === state)
  return {
    state,
    pesos: sumOf(state === 'open' ? all.map(({ pesos }) => pesos) : inState.map(pesosOfPayout)),
    underpaid: sumOfKnown(inState.map(({ underpaid }) => underpaid)),
    overpaid: sumOfKnown(inState.map(({ overpaid }) => overpaid)),
    notPaidOut: sumOfKnown(inState.map(({ notPaidOut }) => notPaidOut)),
    notCompared: sumOfKnown(inState.map(({ notCompared }) => notCompared)),
    feesTooMuch: state === 'open' ? sumOfKnown(all.map((one) => one.feesTooMuch)) : null,
    adjustmentsTaken: state === 'open' ? sumOfKnown(all.map((one) => one.adjustmentsTaken)) : null,
    missingAtBank: state === 'open' ? sumOfKnown(all.map((one) => one.missingAtBank)) : null,
  }
}

const hasSum = ({ underpaid, overpaid, notPaidOut, notCompared }: TroubledSums): boolean =>
  [underpaid, overpaid, notPaidOut, notCompared].some((sum) => sum !== null)

/** A settlement whose errors were all accepted or claimed needs no attention. */
const isTroubled = (report: CountedReport): boolean =>
  report.verdict === 'incomplete' ||
  report.discrepancies.some(isOfUnpaid) ||
  (VERDICTS_WITH_ERRORS.includes(report.verdict) &&
    report.discrepancies.some((one) => isOpen(one) && one.severity === 'error'))

const troubledSlot = (report: CountedReport, pages: ReadonlySet<SlotDate>, zone: Zone): TroubledSlot => {
  const sums = sumsOf(report, pages)
  const first = gravestCase(report)
  return {
    ...sums,
    open: openIn(report, first?.first.case),
    first: first && firstOf(first, zone),
    pesos: openPesosOf(sums),
  }
}

const firstOf = ({ first, others }: NonNullable<ReturnType<typeof gravestCase>>, zone: Zone): FirstCase => {
  const since = others.reduce((earliest, { firstSeen }) => Math.min(earliest, firstSeen), first.firstSeen)
  return { id: first.case, code: first.code, action: actionFor(first), since: zone.dateAt(since) }
}

type SlotInTrouble = Omit<TroubledSlot, 'first' | 'open' | 'pesos'>

const sumsOf = (report: CountedReport, pages: ReadonlySet<SlotDate>): SlotInTrouble => ({
  slot: report.slot,
  verdict: report.verdict,
  badge: badgeIn(report),
  state: report.money.state === 'none' ? 'open' : report.money.state,
  ...payoutSums(report),
  ...sumsOfFindings(positionOf([report])),
  hasPage: pages.has(report.slot.date),
})

type PayoutSums = Omit<TroubledSums, (typeof SUMS_OF_FINDINGS)[number]>

const NO_SUMS: PayoutSums = { underpaid: null, overpaid: null, notPaidOut: null, notCompared: null }

const sumsOfFindings = ({ feesTooMuch, adjustmentsTaken, bankMissing, bankLess }: Position) => ({
  feesTooMuch: sumIn(feesTooMuch.open),
  adjustmentsTaken: sumIn(adjustmentsTaken.open),
  missingAtBank: sumIn(addAmounts(bankMissing.open, bankLess.open)),
})

const sumIn = ({ number, sum }: Amount): Centavos | null => (number === 0 ? null : sum)

const payoutSums = ({ money, settlement }: CountedReport): PayoutSums => {
  const payout = settlement?.payout ?? null
  switch (money.notCompared) {
    case 'failed':
    case 'not-final':
      return { ...NO_SUMS, notPaidOut: money.expected ?? payout }
    case 'no-settlement':
      return { ...NO_SUMS, notPaidOut: money.listed }
    case null: {
      const difference = money.state === 'none' ? ZERO : money.shares[money.state]
      return {
        ...NO_SUMS,
        underpaid: difference < ZERO ? difference : null,
        overpaid: difference > ZERO ? difference : null,
        notCompared: money.expected === null ? payout : null,
      }
    }
    default:
      return { ...NO_SUMS, notCompared: payout }
  }
}

const byPesos = (a: TroubledSlot, b: TroubledSlot): number => {
  for (const pesos of [openPesosOf, pesosOf]) {
    const [x, y] = [pesos(a), pesos(b)]
    if (x !== y) return x > y ? -1 : 1
  }
  return (
    VERDICTS_WITH_ERRORS.indexOf(a.verdict) - VERDICTS_WITH_ERRORS.indexOf(b.verdict) || compareSlots(b.slot, a.slot)
  )
}

const openPesosOf = (one: SlotInTrouble): Centavos => (one.state === 'open' ? pesosOf(one) : pesosOfFindings(one))

/** All pesos of a row: what is missing or short at the bank adds to what was paid too little or too much. */
const pesosOf = (one: TroubledSums): Centavos => plus(pesosOfPayout(one), pesosOfFindings(one))

const pesosOfPayout = (one: TroubledSums): Centavos =>
  size(one.underpaid ?? one.overpaid ?? one.notPaidOut ?? one.notCompared ?? ZERO)

const pesosOfFindings = (one: TroubledSums): Centavos => sumOf(SUMS_OF_FINDINGS.map((name) => one[name] ?? ZERO))
