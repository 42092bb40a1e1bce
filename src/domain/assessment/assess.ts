import { listFeesTally } from '../fees/list-fees.ts'
import { byCodeAndSubject, type Finding } from '../findings/discrepancy.ts'
import { gatherInvoiceClaims } from '../notifications/notification-claims.ts'
import { gatherFieldNotes } from '../pull/field-notes.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import { gatherOwnSlots } from '../pull/own-slots.ts'
import { Tally, type Totals } from '../pull/tally.ts'
import type { CheckRecord } from '../rules/define-check.ts'
import type { SlotContext, SlotFacts } from '../rules/facts.ts'
import { CHECKS } from '../rules/registry.ts'

/** The result of the checks of one slot. */
export interface CheckResult {
  readonly totals: Totals
  readonly findings: readonly Finding[]
}

/** Facts other than the list and the context. They are read from the database after the list was folded. */
export type StoredFacts = Pick<
  SlotFacts,
  | 'settlement'
  | 'lastCollected'
  | 'quarantine'
  | 'paidElsewhere'
  | 'repeats'
  | 'shared'
  | 'unlistedInvoices'
  | 'previousGatewayRule'
  | 'contradictions'
  | 'adjustment'
  | 'notDebited'
  | 'bank'
>

/**
 * Folds the list of a slot once, invoice by invoice, and then runs the checks over the result. When the totals of an
 * earlier fold without findings are given (`reusableTotals`), no invoice is added. `records` may include checks from
 * outside.
 */
export const assess = (
  context: SlotContext,
  reused: Totals | null = null,
  records: readonly CheckRecord[] = CHECKS,
) => {
  const checks = records.flatMap(({ check }) => check ?? [])
  const invoiceChecks = records.flatMap(({ checkInvoice }) => checkInvoice ?? [])
  const tally = new Tally(context.policy, listFeesTally(context.policy, context.slot, context.zone))
  const fields = gatherFieldNotes()
  const ownSlots = gatherOwnSlots(context.slot, context.policy)
  const notifiedInvoices = gatherInvoiceClaims(context.notificationClaims)
  const findings: Finding[] = []
  const { atBaseline, now } = context.unreadable
  const neverRead = new Set(reused === null ? [...atBaseline].filter((id) => !now.has(id)) : [])

  const add = (invoice: InvoiceInPull): void => {
    neverRead.delete(invoice.id)
    tally.add(invoice)
    fields.add(invoice)
    ownSlots.add(invoice)
    notifiedInvoices.add(invoice)
    for (const check of invoiceChecks) for (const finding of check(invoice, context)) findings.push(finding)
  }

  /** The findings in the invoices that were added since the last call. Findings that are stored at once need not stay in memory. */
  const take = (): readonly Finding[] => findings.splice(0)

  const totals = (): Totals => reused ?? tally.totals()

  /** The ids of invoices that notifications name but the folded list does not have. */
  const claimsNotListed = (): readonly string[] => notifiedInvoices.notListed()

  /** The findings that were not taken yet, and those of the checks of the whole slot. */
  const finish = (stored: StoredFacts): CheckResult => {
    if (stored.settlement !== null) fields.addSettlement(stored.settlement)
    fields.addPages(context.pull.list.unknownFields)
    const gathered = {
      fields: fields.result(),
      ownSlots: ownSlots.result(stored.settlement),
      notifiedInvoices: notifiedInvoices.result(),
      neverRead: [...neverRead],
    }
    const facts = { ...context, ...stored, totals: totals(), ...gathered }
    for (const check of checks) for (const finding of check(facts)) findings.push(finding)
    return { totals: facts.totals, findings: findings.sort(byCodeAndSubject) }
  }

  return { add, take, totals, claimsNotListed, finish }
}
