import { nameOf } from '../story.ts'
import { EVERY_FINDING, latestOf, type Model, type SlotMemory, stateOf } from './model.ts'
import { moneyOf } from './money.ts'

/** The account with the operator over all settlements ever read (section 7), in centavos. */
export interface Account {
  readonly settlements: number
  readonly due: number
  readonly paidOut: number
  readonly recovered: number
  readonly inProcess: number
  readonly failed: number
  readonly underpaid: number
  readonly overpaid: number
}

/** Null when the contract leaves part of it open: unchecked gateway payouts, older figures, accepted differences. */
export const accountOf = (model: Model): Account | null => {
  if (model.closings.length > 0) return null
  const { paid } = model.recoveries
  const rows = [...model.slots.values()].flatMap((memory) => {
    const reading = latestOf(memory)
    return reading === null ? [] : [{ memory, reading, money: moneyOf(reading, model.policy) }]
  })
  const isOpen = rows.some(
    ({ memory, money }) =>
      memory.isIncomplete ||
      memory.undecided.has(EVERY_FINDING) ||
      money.rule === 'unchecked' ||
      (money.rule !== null && money.notCompared.length > 1) ||
      [...memory.known.values()].some((known) => stateOf(known) === 'accepted'),
  )
  if (isOpen) return null
  const due = rows.flatMap(({ memory, reading, money }) =>
    reading.settlement === null || money.expected === null
      ? []
      : [{ ...reading.settlement, memory, money, expected: money.expected }],
  )
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const final = due.filter(({ money }) => money.isFinal)
  const recoveredOf = (memory: SlotMemory): number =>
    sum(paid.flatMap((one) => (one.slot === nameOf(memory.slot) ? one.sum : [])))
  const gaps = final.map(({ payout, expected, memory }) => expected - payout - recoveredOf(memory))
  const isJudged = (name: string): boolean =>
    final.some(({ memory, money }) => nameOf(memory.slot) === name && money.notCompared.length === 0)
  // What was paid of a difference that is not one of the payout is not in this account.
  if (paid.some(({ slot, key }) => !isJudged(slot) || !/^(PAYOUT|COLLECTED)_MISMATCH /.test(key))) return null
  return {
    settlements: due.length,
    due: sum(due.map(({ expected }) => expected)),
    paidOut: sum(final.map(({ payout }) => payout)),
    recovered: sum(paid.map((one) => one.sum)),
    inProcess: sum(
      due.filter(({ money, status }) => !money.isFinal && status !== 'error').map(({ expected }) => expected),
    ),
    failed: sum(
      due.filter(({ money, status }) => !money.isFinal && status === 'error').map(({ expected }) => expected),
    ),
    underpaid: sum(gaps.filter((gap) => gap > 0)),
    overpaid: sum(gaps.filter((gap) => gap < 0).map((gap) => -gap)),
  }
}
