import { inCop } from '../../core/findings/discrepancy.ts'
import { fromCentavos, size, times, ZERO } from '../../core/money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import type { Say } from '../say.ts'

/** The most invoices that are named. */
const NAMED_MAX = 3
const HALF_A_PESO = fromCentavos(50)

/** In Spanish months are written as days are: `03/2026`. */
const monthInSpanish = (month: string): string => month.split('-').toReversed().join('/')

const named = (numbers: readonly string[], more: number): string =>
  `${numbers.join(', ')}${more === 0 ? '' : `, +${more}`}`

export const feesInvoiceDiffers = defineCheck({
  code: 'FEES_INVOICE_DIFFERS',
  severity: 'error',
  also: ['info'],
  acts: 'operator',
  dependsOn: 'fees',
  amount: 'difference',
  /** Base and IVA of the month's invoices are the fees that were charged, less what the tariff withholds; each payment may be rounded. */
  check: ({ feesInvoice }) => {
    const { fees } = feesInvoice ?? {}
    if (fees === undefined || fees.invoiced === null || fees.invoiced === fees.expected) return NOTHING
    const { month, invoices, charged, withheld, payments, base, iva, invoiced, expected } = fees
    const numbers = invoices.slice(0, NAMED_MAX).map(({ number }) => number)
    const more = invoices.length - numbers.length
    const data = { month, numbers, more, base, iva, charged, withheld, payments }
    const isWithin = fees.difference !== null && size(fees.difference) <= times(HALF_A_PESO, payments)
    return observed({ kind: 'fees', month }, inCop(invoiced, expected), data, isWithin ? 'info' : 'error')
  },
  title: {
    en: "The operator's invoice is not the fees of the month",
    es: 'La factura del operador no es la comisión del mes',
  },
  badge: { en: 'Invoice differs', es: 'Factura distinta' },
  when: "[the operator's invoices](fees.md#the-operators-invoice) of a month are not its fees; an error beyond half a peso a payment",
  message: {
    en: ({ figures, data: { month, numbers, more, base, iva, charged, withheld } }, say) =>
      `the operator invoiced ${say.money(figures.reported)} for ${month} (${named(numbers, more)}: base ${say.money(base)}, IVA ${say.money(iva)}), and the fees of its settlements come to ${say.money(charged)}${less(withheld, say, 'of which', 'is withheld')}`,
    es: ({ figures, data: { month, numbers, more, base, iva, charged, withheld } }, say) =>
      `el operador facturó ${say.money(figures.reported)} por ${monthInSpanish(month)} (${named(numbers, more)}: base ${say.money(base)}, IVA ${say.money(iva)}), y las comisiones de sus liquidaciones suman ${say.money(charged)}${less(withheld, say, 'de las cuales', 'son retenciones')}`,
  },
})

const less = (withheld: Parameters<Say['money']>[0], say: Say, before: string, after: string): string =>
  withheld === ZERO ? '' : `, ${before} ${say.money(withheld)} ${after}`

export const feesInvoiceMissing = defineCheck({
  code: 'FEES_INVOICE_MISSING',
  severity: 'warning',
  acts: 'operator',
  dependsOn: 'fees',
  mayStillCome: true,
  /** Each month with fees has an invoice ten days after its end. */
  check: ({ feesInvoice, policy }) => {
    if (feesInvoice === null || policy.taxId === null) return NOTHING
    const { fees, isOverdue } = feesInvoice
    if (!isOverdue || fees.invoiced !== null || fees.charged === ZERO) return NOTHING
    const { month, expected } = fees
    return observed({ kind: 'fees', month }, inCop(null, expected), { month }, null, expected)
  },
  title: {
    en: "The operator's invoice of a month is missing",
    es: 'Falta la factura del operador de un mes',
  },
  when: 'only where `taxId` is set: ten days after the end of a month with fees, no invoice of the operator for it was imported',
  message: {
    en: ({ figures, data: { month } }, say) =>
      `the fees of ${month} come to ${say.money(figures.expected)}, and no invoice of the operator for that month was imported: ask the operator for it, then see "cuadre fees invoice import"`,
    es: ({ figures, data: { month } }, say) =>
      `las comisiones de ${monthInSpanish(month)} suman ${say.money(figures.expected)}, y no se importó una factura del operador de ese mes: pídasela al operador y vea "cuadre fees invoice import"`,
  },
})
