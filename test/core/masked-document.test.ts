import { expect, test } from 'vitest'
import { maskedDocument } from '../../src/core/personal/personal.ts'

test.each([
  ['of none', null, null],
  ['of an empty one', '', ''],
  ['of a short one: nothing, since three digits would be half of it', '123456', '***'],
  ['of a long one: the last three', '1234567', '***567'],
  [
    'of characters beyond the basic plane: whole ones',
    '12345\u{10000}\u{10001}\u{10002}',
    '***\u{10000}\u{10001}\u{10002}',
  ],
  ['of few of those, though they are more units: nothing', '\u{10000}\0\u{10000}\u{10000}', '***'],
])('shows of a document number, %s', (_, document, shown) => {
  expect(maskedDocument(document)).toBe(shown)
})
