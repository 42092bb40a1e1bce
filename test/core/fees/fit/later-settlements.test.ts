import { expect, test } from 'vitest'
import type { ChargedSettlement } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { fitFees, laterSettlements } from '../../../../src/core/fees/fit/fees-fit.ts'
import { CARD, card, days, history, PSE, pse, settlement } from './a-history.ts'
import { schedule } from './a-schedule.ts'
import { PLAIN_ZONE } from './generate.ts'

const CONTEXT = { taxes: [], zone: PLAIN_ZONE, tariffDate: 'payment' } as const
const PROPOSED = fitFees(history([schedule(PSE)], days(10, pse)), CONTEXT)

test.each<[string, readonly ChargedSettlement[], number, number, number]>([
  ['none', [], 0, 0, 0],
  ['without payments', [settlement(0, [])], 0, 0, 0],
  ['charged alike', history([schedule(PSE)], days(4, pse)), 4, 0, 0],
  ['two off', history([schedule(PSE)], days(4, pse), { 1: 500, 3: -500 }), 4, 2, 0],
  ['of a method without a rate', history([schedule(CARD)], days(3, card)), 3, 0, 3],
])('later settlements: %s', (_, later, settlements, off, open) => {
  expect(laterSettlements(later, PROPOSED, CONTEXT)).toEqual({ settlements, off, open })
})

test('nothing is held against a history that proposes no rate', () => {
  const none = fitFees(history([schedule(PSE)], days(3, pse)), CONTEXT)
  expect(laterSettlements(history([schedule(PSE)], days(4, pse)), none, CONTEXT)).toBeNull()
  const withoutRates = { ...PROPOSED, schedules: PROPOSED.schedules.map((one) => ({ ...one, rates: [] })) }
  expect(laterSettlements(history([schedule(PSE)], days(4, pse)), withoutRates, CONTEXT)).toBeNull()
})
