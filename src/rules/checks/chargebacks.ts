import { asText, inCop, type Severity, THE_SETTLEMENT, theInvoice } from '../../core/findings/discrepancy.ts'
import { isPaid } from '../../core/invoice.ts'
import { type Centavos, negate, size, ZERO } from '../../core/money.ts'
import { ownSettlement } from '../../core/pull/pull.ts'
import type { Slot } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import {
  type Adjustment,
  type Chargeback,
  explainedIn,
  isLeftOut,
  notExplained,
} from '../assessment/chargeback-account.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import type { Say } from '../say.ts'

/** Chargebacks by name: the first of them, and the number of the others. */
interface NamedChargebacks {
  readonly first: readonly { readonly invoiceId: string; readonly slot: Slot }[]
  readonly more: number
}

/** What explains an adjustment, as it is stored. */
interface AdjustmentExplanation {
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

const namedChargebacks = (chargebacks: readonly Chargeback[]): NamedChargebacks => ({
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
const inNames = ({ first, more }: NamedChargebacks, say: Say): Both<string> => {
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

const severityOf = (rest: Centavos): Severity => {
  if (rest === ZERO) return 'info'
  return rest > ZERO ? 'warning' : 'error'
}

/** With the sign of the service. */
const explainedAsReported = (one: Adjustment): Centavos =>
  one.reported === one.effect ? explainedIn(one) : negate(explainedIn(one))

export const adjustment = defineCheck({
  code: 'ADJUSTMENT',
  badge: { en: 'Adjustment unexplained', es: 'Ajuste sin explicar' },
  severity: 'info',
  also: ['warning', 'error'],
  acts: 'operator',
  bucket: { error: 'adjustmentsTaken' },
  dependsOn: 'chargebacks',
  isTold: true,
  follows: 'settlement.adjustments',
  isAcrossSlots: true,
  /** Only chargebacks whose sum is exactly the adjustment explain it, those that a person tied to it, and claims that a person said it paid. */
  check: (facts) => {
    const { adjustment: of } = facts
    if (of === null || ownSettlement(facts) === null) return NOTHING
    const rest = notExplained(of)
    const figures = inCop(of.reported, explainedAsReported(of))
    const recovered = of.recovered === ZERO ? {} : { recovered: of.recovered }
    const leftOut = isLeftOut(of) ? ({ isLeftOut: true } as const) : {}
    const data = { explanation: explanationOf(of), rest: size(rest), isCredit: rest > ZERO, ...leftOut, ...recovered }
    return observed(THE_SETTLEMENT, figures, data, severityOf(rest), size(rest))
  },
  title: { en: 'Adjustments were made', es: 'Hay ajustes' },
  when: 'J is not 0. Info as far as chargebacks match it or are tied to it; the rest a warning when it adds money, an error when it takes money',
  message: {
    en: ({ figures, data }, say) => `adjustments of ${say.money(figures.reported)}: ${adjustmentInEnglish(data, say)}`,
    es: ({ figures, data }, say) => `ajustes de ${say.money(figures.reported)}: ${adjustmentInSpanish(data, say)}`,
  },
})

export const chargebackNotDebited = defineCheck({
  code: 'CHARGEBACK_NOT_DEBITED',
  severity: 'info',
  acts: 'nobody',
  bucket: 'notDebited',
  dependsOn: 'chargebacks',
  isAcrossSlots: true,
  /**
   * An adjustment takes back an invoice that was charged back after it was paid out. Until then too much was paid. Of
   * equal ones partly debited, one finding tells what is left and names all.
   */
  check: ({ notDebited }) =>
    notDebited.flatMap(({ chargeback, sum, amongEqual }) => {
      const equal = amongEqual.length === 0 ? {} : { equal: amongEqual.length, among: namedChargebacks(amongEqual) }
      const data = { paid: chargeback.paid, ...equal }
      return observed(theInvoice(chargeback.invoiceId), inCop(ZERO, negate(sum)), data, null, sum)
    }),
  title: { en: 'A chargeback was not debited yet', es: 'Un contracargo aún no se ha debitado' },
  when: 'a chargeback of a final settlement that no adjustment has debited yet',
  message: {
    en: ({ figures, data: { paid, equal, among } }, say) =>
      among === undefined
        ? `a chargeback of ${say.money(paid)} that no adjustment has debited yet`
        : `${say.money(negate(figures.expected))} of ${equal} equal chargebacks of ${say.money(paid)} is not debited yet; which is not known: ${inNames(among, say).en}`,
    es: ({ figures, data: { paid, equal, among } }, say) =>
      among === undefined
        ? `un contracargo de ${say.money(paid)} que ningún ajuste ha debitado aún`
        : `${say.money(negate(figures.expected))} de ${equal} contracargos iguales de ${say.money(paid)} aún sin debitar; no se sabe cuál: ${inNames(among, say).es}`,
  },
})

export const chargebackReversed = defineCheck({
  code: 'CHARGEBACK_REVERSED',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'chargebacks',
  /** Names a chargeback that is paid again. */
  checkInvoice: ({ id, current, wasChargeback }) =>
    wasChargeback && current?.status === 'paid' && isPaid(current)
      ? observed(theInvoice(id), asText('paid', 'chargeback'), { paid: current.paid })
      : NOTHING,
  title: { en: 'A chargeback was reversed', es: 'Se reversó un contracargo' },
  when: 'a chargeback is paid again',
  message: {
    en: ({ data }, say) => `it was a chargeback and is paid again: ${say.money(data.paid)}`,
    es: ({ data }, say) => `era un contracargo y está pagada de nuevo: ${say.money(data.paid)}`,
  },
})

export const chargeback = defineCheck({
  code: 'CHARGEBACK',
  severity: 'warning',
  acts: 'tenant',
  bucket: 'chargebacks',
  dependsOn: 'chargebacks',
  isTold: true,
  /** Names a chargeback, and whether it was ever paid. */
  checkInvoice: ({ id, current, wasPaid }) =>
    current?.status === 'chargeback'
      ? observed(theInvoice(id), asText('chargeback', wasPaid ? 'paid' : null), { paid: current.paid, wasPaid })
      : NOTHING,
  title: { en: 'Chargeback', es: 'Contracargo' },
  when: 'an invoice is a chargeback',
  message: {
    en: ({ data: { paid, wasPaid } }, say) => {
      const history = wasPaid ? 'it was read as paid before' : 'it was never read as paid in this settlement'
      return `a chargeback${paid === null ? '' : ` of ${say.money(paid)}`}; ${history}`
    },
    es: ({ data: { paid, wasPaid } }, say) => {
      const history = wasPaid ? 'antes se leyó como pagada' : 'nunca se leyó como pagada en este ciclo'
      return `un contracargo${paid === null ? '' : ` de ${say.money(paid)}`}; ${history}`
    },
  },
})
