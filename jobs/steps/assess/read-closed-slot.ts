import type { Closing } from '../../../src/core/findings/act.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { type Pull, unreadableIds } from '../../../src/core/pull/pull.ts'
import type { Totals } from '../../../src/core/pull/tally.ts'
import { type ClosedSlot, gatherRestated, type RestatedInvoices } from '../../../src/rules/assessment/restatement.ts'
import type { Store } from '../../../src/store/store.ts'

interface ClosedSlotContext {
  readonly store: Store
  readonly policy: Policy
  readonly signal: AbortSignal
}

/** The slot as read before its date was closed, and the differences of the present pull. */
export const readClosedSlot = async (
  context: ClosedSlotContext,
  closing: Closing,
  pull: Pull,
  totals: Totals,
): Promise<ClosedSlot> => {
  const { pull: then, findings } = await context.store.periods.stateAt(pull.slot, closing.number)
  const settlement = then?.settlement ?? null
  const wasRead = then !== null
  return {
    closing,
    wasRead,
    settlement,
    findings,
    invoices: await restatedInvoices(context, closing, then, pull, totals),
  }
}

/** A slot that was first read after the closing has only new invoices: these are reported as a sum, not one by one. */
const restatedInvoices = async (
  { store, policy, signal }: ClosedSlotContext,
  closing: Closing,
  then: Pull | null,
  pull: Pull,
  totals: Totals,
): Promise<RestatedInvoices> => {
  if (then === null) return { findings: [], counted: totals.counted, collected: totals.collected }
  const gathered = gatherRestated(closing, policy)
  if (then.contentId === pull.contentId) return gathered.result()
  const unreadable = unreadableIds(await store.pulls.quarantine(pull))
  for await (const page of store.periods.listDifferences(pull.slot, then.id, pull.id)) {
    signal.throwIfAborted()
    for (const invoice of page) if (!unreadable.has(invoice.id)) gathered.add(invoice)
  }
  return gathered.result()
}
