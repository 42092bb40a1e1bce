import { isBusinessDay } from '../../src/core/calendar/business-days.ts'
import type { Instant, Zone } from '../../src/core/calendar/calendar.ts'
import { type Cause, type Finding, isDecided, isOpen, type Severity } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import type { PayoutRule } from '../../src/core/payout.ts'
import type { Assumption, Policy } from '../../src/core/policy.ts'
import { compareSlots, type Slot, type SlotDate } from '../../src/core/slot.ts'
import { GRAVE_VERDICTS, type Verdict } from '../../src/core/verdict.ts'
import type { NotCompared } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { isCreditExpected } from '../../src/rules/account/settlement-money.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import { countedReportOf, type SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { gapOf } from '../../src/rules/causes/registry.ts'
import type { SettlementArrival } from '../../src/rules/checks/bank.ts'
import { recordOf } from '../../src/rules/registry.ts'
import type { Start } from '../../src/std/start.ts'
import { type FirstSentence, firstSentence, othersIn } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { type NextStep, nextSteps } from '../documents/next-steps.ts'
import { type DatedPart, partsOfAnswer } from './answer.tsx'
import { type Bridge, bridge } from './bridge.ts'
import { byMethod, byStatus, type InvoiceGroup } from './invoice-groups.ts'
import type { InvoiceToReview } from './invoices-to-review.ts'
import { type MoneyGroup, moneyTable } from './money-table.ts'
import { type ProblemGroup, problemList } from './problem-list.ts'
import { type BadgeOf, badgeIn } from './result.ts'
import { type WaterfallStep, waterfall } from './waterfall.ts'

/**
 * A part of a payout, reported and expected. Each column adds up to its payout, and the differences to the difference.
 */
interface ComparedPart {
  readonly name: 'collected' | 'feesDeducted' | 'adjustments' | 'keptByGateway' | 'unexplained' | 'payout'
  readonly reported: Centavos | null
  readonly expected: Centavos | null
  /** Null when nothing was compared. */
  readonly difference: Centavos | null
}

/** The parts of a settlement's payout, reported and expected; parts of 0 are left out. */
export const comparison = (report: SlotReport, policy: Policy): readonly ComparedPart[] => {
  const { settlement, money, payout: reading } = report
  if (settlement === null) return []
  const steps = waterfall(report, policy)
  const isCompared = money.difference !== null
  const line = (name: ComparedPart['name'], reported: Centavos, expected: Centavos | null): ComparedPart => {
    const known = money.expected === null ? null : expected
    return { name, reported, expected: known, difference: isCompared && known !== null ? minus(reported, known) : null }
  }
  const listed = money.listed ?? ZERO
  const isKept = reading !== null && !reading.fromCollected && reading.rule !== 'unchecked'
  const parts = [
    line('collected', settlement.collected, listed),
    ...(['fees', 'adjustments'] as const).map((name) => {
      const effect = effectOf(steps, name)
      return line(name === 'fees' ? 'feesDeducted' : 'adjustments', effect, effect)
    }),
    line('keptByGateway', isKept ? negate(settlement.collected) : ZERO, isKept ? negate(listed) : ZERO),
  ]
  const rest = minus(settlement.payout, sumOf(parts.map(({ reported }) => reported ?? ZERO)))
  return [
    ...parts.filter(({ name, reported, expected }) => name === 'collected' || !isNothing(reported, expected)),
    ...(rest === ZERO ? [] : [line('unexplained', rest, ZERO)]),
    line('payout', settlement.payout, money.expected),
  ]
}

const effectOf = (steps: readonly WaterfallStep[], name: 'fees' | 'adjustments'): Centavos =>
  steps.find((step) => step.name === name)?.effect ?? ZERO

const isNothing = (reported: Centavos | null, expected: Centavos | null): boolean =>
  (reported ?? ZERO) === ZERO && (expected ?? ZERO) === ZERO

/**
 * Everything the page of a day shows, as plain values of bounded size. The page depends on nothing else: equal facts
 * give the same bytes.
 */
