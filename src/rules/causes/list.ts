import { type Centavos, negate, times } from '../../core/money.ts'
import { howMany } from '../../std/how-many.ts'
import type { ListGap } from '../assessment/gaps.ts'
import type { NamedSlot, Say } from '../say.ts'
import {
  closedBy,
  DOES_NOT_FIT,
  defineCause,
  type Fit,
  type ListEvidence,
  type NeighbourInvoice,
} from './define-cause.ts'
import { isOneMissing } from './neighbours.ts'

/** A reading of sum and number of the invoices: the difference it makes between reported and listed. */
interface Effect<D extends object> extends Omit<Fit<D>, 'closes'> {
  readonly collected: Centavos
  readonly count: number
}

/** Fits the gaps that the effect closes; without any it does not fit. */
const listFit = <D extends object>(gap: ListGap, effect: Effect<D>): readonly Fit<D>[] => {
  const { data, invoices, candidates } = effect
  const closes = closedBy(gap, effect.collected, effect.count)
  return closes.length === 0 ? DOES_NOT_FIT : [{ closes, data, invoices, candidates }]
}

/** The number of invoices that would each close the gap alone. */
export const fittingInEnglish = (number: number): string => (number === 1 ? '1 fits' : `${number} fit, each alone`)
export const fittingInSpanish = (number: number): string =>
  number === 1 ? 'encaja 1' : `encajan ${number}, cada una por sí sola`

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

/** Charged-back invoices were subtracted from collected: left out if the policy counts them, and subtracted once more. */
export const chargebacksDeducted = defineCause({
  code: 'CHARGEBACKS_DEDUCTED',
  title: { en: 'chargebacks taken from collected', es: 'contracargos restados de lo recaudado' },
  when: 'charged-back invoices were deducted from the sum of the others',
  check: ({ list, policy }) => {
    if (list === null || list.chargebacks.invoices.number === 0) return DOES_NOT_FIT
    const {
      invoices: { number, first },
      sum,
    } = list.chargebacks
    const isCounted = policy.chargebacks === 'counted'
    return listFit(list.gap, {
      collected: negate(times(sum, isCounted ? 2 : 1)),
      count: isCounted ? -number : 0,
      data: { chargebacks: number, sum },
      invoices: first,
      candidates: 1,
    })
  },
  message: {
    en: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `the chargeback of ${say.money(sum)} was deducted from the sum of the others`
        : `the ${chargebacks} chargebacks of ${say.money(sum)} were deducted from the sum of the others`,
    es: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `el contracargo de ${say.money(sum)} se descontó de lo que suman las demás`
        : `los ${chargebacks} contracargos por ${say.money(sum)} se descontaron de lo que suman las demás`,
  },
})

/** Charged-back invoices that the policy counts were left out of collected. */
export const chargebacksExcluded = defineCause({
  code: 'CHARGEBACKS_EXCLUDED',
  title: { en: 'chargebacks left out of collected', es: 'contracargos fuera de lo recaudado' },
  when: 'charged-back invoices that the policy counts were left out of collected',
  check: ({ list, policy }) => {
    if (list === null || policy.chargebacks === 'excluded') return DOES_NOT_FIT
    const {
      invoices: { number, first },
      sum,
    } = list.chargebacks
    if (number === 0) return DOES_NOT_FIT
    const data = { chargebacks: number, sum }
    return listFit(list.gap, { collected: negate(sum), count: -number, data, invoices: first, candidates: 1 })
  },
  message: {
    en: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `the chargeback of ${say.money(sum)} was left out of collected`
        : `the ${chargebacks} chargebacks of ${say.money(sum)} were left out of collected`,
    es: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `el contracargo de ${say.money(sum)} quedó fuera de lo recaudado`
        : `los ${chargebacks} contracargos por ${say.money(sum)} quedaron fuera de lo recaudado`,
  },
})

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

