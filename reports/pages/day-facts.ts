import type { PayoutRule } from '../../src/domain/assessment/payout.ts'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Cause } from '../../src/domain/causes/cause.ts'
import { gapOf } from '../../src/domain/causes/causes.ts'
import { isOpen, SEVERITIES, type Severity } from '../../src/domain/findings/discrepancy.ts'
import type { Centavos } from '../../src/domain/money.ts'
import type { Assumption, Policy } from '../../src/domain/policy.ts'
import { compareSlots, type Slot, type SlotDate } from '../../src/domain/slot.ts'
import type { Language } from '../../src/i18n/language.ts'
import { type NextStep, nextSteps } from '../documents/next-steps.ts'
import type { CountedReport } from './discrepancy-marks.ts'
import { byMethod, byStatus, type InvoiceGroup } from './invoice-groups.ts'
import type { InvoiceToReview } from './invoices-to-review.ts'
import { type ToDo, toDoList } from './to-do-list.ts'
import { type WaterfallStep, waterfall } from './waterfall.ts'

/**
 * Everything the page of a day shows, as plain values of bounded size: the same facts give the same page, byte for byte. What is not
 * here does not change it.
 */
export interface DayFacts {
  readonly language: Language
  readonly merchant: string
  readonly date: SlotDate
  /** In the order of the day. */
  readonly slots: readonly SettlementOfDay[]
  readonly toDo: readonly ToDo[]
  /** Who accepted what is shown as accepted, and why, by the id of the discrepancy. */
  readonly acceptances: Readonly<Record<string, Acceptance>>
  readonly invoices: readonly InvoiceToReview[]
  readonly moreInvoices: number
  readonly byMethod: readonly InvoiceGroup[]
  readonly byStatus: readonly InvoiceGroup[]
  readonly assumptions: readonly Assumption[]
  readonly zone: string
  /** It is a copy for others, without document numbers and names of customers. */
  readonly masked: boolean
}

export interface Acceptance {
  readonly by: string
  readonly reason: string
  /** The last day on which it holds; null for one without an end. */
  readonly until: SlotDate | null
}

/** What the page says of one slot. */
export interface SettlementOfDay {
  readonly slot: Slot
  readonly verdict: Verdict
  /** Of the settlement; null without one. */
  readonly status: string | null
  readonly rule: PayoutRule | null
  readonly invoices: Compared<number>
  readonly collected: Compared<Centavos>
  readonly payout: Compared<Centavos>
  readonly fees: Centavos | null
  readonly adjustments: Centavos | null
  readonly steps: readonly WaterfallStep[]
  readonly difference: Centavos | null
  /** How many are new or open. */
  readonly open: Readonly<Record<Severity, number>>
  readonly accepted: number
  /** The codes of open errors and warnings, each once, gravest first. */
  readonly codes: readonly string[]
  /** Each cause that closes an open gap, with the codes of the gaps it closes. */
  readonly causes: readonly FittingCause[]
  /** There is an open gap for which causes were tried. */
  readonly hasGap: boolean
  /** When the content shown was first read, in the policy's zone; null for a slot never read whole. */
  readonly readAt: string | null
  /** Why the last attempt could not be read whole. */
  readonly incomplete: string | null
  readonly next: readonly NextStep[]
}

/** A figure as reported and as expected; the difference is null where nothing was judged. */
export interface Compared<T> {
  readonly reported: T | null
  readonly expected: T | null
  readonly difference: T | null
}

export interface FittingCause {
  readonly cause: Cause
  readonly closes: readonly string[]
}

/** What the facts of a day are made of. */
export interface DayRead {
  readonly merchant: string
  readonly date: SlotDate
  readonly reports: readonly SlotReport[]
  readonly acceptances: Readonly<Record<string, Acceptance>>
  readonly invoices: readonly InvoiceToReview[]
  readonly moreInvoices: number
  readonly assumptions: readonly Assumption[]
  readonly masked: boolean
}

