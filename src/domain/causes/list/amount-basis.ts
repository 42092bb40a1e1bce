import { howMany } from '../../../std/how-many.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { listFit } from './list-fit.ts'

/** The amounts were summed instead of the paid sums, or vice versa. */
export const amountBasis = defineCause({
  code: 'AMOUNT_BASIS',
  title: { en: 'amounts asked for summed instead of amounts paid', es: 'suma de lo facturado y no de lo pagado' },
  when: 'collected is the sum of `amount` where the policy sums `paid`, or the other way round',
  check: ({ list, policy: { collectedBasis: ours } }) => {
    if (list === null || list.otherBasis.invoices.number === 0) return DOES_NOT_FIT
    const { invoices, sum } = list.otherBasis
    const other = ours === 'paid' ? 'amount' : 'paid'
    const data = { other, ours, invoices: invoices.number, sum }
    return listFit(list.gap, { collected: sum, count: 0, data, invoices: invoices.first, candidates: 1 })
  },
  message: {
    en: ({ other, ours, invoices, sum }, say) =>
      `collected is the sum of ${say.field(other)}, not of ${say.field(ours)}: they differ in ${howMany(invoices, 'invoice')}, by ${say.money(sum)} in all`,
    es: ({ other, ours, invoices, sum }, say) =>
      `lo recaudado es la suma de ${say.field(other)}, no de ${say.field(ours)}: difieren en ${howMany(invoices, 'factura')}, por ${say.money(sum)} en total`,
  },
})
