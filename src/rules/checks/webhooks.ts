import { HOUR_MS } from '../../core/calendar/calendar.ts'
import {
  asText,
  type Figures,
  inCop,
  inInvoices,
  type Subject,
  settlementField,
  THE_SETTLEMENT,
  theInvoice,
} from '../../core/findings/discrepancy.ts'
import type { Invoice } from '../../core/invoice.ts'
import { type Centavos, minus, ZERO } from '../../core/money.ts'
import {
  type ClaimOnInvoice,
  type ClaimOnSettlement,
  type ClaimOnSlot,
  invoiceClaims,
  isOlder,
  settlementClaim,
} from '../../core/notifications/notification.ts'
import { isFinal } from '../../core/policy.ts'
import { otherSlotOf } from '../../core/pull/invoice-in-pull.ts'
import { isListJudged, ownSettlement } from '../../core/pull/pull.ts'
import { SETTLEMENT_SUMS, type Settlement } from '../../core/settlement.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'
import type { Say } from '../say.ts'

export const webhookConflict = defineCheck({
  code: 'WEBHOOK_CONFLICT',
  badge: { en: 'Two notices in one', es: 'Avisos contrarios' },
  severity: 'error',
  acts: 'operator',
  /** One id is one notification. Of two bodies under it, one is wrong. */
  check: ({ notificationClaims }) => {
    const bodies = new Map<string, number>()
    for (const { webhookId } of notificationClaims.conflicts) bodies.set(webhookId, (bodies.get(webhookId) ?? 1) + 1)
    return [...bodies].flatMap(([id, number]) =>
      observed({ kind: 'webhook', id }, asText(String(number), '1'), { id, bodies: number }),
    )
  },
  title: { en: 'One notification, two contents', es: 'Una notificación con dos contenidos' },
  when: 'one webhookId came with different bodies; the first is kept',
  message: {
    en: ({ data: { id, bodies } }) => `notification ${id} came with ${bodies} different bodies; the first is kept`,
    es: ({ data: { id, bodies } }) =>
      `la notificación ${id} llegó con ${bodies} cuerpos distintos; se conserva el primero`,
  },
})

type Disagreement = { readonly webhookId: string } & (
  | { readonly kind: 'status'; readonly read: string; readonly notified: string }
  | { readonly kind: 'noSettlement' | 'notListed'; readonly notified: string }
  | { readonly kind: 'sum'; readonly field: string; readonly read: Centavos | null; readonly notified: Centavos }
  | { readonly kind: 'count'; readonly read: number; readonly notified: number }
)

type Disagreements = readonly Observation<Figures, Disagreement>[]

/** Whether the status read comes before the one in the notification. */
const statusDiffers = (
  subject: Subject,
  read: string,
  { webhookId, status: notified }: ClaimOnSlot,
  paid: Centavos | null = null,
): Disagreements => observed(subject, asText(read, notified), { webhookId, kind: 'status', read, notified }, null, paid)

const isAbsent = (
  kind: 'noSettlement' | 'notListed',
  subject: Subject,
  { webhookId, status: notified }: ClaimOnSlot,
  paid: Centavos | null = null,
): Disagreements => observed(subject, asText(null, notified), { webhookId, kind, notified }, null, paid)

/** A sum that is not in the notification proves nothing. */
const sumDiffers = (
  subject: Subject,
  field: string,
  read: Centavos | null,
  { webhookId, notified }: { readonly webhookId: string; readonly notified: Centavos | null },
): Disagreements =>
  notified === null || read === notified
    ? NOTHING
    : observed(
        subject,
        inCop(read, notified),
        { webhookId, kind: 'sum', field, read, notified },
        null,
        minus(read ?? ZERO, notified),
      )

const countDiffers = (read: number, { webhookId, invoiceCount: notified }: ClaimOnSettlement): Disagreements =>
  notified === null || read === notified
    ? NOTHING
    : observed(settlementField('invoiceCount'), inInvoices(read, notified), {
        webhookId,
        kind: 'count',
        read,
        notified,
      })

const settlementDisagrees = (facts: SlotFacts): Disagreements => {
  const claim = settlementClaim(facts.notificationClaims)
  if (claim === null) return NOTHING
  if (facts.settlement === null) return isAbsent('noSettlement', settlementField('status'), claim)
  const own = ownSettlement(facts)
  if (own === null) return NOTHING
  const status = isOlder(own.status, claim) ? statusDiffers(settlementField('status'), own.status, claim) : NOTHING
  return isFinal(claim.status, facts.policy) ? [...status, ...settlementSums(own, claim)] : status
}

const settlementSums = (settlement: Settlement, claim: ClaimOnSettlement): Disagreements => [
  ...SETTLEMENT_SUMS.flatMap((field) =>
    sumDiffers(settlementField(field), field, settlement[field], { ...claim, notified: claim[field] }),
  ),
  ...countDiffers(settlement.invoiceCount, claim),
]

