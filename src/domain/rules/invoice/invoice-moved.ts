import { asText } from '../../findings/discrepancy.ts'
import { sameCycle } from '../../policy.ts'
import { isSameDate, nameOf } from '../../slot.ts'
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
    const { ownDate: date, ownCycle: cycle } = departures.get(id) ?? { ownDate: null, ownCycle: null }
    if (date === null || cycle === null) return NOTHING
    if (isSameDate(date, slot.date) && sameCycle(cycle, slot.cycle, policy)) return NOTHING
    const data = { from: { date: slot.date, cycle: slot.cycle }, to: { date, cycle } }
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
