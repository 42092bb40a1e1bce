import { asText } from '../../findings/discrepancy.ts'
import type { KeyHolder } from '../../pull/shared-key.ts'
import { nameOf, sameSlot } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'
import { keysOf, laterHere, slotOf } from './holders.ts'

/**
 * Whether both lists had the invoice when the older of the two was last read. Otherwise it may have moved between the
 * readings.
 */
const isInBoth = (a: KeyHolder, b: KeyHolder): boolean =>
  a.listedSinceRun <= b.readInRun && b.listedSinceRun <= a.readInRun

export const invoiceInTwoSlots = defineCheck({
  code: 'INVOICE_IN_TWO_SLOTS',
  severity: 'error',
  acts: 'operator',
  dependsOn: 'others',
  isAcrossSlots: true,
  /** An invoice is settled once. */
  check: ({ shared, slot }) =>
    keysOf(shared, 'invoice').flatMap(({ value, holders }) => {
      const here = holders.find((holder) => sameSlot(holder.slot, slot))
      const together = holders.filter((holder) => here !== undefined && isInBoth(holder, here))
      const pair = laterHere(together, slot)
      if (pair === null) return NOTHING
      const figures = asText(nameOf(pair.here.slot), nameOf(pair.first.slot))
      return observed(theInvoice(value), figures, { slot: slotOf(pair.first) }, null, pair.here.paid)
    }),
  title: { en: 'One invoice in two settlements', es: 'Una factura en dos ciclos' },
  when: 'the same invoice in the lists of two settlements at the same time',
  message: {
    en: ({ data }, say) => `listed here and in ${say.slot(data.slot)} at the same time`,
    es: ({ data }, say) => `se lista aquí y en ${say.slot(data.slot)} al mismo tiempo`,
  },
})
