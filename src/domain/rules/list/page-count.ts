import { inInvoices } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { THE_LIST } from '../subject.ts'

export const pageCount = defineCheck({
  code: 'PAGE_COUNT',
  severity: 'warning',
  acts: 'engineer',
  /** A page's number of items is its `count`. */
  check: ({
    pull: {
      list: { miscountedPages, pages, countReported, items },
    },
  }) =>
    miscountedPages === 0 ? NOTHING : observed(THE_LIST, inInvoices(countReported, items), { miscountedPages, pages }),
  title: { en: 'A page reports another count', es: 'Una página reporta otro número' },
  when: 'a page reports another `count` than it has items',
  message: {
    en: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} of ${pages} pages report another count than they have items`,
    es: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} de ${pages} páginas reportan un número de elementos distinto del que tienen`,
  },
})
