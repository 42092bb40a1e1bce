import type { Finding } from '../findings/discrepancy.ts'
import { type Invoice, isPaid, isPaidOrCharged, PAYMENT_FIELDS } from '../invoice.ts'
import { inWords, ZERO } from '../money.ts'
import { fieldName } from '../operator-fields.ts'
import { sameCycle } from '../policy.ts'
import type { Departure } from '../pull/pull.ts'
import { isSameDate, nameOf, type Slot } from '../slot.ts'
import { asText, type Check, found, type InvoiceCheck, inCop, NOTHING } from './facts.ts'

const subjectOf = (id: string, field?: string): string =>
  field === undefined ? `invoice:${id}` : `invoice:${id}.${field}`

/** What was asked for is what was paid. */
export const paidAsAsked: InvoiceCheck = ({ id, current }) => {
  if (current === null || !isPaid(current) || current.paid === current.amount) return NOTHING
  const code = current.paid < current.amount ? 'UNDERPAID' : 'OVERPAID'
  return found(
    code,
    'warning',
    subjectOf(id),
    inCop(current.paid, current.amount),
    `paid ${inWords(current.paid)} of ${inWords(current.amount)}`,
  )
}

/** Amounts and payments are not negative. */
export const negativeInvoice: InvoiceCheck = ({ id, current }) => {
  if (current === null || (current.amount >= 0n && (current.paid ?? 0n) >= 0n)) return NOTHING
  return (['amount', 'paid'] as const).flatMap((field) => {
    const sum = current[field]
    if (sum === null || sum >= 0n) return NOTHING
    return found(
      'NEGATIVE_AMOUNT',
      'error',
      subjectOf(id, field),
      inCop(sum, ZERO),
      `${fieldName(field)} is ${inWords(sum)}`,
    )
  })
}

/** api.md, Facts that hold for states: the payment fields of a paid or charged-back invoice are present. */
export const paymentFields: InvoiceCheck = ({ id, current }) => {
  if (current === null || !isPaidOrCharged(current) || hasPaymentFields(current)) return NOTHING
  const missing = PAYMENT_FIELDS.filter((field) => current[field] === null)
  return found(
    'PAYMENT_FIELDS_MISSING',
    current.paymentId === null ? 'error' : 'warning',
    subjectOf(id),
    asText(null, missing.join(' ')),
    `a ${current.status} invoice ${shortcomings(missing, current.flaws)}`,
  )
}

/** What is absent, and apart from it what is there and cannot be read. */
const shortcomings = (missing: readonly string[], flaws: readonly string[]): string => {
  const names = (fields: readonly string[]): string => fields.map(fieldName).join(', ')
  const absent = missing.filter((field) => !flaws.includes(field))
  const unreadable = missing.filter((field) => flaws.includes(field))
  return [
    ...(absent.length === 0 ? [] : [`without ${names(absent)}`]),
    ...(unreadable.length === 0 ? [] : [`whose ${names(unreadable)} cannot be read`]),
  ].join(', and ')
}

const hasPaymentFields = (invoice: Invoice): boolean => PAYMENT_FIELDS.every((field) => invoice[field] !== null)

/** Only what was paid is settled. */
export const notPaid: InvoiceCheck = ({ id, current }) =>
  current !== null && (current.status === 'ready' || current.status === 'cancelled')
    ? found(
        'NOT_PAID',
        'warning',
        subjectOf(id),
        asText(current.status, null),
        `a ${current.status} invoice is listed in a settlement; it does not count`,
      )
    : NOTHING

/** A chargeback is told, and so is its reversal. */
export const chargeback: InvoiceCheck = ({ id, current, wasPaid, wasChargeback }) => {
  if (current?.status === 'chargeback') {
    const paid = current.paid === null ? '' : ` of ${inWords(current.paid)}`
    const history = wasPaid ? 'it was read as paid before' : 'it was never read as paid in this slot'
    const figures = asText('chargeback', wasPaid ? 'paid' : null)
    return found('CHARGEBACK', 'warning', subjectOf(id), figures, `a chargeback${paid}; ${history}`)
  }
  return current?.status === 'paid' && isPaid(current) && wasChargeback
    ? found(
        'CHARGEBACK_REVERSED',
        'warning',
        subjectOf(id),
        asText('paid', 'chargeback'),
        `was a chargeback and is paid again: ${inWords(current.paid)}`,
      )
    : NOTHING
}

/** Once the settlement was final, its list does not grow. */
export const invoiceAdded: InvoiceCheck = ({ id, current, inBaselineList }, { baseline, unreadable }) =>
  current !== null && baseline !== null && !inBaselineList && !unreadable.atBaseline.has(id)
    ? found(
        'INVOICE_ADDED',
        'error',
        subjectOf(id),
        asText(current.status, null),
        'not in the list when the settlement was first final',
      )
    : NOTHING

