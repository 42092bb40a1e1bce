import { describe, expect, test } from 'vitest'
import { rangeOfDays } from '../../src/core/calendar/calendar.ts'
import { isRedirectUrl } from '../../src/core/invoice.ts'
import { wordsIn } from '../../src/core/words-in.ts'
import { nextOfUnknownCode } from '../../src/rules/registry.ts'
import { slot } from './a.ts'

describe('what a person or another program passes', () => {
  test.each([
    ['  a reason ', undefined, 'a reason'],
    ['7', 1, '7'],
    ['ñ', 1, 'ñ'],
  ])('%j is stored as words', (typed, longest, stored) => {
    expect(wordsIn('reason', typed, longest)).toBe(stored)
  })

  test.each([
    ['', undefined, 'reason is blank'],
    [' --- ', undefined, 'reason is blank'],
    ['four', 3, 'reason is longer than 3 characters'],
    ['a'.repeat(4_001), undefined, 'reason is longer than 4000 characters'],
  ])('%# is refused as words', (typed, longest, message) => {
    expect(() => wordsIn('reason', typed, longest)).toThrow(message)
  })

  test('words are named in the language of the reader', () => {
    expect(() => wordsIn({ en: 'a tie', es: 'un cruce' }, '')).toThrow(
      expect.objectContaining({
        texts: expect.objectContaining({ message: { en: 'a tie is blank', es: 'un cruce está en blanco' } }),
      }),
    )
  })

  const days = (from: string, to: string) => rangeOfDays(slot(from).date, slot(to).date, { from: '--from', to: '--to' })

  test('a range is of one day to ten years', () => {
    expect(days('2026-03-12', '2026-03-12')).toEqual({ from: '2026-03-12', to: '2026-03-12' })
    expect(days('2016-03-05', '2026-03-12')).toEqual({ from: '2016-03-05', to: '2026-03-12' })
    expect(() => days('2016-03-04', '2026-03-12')).toThrow('is more than 3660 days')
    expect(() => days('2026-03-13', '2026-03-12')).toThrow('--from 2026-03-13 is after --to 2026-03-12')
  })

  test.each([
    ['COUNT_MISMACH', 'did you mean COUNT_MISMATCH? "cuadre discrepancies list"'],
    ['NEVER', '"cuadre discrepancies list" shows the codes'],
  ])('an unknown code: %s', (typed, next) => {
    expect(nextOfUnknownCode(typed, ['COUNT_MISMATCH', 'RESTATED']).en.startsWith(next)).toBe(true)
  })

  test.each([
    ['https://example.com/back', true],
    ['myapp://paid', true],
    ['localhost:3000', false],
    ['javascript:alert(1)', false],
    ['https:///back', false],
    ['https://a b', false],
    ['https://[', false],
  ])('a redirect to %s: %s', (url, isOne) => {
    expect(isRedirectUrl(url)).toBe(isOne)
  })
})