const invoicesDisagree = (facts: SlotFacts): Disagreements =>
  invoiceClaims(facts.notificationClaims).flatMap((claim) => {
    const statusField = theInvoice(claim.invoiceId, 'status')
    const invoice = facts.notifiedInvoices.get(claim.invoiceId)
    if (!invoice?.current)
      return isMissed(claim, facts) ? isAbsent('notListed', statusField, claim, claim.paid) : NOTHING
    const { current } = invoice
    const isReversed = invoice.wasChargeback && current.status === 'paid'
    const statuses =
      isOlder(current.status, claim) && !isReversed
        ? statusDiffers(statusField, current.status, claim, current.paid ?? claim.paid)
        : NOTHING
    // An unpaid invoice has no sum to differ: the pesos are with the status.
    const isUnpaid = statuses.length > 0 && current.paid === null
    return [...statuses, ...invoiceSums(current, isUnpaid ? { ...claim, paid: null } : claim)]
  })

const invoiceSums = (invoice: Invoice, claim: ClaimOnInvoice): Disagreements =>
  (['amount', 'paid'] as const).flatMap((field) =>
    sumDiffers(theInvoice(claim.invoiceId, field), field, invoice[field], { ...claim, notified: claim[field] }),
  )

/**
 * Whether an invoice that was notified as paid in this slot is missing: it is not listed, no other slot lists it as
 * paid, it does not name another slot now, and it cannot be a quarantined record.
 */
const isMissed = (
  { kind, invoiceId, status }: ClaimOnInvoice,
  { departures, paidElsewhere, slot, policy, pull }: SlotFacts,
): boolean => {
  if ((status !== 'paid' && status !== 'chargeback') || !isListJudged(pull.list)) return false
  const elsewhere = paidElsewhere.get(invoiceId)
  if (elsewhere !== undefined && !isOlder(elsewhere, { kind, status })) return false
  const departure = departures.get(invoiceId)
  return departure === undefined || otherSlotOf(departure, slot, policy) === null
}

/** The state read after the notification. */
const readInEnglish = (data: Disagreement, say: Say): string => {
  switch (data.kind) {
    case 'status':
      return `it is ${say.status(data.read)}`
    case 'noSettlement':
      return 'there is no settlement'
    case 'notListed':
      return 'the list does not have the invoice'
    case 'count':
      return `the number of invoices is ${data.read}`
    case 'sum':
      return `${say.bothNames(data.field)}: ${say.money(data.read)}`
  }
}

const readInSpanish = (data: Disagreement, say: Say): string => {
  switch (data.kind) {
    case 'status':
      return `está ${say.status(data.read)}`
    case 'noSettlement':
      return 'no hay liquidación'
    case 'notListed':
      return 'la lista no tiene la factura'
    case 'count':
      return `el número de facturas es ${data.read}`
    case 'sum':
      return `${say.bothNames(data.field)}: ${say.money(data.read)}`
  }
}

const notifiedIn = (data: Disagreement, say: Say): string => {
  if (data.kind === 'sum') return say.money(data.notified)
  return data.kind === 'count' ? String(data.notified) : say.status(data.notified)
}

export const webhookDisagrees = defineCheck({
  code: 'WEBHOOK_DISAGREES',
  badge: { en: 'Notified otherwise', es: 'Aviso distinto' },
  severity: 'error',
  acts: 'operator',
  dependsOn: 'others',
  event: 'notification',
  /** A pull that began after a notification shows the state that was notified, or a later one, and the same sums. */
  check: (facts) => [...settlementDisagrees(facts), ...invoicesDisagree(facts)],
  title: { en: 'A notification said something else', es: 'Una notificación dijo otra cosa' },
  when: 'a pull sees an earlier state, or another sum, than a notification said before it; one for each field. Sums of a settlement that was not final then may change',
  message: {
    en: ({ data }, say) =>
      `notification ${data.webhookId} said ${notifiedIn(data, say)}; read afterwards, ${readInEnglish(data, say)}`,
    es: ({ data }, say) =>
      `la notificación ${data.webhookId} dijo ${notifiedIn(data, say)}; leído después, ${readInSpanish(data, say)}`,
  },
})

const DELIVERY_HOURS_MAX = 3

export const webhookMissed = defineCheck({
  code: 'WEBHOOK_MISSED',
  severity: 'info',
  acts: 'engineer',
  event: 'notification',
  /** With a receiver running, the notification of a final settlement arrives within the service's retries (api.md, Delivery rules). */
  check: (facts) => {
    const { notificationClaims, pull, policy, baseline } = facts
    const settlement = ownSettlement(facts)
    if (settlement === null || !isFinal(settlement.status, policy) || settlementClaim(notificationClaims))
      return NOTHING
    const finalSince = baseline?.at ?? pull.at
    const wasListening = notificationClaims.listeningSince !== null && notificationClaims.listeningSince <= finalSince
    if (!wasListening || pull.at - finalSince < DELIVERY_HOURS_MAX * HOUR_MS) return NOTHING
    const data = { status: settlement.status, hours: DELIVERY_HOURS_MAX }
    return observed(THE_SETTLEMENT, asText(settlement.status, null), data)
  },
  title: { en: 'A notification did not come', es: 'No llegó una notificación' },
  when: 'a final settlement was seen by polling and, 3 hours later, no notification about it had come; only once a receiver had run for the merchant',
  message: {
    en: ({ data: { status, hours } }, say) =>
      `the settlement was read as ${say.status(status)}, but no notification about it came within ${hours} hours`,
    es: ({ data: { status, hours } }, say) =>
      `se leyó como ${say.status(status)} y no llegó ninguna notificación en ${hours} horas`,
  },
})