/** Once the settlement was final, nothing leaves its list. */
export const invoiceVanished: InvoiceCheck = (
  { id, current, baseline, previous, inBaselineList },
  { departures, slot, unreadable },
) => {
  const wasListed = inBaselineList || unreadable.atBaseline.has(id)
  if (current !== null || !wasListed || unreadable.now.has(id)) return NOTHING
  return vanished(id, (baseline ?? previous)?.status ?? null, slot, departures.get(id))
}

/** The same of invoices whose records could not be read as long as they were listed. */
export const unreadableVanished: Check = ({ neverRead, departures, slot }) =>
  neverRead.flatMap((id) => vanished(id, null, slot, departures.get(id)))

const vanished = (
  id: string,
  statusBefore: string | null,
  slot: Slot,
  departure: Departure | undefined,
): readonly Finding[] => {
  const now =
    departure === undefined
      ? 'it could not be read by its id'
      : departure.status === null
        ? 'the service no longer answers for it'
        : `read by id it is ${departure.status}, of ${nameOf({ date: departure.ownDate ?? 'no date', cycle: departure.ownCycle ?? '(none)' })}`
  return found(
    'INVOICE_VANISHED',
    'error',
    subjectOf(id),
    asText(departure?.status ?? null, statusBefore),
    `was in the list of ${nameOf(slot)} when its settlement was first final and is gone; ${now}`,
  )
}

/** An invoice may still leave a slot that was not final, for the one it names now. */
export const invoiceMoved: InvoiceCheck = (
  { id, current, listedSinceBaseline },
  { departures, slot, policy, unreadable },
) => {
  const wasListed = listedSinceBaseline || unreadable.atBaseline.has(id)
  if (current !== null || wasListed || unreadable.now.has(id)) return NOTHING
  const { ownDate, ownCycle } = departures.get(id) ?? { ownDate: null, ownCycle: null }
  if (
    ownDate === null ||
    ownCycle === null ||
    (isSameDate(ownDate, slot.date) && sameCycle(ownCycle, slot.cycle, policy))
  )
    return NOTHING
  const now = nameOf({ date: ownDate, cycle: ownCycle })
  return found(
    'INVOICE_MOVED',
    'info',
    subjectOf(id),
    asText(now, nameOf(slot)),
    `left ${nameOf(slot)} before its settlement was final, and names ${now} now`,
  )
}

/** What was paid does not become unpaid. */
export const invoiceRegressed: InvoiceCheck = ({ id, current, baseline }, { departures, unreadable }) => {
  if (unreadable.now.has(id)) return NOTHING
  const now = current === null ? (departures.get(id)?.status ?? null) : current.status
  if (baseline === null || (now !== 'ready' && now !== 'cancelled')) return NOTHING
  return found(
    'STATUS_REGRESSED',
    'error',
    subjectOf(id, 'status'),
    asText(now, baseline.status),
    `was ${baseline.status} and is ${now} now`,
  )
}

/** The facts of a payment do not change once read. */
export const invoiceChanged: InvoiceCheck = ({ id, current, baseline }) => {
  if (current === null || baseline === null || current === baseline) return NOTHING
  return [...changedSums(id, current, baseline), ...changedTexts(id, current, baseline)]
}

const changedSums = (id: string, current: Invoice, baseline: Invoice): readonly Finding[] =>
  (['amount', 'paid'] as const).flatMap((field) => {
    const [now, before] = [current[field], baseline[field]]
    if (now === before) return NOTHING
    const words = (sum: typeof now): string => (sum === null ? 'absent' : inWords(sum))
    return found(
      'INVOICE_CHANGED',
      'error',
      subjectOf(id, field),
      inCop(now, before),
      `${fieldName(field)} is ${words(now)} and was ${words(before)}`,
    )
  })

const CHANGEABLE = [
  ['paymentId', 'error'],
  ['reference', 'error'],
  ['contract', 'error'],
  ['customerDocument', 'error'],
  ['paymentDate', 'warning'],
  ['paymentMethod', 'warning'],
] as const

const changedTexts = (id: string, current: Invoice, baseline: Invoice): readonly Finding[] =>
  CHANGEABLE.flatMap(([field, severity]) => {
    const [now, before] = [current[field], baseline[field]]
    if (now === before) return NOTHING
    const show = field === 'customerDocument' ? maskedDocument : (text: string | null) => text
    return found(
      'INVOICE_CHANGED',
      severity,
      subjectOf(id, field),
      asText(show(now), show(before)),
      `${fieldName(field)} differs from the first reading as paid`,
    )
  })

/** A document number is personal: the ledger carries it, messages and discrepancies only its last digits. */
export const maskedDocument = (document: string | null): string | null =>
  document && (document.length > 6 ? `***${document.slice(-3)}` : '***')