export const dayFacts = (read: DayRead, language: Language, policy: Policy, zone: Zone): DayFacts => {
  const reports = read.reports.toSorted((a, b) => compareSlots(a.slot, b.slot))
  return {
    language,
    merchant: read.merchant,
    date: read.date,
    slots: reports.map((report) => slotFacts(report, policy, zone)),
    toDo: toDoList(reports),
    acceptances: read.acceptances,
    invoices: read.invoices,
    moreInvoices: read.moreInvoices,
    byMethod: byMethod(reports),
    byStatus: byStatus(reports),
    assumptions: read.assumptions,
    zone: zone.name,
    masked: read.masked,
  }
}

const slotFacts = (report: SlotReport, policy: Policy, zone: Zone): SettlementOfDay => {
  const { slot, verdict, settlement, totals, money, payout, discrepancies } = report
  const steps = waterfall(report, policy)
  const [reported, listed] = [settlement?.invoiceCount ?? null, totals?.counted ?? null]
  const apart = reported === null || listed === null || money.notCompared !== null ? null : reported - listed
  return {
    slot,
    verdict,
    status: settlement?.status ?? null,
    rule: payout?.rule ?? null,
    invoices: { reported, expected: listed, difference: apart },
    collected: comparedIn(steps, 'collected'),
    payout: comparedIn(steps, 'payout'),
    fees: settlement?.fees ?? null,
    adjustments: settlement?.adjustments ?? null,
    steps,
    difference: money.difference,
    open: openIn(report),
    accepted: discrepancies.filter(({ state }) => state === 'accepted').length,
    codes: codesIn(report),
    causes: fittingCauses(report),
    hasGap: discrepancies.some((one) => isOpen(one) && gapOf(one) !== null),
    readAt: report.pulledAt === null ? null : zone.clockAt(report.pulledAt),
    incomplete: report.incomplete?.reason ?? null,
    next: nextSteps(report, true, []),
  }
}

const comparedIn = (steps: readonly WaterfallStep[], name: WaterfallStep['name']): Compared<Centavos> => {
  const { reported = null, expected = null, difference = null } = steps.find((step) => step.name === name) ?? {}
  return { reported, expected, difference }
}

/** How many of a slot are new or open, by severity. */
export const openIn = ({ discrepancies }: Pick<CountedReport, 'discrepancies'>): Readonly<Record<Severity, number>> => {
  const open = discrepancies.filter(isOpen)
  const of = (severity: Severity): number => open.filter((one) => one.severity === severity).length
  return { error: of('error'), warning: of('warning'), info: of('info') }
}

const codesIn = ({ discrepancies }: SlotReport): readonly string[] => {
  const open = discrepancies.filter(isOpen)
  const of = (severity: Severity): readonly string[] =>
    open.filter((one) => one.severity === severity).map(({ code }) => code)
  return [...new Set([...of('error'), ...of('warning')])]
}

/** Each once: collected and count are often closed by the same. */
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

/** Needs somebody's attention before the others. */
export const isTroubled = (slot: SettlementOfDay): boolean => gravityOf(slot) > 0

/** The gravest first; slots alike stay in the order of the day. */
export const byGravity = (a: SettlementOfDay, b: SettlementOfDay): number => gravityOf(b) - gravityOf(a)

const gravityOf = ({ verdict, open }: SettlementOfDay): number => {
  if (open.error > 0 || TROUBLED.includes(verdict)) return 2
  return open.warning > 0 ? 1 : 0
}
const TROUBLED: readonly Verdict[] = ['incomplete', 'failed', 'discrepant', 'not-pulled']

/** How many are new or open over several slots. */
export const openInAll = (slots: readonly SettlementOfDay[]): Readonly<Record<Severity, number>> => {
  const sums = SEVERITIES.map(
    (severity) => [severity, slots.reduce((sum, { open }) => sum + open[severity], 0)] as const,
  )
  const { error = 0, warning = 0, info = 0 } = Object.fromEntries(sums)
  return { error, warning, info }
}
