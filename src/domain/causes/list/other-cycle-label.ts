import { howMany } from '../../../std/how-many.ts'
import { type Centavos, negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause, type Fit } from '../define-cause.ts'
import type { ListEvidence } from '../evidence.ts'
import { listFit } from './list-fit.ts'

interface LabelledInvoices {
  /** Listed here but left out of the settlement, or listed there but included. */
  readonly kind: 'left-out' | 'taken-in'
  readonly label: string
  readonly invoices: number
  readonly sum: Centavos
}

type Fits = readonly Fit<LabelledInvoices>[]

const leftOut = (list: ListEvidence): Fits =>
  [...list.byOtherLabel].flatMap(
    ([
      label,
      {
        invoices: { number, first },
        sum,
      },
    ]) => {
      const data = { kind: 'left-out', label, invoices: number, sum } as const
      return listFit(list.gap, { collected: negate(sum), count: -number, data, invoices: first, candidates: 1 })
    },
  )

const takenIn = (list: ListEvidence): Fits =>
  list.otherLists.flatMap(({ slot, invoices: { number, first }, sum }) => {
    const data = { kind: 'taken-in', label: slot.cycle, invoices: number, sum } as const
    return listFit(list.gap, { collected: sum, count: number, data, invoices: first, candidates: 1 })
  })

/**
 * Invoices are filed under another label of the cycle: some listed here that the settlement leaves out, or another list
 * that it includes.
 */
export const otherCycleLabel = defineCause({
  code: 'OTHER_CYCLE_LABEL',
  title: { en: 'another label of the cycle', es: 'otra etiqueta del ciclo' },
  when: 'invoices are listed under another label of the cycle: some of this list are left out, or another list is taken in',
  check: ({ list }): Fits => {
    if (list === null) return DOES_NOT_FIT
    const fits = [...leftOut(list), ...takenIn(list)]
    const most = Math.max(0, ...fits.map(({ closes }) => closes.length))
    const best = fits.filter(({ closes }) => closes.length === most)
    return best.slice(0, 1).map((fit) => ({ ...fit, candidates: best.length }))
  },
  message: {
    en: ({ kind, label, invoices, sum }, say) =>
      kind === 'left-out'
        ? `${howMany(invoices, 'invoice')} of ${say.money(sum)} listed here under the label ${label} ${invoices === 1 ? 'is' : 'are'} not in the settlement`
        : `the list of cycle ${label} of the same date (${howMany(invoices, 'invoice')}, ${say.money(sum)}) is part of this settlement`,
    es: ({ kind, label, invoices, sum }, say) =>
      kind === 'left-out'
        ? `${howMany(invoices, 'factura')} por ${say.money(sum)} en esta lista, con la etiqueta ${label}, fuera de la liquidación`
        : `la lista del ciclo ${label} de la misma fecha (${howMany(invoices, 'factura')}, ${say.money(sum)}) es parte de esta liquidación`,
  },
})
