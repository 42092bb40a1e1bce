import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const listedTwice = defineCheck({
  code: 'LISTED_TWICE',
  severity: 'info',
  also: ['error'],
  acts: 'operator',
  /** An invoice occurs once in a list. */
  check: ({ repeats }) =>
    repeats.flatMap(({ invoiceId, copiesDiffer, paid }) =>
      observed(theInvoice(invoiceId), asText(null, null), { copiesDiffer }, copiesDiffer ? 'error' : 'info', paid),
    ),
  title: { en: 'An invoice is listed twice', es: 'Una factura se lista dos veces' },
  when: 'one list has an invoice twice; an error when the copies differ',
  message: {
    en: ({ data }) =>
      data.copiesDiffer
        ? 'listed more than once with different contents; the last copy read counts, once'
        : 'listed more than once; it counts once',
    es: ({ data }) =>
      data.copiesDiffer
        ? 'se lista más de una vez con contenidos distintos; cuenta la última copia leída, una vez'
        : 'se lista más de una vez; cuenta una vez',
  },
})
