import { type Difference, type Discrepancy, differenceOf } from '../findings/discrepancy.ts'
import type { SlotReport } from './slot-report.ts'

/** The figures of a discrepancy; or only reported less expected, null when they are not two numbers. */
export type FiguresOrDifference = Pick<Discrepancy, 'figures'> | { readonly difference: Difference }

/** The facts of a discrepancy that totals need. */
export type DiscrepancyMark = Pick<
  Discrepancy,
  'case' | 'caseAmount' | 'code' | 'subject' | 'severity' | 'state' | 'amount' | 'recovered' | 'slot' | 'ageEnd'
> &
  FiguresOrDifference

export const differenceIn = (one: FiguresOrDifference): Difference =>
  'figures' in one ? differenceOf(one.figures) : one.difference

/** The report of a slot of whose discrepancies only marks are needed. */
export interface CountedReport extends Omit<SlotReport, 'discrepancies'> {
  readonly discrepancies: readonly DiscrepancyMark[]
}

/** Drops the other facts: the reports of all slots of a merchant are in memory together. */
export const countedReportOf = (report: SlotReport): CountedReport => ({
  ...report,
  discrepancies: report.discrepancies.map((one) => ({
    case: one.case,
    caseAmount: one.caseAmount,
    code: one.code,
    subject: one.subject,
    severity: one.severity,
    state: one.state,
    amount: one.amount,
    slot: one.slot,
    ageEnd: one.ageEnd,
    ...(one.recovered !== undefined && { recovered: one.recovered }),
    difference: differenceOf(one.figures),
  })),
})
