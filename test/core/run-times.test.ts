import { expect, test } from 'vitest'
import { runTimes } from '../../src/core/calendar/calendar.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Cycle } from '../../src/core/slot.ts'
import { aPolicy } from './a.ts'

const cycles = (...labels: string[]) => labels as Cycle[]

test.each<[string, Partial<Policy>, readonly string[]]>([
  ['the five cycles', {}, ['30 13 * * *', '30 15 * * *', '30 18 * * *', '30 20 * * *', '30 22 * * *']],
  ['less grace', { cycles: cycles('11'), graceMinutes: 0 }, ['30 11 * * *']],
  ['past midnight', { cycles: cycles('23'), graceMinutes: 60 }, ['30 0 * * *']],
  ['a label that is no hour falls due when the day is over', { cycles: cycles('1A') }, ['30 2 * * *']],
  ['two labels of one hour are one run', { cycles: cycles('11'), extraCycles: cycles('11:00') }, ['30 13 * * *']],
])('%s', (_, instead, times) => {
  expect(runTimes(aPolicy(instead))).toEqual(times)
})
