import fc from 'fast-check'
import { expect, it } from 'vitest'
import { harmless } from '../../src/std/harmless.ts'

it.each([
  ['María Ñandú 10 % 🏠', 'María Ñandú 10 % 🏠'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007x', 'x'],
  ['a\nb\r\nc\td', 'a b c d'],
  ['a\u202eb\u2066c\u200fd', 'a b c d'],
  ['\u009b31mx', 'x'],
  ['a\u2028b', 'a b'],
  ['\ud800x', 'x'],
  ['\u0000', ''],
])('%j is shown as %j', (text, shown) => {
  expect(harmless(text)).toBe(shown)
})

it('whatever comes, one line without anything unprintable goes out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(harmless(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})
