import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { distinctHolders, keysOf, laterHere, slotOf } from './holders.ts'

export const duplicateReference = defineCheck({
  code: 'DUPLICATE_REFERENCE',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'others',
  isAcrossSlots: true,
  /** A reference is the merchant's own, and unique; two paid invoices under one may be one rent paid twice. */
  check: ({ shared, slot }) =>
    keysOf(shared, 'reference').flatMap(({ value, holders }) => {
      const paid = distinctHolders(holders.filter((holder) => holder.status === 'paid'))
      const pair = laterHere(paid, slot)
      if (pair === null) return NOTHING
      const [here, other] = [pair.here.invoiceId, pair.first.invoiceId]
      const data = { here, other, slot: slotOf(pair.first) }
      return observed({ kind: 'reference', reference: value }, asText(here, other), data)
    }),
  title: {
    en: 'One reference on two paid invoices',
    es: 'Una misma referencia en dos facturas pagadas',
  },
  when: 'one reference on two paid invoices',
  message: {
    en: ({ data: { here, other, slot } }, say) =>
      `one reference on paid invoice ${here} here and on paid invoice ${other} of ${say.slot(slot)}`,
    es: ({ data: { here, other, slot } }, say) =>
      `una misma referencia en la factura pagada ${here} de aquí y en la factura pagada ${other} de ${say.slot(slot)}`,
  },
})