export interface DayFacts extends Omit<DaySources, 'reports' | 'canAsk'> {
  readonly language: Language
  /** The time of the newest content shown, in the policy's zone; null when nothing was read whole. */
  readonly asOf: string | null
  readonly sentence: FirstSentence
  readonly answer: readonly DatedPart[]
  /** What is open and in no kind of the answer. */
  readonly others: number
  /** In the order of the day. */
  readonly slots: readonly SettlementOfDay[]
  readonly table: readonly MoneyGroup[]
  readonly bridge: Bridge
  readonly problems: readonly ProblemGroup[]
  readonly byMethod: readonly InvoiceGroup[]
  readonly byStatus: readonly InvoiceGroup[]
  readonly zone: string
}

export interface Neighbours {
  readonly previous: SlotDate | null
  readonly next: SlotDate | null
}

export const NO_NEIGHBOURS: Neighbours = { previous: null, next: null }

/** A person's words when accepting or claiming a discrepancy. */
export interface DecisionNote {
  readonly by: string
  readonly reason: string
  /** The operator's reference for a claim. */
  readonly ticket: string | null
  /** The last day on which the decision holds; null when it has no end. */
  readonly until: SlotDate | null
}

/** The facts about one slot on the page. */
export interface SettlementOfDay {
  readonly slot: Slot
  readonly verdict: Verdict
  readonly badge: BadgeOf
  /** The settlement's status; null without a settlement. */
  readonly status: string | null
  readonly rule: PayoutRule | null
  readonly invoices: ComparedFigure<number>
  /** Records of its list that cannot be read. */
  readonly malformed: number
  readonly collected: ComparedFigure<Centavos>
  readonly payout: ComparedFigure<Centavos>
  readonly parts: readonly ComparedPart[]
  /** Fees that are not deducted from the payout; null when unknown. */
  readonly feesNotDeducted: Centavos | null
  readonly steps: readonly WaterfallStep[]
  readonly difference: Centavos | null
  readonly notCompared: NotCompared | null
  /** Number of open cases, by severity. */
  readonly open: Readonly<Record<Severity, number>>
  /** Number of accepted and claimed cases. */
  readonly decided: number
  /** Each cause that explains an open gap, with the codes of the gaps it explains. */
  readonly causes: readonly FittingCause[]
  /** Whether there is an open gap for which causes were tried. */
  readonly hasGap: boolean
  /** Whether a credit should arrive at the bank for its payout. */
  readonly isCreditExpected: boolean
  /** What arrived at the bank of this payout; null when nothing is tied to it or proposed for it. */
  readonly arrival: SettlementArrival | null
  /** BANK_MISSING was found and is not resolved; an acceptance does not change that. */
  readonly isMissingAtBank: boolean
  /** When the content shown was first read, in the policy's zone; null for a slot never read whole. */
  readonly readAt: string | null
  /** Why the last attempt was not read whole. */
  readonly incomplete: string | null
  readonly next: readonly NextStep[]
}

/** A figure as reported and as expected; the difference is null when nothing was judged. */
interface ComparedFigure<T> {
  readonly reported: T | null
  readonly expected: T | null
  readonly difference: T | null
}

export interface FittingCause {
  readonly cause: Cause
  readonly closes: readonly string[]
}

/** The facts from the database that the page of a day needs. */
export interface DaySources {
  readonly merchant: string
  /** The merchants that the settings list; empty when they are about one. */
  readonly merchants: readonly string[]
  /** How the program was started that makes the page. */
  readonly start: Start
  /** Whether the settings name the service, so that it can be asked again. */
  readonly canAsk: boolean
  readonly date: SlotDate
  /** The nearest days before and after it that have pages. */
  readonly neighbours: Neighbours
  readonly reports: readonly SlotReport[]
  /** Who accepted or claimed a discrepancy, and why; by its id. */
  readonly decisions: Readonly<Record<string, DecisionNote>>
  readonly invoices: readonly InvoiceToReview[]
  readonly moreInvoices: number
  readonly assumptions: readonly Assumption[]
  /** Whether the workbook of the day stands beside the page. */
  readonly hasWorkbook: boolean
  /** Whether the page is a copy for others, without document numbers and names of customers. */
  readonly masked: boolean
}

