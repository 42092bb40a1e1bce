import { asText, type Figures, type InvoiceField, inCop, theInvoice } from '../../core/findings/discrepancy.ts'
import { type Invoice, isPaid, isPaidOrCharged } from '../../core/invoice.ts'
import { INVOICE_FIELDS, LASTING_FIELDS, PAYMENT_FIELDS, type PaymentField } from '../../core/invoice-fields.ts'
import type { Centavos } from '../../core/money.ts'
import { maskedDocument } from '../../core/personal/personal.ts'
import { unreadableDates } from '../../core/pull/field-notes.ts'
import { otherSlotOf } from '../../core/pull/invoice-in-pull.ts'
import type { Departure } from '../../core/pull/pull.ts'
import { nameOf, type Slot } from '../../core/slot.ts'
import { defineCheck, NO_DATA, NOTHING, type Observation, observed } from '../define-check.ts'
import { isNamed, type NamedSlot, type Say } from '../say.ts'

export const invoiceAdded = defineCheck({
  code: 'INVOICE_ADDED',
  badge: { en: 'Invoice added', es: 'Factura agregada' },
  severity: 'error',
  acts: 'operator',
  isChange: true,
  checkInvoice: ({ id, current, inBaselineList }, { baseline, unreadable }) =>
    current !== null && baseline !== null && !inBaselineList && !unreadable.atBaseline.has(id)
      ? observed(theInvoice(id), asText(current.status, null), NO_DATA)
      : NOTHING,
  title: { en: 'An invoice was added later', es: 'Una factura se agregó después' },
  when: "an invoice was not in the baseline's list",
  message: {
    en: () => 'it was not in the list when the settlement was first read as final',
    es: () => 'no estaba en la lista cuando la liquidación fue definitiva por primera vez',
  },
})

type Change =
  | {
      readonly kind: 'sum'
      readonly field: InvoiceField
      readonly now: Centavos | null
      readonly before: Centavos | null
    }
  | { readonly kind: 'text'; readonly field: InvoiceField }

type Changes = readonly Observation<Figures, Change>[]

const changedSums = (id: string, current: Invoice, baseline: Invoice): Changes =>
  (['amount', 'paid'] as const).flatMap((field) => {
    const [now, before] = [current[field], baseline[field]]
    if (now === before) return NOTHING
    return observed(theInvoice(id, field), inCop(now, before), { kind: 'sum', field, now, before } as const)
  })

const changedTexts = (id: string, current: Invoice, baseline: Invoice): Changes =>
  LASTING_FIELDS.flatMap((field) => {
    const [now, before] = [current[field], baseline[field]]
    if ((now ?? '') === (before ?? '')) return NOTHING
    const figures =
      field === 'customerDocument' ? asText(maskedDocument(now), maskedDocument(before)) : asText(now, before)
    return observed(theInvoice(id, field), figures, { kind: 'text', field } as const, INVOICE_FIELDS[field].change)
  })

/** Merchants write document numbers into references and contracts, too. */
const QUOTING_FIELDS: ReadonlySet<InvoiceField> = new Set(['customerDocument', 'reference', 'contract'])

/** The present and former values; null when they are or may contain a document number, which no message shows. */
const valuesIn = (
  { reported, expected }: Figures,
  data: Change,
  say: Say,
  absent: string,
): { readonly now: string; readonly before: string } | null => {
  if (data.kind === 'sum') return { now: say.money(data.now), before: say.money(data.before) }
  if (QUOTING_FIELDS.has(data.field)) return null
  const inWords = (value: Figures['reported']): string =>
    value === null ? absent : data.field === 'paymentMethod' ? say.method(String(value)) : String(value)
  return { now: inWords(reported), before: inWords(expected) }
}

export const invoiceChanged = defineCheck({
  code: 'INVOICE_CHANGED',
  badge: { en: 'Invoice changed', es: 'Factura cambiada' },
  severity: 'error',
  also: ['warning'],
  acts: 'operator',
  amount: 'difference',
  isChange: true,
  checkInvoice: ({ id, current, baseline }): Changes =>
    current === null || baseline === null || current === baseline
      ? NOTHING
      : [...changedSums(id, current, baseline), ...changedTexts(id, current, baseline)],
  title: { en: 'An invoice changed after it was paid', es: 'Una factura cambió después de pagada' },
  when: 'an amount, payment, id, reference, contract or document differs from the baseline; a warning for payment date and method',
  message: {
    en: ({ figures, data }, say) => {
      const values = valuesIn(figures, data, say, 'absent')
      const field = say.bothNames(data.field)
      return values === null
        ? `${field} differs from the one first read as paid`
        : `${field}: ${values.now} now, ${values.before} when first read as paid`
    },
    es: ({ figures, data }, say) => {
      const values = valuesIn(figures, data, say, 'ausente')
      const field = say.bothNames(data.field)
      return values === null
        ? `${field}: no coincide con la primera lectura como pagada`
        : `${field}: ${values.now} ahora, ${values.before} en la primera lectura como pagada`
    },
  },
})

