import { expect, test } from 'vitest'
import { type BankFileRecord, laterFiles } from '../../../src/core/bank/bank-file-record.ts'
import { slot } from '../a.ts'
import { anEntry } from './a-bank.ts'

const file = (number: number, from: string, to: string, given: Partial<BankFileRecord> = {}): BankFileRecord => ({
  number,
  at: number,
  by: 'Ana',
  name: `${number}.csv`,
  format: 'mapped',
  digest: '',
  isOriginal: false,
  statements: [{ account: '123', from: slot(from).date, to: slot(to).date, entries: 1 }],
  voided: null,
  ...given,
})

/** The file has an entry of 9 and one of 12 March first, and covers the whole week. */
const OWN = file(5, '2026-03-09', '2026-03-15')
const ENTRIES = [
  anEntry('own', '2026-03-12', 10, { file: 5 }),
  anEntry('earlier', '2026-03-10', 10, { file: 3 }),
  anEntry('first', '2026-03-09', 10, { file: 5 }),
]
const VOIDED = { voided: { number: 9, at: 9, by: 'Ana', reason: '' } }
const onThatDay = (account: string) => ({
  account,
  from: slot('2026-03-12').date,
  to: slot('2026-03-12').date,
  entries: 1,
})
const OTHER_ACCOUNT = { statements: [onThatDay('456')] }
const ALSO_ANOTHER = { statements: [onThatDay('456'), onThatDay('123')] }

test.each<[what: string, other: BankFileRecord, isOne: boolean]>([
  ['a later file of that day', file(6, '2026-03-12', '2026-03-12'), true],
  ['a later file that begins with that day', file(6, '2026-03-12', '2026-03-31'), true],
  ['a later file that ends with that day', file(6, '2026-03-01', '2026-03-12'), true],
  ['a later file of days without an own entry', file(6, '2026-03-13', '2026-03-31'), false],
  ['a later file of a day whose entry an earlier one had first', file(6, '2026-03-10', '2026-03-10'), false],
  ['an earlier file of that day', file(4, '2026-03-12', '2026-03-12'), false],
  ['a later file that was voided', file(6, '2026-03-12', '2026-03-12', VOIDED), false],
  ['a later file of this account and another', file(6, '2026-03-12', '2026-03-12', ALSO_ANOTHER), true],
  ['a later file of another account', file(6, '2026-03-12', '2026-03-12', OTHER_ACCOUNT), false],
])('a file cannot be voided before %s: %#', (_, other, isOne) => {
  expect(laterFiles(OWN, [OWN, other], ENTRIES)).toEqual(isOne ? [other] : [])
})
