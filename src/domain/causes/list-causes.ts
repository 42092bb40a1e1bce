import type { ListGap } from '../assessment/gaps.ts'
import { type Centavos, inWords, negated } from '../money.ts'
import { nameOf } from '../slot.ts'
import type { CauseCode } from './cause.ts'
import type { Group, ListClues, ListEvidence } from './evidence.ts'
import { isOneMissing } from './neighbours.ts'
import { type CauseCheck, closedBy, DOES_NOT_FIT, invoicesInWords, type Reading } from './reading.ts'

/** A way to read sum and number of the invoices: by how much what is stated would differ from what is listed. */
interface Effect {
  readonly collected: Centavos
  readonly count: number
  readonly detail: string
  readonly invoices: readonly string[]
  readonly candidates: number
}

const readingOf = (code: CauseCode, gap: ListGap, effect: Effect): readonly Reading[] => {
  const { detail, invoices, candidates } = effect
  const closes = closedBy(gap, effect.collected, effect.count)
  return closes.length === 0 ? DOES_NOT_FIT : [{ code, closes, detail, invoices, candidates }]
}

const times = (sum: Centavos, factor: number): Centavos => (sum * BigInt(factor)) as Centavos

/** Charged-back invoices that policy counts were left out of collected. */
export const chargebacksExcluded: CauseCheck = ({ list, policy }) => {
  if (list === null || policy.chargebacks === 'excluded') return DOES_NOT_FIT
  const { chargebacks } = list
  if (chargebacks.invoices.number === 0) return DOES_NOT_FIT
  return readingOf('CHARGEBACKS_EXCLUDED', list.gap, {
    collected: negated(chargebacks.sum),
    count: -chargebacks.invoices.number,
    detail: `${chargebacksInWords(chargebacks)} left out of collected`,
    invoices: chargebacks.invoices.first,
    candidates: 1,
  })
}

/** Charged-back invoices were taken from collected: out of it where policy counts them, and once more. */
export const chargebacksDeducted: CauseCheck = ({ list, policy }) => {
  if (list === null || list.chargebacks.invoices.number === 0) return DOES_NOT_FIT
  const { chargebacks } = list
  const isCounted = policy.chargebacks === 'counted'
  const collected = negated(times(chargebacks.sum, isCounted ? 2 : 1))
  const effect = {
    collected,
    detail: `${chargebacksInWords(chargebacks)} deducted from what the others come to`,
    invoices: chargebacks.invoices.first,
    candidates: 1,
  }
  const leftOut = isCounted ? -chargebacks.invoices.number : 0
  return readingOf('CHARGEBACKS_DEDUCTED', list.gap, { ...effect, count: leftOut })
}

const chargebacksInWords = ({ invoices, sum }: Group): string =>
  `the ${invoices.number === 1 ? 'chargeback' : `${invoices.number} chargebacks`} of ${inWords(sum)} ${
    invoices.number === 1 ? 'was' : 'were'
  }`

/** What was asked for was summed instead of what was paid, or the other way round. */
export const amountBasis: CauseCheck = ({ list, policy }) => {
  if (list === null || list.otherBasis.invoices.number === 0) return DOES_NOT_FIT
  const { invoices, sum } = list.otherBasis
  const [other, ours] = policy.collectedBasis === 'paid' ? ['amount', 'paid'] : ['paid', 'amount']
  return readingOf('AMOUNT_BASIS', list.gap, {
    collected: sum,
    count: 0,
    detail: `collected is the sum of ${other}, not of ${ours}: they differ in ${invoicesInWords(invoices.number)}, by ${inWords(sum)} in all`,
    invoices: invoices.first,
    candidates: 1,
  })
}

/** One listed invoice is not part of the settlement. Told only when the count says so too: round rents fit by chance. */
export const invoiceExtra: CauseCheck = ({ list }) => {
  if (list === null || list.gap.count !== -1) return DOES_NOT_FIT
  const { number, first } = list.worthTheExcess
  if (number === 0) return DOES_NOT_FIT
  return readingOf('INVOICE_EXTRA', list.gap, {
    collected: list.gap.collected,
    count: -1,
    detail: `one listed invoice of ${inWords(negated(list.gap.collected))} does not belong here: ${fitting(number)}`,
    invoices: first,
    candidates: number,
  })
}

