import { asText } from '../../findings/discrepancy.ts'
import { otherSlotOf } from '../../pull/own-slots.ts'
import { nameOf } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

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
