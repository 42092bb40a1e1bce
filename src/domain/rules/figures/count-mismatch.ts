import { howMany } from '../../../std/how-many.ts'
import { inInvoices } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isListEmpty, judgedWithList } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { uncountedIn, uncountedInEnglish, uncountedInSpanish } from './uncounted.ts'

export const countMismatch = defineCheck({
  code: 'COUNT_MISMATCH',
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  gap: 'count',
  /** The settlement's number of invoices is the number of invoices in its list that count. */
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { counted } = facts.totals
    if (settlement.invoiceCount === counted) return NOTHING
    const data = { uncounted: uncountedIn(facts) }
    return observed(THE_SETTLEMENT, inInvoices(settlement.invoiceCount, counted), data)
  },
  title: { en: 'The number of invoices differs', es: 'El número de facturas no coincide' },
  when: 'the number of invoices is not the number that counts',
  message: {
    en: ({ figures: { reported, expected }, data }) =>
      `the settlement reports ${howMany(reported, 'invoice')} (numberOfInvoices); ${howMany(expected, 'listed invoice')} ${expected === 1 ? 'counts' : 'count'}${uncountedInEnglish(data.uncounted)}`,
    es: ({ figures: { reported, expected }, data }) =>
      `la liquidación reporta ${howMany(reported, 'factura')} (numberOfInvoices); en la lista ${expected === 1 ? 'cuenta 1' : `cuentan ${expected}`}${uncountedInSpanish(data.uncounted)}`,
  },
})
