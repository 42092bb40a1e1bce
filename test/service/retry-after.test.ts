import { expect, it } from 'vitest'
import { httpDate, retryAfter } from '../../src/service/http/retry.ts'

const NOW = Date.parse('2026-03-12T16:00:00Z')

it.each([
  [undefined, null, null],
  ['0', null, 0],
  ['7', null, 7_000],
  ['3600', null, 3_600_000],
  ['99999999999999999999', null, 1e23],
  ['Thu, 12 Mar 2026 16:00:20 GMT', null, 20_000],
  ['Thursday, 12-Mar-26 16:00:20 GMT', null, 20_000],
  ['Thu, 12 Mar 2026 15:59:00 GMT', null, 0],
  // The service's clock is ten minutes ahead: the difference of its two times counts.
  ['Thu, 12 Mar 2026 16:10:05 GMT', NOW + 600_000, 5_000],
  ['-5', null, null],
  ['1.5', null, null],
  ['soon', null, null],
  ['', null, null],
  ['2026-03-12T16:00:20Z', null, null],
  ['Thu, 99 Foo 2026 16:00:20 GMT', null, null],
])('Retry-After %o with Date %o asks for %o ms', (text, date, ms) => {
  expect(retryAfter(text, date, NOW)).toBe(ms)
})

it('reads the date of an answer', () => {
  expect(httpDate('Thu, 12 Mar 2026 16:00:00 GMT')).toBe(NOW)
  expect(httpDate('yesterday')).toBeNull()
  expect(httpDate(undefined)).toBeNull()
})
