import { expect, test } from 'vitest'
import { skewBetween } from '../../jobs/steps/pull/pull-slots.ts'

const MINUTE = 60_000
const said = (minutes: number): string | undefined =>
  skewBetween(0 as never, (minutes * MINUTE) as never)?.texts.message.en

test('clocks may be ten minutes apart, and more is told in minutes or days', () => {
  expect(said(10)).toBeUndefined()
  expect(said(-11)).toContain('is 11 minutes from')
  expect(said(380_539)).toContain('is 264 days from')
})
