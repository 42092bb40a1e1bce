import { listFeesTally } from '../../core/fees/list-fees.ts'
import { byCodeAndSubject, type Finding } from '../../core/findings/discrepancy.ts'
import { gatherInvoiceClaims, type NotificationClaims } from '../../core/notifications/notification.ts'
import { gatherFieldNotes } from '../../core/pull/field-notes.ts'
import { gatherOwnSlots, type InvoiceInPull } from '../../core/pull/invoice-in-pull.ts'
import type { Departure, Pull } from '../../core/pull/pull.ts'
import { Tally, type Totals } from '../../core/pull/tally.ts'
import type { Slot } from '../../core/slot.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { CheckRecord } from '../define-check.ts'
import type { SlotContext, SlotFacts } from '../facts.ts'
import { CHECKS, isCode } from '../registry.ts'

/** The result of checking a slot's latest whole pull. It is stored, so that the reports of a day need not fold every slot again. */
export interface Assessment {
  readonly slot: Slot
  readonly pullId: number
  readonly verdict: Verdict
  readonly totals: Totals
  /** The rules under which it was judged; see `rulebookOf`. */
  readonly rulebook: string
}

/**
 * Identifies the rules under which a slot is judged: the number of the policy, the version of cuadre, and the codes of
 * checks from outside. A slot that was judged under other rules is judged again.
 */
export const rulebookOf = (policyNumber: number, version: string, checks: readonly CheckRecord[] = CHECKS): string => {
  const others = checks.map(({ code }) => code).filter((code) => !isCode(code))
  return [policyNumber, version, ...others.sort()].join(' ')
}

export const partsOfRulebook = (rulebook: string): { readonly policyNumber: number; readonly version: string } => {
  const [number = '', version = ''] = rulebook.split(' ')
  return { policyNumber: Number(number), version }
}

/** The result of the checks of one slot. */
interface CheckResult {
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
  | 'feesInvoice'
  | 'rents'
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

/** The facts that decide whether the totals of a slot's last check hold for its latest pull. */
export interface ReuseFacts {
  readonly pull: Pull
  /** That of the last check; null before the first. */
  readonly assessment: Assessment | null
  /** The rules of the present check; see `rulebookOf`. */
  readonly rulebook: string
  /** Whether the last check showed a discrepancy. */
  readonly isShowing: boolean
  readonly departures: ReadonlyMap<string, Departure>
  readonly notificationClaims: NotificationClaims
  /** Whether the day is or was closed. Its findings were then compared with the closing, not with the slot's own past. */
  readonly wasClosed: boolean
}

/**
 * The totals of a list that need not be read back and folded again, since an earlier pull had the same content, the same rules found
 * nothing in it, and no notification names its invoices. Checks that depend on time or on other slots still run. Null
 * when the list must be read back.
 */
export const reusableTotals = (facts: ReuseFacts): Totals | null => {
  const { pull, assessment, rulebook, isShowing, departures, notificationClaims, wasClosed } = facts
  if (wasClosed || assessment === null || assessment.rulebook !== rulebook) return null
  const isRepeated = assessment.pullId >= pull.contentId && assessment.pullId < pull.id
  const wasFlawless = !isShowing && departures.size === 0
  return isRepeated && wasFlawless && notificationClaims.claims.length === 0 ? assessment.totals : null
}
