import { describe, expect, it } from 'vitest'
import { type BankStatement, entryAhead, throughToday } from '../../src/core/bank/bank-statement.ts'
import { cop, slot } from './a.ts'

const day = (text: string) => slot(text, '11').date
const TODAY = day('2026-03-20')

const statement = (from: string, to: string, days: readonly string[]): BankStatement => ({
  account: '1',
  number: null,
  from: day(from),
  to: day(to),
  opening: null,
  closing: null,
  entries: days.map((one, index) => ({
    bookedOn: day(one),
    valueOn: null,
    value: cop(1),
    text: '',
    reference: null,
    position: index + 1,
  })),
})

describe('a bank statement with days to come', () => {
  it.each([
    ['of the past', ['2026-03-19'], undefined],
    ['of a week ahead', ['2026-03-27'], undefined],
    ['of eight days ahead', ['2026-03-20', '2026-03-28'], 2],
    ['of other years', ['2062-03-19'], 1],
  ])('entries %s', (_, days, expected) => {
    expect(entryAhead([statement('2026-03-01', '2026-03-20', days)], TODAY)?.position).toBe(expected)
  })

  it.each([
    ['ends in the past', '2026-03-01', '2026-03-19', ['2026-03-18'], '2026-03-19'],
    ['ends today', '2026-03-01', '2026-03-20', [], '2026-03-20'],
    ['names the whole month', '2026-03-01', '2026-03-31', ['2026-03-18'], '2026-03-20'],
    ['has an entry of the next business day', '2026-03-01', '2026-03-31', ['2026-03-24', '2026-03-23'], '2026-03-20'],
    ['begins after today', '2026-03-22', '2026-03-31', [], '2026-03-22'],
  ])('covers days through today: one that %s', (_, from, to, days, expected) => {
    expect(throughToday(statement(from, to, days), TODAY).to).toBe(expected)
  })

  it.each([
    ['ends today', '2026-03-20', ['2026-03-20'], 9],
    ['names the whole month', '2026-03-31', ['2026-03-20'], 9],
    ['has an entry of the next business day', '2026-03-24', ['2026-03-20', '2026-03-24'], null],
  ])('closes with the balance of its last day: one that %s', (_, to, days, closing) => {
    const one = { ...statement('2026-03-01', to, days), closing: cop(9) }
    expect(throughToday(one, TODAY).closing).toBe(closing === null ? null : cop(closing))
  })
})
