import { expect, test } from 'vitest'
import { changedValueIn } from '../../src/questions/history.ts'
import { cop } from '../core/a.ts'

test.each([
  ['status', 'credited', 'credited', 'abonada'],
  ['status', 'a_new_one', 'a_new_one', 'a_new_one'],
  ['status', null, 'absent', 'ausente'],
  ['payout', cop(2_100), 'COP 2,100', '$ 2.100'],
  ['gateway', 'paid', 'paid', 'paid'],
] as const)('a field that changed is in the words of the reader: %s %s', (field, value, english, spanish) => {
  expect(changedValueIn(field, value, 'en')).toBe(english.replace('COP ', ''))
  expect(changedValueIn(field, value, 'es')).toBe(spanish.replace('$ ', ''))
})
