import { asText, type Figures, inCop, inInvoices } from '../../findings/discrepancy.ts'
import type { Invoice } from '../../invoice.ts'
import { type Centavos, minus, ZERO } from '../../money.ts'
import {
  type ClaimOnInvoice,
  type ClaimOnSettlement,
  invoiceClaims,
  isOlder,
  settlementClaim,
} from '../../notifications/notification-claims.ts'
import { isFinal, sameCycle } from '../../policy.ts'
import { SETTLEMENT_SUMS, type Settlement } from '../../settlement.ts'
import { isSameDate } from '../../slot.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'
import { isListJudged, ownSettlement } from '../judged.ts'
import { type Subject, settlementField, theInvoice } from '../subject.ts'

type Disagreement =
  | { readonly kind: 'status'; readonly read: string | null; readonly notified: string }
  | {
      readonly kind: 'sum'
      readonly field: string
      readonly read: Centavos | null
      readonly notified: Centavos
    }
  | { readonly kind: 'count'; readonly read: number; readonly notified: number }

type Disagreements = readonly Observation<Figures, Disagreement>[]

const older = (subject: Subject, read: string | null, notified: string, paid: Centavos | null = null): Disagreements =>
  observed(subject, asText(read, notified), { kind: 'status', read, notified } as const, null, paid)

/** A sum that was not notified says nothing. */
const sumDiffers = (
  subject: Subject,
  field: string,
  read: Centavos | null,
  notified: Centavos | null,
): Disagreements =>
  notified === null || read === notified
    ? NOTHING
    : observed(
        subject,
        inCop(read, notified),
        { kind: 'sum', field, read, notified } as const,
        null,
        minus(read ?? ZERO, notified),
      )

const countDiffers = (read: number, notified: number | null): Disagreements =>
  notified === null || read === notified
    ? NOTHING
    : observed(settlementField('invoiceCount'), inInvoices(read, notified), { kind: 'count', read, notified } as const)

const settlementDisagrees = (facts: SlotFacts): Disagreements => {
  const notified = settlementClaim(facts.notificationClaims)
  if (notified === null) return NOTHING
  if (facts.settlement === null) return older(settlementField('status'), null, notified.status)
  const own = ownSettlement(facts)
  if (own === null) return NOTHING
  const status = isOlder(own.status, notified) ? older(settlementField('status'), own.status, notified.status) : NOTHING
  return isFinal(notified.status, facts.policy) ? [...status, ...settlementSums(own, notified)] : status
}

const settlementSums = (settlement: Settlement, notified: ClaimOnSettlement): Disagreements => [
  ...SETTLEMENT_SUMS.flatMap((field) => sumDiffers(settlementField(field), field, settlement[field], notified[field])),
  ...countDiffers(settlement.invoiceCount, notified.invoiceCount),
]

const invoicesDisagree = (facts: SlotFacts): Disagreements =>
  invoiceClaims(facts.notificationClaims).flatMap((notified) => {
    const { invoiceId, status } = notified
    const held = facts.toldOf.get(invoiceId)
    const statusField = theInvoice(invoiceId, 'status')
    if (!held?.current) return isMissed(notified, facts) ? older(statusField, null, status, notified.paid) : NOTHING
    const { current } = held
    const isReversed = held.wasChargeback && current.status === 'paid'
    const statuses =
      isOlder(current.status, notified) && !isReversed
        ? older(statusField, current.status, status, current.paid ?? notified.paid)
        : NOTHING
    return [...statuses, ...invoiceSums(current, notified)]
  })

const invoiceSums = (invoice: Invoice, notified: ClaimOnInvoice): Disagreements =>
  (['amount', 'paid'] as const).flatMap((field) =>
    sumDiffers(theInvoice(notified.invoiceId, field), field, invoice[field], notified[field]),
  )

/**
 * An invoice that was notified as paid in this slot and is not listed, unless it names another slot now or may be a quarantined record.
 */
const isMissed = ({ invoiceId, status }: ClaimOnInvoice, { departures, slot, policy, pull }: SlotFacts): boolean => {
  if ((status !== 'paid' && status !== 'chargeback') || !isListJudged(pull.list)) return false
  const departure = departures.get(invoiceId)
  if (departure === undefined || departure.ownDate === null || departure.ownCycle === null) return true
  return isSameDate(departure.ownDate, slot.date) && sameCycle(departure.ownCycle, slot.cycle, policy)
}

export const webhookDisagrees = defineCheck({
  code: 'WEBHOOK_DISAGREES',
  severity: 'error',
  acts: 'operator',
  /** A pull that began after a notification shows the state that was notified, or a later one, and the same sums. */
  check: (facts) => [...settlementDisagrees(facts), ...invoicesDisagree(facts)],
  title: { en: 'A notification said something else', es: 'Una notificación dijo otra cosa' },
  when: 'a pull sees an earlier state, or another sum, than a notification said before it; one for each field. The sums of a settlement that was not final in the notification may still change',
  message: {
    en: ({ data }, say) => {
      if (data.kind === 'status') {
        const read = data.read === null ? 'not there' : say.status(data.read)
        return `a notification said ${say.status(data.notified)}; read afterwards it is ${read}`
      }
      return data.kind === 'count'
        ? `the number of invoices is ${data.read} and a notification said ${data.notified}`
        : `${say.field(data.field)} is ${say.money(data.read)} and a notification said ${say.money(data.notified)}`
    },
    es: ({ data }, say) => {
      if (data.kind === 'status') {
        const read = data.read === null ? 'no está' : say.status(data.read)
        return `una notificación dijo ${say.status(data.notified)}; leída después está: ${read}`
      }
      return data.kind === 'count'
        ? `el número de facturas es ${data.read} y una notificación dijo ${data.notified}`
        : `${say.field(data.field)}: ${say.money(data.read)}; una notificación dijo ${say.money(data.notified)}`
    },
  },
})
