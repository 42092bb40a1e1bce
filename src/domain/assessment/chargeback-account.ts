import { compareText } from '../../std/compare-text.ts'
import { type Centavos, negate, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Pull } from '../pull/pull.ts'
import { isEcho, isJudged } from '../rules/judged.ts'
import { compareSlots, nameOf, type Slot } from '../slot.ts'
import { adjustmentsInPayout, signedAdjustments } from './payout.ts'
import { type SubsetSearch, subsetsOf } from './subsets.ts'

/** An invoice that is a chargeback now. */
export interface Chargeback {
  readonly slot: Slot
  readonly invoiceId: string
  readonly paid: Centavos
}

/** The adjustments of one settlement, and the sets of chargebacks whose sum is exactly what they take. */
export interface Adjustment extends SubsetSearch<Chargeback> {
  readonly slot: Slot
  /** As the service reports it. */
  readonly reported: Centavos
  /** With the sign set by the policy: negative takes from the merchant. */
  readonly effect: Centavos
  /** The part of the effect that is in this payout: zero where a gateway reading leaves adjustments out. */
  readonly inPayout: Centavos
  /** Several sets fit, and as many adjustments fit the same sets, so that together they have debited all of them. */
  readonly areAllDebited: boolean
}

/** A chargeback with the settlement whose adjustment debited it, alone or as the last of several that fit. */
export interface DebitedChargeback extends Chargeback {
  readonly debitedBy: Slot
}

/** The chargebacks of a database matched with its adjustments, by exact sums and never netted. */
export interface ChargebackAccount {
  /** In order of slot. */
  readonly adjustments: readonly Adjustment[]
  /** Every chargeback. */
  readonly chargebacks: readonly Chargeback[]
  /** Chargebacks that an adjustment debited. */
  readonly debited: readonly DebitedChargeback[]
  /** Chargebacks of final settlements that no known adjustment debited, in order of slot and id. */
  readonly notDebited: readonly Chargeback[]
}

type Read = Pick<Pull, 'slot' | 'settlement'>

/**
 * Matches each adjustment, in order of slot, with the chargebacks of its slot and of earlier slots that are not debited
 * yet. The order of reading does not matter. If one set fits, it is debited. If several fit, none is debited until as
 * many adjustments fit the same sets. An adjustment that is in no payout takes no money and so debits nothing.
 */
export const chargebackAccount = (
  chargebacks: readonly Chargeback[],
  pulls: readonly Read[],
  policy: Policy,
): ChargebackAccount => {
  const left = new Set(chargebacks.filter(({ paid }) => paid > 0n).toSorted(compareChargebacks))
  const ambiguous = new Map<string, number>()
  const adjustments: Omit<Adjustment, 'areAllDebited'>[] = []
  const debits = new Map<Chargeback, Slot>()
  for (const one of adjustmentsOf(pulls, policy)) {
    const earlier = [...left].filter((chargeback) => compareSlots(chargeback.slot, one.slot) <= 0)
    const search = subsetsOf(earlier, ({ paid }) => paid, negate(one.effect))
    if (!isLeftOut(one))
      for (const chargeback of debitedBy(search, ambiguous)) {
        left.delete(chargeback)
        debits.set(chargeback, one.slot)
      }
    adjustments.push({ ...one, ...search })
  }
  const final = new Set(pulls.filter(({ slot, settlement }) => isJudged(settlement, slot, policy)).map(nameOfRead))
  const debited = chargebacks.flatMap((chargeback): DebitedChargeback | readonly [] => {
    const slot = debits.get(chargeback)
    return slot === undefined ? [] : { ...chargeback, debitedBy: slot }
  })
  const areAllDebited = (one: Omit<Adjustment, 'areAllDebited'>): boolean =>
    !isLeftOut(one) && areApart(one.sets) && ambiguous.get(nameOfSets(one.sets)) === one.sets.length
  return {
    adjustments: adjustments.map((one) => ({ ...one, areAllDebited: areAllDebited(one) })),
    chargebacks,
    debited,
    notDebited: [...left].filter(({ slot }) => final.has(nameOf(slot))),
  }
}

/** Whether a gateway reading leaves the adjustments out of the payout. */
export const isLeftOut = ({ inPayout }: Pick<Adjustment, 'inPayout'>): boolean => inPayout === ZERO

const nameOfRead = ({ slot }: Read): string => nameOf(slot)

const compareChargebacks = (a: Chargeback, b: Chargeback): number =>
  compareSlots(a.slot, b.slot) || compareText(a.invoiceId, b.invoiceId)

const adjustmentsOf = (pulls: readonly Read[], policy: Policy) =>
  pulls
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .flatMap(({ slot, settlement }) => {
      if (settlement === null || settlement.adjustments === ZERO || isEcho(settlement, slot, policy)) return []
      const reported = settlement.adjustments
      const effect = signedAdjustments(reported, policy)
      return [{ slot, reported, effect, inPayout: adjustmentsInPayout(settlement, policy) }]
    })

/** `ambiguous` counts the adjustments that fit the same sets, by those sets. */
const debitedBy = (
  { sets, isComplete }: SubsetSearch<Chargeback>,
  ambiguous: Map<string, number>,
): readonly Chargeback[] => {
  if (!isComplete) return []
  const all = sets.flat()
  if (sets.length === 1) return all
  const name = nameOfSets(sets)
  const number = (ambiguous.get(name) ?? 0) + 1
  ambiguous.set(name, number)
  return areApart(sets) && number === sets.length ? all : []
}

const nameOfSets = (sets: SubsetSearch<Chargeback>['sets']): string =>
  sets
    .flat()
    .map(({ slot, invoiceId }) => `${nameOf(slot)} ${invoiceId}`)
    .join('\n')

/** Whether no chargeback is in two of the sets. */
const areApart = (sets: SubsetSearch<Chargeback>['sets']): boolean => new Set(sets.flat()).size === sets.flat().length