/** One invoice that a neighbouring slot lists is part of this settlement. The count must say so too. */
export const invoiceInNeighbour: CauseCheck = ({ list }) => {
  if (list === null || !isOneMissing(list.gap) || list.neighbours.number === 0) return DOES_NOT_FIT
  const { number, first } = list.neighbours
  const places = first.map(({ id, slot, namesThisSlot }) => {
    const named = namesThisSlot ? ', and names this slot' : ''
    return `${id} of ${nameOf(slot)}${named}`
  })
  const rest = number > first.length ? `, and ${number - first.length} more` : ''
  return readingOf('INVOICE_IN_NEIGHBOUR', list.gap, {
    collected: list.gap.collected,
    count: 1,
    detail: `one invoice of ${inWords(list.gap.collected)} is listed in a neighbouring slot: ${fitting(number)} (${places.join('; ')}${rest})`,
    invoices: first.map(({ id }) => id),
    candidates: number,
  })
}

const fitting = (number: number): string => (number === 1 ? '1 fits' : `${number} fit, each alone`)

/** An invoice that the list shows twice was counted twice. */
export const countedTwice: CauseCheck = ({ list }) => {
  if (list === null || list.doubled.invoices.number === 0) return DOES_NOT_FIT
  const all = everyCopy(list)
  const together = all === null ? DOES_NOT_FIT : readingOf('COUNTED_TWICE', list.gap, all)
  return together.length > 0 ? together : singleCopy(list)
}

const everyCopy = ({ doubled, furtherCopies }: ListClues): Effect | null => {
  if (furtherCopies === null) return null
  const { invoices, sum } = doubled
  const more = times(sum, furtherCopies)
  return {
    collected: more,
    count: invoices.number * furtherCopies,
    detail: `${invoicesInWords(invoices.number)} listed more than once, counted with every copy: ${inWords(more)} too much`,
    invoices: invoices.first,
    candidates: 1,
  }
}

/** Of several that are doubled, one alone may have been counted so. */
const singleCopy = (list: ListClues): readonly Reading[] => {
  const { number, first } = list.doubledWorthTheGap
  if (number === 0) return DOES_NOT_FIT
  return readingOf('COUNTED_TWICE', list.gap, {
    collected: list.gap.collected,
    count: 1,
    detail: `one invoice of ${inWords(list.gap.collected)} that is listed more than once was counted twice: ${fitting(number)}`,
    invoices: first,
    candidates: number,
  })
}

/** Invoices stand under another label of the cycle: some listed here that the settlement leaves out, or a list that it takes in. */
export const otherCycleLabel: CauseCheck = ({ list }) => {
  if (list === null) return DOES_NOT_FIT
  const fits = [...leftOut(list), ...takenIn(list)]
  const most = Math.max(0, ...fits.map(({ closes }) => closes.length))
  const best = fits.filter(({ closes }) => closes.length === most)
  return best.slice(0, 1).map((reading) => ({ ...reading, candidates: best.length }))
}

const leftOut = (list: ListEvidence): readonly Reading[] =>
  [...list.byOtherLabel].flatMap(([label, { invoices, sum }]) =>
    readingOf('OTHER_CYCLE_LABEL', list.gap, {
      collected: negated(sum),
      count: -invoices.number,
      detail: `${invoicesInWords(invoices.number)} of ${inWords(sum)} listed here, under the label ${label}, not in the settlement`,
      invoices: invoices.first,
      candidates: 1,
    }),
  )

const takenIn = (list: ListEvidence): readonly Reading[] =>
  list.otherLists.flatMap(({ slot, invoices, sum }) =>
    readingOf('OTHER_CYCLE_LABEL', list.gap, {
      collected: sum,
      count: invoices.number,
      detail: `the list of cycle ${slot.cycle} of the same date (${invoicesInWords(invoices.number)}, ${inWords(sum)}) is part of this settlement`,
      invoices: invoices.first,
      candidates: 1,
    }),
  )
