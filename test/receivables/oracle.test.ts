import { describe, expect, test } from 'vitest'
import type { DueInFile, RentPayment } from '../../src/core/receivables.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { receivablesOf } from '../../src/receivables/standing.ts'
import { type Chance, chanceOf } from '../simulation/chance.ts'
import { type Due, matchRents, type Rent, type RentTie, stateOfDue, wentBackOf } from '../simulation/oracle/rents.ts'
import { dayAfter } from '../simulation/oracle/words.ts'

/** A few dues and payments of few names, sums and days, so that most could be of each other. */
const worldOf = (chance: Chance) => {
  const most = chance.whole(1, 7)
  const sums = chance.oneOf([[100], [100, 30, 130, 70, 200], [10, 20, 30, 40, 50, 60], [100, 99, 101, 50]])
  const names = {
    reference: ['R1', 'r1 ', 'R2'],
    contract: chance.oneOf([['A'], ['A', 'a ', 'B', '00000']]),
    document: ['1', '2'],
  }
  const often = { reference: chance.oneOf([0, 40]), contract: chance.oneOf([40, 90]), document: chance.oneOf([0, 90]) }
  const name = (of: keyof typeof names) => (chance.percent(often[of]) ? chance.oneOf(names[of]) : null)
  const named = () => ({ reference: name('reference'), contract: name('contract'), document: name('document') })
  const day = () => dayAfter('2026-09-20', chance.whole(0, 40))
  const many = <T>(least: number, make: (at: number) => T): T[] =>
    Array.from({ length: chance.whole(least, most) }, (_, at) => make(at))
  const dues = many(1, (at): Due => {
    const dueDate = day()
    return { key: `d${at}`, ...named(), amount: chance.oneOf(sums), dueDate, month: dueDate.slice(0, 7) }
  })
  const payments = many(0, (at): Rent => {
    const isChargedBack = chance.percent(8)
    return { id: `p${at}`, ...named(), paid: chance.oneOf(sums), paidAt: `${day()} 10:00:00`, isChargedBack }
  })
  const ties: RentTie[] = []
  if (payments.length > 0 && chance.percent(20))
    ties.push({ dues: [chance.oneOf(dues).key], payments: [chance.oneOf(payments).id], isTied: chance.percent(50) })
  const rules = { before: chance.oneOf([3, 20]), after: 60, grace: 5, tolerance: chance.oneOf([0, 0, 1]) }
  return { dues, payments, ties, rules }
}
type World = ReturnType<typeof worldOf>
const AS_OF = '2026-10-31'

const byOracle = ({ dues, payments, ties, rules }: World): readonly string[] => {
  const matched = matchRents(dues, payments, ties, rules)
  const back = wentBackOf(matched, payments, ties, rules)
  return [
    ...dues.map((due) => `${due.key} ${stateOfDue(due, matched, back, rules, AS_OF, false)}`),
    ...matched.uses.map(({ due, payment, kind, sum, by }) => `${payment.id} ${kind} ${due.key} ${sum} by ${by}`),
    ...matched.ambiguous.map(({ id }) => `${id} ambiguous`),
    ...matched.unknown.map(({ id }) => `${id} unknown`),
  ].sort()
}

const byProgram = ({ dues, payments, ties, rules }: World): readonly string[] => {
  const known = receivablesOf({
    dues: dues.map((due) => ({ ...due, amount: BigInt(due.amount) }) as unknown as DueInFile),
    payments: payments.map(
      (one) => ({ ...one, paid: BigInt(one.paid), paidOn: one.paidAt.slice(0, 10) }) as unknown as RentPayment,
    ),
    ties: ties.map((tie, at) => ({ ...tie, number: at, at: 0, by: 'ana', reason: 'seen', undone: null })),
    rules: {
      receivableWindowDays: { before: rules.before, after: rules.after },
      receivableGraceDays: rules.grace,
      receivableToleranceCop: BigInt(rules.tolerance),
    } as never,
    asOf: AS_OF as SlotDate,
    unread: [],
  })
  return [
    ...known.dues.map(({ due, state }) => `${due.key} ${state}`),
    ...known.dues.flatMap(({ uses }) =>
      uses.map((one) => `${one.payment} ${one.kind} ${one.due} ${one.sum} by ${one.basis}`),
    ),
    ...known.withoutDue.map(({ payment, kind }) => `${payment.id} ${kind}`),
  ].sort()
}

describe('dues and payments of few names', () => {
  test('are matched as an oracle matches them that was written apart from the program', () => {
    const met = new Set<string>()
    for (let seed = 0; seed < 2_000; seed += 1) {
      const world = worldOf(chanceOf(seed))
      const told = byOracle(world)
      expect(byProgram(world), JSON.stringify(world)).toEqual(told)
      for (const one of told) met.add(one.split(' ')[1] ?? '')
    }
    expect([...met].sort()).toEqual([
      'ambiguous',
      'applied',
      'charged-back',
      'due',
      'excess',
      'over',
      'overdue',
      'paid',
      'part',
      'second',
      'short',
      'twice',
      'unknown',
    ])
  })
})
