import { type BankAct, nameOf } from '../story.ts'
import { answersOf, isSameTie, openSides, payingCredits, type Tie } from './bank.ts'
import { assessBank, type Model } from './model.ts'

/** A person's act on payouts and credits, and its exit status. */
export interface BankDecision {
  readonly tie: Tie
  readonly status: number
}

/** Null when no such act is possible now. */
export const bankDecisionOf = (model: Model, act: BankAct): BankDecision | null => {
  const all = act.kind === 'untie' ? model.bank.ties : tiesToSay(model, act.among)
  const tie = all[Math.floor(act.to * all.length)]
  return tie === undefined ? null : { tie, status: act.kind === 'tie' && act.among === 'tied' ? 2 : 0 }
}

const tiesToSay = (model: Model, among: (BankAct & { readonly kind: 'tie' })['among']): readonly Tie[] => {
  const { payouts, credits } = openSides(model)
  if (among === 'answers') return answersOf(payouts, credits, model.bank)
  if (among === 'tied') {
    const tied = model.bank.ties.flatMap((tie) => tie.payouts)
    const paying = payingCredits(model).map(({ credit }) => credit)
    return [
      ...tied.flatMap((payout) => credits.map((credit) => ({ payouts: [payout], entries: [credit] }))),
      ...payouts.flatMap((payout) => paying.map((credit) => ({ payouts: [payout], entries: [credit] }))),
    ]
  }
  if (among === 'refused') {
    const paying = payingCredits(model).map(({ credit }) => credit)
    const used = [...model.bank.ties.flatMap(({ entries }) => entries), ...paying]
    return model.bank.refused.flatMap(({ payouts: before, entries }) => {
      const now = payouts.filter(({ slot }) => before.some((one) => nameOf(one.slot) === nameOf(slot)))
      return now.length < before.length || entries.some((one) => used.includes(one)) ? [] : [{ payouts: now, entries }]
    })
  }
  return payouts.flatMap((_, place) =>
    credits.map((credit, other) => ({
      payouts: payouts.slice(place, place + (other % 3 === 2 ? 2 : 1)),
      entries: [credit],
    })),
  )
}

/** A tie is valid whether or not the sums agree; one that is undone is not tied by exact sums again. */
export const decideAtBank = (model: Model, { kind }: BankAct, { tie, status }: BankDecision, now: number): void => {
  if (status !== 0) return
  const { ties, refused } = model.bank
  if (kind === 'tie') ties.push(tie)
  else {
    ties.splice(
      ties.findIndex((one) => isSameTie(one, tie)),
      1,
    )
    refused.push(tie)
  }
  assessBank(model, new Set(), now)
}
