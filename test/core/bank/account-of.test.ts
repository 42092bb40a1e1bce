import { expect, test } from 'vitest'
import { accountOf } from '../../../src/core/bank/bank-statement.ts'

test.each([
  ['001.234.567-8', '0012345678'],
  ['031 123456 78', '03112345678'],
  ['ES91', 'ES91'],
  [' - . ', null],
  ['', null],
])('the account of %j is %j', (text, account) => {
  expect(accountOf(text)).toBe(account)
})
