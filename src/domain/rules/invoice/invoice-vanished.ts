import { asText } from '../../findings/discrepancy.ts'
import type { Departure } from '../../pull/pull.ts'
import type { Slot } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isNamed, type NamedSlot, type Say } from '../say.ts'
import { theInvoice } from '../subject.ts'

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
  severity: 'error',
  acts: 'operator',
  isChange: true,
  /** After the settlement is final, nothing leaves its list. */
  checkInvoice: ({ id, current, baseline, previous, inBaselineList }, { departures, slot, unreadable }) => {
    const wasListed = inBaselineList || unreadable.atBaseline.has(id)
    if (current !== null || !wasListed || unreadable.now.has(id)) return NOTHING
    return vanished(id, (baseline ?? previous)?.status ?? null, slot, departures.get(id))
  },
  /** The same rule for invoices whose records could not be read while they were listed. */
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
