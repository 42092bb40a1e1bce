import type { Gaps, ListGap } from '../assessment/gaps.ts'
import { type Centavos, inWords, negated, size } from '../money.ts'
import { nameOf } from '../slot.ts'
import type { GapName } from './cause.ts'
import type { LaterGaps } from './evidence.ts'
import { type CauseCheck, closedBy, DOES_NOT_FIT, invoicesInWords, type Reading } from './reading.ts'

/** A later slot is off by the same, the other way: what is missing here was paid, or counted, there. */
export const carriedOver: CauseCheck = ({ gaps, list, later }) => [
  ...payoutCarried(gaps.payout, later),
  ...(list === null ? DOES_NOT_FIT : listCarried(list.gap, later)),
]

const payoutCarried = (gap: Gaps['payout'], later: readonly LaterGaps[]): readonly Reading[] => {
  if (gap === null || gap === 0n) return DOES_NOT_FIT
  const opposite = later.filter(({ gaps }) => gaps.payout === negated(gap))
  return carried(['payout'], opposite, `its payout by ${inWords(negated(gap))}`)
}

/** Sum and number together: a number alone is off by one too often. */
const listCarried = (gap: ListGap, later: readonly LaterGaps[]): readonly Reading[] => {
  const opposite = later.filter(
    ({ gaps: { list } }) => list?.collected === negated(gap.collected) && list.count === -gap.count,
  )
  const sum = inWords(negated(gap.collected))
  return carried(
    closedBy(gap, gap.collected, gap.count),
    opposite,
    `collected by ${sum}, its number of invoices by ${-gap.count}`,
  )
}

const carried = (closes: readonly GapName[], slots: readonly LaterGaps[], byHowMuch: string): readonly Reading[] => {
  const [first] = slots
  if (first === undefined || closes.length === 0) return DOES_NOT_FIT
  const others = slots.length === 1 ? '' : `; ${slots.length} later slots fit, each alone`
  return [
    {
      code: 'CARRIED_OVER',
      closes,
      detail: `${nameOf(first.slot)} is off the other way: ${byHowMuch}${others}`,
      invoices: [],
      candidates: slots.length,
    },
  ]
}

const HALF_PESO = 50n

/** Each invoice was rounded to the peso before it was summed. */
export const rounding: CauseCheck = ({ gaps, list, settlement }) => [
  ...rounded('payout', gaps.payout, settlement.invoiceCount),
  ...rounded('collected', list?.gap.collected ?? null, list?.counted ?? 0),
]

const rounded = (name: GapName, gap: Centavos | null, invoices: number): readonly Reading[] => {
  if (gap === null || gap === 0n || size(gap) > HALF_PESO * BigInt(Math.max(0, invoices))) return DOES_NOT_FIT
  return [
    {
      code: 'ROUNDING',
      closes: [name],
      detail: `${inWords(gap)} is no more than half a peso for each of ${invoicesInWords(invoices)}`,
      invoices: [],
      candidates: 1,
    },
  ]
}
