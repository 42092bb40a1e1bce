import type { Both } from '../../../std/both.ts'
import type { Adjustment, Chargeback } from '../../assessment/chargeback-account.ts'
import { type Centavos, ZERO } from '../../money.ts'
import type { Slot } from '../../slot.ts'
import type { Say } from '../say.ts'

/** Chargebacks by name: the first of them, and the number of the others. */
interface NamedChargebacks {
  readonly first: readonly { readonly invoiceId: string; readonly slot: Slot }[]
  readonly more: number
}

/** What explains an adjustment, as it is stored. */
export interface AdjustmentExplanation {
  readonly kind: 'none' | 'debit' | 'give-back' | 'tied'
  /** The sets of chargebacks that may be meant: none, the one, or the first two. */
  readonly sets: readonly NamedChargebacks[]
  readonly otherSets: number
  /** The number of other settlements whose adjustments are a part of the same sum. */
  readonly together: number
  /** Whether every set was tried. */
  readonly isComplete: boolean
}

interface ExplainedAdjustment {
  readonly explanation: AdjustmentExplanation
  /** What nothing explains, as a positive sum in centavos. */
  readonly rest: Centavos
  /** The rest brings money. */
  readonly isCredit: boolean
  /** A gateway reading leaves the adjustments out of the payout. */
  readonly isLeftOut?: true
  /** What they paid of claims of other settlements. */
  readonly recovered?: Centavos
}

/** The most chargebacks named, so that a message stays readable. */
const NAMED_MAX = 20

export const namedChargebacks = (chargebacks: readonly Chargeback[]): NamedChargebacks => ({
  first: chargebacks.slice(0, NAMED_MAX).map(({ invoiceId, slot }) => ({ invoiceId, slot })),
  more: Math.max(0, chargebacks.length - NAMED_MAX),
})

export const explanationOf = ({ explanation: of }: Adjustment): AdjustmentExplanation => {
  const isComplete = of.kind !== 'none' || of.isComplete
  const sets = of.kind === 'none' ? [] : of.kind === 'tied' ? [of.chargebacks] : of.sets
  const together = of.kind === 'debit' || of.kind === 'give-back' ? of.together.length : 0
  return {
    kind: of.kind,
    sets: sets.slice(0, 2).map(namedChargebacks),
    otherSets: Math.max(0, sets.length - 2),
    together,
    isComplete,
  }
}

/** The chargebacks by name, each with its settlement. */
export const inNames = ({ first, more }: NamedChargebacks, say: Say): Both<string> => {
  const names = (of: string): string =>
    first.map(({ invoiceId, slot }) => `${invoiceId} ${of} ${say.slot(slot)}`).join(', ')
  return {
    en: more > 0 ? `${names('of')} and ${more} more` : names('of'),
    es: more > 0 ? `${names('de')} y ${more} más` : names('de'),
  }
}

export const adjustmentInEnglish = (adjustment: ExplainedAdjustment, say: Say): string => {
  const { explanation, rest, isCredit, isLeftOut, recovered } = adjustment
  const isExplained = explanation.kind !== 'none' || recovered !== undefined
  const left = rest === ZERO || !isExplained ? '' : `; ${say.money(rest)} is not explained`
  const outside = isLeftOut ? '; they are not part of this payout' : ''
  if (explanation.kind !== 'none') return `${explainedInEnglish(explanation, say, isLeftOut)}${left}${outside}`
  if (recovered !== undefined)
    return `they pay ${say.money(recovered)} that was claimed of other settlements${left}${outside}`
  if (isCredit) return `they add ${say.money(rest)} that nothing explains${outside}`
  return explanation.isComplete
    ? `no chargebacks add up to exactly this sum; ${say.money(rest)} is not explained${outside}`
    : `no set of chargebacks that was tried adds up to it, and there are too many to try every set; ${say.money(rest)} is not explained${outside}`
}

const explainedInEnglish = (
  { kind, sets, otherSets, together }: AdjustmentExplanation,
  say: Say,
  isLeftOut = false,
): string => {
  const [first = '', second] = sets.map((set) => inNames(set, say).en)
  const others =
    together === 0
      ? ''
      : ` together with those of ${together === 1 ? '1 other settlement' : `${together} other settlements`}`
  const verb = kind === 'give-back' ? 'give back' : isLeftOut ? 'equal' : 'debit'
  if (kind === 'tied') return `they ${verb}, as a person tied them: ${first}`
  if (second === undefined) return `they ${verb} exactly${others}: ${first}`
  const more = otherSets > 0 ? `, or ${otherSets === 1 ? '1 other set' : `${otherSets} other sets`}` : ''
  return `they ${verb} exactly${others} ${first}, or ${second}${more}; which is not known`
}

export const adjustmentInSpanish = (adjustment: ExplainedAdjustment, say: Say): string => {
  const { explanation, rest, isCredit, isLeftOut, recovered } = adjustment
  const isExplained = explanation.kind !== 'none' || recovered !== undefined
  const left = rest === ZERO || !isExplained ? '' : `; ${say.money(rest)} sin explicar`
  const outside = isLeftOut ? '; no hacen parte de este abono' : ''
  if (explanation.kind !== 'none') return `${explainedInSpanish(explanation, say, isLeftOut)}${left}${outside}`
  if (recovered !== undefined)
    return `pagan ${say.money(recovered)} que se reclamaron por otras liquidaciones${left}${outside}`
  if (isCredit) return `aportan ${say.money(rest)} que nada explica${outside}`
  return explanation.isComplete
    ? `ningún grupo de contracargos suma exactamente eso; ${say.money(rest)} sin explicar${outside}`
    : `ningún grupo de contracargos de los que se probaron lo suma, y son demasiados para probarlos todos; ${say.money(rest)} sin explicar${outside}`
}

const explainedInSpanish = (
  { kind, sets, otherSets, together }: AdjustmentExplanation,
  say: Say,
  isLeftOut = false,
): string => {
  const [first = '', second] = sets.map((set) => inNames(set, say).es)
  const others =
    together === 0 ? '' : ` junto con los de ${together === 1 ? 'otra liquidación' : `otras ${together} liquidaciones`}`
  const verb = kind === 'give-back' ? 'devuelven' : isLeftOut ? 'suman' : 'debitan'
  if (kind === 'tied') return `${verb}, según el cruce de una persona: ${first}`
  if (second === undefined) return `${verb} exactamente${others}: ${first}`
  const more = otherSets > 0 ? `, o ${otherSets === 1 ? '1 grupo más' : `${otherSets} grupos más`}` : ''
  return `${verb} exactamente${others} ${first}, o ${second}${more}; no se sabe cuál`
}
