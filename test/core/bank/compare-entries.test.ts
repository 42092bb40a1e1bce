import { describe, expect, test } from 'vitest'
import { compareEntries, type IdentifiedEntry } from '../../../src/core/bank/bank-file-record.ts'
import type { EntryInFile } from '../../../src/core/bank/bank-statement.ts'
import { cop, slot } from '../a.ts'
import { anEntry } from './a-bank.ts'

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
