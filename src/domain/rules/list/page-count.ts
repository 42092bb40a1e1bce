import { howMany } from '../../../std/how-many.ts'
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
  title: { en: 'A page reports a wrong count', es: 'Una página reporta otro número' },
  when: 'the `count` of a page is not its number of items',
  message: {
    en: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} of ${howMany(pages, 'page')} ${miscountedPages === 1 ? 'reports a count that is not its' : 'report a count that is not their'} number of items`,
    es: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} de ${howMany(pages, 'página')} ${miscountedPages === 1 ? 'reporta un número de elementos distinto del que tiene' : 'reportan un número de elementos distinto del que tienen'}`,
  },
})
