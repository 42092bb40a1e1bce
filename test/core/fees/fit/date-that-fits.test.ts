import { expect, test } from 'vitest'
import { dateThatFits } from '../../../../src/core/fees/fit/schedule-runs.ts'

test.each<[payment: number, settlement: number, date: 'payment' | 'settlement' | null]>([
  [40, 40, null],
  [40, 39, null],
  [39, 40, null],
  [40, 38, 'payment'],
  [38, 40, 'settlement'],
  [0, 0, null],
  [2, 0, 'payment'],
])('%s settlements fit by the date of payments, %s by that of settlements: %s', (payment, settlement, date) => {
  expect(dateThatFits({ payment, settlement })).toBe(date)
})
