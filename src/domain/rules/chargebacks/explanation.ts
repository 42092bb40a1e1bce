import type { Adjustment, Chargeback } from '../../assessment/chargeback-account.ts'
import type { Centavos } from '../../money.ts'
import type { Slot } from '../../slot.ts'
import type { Say } from '../say.ts'

/** A set of chargebacks: the first of them, and the number of the others. */
interface ChargebackSet {
  readonly first: readonly { readonly invoiceId: string; readonly slot: Slot }[]
  readonly more: number
}

/** The sets of chargebacks that add up to an adjustment. */
export interface AdjustmentExplanation {
  /** None, the one, or the first two. */
  readonly sets: readonly ChargebackSet[]
  readonly otherSets: number
  /** Whether every set was tried. */
  readonly isComplete: boolean
  /** As many adjustments as sets fit the same sets. */
  readonly areAllDebited?: true
}

interface ExplainedAdjustment {
  readonly explanation: AdjustmentExplanation
  readonly effect: Centavos
  /** Whether it brings money. */
  readonly isCredit: boolean
  /** A gateway reading leaves the adjustments out of the payout. */
  readonly isLeftOut?: true
}

const isOne = ({ first, more }: ChargebackSet): boolean => first.length + more === 1

/** The most chargebacks named, so that a message stays readable. */
const NAMED_MAX = 20

export const explanationOf = ({ sets, isComplete, areAllDebited }: Adjustment): AdjustmentExplanation => ({
  sets: sets.slice(0, 2).map(setOf),
  otherSets: Math.max(0, sets.length - 2),
  isComplete,
  ...(areAllDebited ? { areAllDebited } : {}),
})

const setOf = (chargebacks: readonly Chargeback[]): ChargebackSet => ({
  first: chargebacks.slice(0, NAMED_MAX).map(({ invoiceId, slot }) => ({ invoiceId, slot })),
  more: Math.max(0, chargebacks.length - NAMED_MAX),
})

const setInWords = ({ first, more }: ChargebackSet, say: Say, of: string, and: (more: number) => string): string => {
  const names = first.map(({ invoiceId, slot }) => `${invoiceId} ${of} ${say.slot(slot)}`).join(', ')
  return more > 0 ? `${names}${and(more)}` : names
}

export const adjustmentInEnglish = (adjustment: ExplainedAdjustment, say: Say): string =>
  `${explainedInEnglish(adjustment, say)}${adjustment.isLeftOut ? '; they are not part of this payout' : ''}`

const explainedInEnglish = (adjustment: ExplainedAdjustment, say: Say): string => {
  const { explanation, effect, isCredit, isLeftOut } = adjustment
  const { sets, otherSets, isComplete, areAllDebited = false } = explanation
  const [first, second] = sets.map((set) => setInWords(set, say, 'of', (more) => ` and ${more} more`))
  const isSingle = sets[0] !== undefined && isOne(sets[0])
  const untried = isComplete ? '' : '; there are too many chargebacks to try every set of them'
  if (first !== undefined && second === undefined)
    return `they ${isLeftOut ? 'equal' : 'debit'} exactly ${isSingle ? 'this chargeback' : 'these chargebacks'}: ${first}${untried}`
  if (first !== undefined) {
    const others = otherSets > 0 ? `; so ${otherSets === 1 ? 'does 1 other set' : `do ${otherSets} other sets`}` : ''
    const debited = areAllDebited ? 'as many adjustments fit, and all are debited' : 'none is taken as debited'
    return `${first} ${isSingle ? 'comes' : 'add up'} to it, and so does another set: ${second}${others}; ${debited}${untried}`
  }
  if (isCredit) return `they add ${say.money(effect)} that nothing explains`
  return isComplete
    ? `no chargebacks add up to exactly this sum; ${say.money(effect)} is not explained`
    : `no set of chargebacks that was tried adds up to it, and there are too many to try every set; ${say.money(effect)} is not explained`
}

export const adjustmentInSpanish = (adjustment: ExplainedAdjustment, say: Say): string =>
  `${explainedInSpanish(adjustment, say)}${adjustment.isLeftOut ? '; no hacen parte de este abono' : ''}`

const explainedInSpanish = (adjustment: ExplainedAdjustment, say: Say): string => {
  const { explanation, effect, isCredit, isLeftOut } = adjustment
  const { sets, otherSets, isComplete, areAllDebited = false } = explanation
  const [first, second] = sets.map((set) => setInWords(set, say, 'de', (more) => ` y ${more} más`))
  const isSingle = sets[0] !== undefined && isOne(sets[0])
  const untried = isComplete ? '' : '; hay demasiados contracargos para probar todos los grupos'
  if (first !== undefined && second === undefined)
    return isLeftOut
      ? `equivalen exactamente al valor de ${isSingle ? 'este contracargo' : 'estos contracargos'}: ${first}${untried}`
      : `debitan exactamente ${isSingle ? 'este contracargo' : 'estos contracargos'}: ${first}${untried}`
  if (first !== undefined) {
    const others = otherSets > 0 ? ` y ${otherSets === 1 ? '1 grupo más' : `${otherSets} grupos más`}` : ''
    const debited = areAllDebited
      ? 'otros tantos ajustes coinciden, y todos se dan por debitados'
      : 'ninguno se da por debitado'
    return `${first} ${isSingle ? 'suma' : 'suman'} exactamente ese valor, y también ${second}${others}; ${debited}${untried}`
  }
  if (isCredit) return `aportan ${say.money(effect)} que nada explica`
  return isComplete
    ? `ningún grupo de contracargos suma exactamente eso; ${say.money(effect)} sin explicar`
    : `ningún grupo de contracargos de los que se probaron lo suma, y son demasiados para probarlos todos; ${say.money(effect)} sin explicar`
}
