import { asText } from '../../findings/discrepancy.ts'
import { sumOf, ZERO } from '../../money.ts'
import type { KeyHolder } from '../../pull/shared-key.ts'
import { sameSlot } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import type { NamedSlot, Say } from '../say.ts'
import { distinctHolders, keysOf, slotOf } from './holders.ts'

/** The most invoices named, so that a message stays readable. */
const NAMED_MAX = 50

const paidBy = (holders: readonly KeyHolder[]) => sumOf(holders.map(({ paid }) => paid ?? ZERO))

interface Place {
  readonly invoiceId: string
  readonly slot: NamedSlot
}

const placesOf = (holders: readonly KeyHolder[]): readonly Place[] =>
  holders.slice(0, NAMED_MAX).map((holder) => ({ invoiceId: holder.invoiceId, slot: slotOf(holder) }))

const placesInWords = (places: readonly Place[], say: Say, of: string): string =>
  places.map(({ invoiceId, slot }) => `${invoiceId} ${of} ${say.slot(slot)}`).join(', ')

export const duplicatePayment = defineCheck({
  code: 'DUPLICATE_PAYMENT',
  severity: 'error',
  acts: 'operator',
  dependsOn: 'others',
  isAcrossSlots: true,
  /** One payment pays one invoice. One finding names all invoices with its id; it is filed with the last of them. */
  check: ({ shared, slot }) =>
    keysOf(shared, 'payment').flatMap(({ value, holders }) => {
      const invoices = distinctHolders(holders)
      const [first, ...others] = invoices
      const last = others.at(-1)
      if (first === undefined || last === undefined || !sameSlot(last.slot, slot)) return NOTHING
      const ids = others.slice(0, NAMED_MAX).map(({ invoiceId }) => invoiceId)
      const surplus = paidBy(others)
      const data = { invoices: invoices.length, places: placesOf(invoices), surplus }
      return observed({ kind: 'payment', id: value }, asText(ids.join(' '), first.invoiceId), data, null, surplus)
    }),
  title: { en: 'One payment on several invoices', es: 'Un mismo pago en varias facturas' },
  when: 'one payment id on two or more invoices; one line names them all',
  message: {
    en: ({ data: { invoices, places, surplus } }, say) => {
      const more = invoices > places.length ? ` and ${invoices - places.length} more` : ''
      return `one payment id on ${invoices} invoices: ${placesInWords(places, say, 'of')}${more}; those after the first amount to ${say.money(surplus)}`
    },
    es: ({ data: { invoices, places, surplus } }, say) => {
      const more = invoices > places.length ? ` y ${invoices - places.length} más` : ''
      return `un mismo id de pago en ${invoices} facturas: ${placesInWords(places, say, 'de')}${more}; las que siguen a la primera suman ${say.money(surplus)}`
    },
  },
})
