import { type Invoice, isPaidOrCharged } from '../invoice.ts'
import type { Centavos } from '../money.ts'

/**
 * One version of an invoice in a slot, shown by the pulls from `from` up to, but not including, `to` (null: until now).
 */
export interface InvoiceVersion {
  readonly invoice: Invoice
  readonly from: number
  readonly to: number | null
}

/** Everything the database knows about one invoice of a slot, as of one pull. */
export interface InvoiceInPull {
  readonly id: string
  /** As the pull lists it; null when it does not list it. */
  readonly current: Invoice | null
  /** Its first version read as paid or chargeback; it never changes. */
  readonly baseline: Invoice | null
  /** Whether it is in the list of the slot's baseline pull. */
  readonly inBaselineList: boolean
  /** Whether some pull after the baseline pull listed it. */
  readonly listedSinceBaseline: boolean
  /** The version before the current one, or the last version when it left. */
  readonly previous: Invoice | null
  /** An earlier version was paid. */
  readonly wasPaid: boolean
  /** An earlier version was a chargeback. */
  readonly wasChargeback: boolean
}

const liveAt = ({ from, to }: InvoiceVersion, pull: number): boolean => from <= pull && (to === null || to > pull)

/**
 * Folds the versions of one invoice, oldest first, as of a pull. `baselinePull` is the slot's first pull with a final
 * settlement, or null while there is none. One loop without a list, since it runs for every invoice of every slot, and
 * most have one version.
 */
export const invoiceInPull = (
  versions: readonly [InvoiceVersion, ...InvoiceVersion[]],
  pull: number,
  baselinePull: number | null,
): InvoiceInPull => {
  let current: Invoice | null = null
  let previous: Invoice | null = null
  let baseline: Invoice | null = null
  let inBaselineList = false
  let listedSinceBaseline = false
  let wasPaid = false
  let wasChargeback = false
  for (const version of versions) {
    const { invoice, from, to } = version
    if (from > pull) break
    if (baseline === null && isPaidOrCharged(invoice)) baseline = invoice
    if (baselinePull !== null) {
      inBaselineList ||= liveAt(version, baselinePull)
      listedSinceBaseline ||= to === null || to > baselinePull
    }
    if (liveAt(version, pull)) {
      current = invoice
    } else {
      previous = invoice
      wasPaid ||= invoice.status === 'paid'
      wasChargeback ||= invoice.status === 'chargeback'
    }
  }
  const { id } = versions[0].invoice
  return { id, current, baseline, inBaselineList, listedSinceBaseline, previous, wasPaid, wasChargeback }
}

/** What the invoice paid, in centavos; where the present list does not say, what an earlier one said. */
export const lastPaidOf = ({
  current,
  baseline,
  previous,
}: Pick<InvoiceInPull, 'current' | 'baseline' | 'previous'>): Centavos | null =>
  current?.paid ?? baseline?.paid ?? previous?.paid ?? null
