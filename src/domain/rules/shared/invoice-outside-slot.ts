import { asText } from '../../findings/discrepancy.ts'
import { nameOf } from '../../slot.ts'
import { defineCheck, observed } from '../define-check.ts'
import { inEnglish } from '../in-english.ts'
import { isNamed } from '../say.ts'
import { theInvoice } from '../subject.ts'

export const invoiceOutsideSlot = defineCheck({
  code: 'INVOICE_OUTSIDE_SLOT',
  severity: 'error',
  acts: 'operator',
  /** A listed invoice names the slot in which it is listed. */
  check: ({ ownSlots, slot }) =>
    ownSlots.outside.flatMap(({ invoiceId, paid, ownDate, ownCycle }) => {
      const own = { date: ownDate, cycle: ownCycle }
      return observed(theInvoice(invoiceId), asText(inEnglish.slot(own), nameOf(slot)), { own }, null, paid)
    }),
  title: { en: 'An invoice names another settlement', es: 'Una factura dice ser de otro ciclo' },
  when: 'a listed invoice names another settlement; it counts where it is listed',
  message: {
    en: ({ data: { own } }, say) =>
      `the invoice itself names ${isNamed(own) ? say.slot(own) : 'no settlement'}; it counts here, where it is listed`,
    es: ({ data: { own } }, say) =>
      `la factura ${isNamed(own) ? `indica ${say.slot(own)}` : 'no indica ninguna liquidación'}; cuenta aquí, donde está listada`,
  },
})