export const invoiceMoved = defineCheck({
  code: 'INVOICE_MOVED',
  severity: 'info',
  acts: 'nobody',
  isChange: true,
  /** An invoice may still leave a slot that was not final, for the slot it now names. */
  checkInvoice: ({ id, current, listedSinceBaseline }, { departures, slot, policy, unreadable }) => {
    const wasListed = listedSinceBaseline || unreadable.atBaseline.has(id)
    if (current !== null || wasListed || unreadable.now.has(id)) return NOTHING
    const departure = departures.get(id)
    const to = departure === undefined ? null : otherSlotOf(departure, slot, policy)
    if (to === null) return NOTHING
    const data = { from: { date: slot.date, cycle: slot.cycle }, to }
    return observed(theInvoice(id), asText(nameOf(data.to), nameOf(slot)), data)
  },
  title: { en: 'An invoice moved to another settlement', es: 'Una factura pasó a otro ciclo' },
  when: 'an invoice left a settlement that was not final, for the one it names now',
  message: {
    en: ({ data: { from, to } }, say) =>
      `it left ${say.slot(from)} before its settlement was final, and now names ${say.slot(to)}`,
    es: ({ data: { from, to } }, say) =>
      `salió de ${say.slot(from)} antes de que su liquidación fuera definitiva y ahora indica ${say.slot(to)}`,
  },
})

/** The service's answer about an invoice by its id. */
type Reread =
  | { readonly kind: 'unread' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'read'; readonly status: string; readonly slot: NamedSlot }

const rereadOf = (departure: Departure | undefined): Reread => {
  if (departure === undefined) return { kind: 'unread' }
  const { status, ownDate, ownCycle } = departure
  return status === null ? { kind: 'unknown' } : { kind: 'read', status, slot: { date: ownDate, cycle: ownCycle } }
}

const partsOf = (slot: Slot): NamedSlot => ({ date: slot.date, cycle: slot.cycle })

const vanished = (id: string, statusBefore: string | null, slot: Slot, departure: Departure | undefined) =>
  observed(theInvoice(id), asText(departure?.status ?? null, statusBefore), {
    slot: partsOf(slot),
    reread: rereadOf(departure),
  })

const rereadInEnglish = (reread: Reread, say: Say): string => {
  if (reread.kind === 'unread') return 'it could not be read by its id'
  if (reread.kind === 'unknown') return 'the service no longer answers for it'
  const names = isNamed(reread.slot) ? `, of ${say.slot(reread.slot)}` : ' and names no settlement'
  return `read by id it is ${say.status(reread.status)}${names}`
}

const rereadInSpanish = (reread: Reread, say: Say): string => {
  if (reread.kind === 'unread') return 'no se pudo leer por su id'
  if (reread.kind === 'unknown') return 'el servicio ya no responde por ella'
  const names = isNamed(reread.slot) ? `, de ${say.slot(reread.slot)}` : ' y no indica ninguna liquidación'
  return `leída por su id está ${say.status(reread.status)}${names}`
}

export const invoiceVanished = defineCheck({
  code: 'INVOICE_VANISHED',
  badge: { en: 'Invoice gone', es: 'Factura retirada' },
  severity: 'error',
  acts: 'operator',
  isChange: true,
  checkInvoice: ({ id, current, baseline, previous, inBaselineList }, { departures, slot, unreadable }) => {
    const wasListed = inBaselineList || unreadable.atBaseline.has(id)
    if (current !== null || !wasListed || unreadable.now.has(id)) return NOTHING
    return vanished(id, (baseline ?? previous)?.status ?? null, slot, departures.get(id))
  },
  check: ({ neverRead, departures, slot }) => neverRead.flatMap((id) => vanished(id, null, slot, departures.get(id))),
  title: { en: 'An invoice is gone', es: 'Una factura desapareció' },
  when: "an invoice of the baseline's list is gone",
  message: {
    en: ({ data: { slot, reread } }, say) =>
      `it was in the list of ${say.slot(slot)} when its settlement was first read as final, and is gone; ${rereadInEnglish(reread, say)}`,
    es: ({ data: { slot, reread } }, say) =>
      `estaba en la lista de ${say.slot(slot)} cuando su liquidación fue definitiva y ya no está; ${rereadInSpanish(reread, say)}`,
  },
})

