import { listFeesTally } from '../fees/list-fees.ts'
import type { Finding } from '../findings/discrepancy.ts'
import { byCodeAndSubject } from '../findings/discrepancy.ts'
import { gatherInvoiceClaims } from '../notifications/notification-claims.ts'
import { gatherFieldNotes } from '../pull/field-notes.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import { gatherOwnSlots } from '../pull/own-slots.ts'
import { Tally, type Totals } from '../pull/tally.ts'
import type { CheckRecord } from '../rules/define-check.ts'
import type { SlotContext, SlotFacts } from '../rules/facts.ts'
import { CHECKS } from '../rules/registry.ts'

/** What the checks of one slot came to. */
export interface CheckResult {
  readonly totals: Totals
  readonly findings: readonly Finding[]
}

/** What the checks look at beside the list and the context: read from the database once the list is folded. */
export type Surroundings = Pick<
  SlotFacts,
  | 'settlement'
  | 'quarantine'
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
 * Folds the list of a slot once, invoice by invoice, and then runs the list of checks over what was gathered. With the totals of a
 * list that was folded before and in which nothing was found (foldedBefore), no invoice is added. Checks from outside may stand beside
 * those of the registry.
 */
export const assess = (context: SlotContext, known: Totals | null = null, records: readonly CheckRecord[] = CHECKS) => {
  const checks = records.flatMap(({ check }) => check ?? [])
  const invoiceChecks = records.flatMap(({ checkInvoice }) => checkInvoice ?? [])
  const tally = new Tally(context.policy, listFeesTally(context.policy, context.slot, context.zone))
  const fields = gatherFieldNotes()
  const ownSlots = gatherOwnSlots(context.slot, context.policy)
  const toldOf = gatherInvoiceClaims(context.notificationClaims)
  const findings: Finding[] = []
  const { atBaseline, now } = context.unreadable
  const neverRead = new Set(known === null ? [...atBaseline].filter((id) => !now.has(id)) : [])

  const add = (held: InvoiceInPull): void => {
    neverRead.delete(held.id)
    tally.add(held)
    fields.add(held)
    ownSlots.add(held)
    toldOf.add(held)
    for (const check of invoiceChecks) for (const finding of check(held, context)) findings.push(finding)
  }

  /** What was found in the invoices added since it was last asked: what is written at once need not be held. */
  const take = (): readonly Finding[] => findings.splice(0)

  const totals = (): Totals => known ?? tally.totals()

  /** What was found and not taken, with what the checks of the slot as a whole find. */
  const finish = (surroundings: Surroundings): CheckResult => {
    if (surroundings.settlement !== null) fields.addSettlement(surroundings.settlement)
    fields.addPages(context.pull.list.unknownFields)
    const gathered = {
      fields: fields.result(),
      ownSlots: ownSlots.result(surroundings.settlement),
      toldOf: toldOf.result(),
      neverRead: [...neverRead],
    }
    const facts = { ...context, ...surroundings, totals: totals(), ...gathered }
    for (const check of checks) for (const finding of check(facts)) findings.push(finding)
    return { totals: facts.totals, findings: findings.sort(byCodeAndSubject) }
  }

  return { add, take, totals, finish }
}
