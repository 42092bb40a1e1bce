import { type Figures, inCop, inInvoices } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import type { InvoiceInPull } from '../../pull/invoice-in-pull.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'
import { ownSettlement } from '../judged.ts'
import type { Say } from '../say.ts'
import { settlementField, theInvoice } from '../subject.ts'

type Negatives = readonly Observation<Figures, { readonly field: string }>[]

/** Collected, fees and the number of invoices are not negative. */
const ofSettlement = (facts: SlotFacts): Negatives => {
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const sums = (['collected', 'fees'] as const)
    .filter((field) => settlement[field] < 0n)
    .flatMap((field) => observed(settlementField(field), inCop(settlement[field], ZERO), { field }))
  const { invoiceCount } = settlement
  if (invoiceCount >= 0) return sums
  const field = 'invoiceCount'
  return [...sums, ...observed(settlementField(field), inInvoices(invoiceCount, 0), { field })]
}

/** Amounts and payments are not negative. */
const ofInvoice = ({ id, current }: InvoiceInPull): Negatives => {
  if (current === null || (current.amount >= 0n && (current.paid ?? 0n) >= 0n)) return NOTHING
  return (['amount', 'paid'] as const).flatMap((field) => {
    const sum = current[field]
    return sum === null || sum >= 0n ? NOTHING : observed(theInvoice(id, field), inCop(sum, ZERO), { field })
  })
}

const sayFigure = ({ reported }: Figures, say: Say): string =>
  typeof reported === 'bigint' ? say.money(reported) : String(reported)

export const negativeAmount = defineCheck({
  code: 'NEGATIVE_AMOUNT',
  severity: 'error',
  acts: 'operator',
  check: ofSettlement,
  checkInvoice: ofInvoice,
  title: { en: 'An amount is below zero', es: 'Un valor es menor que cero' },
  when: 'A, F, the count, an amount or a payment is below zero',
  message: {
    en: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'number of invoices (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures, say)}`
    },
    es: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'número de facturas (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures, say)}`
    },
  },
})
