import { expect, test } from 'vitest'
import { entriesBeside } from '../../../src/core/bank/bank-file-record.ts'
import type { AccountStatement } from '../../../src/core/bank/bank-statement.ts'
import { cop } from '../a.ts'
import { anEntry, aStatement } from './a-bank.ts'

const of = (from: number, to: number, opening: number | null, closing: number | null, instead = {}): AccountStatement =>
  aStatement(`2026-03-${from}`, `2026-03-${to}`, {
    opening: opening === null ? null : cop(opening),
    closing: closing === null ? null : cop(closing),
    ...instead,
  })

const NOON = of(12, 12, 0, 100)

test.each<[string, AccountStatement, AccountStatement, readonly string[]]>([
  ['the afternoon after the morning', of(12, 12, 100, 200), NOON, ['2026-03-12']],
  ['the morning before the afternoon', NOON, of(12, 12, 100, 200), ['2026-03-12']],
  ['days that begin within the day', of(12, 14, 100, 200), NOON, ['2026-03-12']],
  ['days that end within the day', NOON, of(12, 14, 100, 200), ['2026-03-12']],
  ['the whole day', of(12, 12, 0, 200), NOON, []],
  ['the same statement', NOON, NOON, []],
  ['the same statement of nothing moved', of(12, 12, 5, 5), of(12, 12, 5, 5), []],
  ['of the same balance after nothing moved', of(12, 12, 5, 9), of(12, 12, 5, 5), ['2026-03-12']],
  ['without balances', of(12, 12, null, null), of(12, 12, null, null), []],
  ['the next day', of(13, 13, 100, 200), NOON, []],
  ['of another account', of(12, 12, 100, 200, { account: '9' }), NOON, []],
])('entries beside %s', (_, statement, other, expected) => {
  const isBeside = entriesBeside(statement, [other])
  const entries = [11, 12, 13].map((day) => anEntry('x', `2026-03-${day}`, 100, { account: statement.account }))
  expect(entries.filter(isBeside).map(({ bookedOn }) => bookedOn)).toEqual(expected)
  expect(entries.map((entry) => ({ ...entry, file: 2 })).filter(isBeside)).toEqual([])
  expect(entries.map((entry) => ({ ...entry, account: '7' })).filter(isBeside)).toEqual([])
})
