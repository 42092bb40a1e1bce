import { howMany } from '../../../std/how-many.ts'
import { type Centavos, times } from '../../money.ts'
import { DOES_NOT_FIT, defineCause, type Fit } from '../define-cause.ts'
import type { ListEvidence } from '../evidence.ts'
import { fittingInEnglish, fittingInSpanish, listFit } from './list-fit.ts'

type Copies =
  | { readonly kind: 'every'; readonly invoices: number; readonly surplus: Centavos }
  | { readonly kind: 'one'; readonly sum: Centavos; readonly candidates: number }

type Fits = readonly Fit<Copies>[]

const everyCopy = ({ gap, doubled, furtherCopies }: ListEvidence): Fits => {
  if (furtherCopies === null) return DOES_NOT_FIT
  const {
    invoices: { number, first },
    sum,
  } = doubled
  const surplus = times(sum, furtherCopies)
  const data = { kind: 'every', invoices: number, surplus } as const
  return listFit(gap, { collected: surplus, count: number * furtherCopies, data, invoices: first, candidates: 1 })
}

/** Of several doubled invoices, only one may have been counted twice. */
const singleCopy = ({ gap, doubledWorthTheGap: { number, first } }: ListEvidence): Fits => {
  if (number === 0) return DOES_NOT_FIT
  const data = { kind: 'one', sum: gap.collected, candidates: number } as const
  return listFit(gap, { collected: gap.collected, count: 1, data, invoices: first, candidates: number })
}

/** An invoice that the list repeats was counted twice. */
export const countedTwice = defineCause({
  code: 'COUNTED_TWICE',
  title: { en: 'an invoice counted twice', es: 'una factura contada dos veces' },
  when: 'an invoice that the list shows more than once was counted with its copies',
  check: ({ list }): Fits => {
    if (list === null || list.doubled.invoices.number === 0) return DOES_NOT_FIT
    const together = everyCopy(list)
    return together.length > 0 ? together : singleCopy(list)
  },
  message: {
    en: (data, say) =>
      data.kind === 'every'
        ? `${howMany(data.invoices, 'invoice')} listed more than once, counted with every copy: ${say.money(data.surplus)} too much`
        : `one invoice of ${say.money(data.sum)} that is listed more than once was counted twice: ${fittingInEnglish(data.candidates)}`,
    es: (data, say) =>
      data.kind === 'every'
        ? `${howMany(data.invoices, 'factura')} en la lista más de una vez, ${data.invoices === 1 ? 'contada' : 'contadas'} con cada copia: ${say.money(data.surplus)} de más`
        : `una factura de ${say.money(data.sum)} que está más de una vez en la lista se contó dos veces: ${fittingInSpanish(data.candidates)}`,
  },
})
