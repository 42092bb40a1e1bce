import { type Centavos, minus } from '../core/money.ts'
import type { Due, RentPayment } from '../core/receivables.ts'

interface Answer {
  readonly dues: readonly Due[]
  readonly payments: readonly RentPayment[]
}

/** The most dues or payments of a group of which sets are tried. */
export const FEW = 24
/** The most members of a set. */
const MEMBERS_MAX = 6

/**
 * The answers of one step: each payment with the sets of dues of its sum, or each due with the sets of payments of its
 * sum. Of equal ones only the first is asked, and of equal members a set has the first ones.
 */
export const answersOf = (
  several: 'dues' | 'payments',
  { dues, payments }: Answer,
  kindOf: (due: Due) => string,
  fits: (due: Due, payment: RentPayment) => boolean,
): readonly Answer[] => {
  if (several === 'dues')
    return firstOfEach(
      payments,
      ({ paid }) => String(paid),
      (payment) => {
        const fitting = dues.filter((due) => fits(due, payment))
        const sets = setsOf(fitting, ({ amount }) => amount, kindOf, payment.paid)
        return sets.map((set) => ({ dues: set, payments: [payment] }))
      },
    )
  return firstOfEach(dues, kindOf, (due) => {
    const fitting = payments.filter((payment) => fits(due, payment))
    const sets = setsOf(
      fitting,
      ({ paid }) => paid,
      ({ paid }) => String(paid),
      due.amount,
    )
    return sets.map((set) => ({ dues: [due], payments: set }))
  })
}

/** The answers of the first of each kind that has any. */
const firstOfEach = <T>(
  all: readonly T[],
  kindOf: (one: T) => string,
  answers: (one: T) => readonly Answer[],
): readonly Answer[] => {
  const found = new Map<string, readonly Answer[]>()
  for (const one of all) {
    const kind = kindOf(one)
    if ((found.get(kind)?.length ?? 0) === 0) found.set(kind, answers(one))
  }
  return [...found.values()].flat()
}

/** Sets of two to six members with exactly that sum. Of members of one kind, later ones never come without earlier ones. */
const setsOf = <T>(
  items: readonly T[],
  worthOf: (item: T) => Centavos,
  kindOf: (item: T) => string,
  sum: Centavos,
): readonly (readonly T[])[] => {
  const kinds = items.map(kindOf)
  const earlier = items
    .map((_, at) => kinds.lastIndexOf(kinds[at] ?? '', at - 1))
    .map((at, index) => (index === 0 ? -1 : at))
  const found: (readonly T[])[] = []
  const search = (from: number, left: Centavos, chosen: readonly number[]): void => {
    if (left === 0n && chosen.length > 1) found.push(chosen.flatMap((at) => items.slice(at, at + 1)))
    if (left <= 0n || chosen.length === MEMBERS_MAX) return
    for (let at = from; at < items.length; at += 1) {
      const item = items[at]
      const before = earlier[at] ?? -1
      if (item === undefined || worthOf(item) > left || (before >= 0 && !chosen.includes(before))) continue
      search(at + 1, minus(left, worthOf(item)), [...chosen, at])
    }
  }
  search(0, sum, [])
  return found
}
