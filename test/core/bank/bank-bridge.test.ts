import { expect, test } from 'vitest'
import { bankBridge, kindWithoutCredit } from '../../../src/core/bank/bank-overview.ts'
import { nameStatements } from '../../../src/core/bank/bank-statement.ts'
import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import { aPolicy, aSettlement, cop, slot } from '../a.ts'
import { anEntry } from './a-bank.ts'

const at = (pesos: number, arrival: Arrival) => ({ slot: slot(), payout: cop(pesos), arrival })
const arrived = (pesos: number): Arrival => ({
  kind: 'arrived',
  tie: 40,
  banked: cop(pesos),
  tied: cop(pesos),
  on: slot().date,
  parts: [{ on: slot().date, sum: cop(pesos) }],
})

test('the bridge from what was paid out to what arrived foots', () => {
  const rows = bankBridge(
    [
      at(100, arrived(100)),
      at(50, arrived(40)),
      at(30, { kind: 'unconfirmed', credit: anEntry('x', '2026-03-12', 29), mayBe: [] }),
      at(7, { kind: 'candidates', candidates: [] }),
      at(5, { kind: 'on-the-way', lastDay: slot().date }),
      at(3, { kind: 'missing', lastDay: slot().date, isComplete: true, laterCredits: [], takenBack: [] }),
    ],
    [
      { slot: slot(), payout: cop(-20), kind: 'negative' },
      { slot: slot(), payout: cop(9), kind: 'echo' },
    ],
  )
  expect(rows.map(({ kind, settlements, payouts, banked }) => [kind, settlements, payouts, banked])).toEqual([
    ['arrived', 2, 15_000n, 14_000n],
    ['unconfirmed', 1, 3_000n, 2_900n],
    ['candidates', 1, 700n, null],
    ['on-the-way', 1, 500n, null],
    ['missing', 1, 300n, null],
    ['not-covered', 0, 0n, null],
    ['negative', 1, -2_000n, null],
    ['echo', 1, 900n, null],
    ['total', 8, 18_400n, 16_900n],
  ])
})

test.each([
  ['paid out', {}, null],
  ['negative', { payout: cop(-20) }, 'negative'],
  ['zero', { payout: cop(0) }, null],
  ['of another date', { date: '2026-03-11' }, 'echo'],
  ['zero, of another date', { payout: cop(0), date: '2026-03-11' }, null],
  ['of another date, and not final', { date: '2026-03-11', status: 'processing' }, null],
  ['negative, and failed', { payout: cop(-20), status: 'error' }, null],
])('a payout for which no credit is expected: %s', (_, instead, kind) => {
  expect(kindWithoutCredit(aSettlement(instead), slot(), aPolicy())).toBe(kind)
})

test('a payout that failed was paid out to nobody, also where the settings say that this status is final', () => {
  const failed = aSettlement({ payout: cop(-20), status: 'error' })
  expect(kindWithoutCredit(failed, slot(), aPolicy({ finalStatuses: ['error'] }))).toBeNull()
})

const statement = (account: string | null) => ({
  account,
  number: null,
  from: slot().date,
  to: slot().date,
  opening: null,
  closing: null,
  entries: [],
})

test.each([
  [null, '1.2-3', { kind: 'named', statements: [{ account: '123' }] }],
  ['123', null, { kind: 'named', statements: [{ account: '123' }] }],
  ['123', '12 3', { kind: 'named', statements: [{ account: '123' }] }],
  ['123', '456', { kind: 'other', account: '123' }],
  [null, null, { kind: 'nameless' }],
])('a file of account %s, and a person names %s', (account, given, naming) => {
  expect(nameStatements([statement(account)], given)).toMatchObject(naming)
})
