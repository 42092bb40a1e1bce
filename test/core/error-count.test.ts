import { expect, test } from 'vitest'
import { countErrors } from '../../src/rules/assessment/slot-report.ts'

test('errors that wait for somebody, those of them about figures, and those that a person decided', () => {
  expect(
    countErrors([
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'new' },
      { code: 'COUNT_MISMATCH', severity: 'error', state: 'open' },
      { code: 'DUPLICATE_PAYMENT', severity: 'error', state: 'open' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'accepted' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'claimed' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'resolved' },
      { code: 'ADJUSTMENT', severity: 'warning', state: 'open' },
    ]),
  ).toEqual({ open: 3, openFigures: 2, decided: 2 })
})
