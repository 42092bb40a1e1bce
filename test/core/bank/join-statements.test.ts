import { describe, expect, test } from 'vitest'
import {
  type BankFileRecord,
  compareEntries,
  type IdentifiedEntry,
  laterFiles,
} from '../../../src/core/bank/bank-file-record.ts'
import {
  type AccountEntry,
  type AccountStatement,
  contradictedStatements,
  coversMoreDays,
  type EntryInFile,
  joinStatements,
} from '../../../src/core/bank/bank-statement.ts'
import { cop, slot } from '../a.ts'
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

/** An entry of a day in short: its sum, text and reference. The id is made of them. */
type Short = readonly [pesos: number, text: string | null, reference?: string | null, day?: string]

const idOf = ([pesos, text, reference = '', day = '12']: Short): string => `${day} ${pesos} ${text} ${reference}`

const isReadable = (text: string): boolean => text.includes('PAYCO')

const inFile = (rows: readonly Short[]): readonly IdentifiedEntry[] =>
  rows.map((row, index) => ({
    id: idOf(row),
    account: '123',
    bookedOn: slot(`2026-03-${row[3] ?? '12'}`).date,
    valueOn: null,
    value: cop(row[0]),
    text: row[1] ?? '',
    reference: row[2] ?? null,
    position: index + 1,
  }))

/** As stored: without the texts of others, unless the settings keep them. */
const stored = (rows: readonly Short[], keepsAll = false): readonly EntryInFile[] =>
  rows.map((row) => {
    const [pesos, text, reference = null, day = '12'] = row
    const isKept = keepsAll || (text !== null && isReadable(text))
    return anEntry(idOf(row), `2026-03-${day}`, pesos, isKept ? { text, reference } : { text: null, reference: null })
  })

const compared = (held: readonly EntryInFile[], rows: readonly Short[]) => {
  const { known, renewed, added, others } = compareEntries(inFile(rows), held, isReadable)
  return [known.length, renewed.length, added.length, others?.day ?? null]
}

const P: Short = [100, 'PAYCO SAS']
const COMPLETED: Short = [100, 'PAYCO SAS 900123']
const OTHER: Short = [100, 'ABONO DE PAYCO']
const Y: Short = [5, 'Y']

describe('a day that a file has again', () => {
  test.each<[string, readonly Short[], readonly Short[], readonly (number | string | null)[]]>([
    ['with the same entries', [P, Y], [P, Y], [2, 0, 0, null]],
    ['with one more', [P], [P, Y], [1, 0, 1, null]],
    ['with one less', [P, Y], [P], [1, 0, 0, null]],
    ['with a completed text', [P], [COMPLETED], [0, 1, 0, null]],
    ['with a completed text and one more', [P], [COMPLETED, Y], [0, 1, 1, null]],
    ['as it was before the text was completed', [COMPLETED], [P], [0, 1, 0, null]],
    ['with a word before the text', [P], [[100, 'ABONO PAYCO SAS']], [0, 1, 0, null]],
    ['cut within a word', [[100, 'PAYCO SA']], [P], [0, 1, 0, null]],
    ['with a part of a word, which is another text', [[100, 'PAYCO']], [[100, 'XPAYCO SAS']], [0, 0, 1, '2026-03-12']],
    ['with a renewed reference', [[100, 'PAYCO', 'a']], [[100, 'PAYCO', 'b']], [0, 1, 0, null]],
    ['with a completed text of another sum', [P], [[101, 'PAYCO SAS 900123']], [0, 0, 1, null]],
    ['on another day', [P], [[100, 'PAYCO SAS 900123', null, '13']], [0, 0, 1, null]],
    ['with another text', [P], [OTHER], [0, 0, 1, '2026-03-12']],
    ['with another text and one more', [P], [OTHER, Y], [0, 0, 2, '2026-03-12']],
    ['with another text beside what is the same', [[7, 'PAYCO'], P], [[7, 'PAYCO'], OTHER], [1, 0, 1, '2026-03-12']],
    ['with other texts of others', [Y], [[5, 'Z']], [0, 0, 1, '2026-03-12']],
    ['with another text of others, beside what is the same', [P, Y], [P, [5, 'Z']], [1, 1, 0, null]],
    ['with another text of others, beside what is completed', [P, Y], [COMPLETED, [5, 'Z']], [0, 2, 0, null]],
    ['with another sum of others, beside what is the same', [P, Y], [P, [6, 'Y']], [1, 0, 1, null]],
    ['with what now names the operator', [[100, 'ABONO']], [P], [0, 0, 1, '2026-03-12']],
    [
      'with others of the sum of a credit that is gone',
      [P, [7, 'PAYCO']],
      [
        [7, 'PAYCO'],
        [100, 'X'],
      ],
      [1, 0, 1, null],
    ],
    ['without a text', [[100, '']], [[100, '']], [1, 0, 0, null]],
  ])('%s', (_, held, rows, expected) => {
    expect(compared(stored(held), rows)).toEqual(expected)
  })

  test('no text is a part of every text', () => {
    expect(compared(stored([[5, '', 'a']], true), [[5, 'Y', 'b']])).toEqual([0, 0, 1, '2026-03-12'])
    expect(compared(stored([[5, 'Y', 'a']], true), [[5, '', 'b']])).toEqual([0, 0, 1, '2026-03-12'])
  })

  test('one completed text is one entry, and the next one of its sum is another', () => {
    const twice: readonly Short[] = [COMPLETED, [100, 'PAYCO SAS 900124']]
    expect(compared(stored([P]), twice)).toEqual([0, 1, 1, null])
    expect(compared(stored([P, [100, 'PAYCO SAS 9']]), twice)).toEqual([0, 2, 0, null])
  })

  test('a long text is not taken by a short one that fits more', () => {
    const held = stored([
      [100, 'PAYCO'],
      [100, 'PAYCO A'],
    ])
    expect(compared(held, [[100, 'PAYCO A 1'], OTHER])).toEqual([0, 2, 0, null])
  })

  test('references that stay tell entries apart', () => {
    const a: Short = [100, 'PAYCO', 'a']
    const b: Short = [100, 'PAYCO', 'b']
    const c: Short = [100, 'PAYCO', 'c']
    expect(compared(stored([a, b]), [b, c])).toEqual([1, 0, 1, null])
    expect(compared(stored([a, P]), [P, [100, 'PAYCO X', 'b']])).toEqual([1, 1, 0, null])
  })

  test('an entry is the one with its reference, whatever else was completed', () => {
    const held = stored([
      [100, 'PAYCO', 'a'],
      [100, 'PAYCO X', 'b'],
    ])
    const { renewed } = compareEntries(
      inFile([
        [100, 'PAYCO', 'b'],
        [100, 'PAYCO X Y', 'a'],
      ]),
      held,
      isReadable,
    )
    expect(renewed.map(({ reference, id }) => `${reference} ${id}`).sort()).toEqual([
      'a 12 100 PAYCO a',
      'b 12 100 PAYCO X b',
    ])
  })
})
