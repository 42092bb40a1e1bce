import { expect, test } from 'vitest'
import { type AccountEntry, type AccountStatement, coversMoreDays } from '../../../src/core/bank/bank-statement.ts'
import { anEntry, aStatement } from './a-bank.ts'

const through = (to: string, given: Partial<AccountStatement> = {}) => aStatement('2026-03-02', to, given)

test.each<[string, readonly AccountStatement[], readonly AccountEntry[], boolean]>([
  ['its last day was to come', [through('2026-03-20')], [anEntry('a', '2026-03-20', 1)], true],
  ['it covered as many days', [through('2026-03-31')], [], false],
  ['it covered more days', [through('2026-04-01')], [], false],
  ['the longest of several counts', [through('2026-03-31'), through('2026-03-20')], [], false],
  ['and so in the other order', [through('2026-03-20'), through('2026-03-31')], [], false],
  [
    'one of several entries is of the days to come',
    [through('2026-03-20')],
    [anEntry('a', '2026-03-20', 1), anEntry('b', '2026-03-21', 1)],
    false,
  ],
  ['the bytes had no such statement', [], [], false],
  ['one of another account', [through('2026-03-20', { account: '456' })], [], false],
  ['one of other days', [aStatement('2026-03-03', '2026-03-20')], [], false],
  ['another file has an entry of the next day', [through('2026-03-20')], [anEntry('a', '2026-03-21', 1)], false],
  ['and of the last', [through('2026-03-20')], [anEntry('a', '2026-03-31', 1)], false],
  ['but not after it', [through('2026-03-20')], [anEntry('a', '2026-04-01', 1)], true],
  ['nor in another account', [through('2026-03-20')], [anEntry('a', '2026-03-21', 1, { account: '456' })], true],
])('%s', (_, earlier, entries, expected) => {
  expect(coversMoreDays(through('2026-03-31'), earlier, entries)).toBe(expected)
})
