import { inCop } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import { isKnownCycle, withoutAlias } from '../../policy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isNamed } from '../say.ts'
import { theInvoice } from '../subject.ts'

export const invoiceInNoSlot = defineCheck({
  code: 'INVOICE_IN_NO_SLOT',
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
