import { inCop } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import { isKnownCycle, withoutAlias } from '../../policy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const invoiceInNoSlot = defineCheck({
  code: 'INVOICE_IN_NO_SLOT',
  severity: 'error',
  acts: 'operator',
  isAcrossSlots: true,
  /**
   * Every invoice of a date is in an expected slot. An invoice outside all of them is reported until such a slot holds
   * it, and until then the operator owes it. A slot of an unexpected cycle was read once, and will not be read again.
   */
  check: ({ unlistedInvoices, policy }) =>
    unlistedInvoices.flatMap(({ invoiceId, paid, date, ownDate, ownCycle, heldIn }) => {
      if (heldIn.some(({ cycle }) => isKnownCycle(withoutAlias(cycle, policy), policy))) return NOTHING
      const [first] = heldIn
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
      const listed = `${date} was listed once without a cycle and showed it`
      return holder === null
        ? `${listed}; it names ${say.slot(own)}, and no settlement that was read holds it`
        : `${listed} before any settlement that is asked for held it; it is in ${say.slot(holder)}, so add cycle ${holder.cycle} to extraCycles`
    },
    es: ({ data: { date, own, holder } }, say) =>
      holder === null
        ? `${date} se listó una vez sin ciclo y apareció en esa lista; la factura indica ${say.slot(own)}, y ningún ciclo leído la contiene`
        : `${date} se listó una vez sin ciclo y la mostró antes de que la contuviera un ciclo consultado; está en ${say.slot(holder)}: agregue el ciclo ${holder.cycle} a extraCycles`,
  },
})
