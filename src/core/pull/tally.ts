import type { FeesTally, ListFees } from '../fees/list-fees.ts'
import { counts, type Invoice, statusCounts, worthOf } from '../invoice.ts'
import { type Centavos, plus, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { InvoiceInPull } from './invoice-in-pull.ts'

/** A number of invoices and their sum in centavos. `paid` leaves out invoices without a payment. */
export interface Sum {
  readonly invoices: number
  readonly amount: Centavos
  readonly paid: Centavos
}

/** The figures that are compared with the settlement. */
export interface CountedInvoices {
  /** c: the number of invoices that count. */
  readonly counted: number
  /** S: the sum of `paid` (or of `amount`, by policy) of those that count. */
  readonly collected: Centavos
}

/** The folded list of a slot: a million invoices are counted and summed without being in memory. */
export interface Totals extends CountedInvoices {
  /** Invoices in the list. */
  readonly kept: number
  /** All listed invoices. */
  readonly listed: Sum
  /** Keyed by status, as it came. */
  readonly byStatus: ReadonlyMap<string, Sum>
  /** Keyed by payment method, as it came; only invoices that count. */
  readonly byMethod: ReadonlyMap<string, Sum>
  /** The fees, under the tariff, of those that count; absent without a tariff. */
  readonly fees?: ListFees
}

const NOTHING: Sum = { invoices: 0, amount: ZERO, paid: ZERO }

const added = (sum: Sum, invoice: Invoice): Sum => ({
  invoices: sum.invoices + 1,
  amount: plus(sum.amount, invoice.amount),
  paid: plus(sum.paid, invoice.paid ?? ZERO),
})

/** Counts and sums of one list, taken in one pass. */
export class Tally {
  readonly #policy: Policy
  readonly #fees: FeesTally | null
  readonly #byStatus = new Map<string, Sum>()
  readonly #byMethod = new Map<string, Sum>()
  #listed = NOTHING
  #counted = 0
  #collected = ZERO

  /** `fees` is null without a tariff. */
  constructor(policy: Policy, fees: FeesTally | null = null) {
    this.#policy = policy
    this.#fees = fees
  }

  add(inPull: InvoiceInPull): void {
    const invoice = inPull.current
    if (invoice === null) return
    this.#listed = added(this.#listed, invoice)
    this.#byStatus.set(invoice.status, added(this.#byStatus.get(invoice.status) ?? NOTHING, invoice))
    if (!counts(invoice, this.#policy)) return
    this.#fees?.add(invoice)
    const method = invoice.paymentMethod ?? ''
    this.#byMethod.set(method, added(this.#byMethod.get(method) ?? NOTHING, invoice))
    this.#counted += 1
    this.#collected = plus(this.#collected, worthOf(invoice, this.#policy))
  }

  totals(): Totals {
    return {
      kept: this.#listed.invoices,
      counted: this.#counted,
      collected: this.#collected,
      listed: this.#listed,
      byStatus: this.#byStatus,
      byMethod: this.#byMethod,
      ...(this.#fees === null ? {} : { fees: this.#fees.result() }),
    }
  }
}

/** c and S of a list that was folded before, under this policy, which may differ from the one in force then. */
export const countedIn = ({ byStatus }: Totals, policy: Policy): CountedInvoices => {
  const sums = [...byStatus].filter(([status]) => statusCounts(status, policy)).map(([, sum]) => sum)
  return {
    counted: sums.reduce((number, { invoices }) => number + invoices, 0),
    collected: sums.reduce((all, sum) => plus(all, sum[policy.collectedBasis]), ZERO),
  }
}