export const notPaid = defineCheck({
  code: 'NOT_PAID',
  severity: 'warning',
  acts: 'operator',
  follows: 'figures',
  checkInvoice: ({ id, current }) =>
    current !== null && (current.status === 'ready' || current.status === 'cancelled')
      ? observed(theInvoice(id), asText(current.status, null), { status: current.status })
      : NOTHING,
  title: { en: 'An unpaid invoice is listed', es: 'Se lista una factura sin pagar' },
  when: 'a ready or cancelled invoice is listed',
  message: {
    en: ({ data }, say) => `a ${say.status(data.status)} invoice is listed in a settlement; it does not count`,
    es: ({ data }, say) => `se lista una factura ${say.status(data.status)} en una liquidación; no cuenta`,
  },
})

export const overpaid = defineCheck({
  code: 'OVERPAID',
  severity: 'warning',
  acts: 'tenant',
  amount: 'difference',
  checkInvoice: ({ id, current }) =>
    current !== null && isPaid(current) && current.paid > current.amount
      ? observed(theInvoice(id), inCop(current.paid, current.amount), NO_DATA)
      : NOTHING,
  title: { en: 'More was paid than was asked for', es: 'Se pagó más de lo facturado' },
  when: 'more was paid than asked for',
  message: {
    en: ({ figures }, say) => `${say.money(figures.reported)} was paid; ${say.money(figures.expected)} was asked for`,
    es: ({ figures }, say) => `se pagaron ${say.money(figures.reported)}; se facturaron ${say.money(figures.expected)}`,
  },
})

const missingIn = (invoice: Invoice): readonly PaymentField[] => {
  const unreadable: readonly string[] = unreadableDates(invoice)
  return PAYMENT_FIELDS.filter((field) => invoice[field] === null || unreadable.includes(field))
}

export const paymentFieldsMissing = defineCheck({
  code: 'PAYMENT_FIELDS_MISSING',
  badge: { en: 'No payment id', es: 'Sin id de pago' },
  severity: 'warning',
  also: ['error'],
  acts: 'operator',
  /** api.md, Facts that hold for states: the payment fields of a paid or charged-back invoice are present. */
  checkInvoice: ({ id, current }) => {
    if (current === null || !isPaidOrCharged(current)) return NOTHING
    const missing = missingIn(current)
    if (missing.length === 0) return NOTHING
    const isUnreadable = (field: PaymentField): boolean => current[field] !== null || current.flaws.includes(field)
    const data = {
      status: current.status,
      absent: missing.filter((field) => !isUnreadable(field)),
      unreadable: missing.filter(isUnreadable),
    }
    const severity = current.paymentId === null ? 'error' : 'warning'
    return observed(theInvoice(id), asText(null, missing.join(' ')), data, severity)
  },
  title: { en: 'Payment details are missing', es: 'Faltan datos del pago' },
  when: 'a paid or charged-back invoice lacks a payment field; an error without the payment id',
  message: {
    en: ({ data: { status, absent, unreadable } }, say) => {
      const parts = [
        ...(absent.length === 0 ? [] : [`without ${absent.map(say.bothNames).join(', ')}`]),
        ...(unreadable.length === 0 ? [] : [`whose ${unreadable.map(say.bothNames).join(', ')} cannot be read`]),
      ]
      return `a ${say.status(status)} invoice ${parts.join(', and ')}`
    },
    es: ({ data: { status, absent, unreadable } }, say) => {
      const parts = [
        ...(absent.length === 0 ? [] : [`sin ${absent.map(say.bothNames).join(', ')}`]),
        ...(unreadable.length === 0 ? [] : [`de la que no se puede leer ${unreadable.map(say.bothNames).join(', ')}`]),
      ]
      return `una factura ${say.status(status)} ${parts.join(', y ')}`
    },
  },
})

export const underpaid = defineCheck({
  code: 'UNDERPAID',
  severity: 'warning',
  acts: 'tenant',
  amount: 'difference',
  checkInvoice: ({ id, current }) =>
    current !== null && isPaid(current) && current.paid < current.amount
      ? observed(theInvoice(id), inCop(current.paid, current.amount), NO_DATA)
      : NOTHING,
  title: { en: 'Less was paid than was asked for', es: 'Se pagó menos de lo facturado' },
  when: 'less was paid than asked for',
  message: {
    en: ({ figures }, say) => `${say.money(figures.reported)} was paid; ${say.money(figures.expected)} was asked for`,
    es: ({ figures }, say) => `se pagaron ${say.money(figures.reported)}; se facturaron ${say.money(figures.expected)}`,
  },
})
