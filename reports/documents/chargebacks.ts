import { cop, type DocumentOf, dateText, list, number, shape, text, truth, wordOf } from '../../src/print/shape.ts'
import {
  type Chargeback,
  type ChargebackAccount,
  type ChargebackBalance,
  type ChargebackTie,
  explainedIn,
  isLeftOut,
  type MatchOfAdjustment,
  notExplained,
} from '../../src/rules/assessment/chargeback-account.ts'
import { ACTED, AMOUNT, type AnswerDocument, OF_SLOT, SLOT } from './answer-document.ts'

/** Chargebacks and adjustments of some days. */
export const CHARGEBACKS = shape<ChargebackBalance>()({
  from: dateText,
  to: dateText,
  seen: number,
  paid: cop,
  adjustments: cop.as('Their effect on payouts, of the adjustments that are in one: negative takes from the merchant.'),
  explained: cop.as('The part of it that chargebacks or paid claims explain.'),
  leftOut: AMOUNT.as('Adjustments that gateway payouts leave out, as reported; in no other sum.'),
  withoutChargeback: shape<ChargebackBalance['withoutChargeback']>()({ taken: AMOUNT, brought: AMOUNT }).as(
    'Adjustments that nothing explains: those that lower payouts, and those that raise them. Both positive.',
  ),
  debited: AMOUNT,
  notDebited: AMOUNT.as('Chargebacks that no adjustment has debited yet: paid = debited + notDebited.'),
})

/** Which adjustments debited which chargebacks, and the ties of people. */
export interface ChargebacksReport {
  readonly merchant: string
  readonly account: ChargebackAccount
  /** Oldest first, including those that were undone. */
  readonly ties: readonly ChargebackTie[]
}

/** The sets of chargebacks that may be meant, the one that is taken first. */
export const possibleSets = (explanation: MatchOfAdjustment): readonly (readonly Chargeback[])[] => {
  if (explanation.kind === 'none') return []
  return explanation.kind === 'tied' ? [explanation.chargebacks] : explanation.sets
}

const TIE = shape<ChargebackTie>()({
  ...ACTED.members,
  invoiceIds: list(text),
  adjustments: list(SLOT),
  undone: ACTED.orNull.as('When it was undone, by whom and why; null while it is in force.'),
})

const CHARGEBACK = shape<Chargeback & Partial<ChargebackAccount['debited'][number]>>()({
  ...OF_SLOT,
  invoiceId: text,
  paid: cop,
  isReversed: truth.as('It was a chargeback, was debited, and is paid again.'),
  debitedBy: SLOT.orNull(
    ({ debitedBy }) => debitedBy ?? null,
    'The settlement whose adjustment debited it; of several the last. Null while none did.',
  ),
  givenBackBy: SLOT.orNull(({ givenBackBy }) => givenBackBy ?? null),
})

const ADJUSTMENT = shape<ChargebackAccount['adjustments'][number]>()({
  ...OF_SLOT,
  effect: cop,
  explained: cop(explainedIn),
  recovered: cop.as('The part of it that paid claims of other settlements.'),
  notExplained: cop(notExplained),
  isInPayout: truth((one) => !isLeftOut(one), 'A gateway reading may leave them out of the payout.'),
  kind: wordOf(['none', 'debit', 'give-back', 'tied'])(({ explanation }) => explanation.kind),
  invoiceIds: list(list(text))(
    ({ explanation }) => possibleSets(explanation).map((set) => set.map(({ invoiceId }) => invoiceId)),
    'The sets of chargebacks that may be meant, the one that is taken first.',
  ),
})

/** The chargebacks, each with what debited it. */
const debitedIn = ({ chargebacks, debited }: ChargebackAccount) => {
  const byId = new Map(debited.map((one) => [one.invoiceId, one]))
  return chargebacks.map((one) => ({ ...byId.get(one.invoiceId), ...one }))
}

export const CHARGEBACKS_LIST = shape<ChargebacksReport>()({
  merchant: text,
  chargebacks: list(CHARGEBACK)(({ account }) => debitedIn(account), 'Their sum is what was debited and what was not.'),
  adjustments: list(ADJUSTMENT)(
    ({ account }) => account.adjustments,
    'effect = explained + notExplained; negative takes from the merchant.',
  ),
  ties: list(TIE).as('Oldest first, including those that were undone.'),
})

/** Of `chargebacks tie` and `chargebacks untie`. */
export const CHARGEBACKS_TIE = shape<
  ChargebacksReport & { readonly tie: ChargebackTie; readonly files: readonly string[] }
>()({
  ...CHARGEBACKS_LIST.members,
  tie: TIE,
  files: list(text).as('The reports that were written.'),
})

export type ChargebacksDocument = DocumentOf<typeof CHARGEBACKS>
export type ChargebackTieDocument = DocumentOf<typeof TIE>
export type ChargebacksListDocument = AnswerDocument<'chargebacks list'> & DocumentOf<typeof CHARGEBACKS_LIST>
export type ChargebackTieAnswerDocument = AnswerDocument<'chargebacks tie' | 'chargebacks untie'> &
  DocumentOf<typeof CHARGEBACKS_TIE>
