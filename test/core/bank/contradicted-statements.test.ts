import { expect, test } from 'vitest'
import {
  type AccountStatement,
  contradictedStatements,
  type EntryInFile,
} from '../../../src/core/bank/bank-statement.ts'
import { cop } from '../a.ts'
import { anEntry, aStatement } from './a-bank.ts'

const of = (file: number, opening: number | null, closing: number | null, from = '2026-03-02', to = '2026-03-06') =>
  aStatement(from, to, {
    file,
    opening: opening === null ? null : cop(opening),
    closing: closing === null ? null : cop(closing),
  })
const entry = (file: number, position: number, day: number, pesos: number, account = '123'): EntryInFile =>
  anEntry(`${file}-${position}`, `2026-03-0${day}`, pesos, { file, position, account })

test.each<[string, readonly AccountStatement[], readonly EntryInFile[], readonly string[]]>([
  ['one that adds up', [of(1, 0, 9)], [entry(1, 1, 2, 4), entry(1, 2, 4, 5)], []],
  ['without balances nothing can be said', [of(1, null, null)], [entry(1, 1, 4, 4)], []],
  ['nor without the opening', [of(1, null, 3)], [entry(1, 1, 4, 4)], []],
  ['nor without the closing', [of(1, 3, null)], [entry(1, 1, 4, 4)], []],
  [
    'the bank issued it again with another sum of one entry',
    [of(1, 0, 9), of(2, 0, 10)],
    [entry(1, 1, 2, 4), entry(1, 2, 4, 5), entry(2, 2, 4, 6)],
    ['2026-03-02 2026-03-06 1000 1500'],
  ],
  [
    'a later file with more entries of the days says nothing against the earlier one',
    [of(1, 0, 4), of(2, 0, 9)],
    [entry(1, 1, 2, 4), entry(2, 2, 4, 5)],
    [],
  ],
  [
    'it begins within a day, after what another file has of it',
    [of(1, 0, 4, '2026-03-02', '2026-03-03'), of(2, 3, 9, '2026-03-03')],
    [entry(1, 1, 2, 1), entry(1, 2, 3, 2), entry(1, 3, 3, 1), entry(2, 2, 4, 5)],
    [],
  ],
  [
    'it ends within a day, before what another file has of it',
    [of(1, 0, 9), of(2, 0, 4, '2026-03-02', '2026-03-04')],
    [entry(1, 1, 2, 1), entry(1, 2, 4, 3), entry(1, 3, 4, 5)],
    [],
  ],
  [
    'and so when the files run from new to old',
    [of(1, 0, 9), of(2, 0, 4, '2026-03-02', '2026-03-04')],
    [entry(1, 3, 2, 1), entry(1, 2, 4, 3), entry(1, 1, 4, 5)],
    [],
  ],
  [
    'an entry in the middle of a day is at no edge',
    [of(1, 0, 9), of(2, 0, 6, '2026-03-02', '2026-03-04')],
    [entry(1, 1, 4, 1), entry(1, 2, 4, 3), entry(1, 3, 4, 5)],
    ['2026-03-02 2026-03-04 600 900'],
  ],
  [
    'other accounts and other days do not count',
    [of(1, 0, 4), of(1, 4, 4, '2026-03-09', '2026-03-10')],
    [entry(1, 1, 2, 4), entry(1, 2, 4, 7, '456')],
    [],
  ],
  [
    'an entry after the days of the statement is none of it',
    [of(1, 0, 4, '2026-03-02', '2026-03-03'), of(1, 4, 9, '2026-03-04')],
    [entry(1, 1, 2, 4), entry(1, 2, 4, 5)],
    [],
  ],
  [
    'an own entry at the edge is no entry of an earlier file, whatever its sum',
    [of(1, 0, 9), of(2, 0, 9)],
    [entry(1, 1, 2, 4), entry(1, 2, 4, 5), entry(2, 2, 6, 5)],
    ['2026-03-02 2026-03-06 900 1400'],
  ],
  [
    'entries at an edge are taken by their places in the file, in whatever order they were stored',
    [of(1, 0, 13), of(2, 0, 1, '2026-03-02', '2026-03-04')],
    [entry(1, 2, 4, 3), entry(1, 1, 4, 1), entry(1, 3, 4, 9)],
    [],
  ],
  ['an account without an entry', [of(1, 4, 4)], [], []],
])('%s', (_, statements, entries, expected) => {
  const found = contradictedStatements(statements, entries)
  expect(
    found.map(({ after, before, balances }) => `${after} ${before} ${balances?.reported} ${balances?.expected}`),
  ).toEqual(expected)
  expect(found.every(({ isWithin }) => isWithin)).toBe(true)
})
