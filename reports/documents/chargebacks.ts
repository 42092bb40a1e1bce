import {
  type Chargeback,
  type ChargebackAccount,
  type ChargebackBalance,
  type ChargebackTie,
  isLeftOut,
  type MatchOfAdjustment,
} from '../../src/domain/assessment/chargeback-account.ts'
import type { Json } from '../../src/domain/cell.ts'
import { minus } from '../../src/domain/money.ts'

/** Chargebacks, adjustments and the open part of each, as JSON. */
export const chargebackDocument = (balance: ChargebackBalance): { readonly [name: string]: Json } => {
  const { from, to, seen, paid, adjustments, explained, leftOut, withoutChargeback, debited, notDebited } = balance
  return {
    ...{ from, to, seen, paid, adjustments, explained, leftOut: { ...leftOut } },
    withoutChargeback: { taken: { ...withoutChargeback.taken }, brought: { ...withoutChargeback.brought } },
    debited: { ...debited },
    notDebited: { ...notDebited },
  }
}

/** Which adjustments debited which chargebacks, and the ties of people. */
export interface ChargebacksReport {
  readonly merchant: string
  readonly account: ChargebackAccount
  /** Oldest first, including those that were undone. */
  readonly ties: readonly ChargebackTie[]
}

export const chargebacksListDocument = ({ merchant, account, ties }: ChargebacksReport) => {
  const debited = new Map(account.debited.map((one) => [one.invoiceId, one]))
  return {
    merchant,
    chargebacks: account.chargebacks.map(({ slot, invoiceId, paid, isReversed }): Json => {
      const { debitedBy, givenBackBy } = debited.get(invoiceId) ?? { debitedBy: null, givenBackBy: null }
      return {
        ...slot,
        invoiceId,
        paid,
        isReversed,
        debitedBy: debitedBy && { ...debitedBy },
        givenBackBy: givenBackBy && { ...givenBackBy },
      }
    }),
    adjustments: account.adjustments.map((one): Json => {
      const { slot, effect, explained, explanation } = one
      return {
        ...slot,
        effect,
        explained,
        notExplained: minus(effect, explained),
        isInPayout: !isLeftOut(one),
        kind: explanation.kind,
        invoiceIds: possibleSets(explanation).map((set) => set.map(({ invoiceId }) => invoiceId)),
      }
    }),
    ties: ties.map(chargebackTieDocument),
  }
}

/** The sets of chargebacks that may be meant, the one that is taken first. */
export const possibleSets = (explanation: MatchOfAdjustment): readonly (readonly Chargeback[])[] => {
  if (explanation.kind === 'none') return []
  return explanation.kind === 'tied' ? [explanation.chargebacks] : explanation.sets
}

export const chargebackTieDocument = ({
  number,
  at,
  by,
  reason,
  invoiceIds,
  adjustments,
  undone,
}: ChargebackTie): Json => ({
  number,
  at: new Date(at).toISOString(),
  by,
  reason,
  invoiceIds,
  adjustments: adjustments.map((slot) => ({ ...slot })),
  undone: undone && { ...undone, at: new Date(undone.at).toISOString() },
})
