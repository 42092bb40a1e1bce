import type { GapName } from '../../core/findings/discrepancy.ts'
import { type Centavos, negate, size } from '../../core/money.ts'
import { howMany } from '../../std/how-many.ts'
import type { Gaps, ListGap } from '../assessment/gaps.ts'
import type { NamedSlot } from '../say.ts'
import { closedBy, DOES_NOT_FIT, defineCause, type Fit, type LaterGaps } from './define-cause.ts'

/** The difference of the later slot. */
type Opposite =
  | { readonly kind: 'payout'; readonly sum: Centavos }
  | { readonly kind: 'list'; readonly sum: Centavos; readonly count: number }

interface CarriedOver {
  readonly slot: NamedSlot
  readonly opposite: Opposite
  readonly candidates: number
}

type Fits = readonly Fit<CarriedOver>[]

const payoutCarried = (gap: Gaps['payout'], later: readonly LaterGaps[]): Fits => {
  if (gap === null || gap === 0n) return DOES_NOT_FIT
  const slots = later.filter(({ gaps }) => gaps.payout === negate(gap))
  return fitsOfCarriedOver(['payout'], slots, { kind: 'payout', sum: negate(gap) })
}

/** Sum and number together: the number alone is off by one too often. */
const listCarried = (gap: ListGap, later: readonly LaterGaps[]): Fits => {
  const slots = later.filter(
    ({ gaps: { list } }) => list?.collected === negate(gap.collected) && list.count === -gap.count,
  )
  const closes = closedBy(gap, gap.collected, gap.count)
  return fitsOfCarriedOver(closes, slots, { kind: 'list', sum: negate(gap.collected), count: -gap.count })
}

const fitsOfCarriedOver = (closes: readonly GapName[], slots: readonly LaterGaps[], opposite: Opposite): Fits => {
  const [first] = slots
  if (first === undefined) return DOES_NOT_FIT
  const slot = { date: first.slot.date, cycle: first.slot.cycle }
  const candidates = slots.length
  return [{ closes, data: { slot, opposite, candidates }, invoices: [], candidates }]
}

/** A later slot is off by the same sum in the other direction: what is missing here was paid, or counted, there. */
export const carriedOver = defineCause({
  code: 'CARRIED_OVER',
  title: { en: 'the opposite gap in a later settlement', es: 'la diferencia contraria en un ciclo posterior' },
  when: 'a later settlement, within 31 days, differs by the same amount in the other direction',
  check: ({ gaps, list, later }) => [
    ...payoutCarried(gaps.payout, later),
    ...(list === null ? DOES_NOT_FIT : listCarried(list.gap, later)),
  ],
  message: {
    en: ({ slot, opposite, candidates }, say) => {
      const sum = say.money(opposite.sum)
      const byHowMuch =
        opposite.kind === 'payout'
          ? `its payout by ${sum}`
          : `collected by ${sum}, its number of invoices by ${opposite.count}`
      const others = candidates === 1 ? '' : `; ${candidates} later settlements fit, each alone`
      return `${say.slot(slot)} differs in the other direction: ${byHowMuch}${others}`
    },
    es: ({ slot, opposite, candidates }, say) => {
      const sum = say.money(opposite.sum)
      const byHowMuch =
        opposite.kind === 'payout'
          ? `su abono en ${sum}`
          : `lo recaudado en ${sum}, su número de facturas en ${opposite.count}`
      const others = candidates === 1 ? '' : `; encajan ${candidates} ciclos posteriores, cada uno por sí solo`
      return `${say.slot(slot)} difiere al contrario: ${byHowMuch}${others}`
    },
  },
})

const HALF_PESO = 50n

interface RoundingGap {
  readonly gap: Centavos
  readonly invoices: number
}

const roundedOff = (name: GapName, gap: Centavos | null, invoices: number): readonly Fit<RoundingGap>[] =>
  gap === null || gap === 0n || size(gap) > HALF_PESO * BigInt(Math.max(0, invoices))
    ? DOES_NOT_FIT
    : [{ closes: [name], data: { gap, invoices }, invoices: [], candidates: 1 }]

/** Each invoice was rounded to the peso before it was summed. */
export const rounding = defineCause({
  code: 'ROUNDING',
  title: { en: 'rounding', es: 'redondeo' },
  when: 'the gap is no more than half a peso for each invoice',
  check: ({ gaps, list, settlement }) => [
    ...roundedOff('payout', gaps.payout, settlement.invoiceCount),
    ...roundedOff('collected', list?.gap.collected ?? null, list?.counted ?? 0),
  ],
  message: {
    en: ({ gap, invoices }, say) =>
      `${say.money(gap)} is no more than half a peso for each of ${howMany(invoices, 'invoice')}`,
    es: ({ gap, invoices }, say) =>
      `${say.money(gap)} no es más de medio peso por cada una de ${howMany(invoices, 'factura')}`,
  },
})
