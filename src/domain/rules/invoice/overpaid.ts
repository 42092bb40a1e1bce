import { inCop } from '../../findings/discrepancy.ts'
import { isPaid } from '../../invoice.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const overpaid = defineCheck({
  code: 'OVERPAID',
  severity: 'warning',
  acts: 'tenant',
  amount: 'difference',
  /** The paid sum equals the amount. */
  checkInvoice: ({ id, current }) =>
    current !== null && isPaid(current) && current.paid > current.amount
      ? observed(theInvoice(id), inCop(current.paid, current.amount), NO_DATA)
      : NOTHING,
  title: { en: 'More was paid than was asked for', es: 'Se pagó más de lo facturado' },
  when: 'more was paid than asked for',
  message: {
    en: ({ figures }, say) => `${say.money(figures.reported)} was paid; ${say.money(figures.expected)} was asked for`,
    es: ({ figures }, say) => `se pagaron ${say.money(figures.reported)}; se facturaron ${say.money(figures.expected)}`,
  },
})
