import { EVERY_FINDING, latestOf, type Model, stateOf } from './model.ts'
import { moneyOf } from './money.ts'

/** The account with the operator over all settlements ever read (section 7), in centavos. */
export interface Account {
  readonly settlements: number
  readonly due: number
  readonly paidOut: number
  readonly inProcess: number
  readonly failed: number
  readonly underpaid: number
  readonly overpaid: number
}

/** Null when the contract leaves part of it open: unchecked gateway payouts, older figures, accepted differences. */
export const accountOf = (model: Model): Account | null => {
  if (model.closings.length > 0) return null
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
  const due = rows.flatMap(({ reading, money }) =>
    reading.settlement === null || money.expected === null
      ? []
      : [{ ...reading.settlement, money, expected: money.expected }],
  )
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const final = due.filter(({ money }) => money.isFinal)
  const gaps = final.map(({ payout, expected }) => expected - payout)
  return {
    settlements: due.length,
    due: sum(due.map(({ expected }) => expected)),
    paidOut: sum(final.map(({ payout }) => payout)),
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
