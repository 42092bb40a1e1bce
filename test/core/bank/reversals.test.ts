import { expect, test } from 'vitest'
import type { AccountEntry } from '../../../src/core/bank/bank-statement.ts'
import { reversalsIn, reversedTies } from '../../../src/core/bank/payout-arrivals.ts'
import { anEntry, aPayout, aTie } from './a-bank.ts'

const POLICY = { bankText: ['PAYCO'], bankDays: 3 }
const A = aPayout('2026-03-12', '11', 100)
const CREDIT = anEntry('credit', '2026-03-12', 100)
const DEBIT = anEntry('debit', '2026-03-13', -100, { text: 'REVERSO ABONO PAYCO' })

test.each<[string, readonly AccountEntry[], readonly string[]]>([
  ['a debit of the same sum takes a credit back', [CREDIT, DEBIT], ['credit debit']],
  ['on the same day, too', [CREDIT, anEntry('debit', '2026-03-12', -100)], ['credit debit']],
  ['of two credits the latest', [anEntry('first', '2026-03-11', 100), CREDIT, DEBIT], ['credit debit']],
  [
    'two debits take two',
    [CREDIT, anEntry('second', '2026-03-12', 100), DEBIT, { ...DEBIT, id: 'debit 2' }],
    ['second debit', 'credit debit 2'],
  ],
  ['a credit is taken back once', [CREDIT, DEBIT, { ...DEBIT, id: 'debit 2' }], ['credit debit']],
  ['not one of a later day', [DEBIT, anEntry('later', '2026-03-16', 100)], []],
  ['not one of another sum', [CREDIT, anEntry('debit', '2026-03-13', -99)], []],
  ['not one of another account', [CREDIT, { ...DEBIT, account: '456' }], []],
  ['on the last of the business days', [CREDIT, anEntry('debit', '2026-03-17', -100)], ['credit debit']],
  ['not after them', [CREDIT, anEntry('debit', '2026-03-18', -100)], []],
  ['not for somebody else', [CREDIT, { ...DEBIT, text: null }], []],
])('%s', (_, entries, pairs) => {
  expect(reversalsIn(entries, [], POLICY).map(({ credit, debit }) => `${credit.id} ${debit.id}`)).toEqual(pairs)
})

test('a tie to a credit that was taken back does not hold, until a person makes it once more', () => {
  const entries = [CREDIT, DEBIT]
  const tie = aTie([A], ['credit'])
  const other = aTie([A], ['other'], { number: 39 })
  expect(reversedTies(reversalsIn(entries, [tie], POLICY), [other, tie])).toEqual([{ tie, on: '2026-03-13' }])
  const undone = { ...tie, undone: { number: 41, at: 6, by: 'cuadre', reason: 'r' } }
  const again = aTie([A], ['credit'], { number: 42 })
  expect(reversedTies(reversalsIn(entries, [undone, again], POLICY), [undone, again])).toEqual([])
})

test('a tie that a person took back and made again does not hold either, once its credit is taken back', () => {
  const undone = aTie([A], ['credit'], { undone: { number: 41, at: 6, by: 'ana', reason: 'r' } })
  const again = aTie([A], ['credit'], { number: 42 })
  const ties = [undone, again]
  expect(reversedTies(reversalsIn([CREDIT, DEBIT], ties, POLICY), ties)).toEqual([{ tie: again, on: '2026-03-13' }])
})

test('a debit that a person tied takes nothing back', () => {
  const tie = aTie([A], ['credit', 'debit', 'third'])
  expect(reversalsIn([CREDIT, DEBIT], [tie], POLICY)).toEqual([])
})
