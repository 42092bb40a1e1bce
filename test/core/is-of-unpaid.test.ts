import { expect, test } from 'vitest'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { isOfDelay, isOfUnpaid } from '../../src/rules/assessment/slot-report.ts'

test.each<[found: readonly [Discrepancy['code'], Discrepancy['state'], Discrepancy['severity']], saysOf: string]>([
  [['SETTLEMENT_OVERDUE', 'open', 'warning'], 'delay'],
  [['SETTLEMENT_OVERDUE', 'new', 'error'], 'delay'],
  [['SETTLEMENT_MISSING', 'open', 'error'], 'delay'],
  [['SETTLEMENT_MISSING', 'open', 'info'], 'neither'],
  [['SETTLEMENT_MISSING', 'claimed', 'error'], 'neither'],
  [['SETTLEMENT_OVERDUE', 'resolved', 'error'], 'neither'],
  [['SETTLEMENT_VANISHED', 'open', 'error'], 'gone'],
  [['SETTLEMENT_VANISHED', 'accepted', 'error'], 'neither'],
  [['SETTLEMENT_CHANGED', 'open', 'error'], 'neither'],
  [['PAYOUT_MISMATCH', 'open', 'error'], 'neither'],
  [['OF_AN_OLDER_VERSION', 'open', 'error'], 'neither'],
])('%j is about what should be there by now: %s', ([code, state, severity], saysOf) => {
  const found = { code, state, severity }
  expect([isOfUnpaid(found), isOfDelay(found)]).toEqual([saysOf !== 'neither', saysOf === 'delay'])
})
