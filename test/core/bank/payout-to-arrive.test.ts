import { expect, test } from 'vitest'
import { payoutToArrive } from '../../../src/core/bank/bank-overview.ts'
import type { Settlement } from '../../../src/core/settlement.ts'
import { aPolicy, aSettlement, cop, slot } from '../a.ts'

test.each<[string, Settlement | null, number | null]>([
  ['a payout of a final settlement', aSettlement({ payout: cop(98_500) }), 98_500],
  ['the smallest payout', aSettlement({ payout: cop(0.01) }), 0.01],
  ['no payout', aSettlement({ payout: cop(0) }), null],
  ['a negative payout', aSettlement({ payout: cop(-1) }), null],
  ['one in process', aSettlement({ status: 'processing' }), null],
  ['an answer for another settlement', aSettlement({ date: slot('2026-03-13').date }), null],
  ['no settlement', null, null],
])('%s', (_, settlement, expected) => {
  expect(payoutToArrive(settlement, slot(), aPolicy())).toBe(expected === null ? null : cop(expected))
})
