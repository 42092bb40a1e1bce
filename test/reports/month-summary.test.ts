import { expect, test } from 'vitest'
import { figuresOf } from '../../reports/pages/month.ts'
import { chargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import type { PayoutRule } from '../../src/domain/assessment/payout.ts'
import { aSettlement, cop, slot } from '../domain/a.ts'
import { aReport } from './a-slot.ts'

const { date } = slot()
const balance = chargebackBalance({ adjustments: [], chargebacks: [], notDebited: [] }, { from: date, to: date })
const DEDUCTED = [cop(2_000), cop(0)]
const APART = [cop(0), cop(2_000)]

test.each<readonly [rule: PayoutRule, isPostpaid: boolean, fees: typeof DEDUCTED]>([
  ['net', false, DEDUCTED],
  ['gross', true, APART],
  ['net', true, APART],
  ['unchecked', false, DEDUCTED],
  ['gateway-adjustments-less-fees', false, DEDUCTED],
  ['gateway-collected', false, APART],
  ['gateway-zero', false, APART],
])('fees of a payout that is %s, gross: %s', (rule, feesPostpaid, fees) => {
  const report = aReport({ settlement: aSettlement({ feesPostpaid }), payout: { rule, payout: cop(98_000) } })
  const figures = figuresOf([report, aReport({ settlement: null, payout: null })], balance)
  expect([figures.feesDeducted, figures.feesPostpaid]).toEqual(fees)
})
