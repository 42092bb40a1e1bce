import type { NamedSlot, Say } from '../../rules/say.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import type { NeighbourInvoice } from '../evidence.ts'
import { isOneMissing } from '../neighbours.ts'
import { fittingInEnglish, fittingInSpanish, listFit } from './list-fit.ts'

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

/** One invoice that a neighbouring settlement lists is part of this settlement. The count must agree. */
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
