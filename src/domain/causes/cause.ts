import type { Code } from '../findings/discrepancy.ts'

/** Why a gap may be there, in the order in which it is told. The list is fixed: programs know these codes. */
export const CAUSE_CODES = [
  'ADJUSTMENTS_OTHER_SIGN',
  'FEES_NOT_DEDUCTED',
  'POSTPAID_FEES_DEDUCTED',
  'ADJUSTMENTS_IGNORED',
  'FEES_ADDED',
  'PAYOUT_IS_COLLECTED',
  'PAYOUT_IS_ZERO',
  'CLAMPED_AT_ZERO',
  'CHARGEBACKS_EXCLUDED',
  'CHARGEBACKS_DEDUCTED',
  'AMOUNT_BASIS',
  'INVOICE_EXTRA',
  'INVOICE_IN_NEIGHBOUR',
  'COUNTED_TWICE',
  'OTHER_CYCLE_LABEL',
  'TAX_ON_FEES',
  'CARRIED_OVER',
  'ROUNDING',
] as const
export type CauseCode = (typeof CAUSE_CODES)[number]

/** Something that would close a gap to the centavo. That it fits does not make it true: what fits is not yet explained. */
export interface Cause {
  readonly code: CauseCode
  /** What would have happened, in a sentence. */
  readonly detail: string
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** In how many ways it fits: how many single invoices or slots would each close the gap alone. */
  readonly candidates: number
  /** The other causes that close the same gap: the figures cannot tell them apart. */
  readonly tiedWith: readonly CauseCode[]
}

/** Nobody knows a cause, or nobody looked for one. */
export const NO_CAUSES: readonly Cause[] = []

/** The gaps that causes are looked for. */
export type GapName = 'payout' | 'collected' | 'count'

/** Which gap a discrepancy is about. A list that is missing is missed by its count, which closes only together with its sum. */
export const GAP_OF: Readonly<Partial<Record<Code, GapName>>> = {
  PAYOUT_MISMATCH: 'payout',
  COLLECTED_MISMATCH: 'collected',
  COUNT_MISMATCH: 'count',
  INVOICES_MISSING: 'count',
}

/** The discrepancies for which causes are looked. */
export const WITH_CAUSES = Object.keys(GAP_OF) as readonly Code[]

export const sameCauses = (a: readonly Cause[], b: readonly Cause[]): boolean =>
  a.length === b.length && a.every((cause, at) => sameCause(cause, b[at]))

/** What it is tied with follows from the others beside it. */
const sameCause = (a: Cause, b: Cause | undefined): boolean =>
  a.code === b?.code &&
  a.detail === b.detail &&
  a.candidates === b.candidates &&
  a.invoices.join('\n') === b.invoices.join('\n')
