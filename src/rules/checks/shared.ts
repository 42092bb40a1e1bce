import { asText, inCop, theInvoice } from '../../core/findings/discrepancy.ts'
import { sumOf, ZERO } from '../../core/money.ts'
import { isKnownCycle, withoutAlias } from '../../core/policy.ts'
import type { KeyHolder, SharedKey } from '../../core/pull/invoice-in-pull.ts'
import { compareSlots, nameOf, type Slot, sameSlot } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { inEnglish, isNamed, type NamedSlot, type Say } from '../say.ts'

/** Orders holders by date, cycle and invoice id. A shared key is filed with the later one. */
const compareHolders = (a: KeyHolder, b: KeyHolder): number =>
  compareSlots(a.slot, b.slot) || compareText(a.invoiceId, b.invoiceId)

/** The holder in this slot that has an earlier one, and the earliest. Null when the shared key is filed elsewhere. */
const laterHere = (
  holders: readonly KeyHolder[],
  slot: Slot,
): { readonly first: KeyHolder; readonly here: KeyHolder } | null => {
  const [first, ...later] = [...holders].sort(compareHolders)
  const here = later.find((holder) => sameSlot(holder.slot, slot))
  return first === undefined || here === undefined ? null : { first, here }
}

const distinctHolders = (holders: readonly KeyHolder[]): readonly KeyHolder[] => {
  const byInvoice = new Map<string, KeyHolder>()
  for (const holder of [...holders].sort(compareHolders))
    if (!byInvoice.has(holder.invoiceId)) byInvoice.set(holder.invoiceId, holder)
  return [...byInvoice.values()]
}

const keysOf = (shared: readonly SharedKey[], kind: SharedKey['kind']): readonly SharedKey[] =>
  shared.filter((key) => key.kind === kind)

const slotOf = ({ slot }: Pick<KeyHolder, 'slot'>): NamedSlot => ({ date: slot.date, cycle: slot.cycle })

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
  badge: { en: 'Payment used twice', es: 'Pago repetido' },
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
      return `one payment id on ${invoices} invoices: ${placesInWords(places, say, 'of')}${more}; at most one can be right: ${say.money(surplus)} in question`
    },
    es: ({ data: { invoices, places, surplus } }, say) => {
      const more = invoices > places.length ? ` y ${invoices - places.length} más` : ''
      return `un mismo id de pago en ${invoices} facturas: ${placesInWords(places, say, 'de')}${more}; a lo sumo una es correcta: valor en duda ${say.money(surplus)}`
    },
  },
})

export const duplicateReference = defineCheck({
  code: 'DUPLICATE_REFERENCE',
  severity: 'warning',
  namesInvoices: true,
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

export const invoiceInNoSlot = defineCheck({
  code: 'INVOICE_IN_NO_SLOT',
  badge: { en: 'Invoice in no cycle', es: 'Factura sin ciclo' },
  severity: 'error',
  acts: 'operator',
  dependsOn: 'others',
  isAcrossSlots: true,
  /**
   * Every invoice of a date is in an expected slot. An invoice outside all of them is reported until such a slot holds
   * it, and until then the operator owes it. A slot of an unexpected cycle was read once, and will not be read again.
   */
  check: ({ unlistedInvoices, policy }) =>
    unlistedInvoices.flatMap(({ invoiceId, paid, date, ownDate, ownCycle, listedIn }) => {
      if (listedIn.some(({ cycle }) => isKnownCycle(withoutAlias(cycle, policy), policy))) return NOTHING
      const [first] = listedIn
      const holder = first === undefined ? null : { date: first.date, cycle: first.cycle }
      const data = { date, own: { date: ownDate, cycle: ownCycle }, holder }
      return observed(theInvoice(invoiceId), inCop(ZERO, paid), data, null, paid)
    }),
  title: {
    en: 'An invoice is in no settlement that is asked for',
    es: 'Una factura no está en ningún ciclo consultado',
  },
  when: '`cuadre sweep` listed the date without a cycle, and the invoice is in no settlement that is asked for',
  message: {
    en: ({ data: { date, own, holder } }, say) => {
      const listed = `the list of ${date} without a cycle has this invoice`
      return holder === null
        ? `${listed}; it names ${isNamed(own) ? `${say.slot(own)}, but` : 'no settlement, and'} no settlement that was read lists it`
        : `${listed}; it is also listed in ${say.slot(holder)}, whose cycle is not asked for: add ${holder.cycle} to extraCycles`
    },
    es: ({ data: { date, own, holder } }, say) => {
      const listed = `la lista del ${say.day(date)} sin ciclo tiene esta factura`
      return holder === null
        ? `${listed}; ${isNamed(own) ? `indica ${say.slot(own)}, pero` : 'no indica ninguna liquidación, y'} ninguna liquidación leída la tiene en su lista`
        : `${listed}; también está en ${say.slot(holder)}, cuyo ciclo no se consulta: agregue ${holder.cycle} a extraCycles`
    },
  },
})

/** Whether both lists had the invoice when the older of the two was last read. Otherwise it may have moved between the readings. */
const isInBoth = (a: KeyHolder, b: KeyHolder): boolean =>
  a.listedSinceRun <= b.readInRun && b.listedSinceRun <= a.readInRun

export const invoiceInTwoSlots = defineCheck({
  code: 'INVOICE_IN_TWO_SLOTS',
  badge: { en: 'Invoice in two cycles', es: 'Factura en dos ciclos' },
  severity: 'error',
  acts: 'operator',
  dependsOn: 'others',
  isAcrossSlots: true,
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

export const invoiceOutsideSlot = defineCheck({
  code: 'INVOICE_OUTSIDE_SLOT',
  badge: { en: 'Invoice of another cycle', es: 'Factura de otro ciclo' },
  severity: 'error',
  acts: 'operator',
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
      `la factura ${isNamed(own) ? `indica ${say.slot(own)}` : 'no indica ninguna liquidación'}; se incluye aquí`,
  },
})