export const dayFacts = (read: DaySources, language: Language, policy: Policy, zone: Zone): DayFacts => {
  const { reports: unsorted, canAsk, ...shown } = read
  const reports = unsorted.toSorted((a, b) => compareSlots(a.slot, b.slot))
  const newest = newestOf(reports)
  const position = positionOf(reports)
  return {
    ...shown,
    language,
    asOf: newest === null ? null : zone.clockAt(newest),
    sentence: firstSentence(position, language, isBusinessDay(read.date) ? 1 : 0),
    others: othersIn(position),
    answer: partsOfAnswer(position, reports.map(countedReportOf), true),
    slots: reports.map((report) => slotFacts(report, policy, zone, canAsk)),
    table: moneyTable(reports, policy),
    bridge: bridge(reports),
    problems: problemList(reports, zone),
    byMethod: byMethod(reports),
    byStatus: byStatus(reports),
    zone: zone.name,
  }
}

/** Ages count to the newest content shown, not to now, so that an unchanged database gives the same page. */
export const newestOf = (reports: readonly Pick<SlotReport, 'pulledAt'>[]): Instant | null =>
  reports.reduce<Instant | null>((newest, { pulledAt }) => {
    if (pulledAt === null) return newest
    return newest === null ? pulledAt : Math.max(newest, pulledAt)
  }, null)

const slotFacts = (report: SlotReport, policy: Policy, zone: Zone, canAsk: boolean): SettlementOfDay => {
  const { slot, verdict, settlement, totals, list, money, payout, discrepancies } = report
  const steps = waterfall(report, policy)
  const [reported, listed] = [settlement?.invoiceCount ?? null, totals?.counted ?? null]
  const apart = reported === null || listed === null || money.notCompared !== null ? null : reported - listed
  return {
    slot,
    verdict,
    badge: badgeIn(report),
    status: settlement?.status ?? null,
    rule: payout?.rule ?? null,
    invoices: { reported, expected: listed, difference: apart },
    malformed: list?.malformed ?? 0,
    collected: comparedIn(steps, 'collected'),
    payout: comparedIn(steps, 'payout'),
    parts: comparison(report, policy),
    feesNotDeducted: money.parts?.feesNotDeducted ?? null,
    steps,
    difference: money.difference,
    notCompared: money.notCompared,
    open: openIn(report),
    decided: groupCases(discrepancies).filter(isDecided).length,
    causes: fittingCauses(report),
    hasGap: discrepancies.some((one) => isOpen(one) && gapOf(one) !== null),
    isCreditExpected: isCreditExpected(money),
    arrival: report.arrival,
    isMissingAtBank: discrepancies.some((one) => one.state !== 'resolved' && isMissingAtBank(one)),
    readAt: report.pulledAt === null ? null : zone.clockAt(report.pulledAt),
    incomplete: report.incomplete?.reason ?? null,
    next: nextSteps(report, true, []).filter(({ asksService }) => canAsk || asksService !== true),
  }
}

const isMissingAtBank = ({ code }: Pick<Finding, 'code'>): boolean => recordOf(code)?.bucket === 'bankMissing'

const comparedIn = (steps: readonly WaterfallStep[], name: WaterfallStep['name']): ComparedFigure<Centavos> => {
  const { reported = null, expected = null, difference = null } = steps.find((step) => step.name === name) ?? {}
  return { reported, expected, difference }
}

/** The number of open cases of a slot, by severity. */
const openIn = ({ discrepancies }: SlotReport): Readonly<Record<Severity, number>> => {
  const open = groupCases(discrepancies).filter(isOpen)
  const of = (severity: Severity): number => open.filter(({ first }) => first.severity === severity).length
  return { error: of('error'), warning: of('warning'), info: of('info') }
}

/** The causes without repetition: collected and count often have the same. */
const fittingCauses = ({ discrepancies }: SlotReport): readonly FittingCause[] => {
  const fitting = new Map<string, { readonly cause: Cause; readonly closes: string[] }>()
  for (const { code, causes } of discrepancies.filter(isOpen))
    for (const cause of causes) {
      const known = fitting.get(cause.detail)
      if (known === undefined) fitting.set(cause.detail, { cause, closes: [code] })
      else known.closes.push(code)
    }
  return [...fitting.values()]
}

/** Whether a settlement has a card on the page: there is something to see to. */
export const hasCard = ({ verdict, open }: SettlementOfDay): boolean =>
  open.error + open.warning > 0 || GRAVE_VERDICTS.includes(verdict)