/** One listed invoice is not part of the settlement. The count must agree, since round rents fit by chance. */
export const invoiceExtra = defineCause({
  code: 'INVOICE_EXTRA',
  title: { en: 'a listed invoice does not belong here', es: 'una factura listada no corresponde aquí' },
  when: 'one listed invoice does not belong here; reported only when the number of invoices fits too',
  check: ({ list }) => {
    if (list === null || list.gap.count !== -1) return DOES_NOT_FIT
    const { number, first } = list.worthTheExcess
    const { collected } = list.gap
    if (number === 0) return DOES_NOT_FIT
    const data = { sum: negate(collected), candidates: number }
    return listFit(list.gap, { collected, count: -1, data, invoices: first, candidates: number })
  },
  message: {
    en: ({ sum, candidates }, say) =>
      `one listed invoice of ${say.money(sum)} does not belong here: ${fittingInEnglish(candidates)}`,
    es: ({ sum, candidates }, say) =>
      `una factura listada de ${say.money(sum)} no corresponde aquí: ${fittingInSpanish(candidates)}`,
  },
})

interface Place {
  readonly id: string
  readonly slot: NamedSlot
  readonly namesThisSlot: boolean
}

const placeOf = ({ id, slot, namesThisSlot }: NeighbourInvoice): Place => ({
  id,
  slot: { date: slot.date, cycle: slot.cycle },
  namesThisSlot,
})

const placesIn = (places: readonly Place[], say: Say, of: string, namesThisSlot: string): string =>
  places
    .map((place) => `${place.id} ${of} ${say.slot(place.slot)}${place.namesThisSlot ? namesThisSlot : ''}`)
    .join('; ')

export const invoiceInNeighbour = defineCause({
  code: 'INVOICE_IN_NEIGHBOUR',
  title: { en: 'an invoice of a neighbouring settlement belongs here', es: 'falta una factura de un ciclo vecino' },
  when: 'one invoice of another cycle of the date, or of the nearest day before or after, belongs here; reported only when the number of invoices fits too',
  check: ({ list }) => {
    if (list === null || !isOneMissing(list.gap) || list.neighbours.number === 0) return DOES_NOT_FIT
    const { number, first } = list.neighbours
    const { collected } = list.gap
    const data = { sum: collected, candidates: number, places: first.map(placeOf) }
    return listFit(list.gap, { collected, count: 1, data, invoices: first.map(({ id }) => id), candidates: number })
  },
  message: {
    en: ({ sum, candidates, places }, say) => {
      const rest = candidates > places.length ? `, and ${candidates - places.length} more` : ''
      const named = placesIn(places, say, 'of', ', and names this settlement')
      return `one invoice of ${say.money(sum)} is listed in a neighbouring settlement: ${fittingInEnglish(candidates)} (${named}${rest})`
    },
    es: ({ sum, candidates, places }, say) => {
      const rest = candidates > places.length ? `, y ${candidates - places.length} más` : ''
      const named = placesIn(places, say, 'de', ', y nombra este ciclo')
      return `una factura de ${say.money(sum)} está en la lista de un ciclo vecino: ${fittingInSpanish(candidates)} (${named}${rest})`
    },
  },
})

interface LabelledInvoices {
  /** Listed here but left out of the settlement, or listed there but included. */
  readonly kind: 'left-out' | 'taken-in'
  readonly label: string
  readonly invoices: number
  readonly sum: Centavos
}

type LabelFits = readonly Fit<LabelledInvoices>[]

const leftOut = (list: ListEvidence): LabelFits =>
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

const takenIn = (list: ListEvidence): LabelFits =>
  list.otherLists.flatMap(({ slot, invoices: { number, first }, sum }) => {
    const data = { kind: 'taken-in', label: slot.cycle, invoices: number, sum } as const
    return listFit(list.gap, { collected: sum, count: number, data, invoices: first, candidates: 1 })
  })

/** Invoices are filed under another label of the cycle: some listed here that the settlement leaves out, or another list that it includes. */
export const otherCycleLabel = defineCause({
  code: 'OTHER_CYCLE_LABEL',
  title: { en: 'another label of the cycle', es: 'otra etiqueta del ciclo' },
  when: 'invoices are listed under another label of the cycle: some of this list are left out, or another list is taken in',
  check: ({ list }): LabelFits => {
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
