import { expect, test } from 'vitest'
import { earlierSettlements } from '../../src/domain/earlier.ts'
import type { Pull } from '../../src/domain/pull.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { aPolicy, aPull, aSettlement, cop, slot } from './a.ts'

const pulled = (date: string, cycle: string, instead: Partial<Settlement> | null): Pull =>
  aPull({
    slot: slot(date, cycle),
    settlement: instead === null ? null : aSettlement({ date, cycle, ...instead }),
  })
const zero = { gateway: true, payout: cop(0) }
const all = { gateway: true, payout: cop(100_000) }

/** Handed over in no order at all. */
const BOOKS = [
  pulled('2026-03-12', '11', all),
  pulled('2026-03-10', '20', { adjustments: cop(-5) }),
  pulled('2026-03-10', '11', zero),
  pulled('2026-03-11', '9', null),
  pulled('2026-03-11', '11', { ...all, status: 'processing' }),
  pulled('2026-03-11', '13', { payout: cop(1) }),
  pulled('2026-03-09', '11', { adjustments: cop(7), gateway: true, payout: cop(5) }),
]
const earlier = earlierSettlements(BOOKS, aPolicy())

test('the previous gateway settlement that is final says how gateways were read', () => {
  expect(earlier.gatewayRule(slot('2026-03-12', '13'))).toBe('gateway-collected')
  expect(earlier.gatewayRule(slot('2026-03-12', '11'))).toBe('gateway-zero')
  expect(earlier.gatewayRule(slot('2026-03-10', '13'))).toBe('gateway-zero')
  expect(earlier.gatewayRule(slot('2026-03-09', '11'))).toBeNull()
})

test('one that fits no reading says nothing of them', () => {
  expect(earlier.gatewayRule(slot('2026-03-10', '11'))).toBeNull()
  const tolerant = earlierSettlements(BOOKS, aPolicy({ gateway: 'unchecked' }))
  expect(tolerant.gatewayRule(slot('2026-03-12', '13'))).toBeNull()
})

test('an hour with fewer digits comes earlier', () => {
  const books = [pulled('2026-03-12', '11', zero), pulled('2026-03-12', '9', all)]
  expect(earlierSettlements(books, aPolicy()).gatewayRule(slot('2026-03-12', '13'))).toBe('gateway-zero')
})

test('a settlement that answered for another slot tells nothing of this one', () => {
  const echo = pulled('2026-03-11', '11', { ...zero, cycle: '13', adjustments: cop(-5) })
  const books = earlierSettlements([echo], aPolicy())
  expect(books.gatewayRule(slot())).toBeNull()
})

test('before everything there is nothing', () => {
  const nothing = earlierSettlements([], aPolicy())
  expect(nothing.gatewayRule(slot())).toBeNull()
})
