import type { Invoice } from './invoice.ts'

/** One version of an invoice in a slot: read alike by the pulls from `from` up to, not including, `to` (null: still). */
export interface InvoiceVersion {
  readonly invoice: Invoice
  readonly from: number
  readonly to: number | null
}

/** Everything a slot's books say of one invoice, as of one pull. */
export interface HeldInvoice {
  readonly id: string
  /** As the pull lists it; null when it does not. */
  readonly current: Invoice | null
  /** Its first version read as paid or chargeback. It never moves. */
  readonly baseline: Invoice | null
  /** In the list of the slot's baseline pull. */
  readonly inBaselineList: boolean
  /** Listed by some pull after the baseline pull. */
  readonly listedSinceBaseline: boolean
  /** The last version before the current one (or the last of all, when it left). */
  readonly previous: Invoice | null
  /** An earlier version was paid. */
  readonly wasPaid: boolean
  /** An earlier version was a chargeback. */
  readonly wasChargeback: boolean
}

const liveAt = (version: InvoiceVersion, pull: number): boolean =>
  version.from <= pull && (version.to === null || version.to > pull)

/**
 * Folds the versions of one invoice, oldest first, as of a pull.
 * `baselinePull` is the slot's first pull with a final settlement, or null while there is none.
 */
export const heldInvoice = (
  versions: readonly [InvoiceVersion, ...InvoiceVersion[]],
  pull: number,
  baselinePull: number | null,
): HeldInvoice => {
  const known = versions.filter((version) => version.from <= pull)
  const current = known.find((version) => liveAt(version, pull))
  const earlier = known.filter((version) => version !== current).map((version) => version.invoice)
  const isPaidOrCharged = ({ status }: Invoice): boolean => status === 'paid' || status === 'chargeback'
  return {
    id: versions[0].invoice.id,
    current: current?.invoice ?? null,
    baseline: known.map((version) => version.invoice).find(isPaidOrCharged) ?? null,
    inBaselineList: baselinePull !== null && known.some((version) => liveAt(version, baselinePull)),
    listedSinceBaseline: baselinePull !== null && known.some(({ to }) => to === null || to > baselinePull),
    previous: earlier.at(-1) ?? null,
    wasPaid: earlier.some((invoice) => invoice.status === 'paid'),
    wasChargeback: earlier.some((invoice) => invoice.status === 'chargeback'),
  }
}
