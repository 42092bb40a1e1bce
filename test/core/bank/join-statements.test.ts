import { expect, test } from 'vitest'
import { type AccountEntry, type AccountStatement, joinStatements } from '../../../src/core/bank/bank-statement.ts'
import { cop } from '../a.ts'
import { anEntry, aStatement } from './a-bank.ts'

const joined = (statements: readonly AccountStatement[], entries: readonly AccountEntry[] = []) => {
  const { covered, gaps } = joinStatements(statements, entries)
  return {
    covered: covered.map(({ account, from, to }) => `${account} ${from} ${to}`),
    gaps: gaps.map(({ after, before, balances }) =>
      [after, before, ...(balances === null ? [] : [balances.reported, balances.expected])].join(' '),
    ),
  }
}

const balances = (opening: number, closing: number) => ({ opening: cop(opening), closing: cop(closing) })

test.each<[string, readonly AccountStatement[], readonly AccountEntry[], readonly string[], readonly string[]]>([
  ['none', [], [], [], []],
  ['one', [aStatement('2026-03-02', '2026-03-06')], [], ['123 2026-03-02 2026-03-06'], []],
  [
    'the next day',
    [aStatement('2026-03-02', '2026-03-05'), aStatement('2026-03-06', '2026-03-09')],
    [],
    ['123 2026-03-02 2026-03-09'],
    [],
  ],
  [
    'over a weekend',
    [aStatement('2026-03-02', '2026-03-06'), aStatement('2026-03-09', '2026-03-10')],
    [],
    ['123 2026-03-02 2026-03-10'],
    [],
  ],
  [
    'a business day is missing',
    [aStatement('2026-03-02', '2026-03-05'), aStatement('2026-03-09', '2026-03-10')],
    [],
    ['123 2026-03-02 2026-03-05', '123 2026-03-09 2026-03-10'],
    ['2026-03-05 2026-03-09'],
  ],
  [
    'days without an entry, and the same balance',
    [aStatement('2026-03-02', '2026-03-05', balances(0, 7)), aStatement('2026-03-12', '2026-03-13', balances(7, 9))],
    [],
    ['123 2026-03-02 2026-03-13'],
    [],
  ],
  [
    'the balance is another',
    [aStatement('2026-03-02', '2026-03-05', balances(0, 7)), aStatement('2026-03-06', '2026-03-09', balances(8, 9))],
    [anEntry('a', '2026-03-02', 7)],
    ['123 2026-03-02 2026-03-09'],
    ['2026-03-05 2026-03-06 800 700'],
  ],
  [
    'one begins within another, at its balance',
    [aStatement('2026-03-02', '2026-03-09', balances(0, 9)), aStatement('2026-03-05', '2026-03-06', balances(4, 9))],
    [anEntry('a', '2026-03-02', 4), anEntry('b', '2026-03-05', 5)],
    ['123 2026-03-02 2026-03-09'],
    [],
  ],
  [
    'days without an entry, and the balance of the last of several',
    [
      aStatement('2026-03-02', '2026-03-05', balances(0, 7)),
      aStatement('2026-03-06', '2026-03-06', balances(7, 8)),
      aStatement('2026-03-12', '2026-03-13', balances(8, 9)),
    ],
    [],
    ['123 2026-03-02 2026-03-13'],
    [],
  ],
  [
    'a balance that the account had before the last of several covers no days',
    [
      aStatement('2026-03-02', '2026-03-06', balances(0, 10)),
      aStatement('2026-03-06', '2026-03-13', balances(10, 5)),
      aStatement('2026-03-23', '2026-03-31', balances(10, 12)),
    ],
    [anEntry('a', '2026-03-02', 10), anEntry('b', '2026-03-12', -5), anEntry('c', '2026-03-24', 2)],
    ['123 2026-03-02 2026-03-13', '123 2026-03-23 2026-03-31'],
    ['2026-03-13 2026-03-23'],
  ],
  [
    'nor does it make one agree that follows the last of several',
    [
      aStatement('2026-03-02', '2026-03-06', balances(0, 10)),
      aStatement('2026-03-09', '2026-03-13', balances(10, 5)),
      aStatement('2026-03-16', '2026-03-20', balances(10, 12)),
    ],
    [anEntry('a', '2026-03-02', 10), anEntry('b', '2026-03-12', -5), anEntry('c', '2026-03-17', 2)],
    ['123 2026-03-02 2026-03-20'],
    ['2026-03-13 2026-03-16 1000 500'],
  ],
  [
    'a part of one, up to the day on which the next begins, closes with its opening',
    [
      aStatement('2026-03-02', '2026-03-09', balances(0, 10)),
      aStatement('2026-03-02', '2026-03-13', balances(0, 5)),
      aStatement('2026-03-10', '2026-03-20', balances(10, 12)),
    ],
    [anEntry('a', '2026-03-02', 10), anEntry('b', '2026-03-12', -5), anEntry('c', '2026-03-17', 7)],
    ['123 2026-03-02 2026-03-20'],
    [],
  ],
  [
    'one that begins within the one before, and opens with its closing',
    [aStatement('2026-03-02', '2026-03-13', balances(0, 10)), aStatement('2026-03-06', '2026-03-20', balances(10, 12))],
    [anEntry('a', '2026-03-12', 10), anEntry('b', '2026-03-17', 2)],
    ['123 2026-03-02 2026-03-20'],
    [],
  ],
  [
    'what was booked before the last of several is in its opening balance',
    [
      aStatement('2026-03-02', '2026-03-04', balances(0, 4)),
      aStatement('2026-03-05', '2026-03-06', balances(4, 9)),
      aStatement('2026-03-09', '2026-03-10', balances(10, 10)),
    ],
    [anEntry('a', '2026-03-02', 4), anEntry('b', '2026-03-05', 5)],
    ['123 2026-03-02 2026-03-10'],
    ['2026-03-06 2026-03-09 1000 900'],
  ],
  [
    'one without balances between two that have them',
    [
      aStatement('2026-03-02', '2026-03-04', balances(0, 4)),
      aStatement('2026-03-05', '2026-03-06'),
      aStatement('2026-03-09', '2026-03-10', balances(10, 10)),
    ],
    [anEntry('a', '2026-03-02', 4), anEntry('b', '2026-03-05', 5)],
    ['123 2026-03-02 2026-03-10'],
    ['2026-03-06 2026-03-09 1000 900'],
  ],
  [
    'balances in the second only',
    [aStatement('2026-03-02', '2026-03-05'), aStatement('2026-03-06', '2026-03-09', balances(7, 7))],
    [],
    ['123 2026-03-02 2026-03-09'],
    [],
  ],
  [
    'balances in the first only',
    [aStatement('2026-03-02', '2026-03-05', balances(0, 7)), aStatement('2026-03-06', '2026-03-09')],
    [],
    ['123 2026-03-02 2026-03-09'],
    [],
  ],
  [
    'two accounts',
    [aStatement('2026-03-02', '2026-03-05'), aStatement('2026-04-01', '2026-04-02', { account: '456' })],
    [],
    ['123 2026-03-02 2026-03-05', '456 2026-04-01 2026-04-02'],
    [],
  ],
])('statements: %s', (_, statements, entries, covered, gaps) => {
  expect(joined(statements, entries)).toEqual({ covered, gaps })
  expect(joinStatements(statements, entries).gaps.filter(({ isWithin }) => isWithin)).toEqual([])
})
