import { describe, expect, test } from 'vitest'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { caseLines, casesInOrder, toDoOf } from '../../src/rules/account/to-do.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import { cop, slot } from './a.ts'

/** A case with one finding: `id CODE severity state pesos`. */
const found = (text: string, instead: Partial<Discrepancy> = {}): Discrepancy => {
  const [id = '', code = '', severity = '', state = '', pesos] = text.split(' ')
  const amount = pesos === undefined ? null : cop(Number(pesos))
  return aDiscrepancy({
    ...{ id, case: id, caseAmount: amount, amount, code },
    ...{ severity: severity as Discrepancy['severity'], state: state as Discrepancy['state'] },
    ...instead,
  })
}

describe('cases stand on every list', () => {
  test.each<readonly [standing: string, text: string]>([
    ['toDo', 'x COUNT_MISMATCH error new'],
    ['toDo', 'x SETTLEMENT_OVERDUE warning open 5'],
    ['toDo', 'x FEES_MISMATCH warning open 5'],
    ['open', 'x ADJUSTMENT warning new 5'],
    ['open', 'x CHARGEBACK warning open 5'],
    ['info', 'x SETTLEMENT_MISSING info new 5'],
    ['claimed', 'x COUNT_MISMATCH error claimed'],
    ['accepted', 'x COUNT_MISMATCH error accepted'],
    ['paid', 'x COUNT_MISMATCH error paid'],
    ['resolved', 'x COUNT_MISMATCH error resolved'],
  ])('as %s: %s', (standing, text) => {
    expect(caseLines([found(text)]).map((line) => line.standing)).toEqual([standing])
  })

  test('what is to do first, then by pesos, the older settlement first where they are alike', () => {
    const all = [
      found('tenant UNDERPAID warning new 99'),
      found('claimed PAYOUT_MISMATCH error claimed 98'),
      found('none COUNT_MISMATCH error new', { slot: slot('2026-03-02') }),
      found('late SETTLEMENT_OVERDUE warning new 9'),
      found('newer SETTLEMENT_ERROR error new 5', { slot: slot('2026-03-12') }),
      found('older SETTLEMENT_ERROR error new 5', { slot: slot('2026-03-11') }),
      found('zero INVOICE_ADDED error new 0'),
    ]
    expect(casesInOrder(all).map(({ first }) => first.id)).toEqual([
      ...['late', 'older', 'newer', 'zero', 'none'],
      ...['tenant', 'claimed'],
    ])
  })

  test('with more than three of one code of a settlement on one line, or each on its own, by its pesos', () => {
    const alike = ['a', 'b', 'c', 'd'].map((id, at) => found(`${id} INVOICE_ADDED error new ${at + 1}`))
    const all = [found('one PAYOUT_MISMATCH error new 9'), found('two COUNT_MISMATCH error new 8'), ...alike]
    const told = (shown?: 'each') =>
      caseLines(all, shown).map(({ cases, amount }) => `${cases.map(({ first }) => first.id).join('')} ${amount}`)
    expect(told()).toEqual(['dcba 1000', 'one 900', 'two 800'])
    expect(told('each')).toEqual(['one 900', 'two 800', 'd 400', 'c 300', 'b 200', 'a 100'])
    expect(caseLines(alike.slice(1))).toHaveLength(3)
  })
})

test('to do are what the first answer counts and what could not be read, in one order', () => {
  const of = (cycle: string, instead: Parameters<typeof aReport>[0]) =>
    aReport({ slot: slot('2026-03-12', cycle), discrepancies: [], ...instead })
  const { settlement } = aReport()
  const told = toDoOf([
    of('1', { discrepancies: [found('a PAYOUT_MISMATCH error new 5'), found('b UNDERPAID warning new 80')] }),
    of('2', { verdict: 'incomplete', settlement: settlement && { ...settlement, payout: cop(7) } }),
    of('3', { verdict: 'incomplete', settlement: null }),
    of('4', { verdict: 'incomplete', discrepancies: [found('c INVOICE_ADDED error new 6')] }),
    of('5', { verdict: 'not-pulled' }),
    of('6', { discrepancies: [found('d CHARGEBACK warning new 90')] }),
  ])
  expect(told.map((one) => [one.slot.cycle, one.found?.cases[0].first.id ?? 'unread', one.amount])).toEqual([
    ['2', 'unread', cop(7)],
    ['4', 'c', cop(6)],
    ['1', 'a', cop(5)],
    ['3', 'unread', null],
  ])
})
