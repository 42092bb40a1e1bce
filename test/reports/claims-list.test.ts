import { describe, expect, test } from 'vitest'
import { CLAIMS_LETTER, CLAIMS_LIST, lettersOf } from '../../reports/documents/claims.ts'
import { type Digest, digestSubject, digestText } from '../../reports/documents/digest.ts'
import { reportPage } from '../../src/print/html.tsx'
import { claimsReport } from '../../src/questions/claims.ts'
import type { Claim } from '../../src/rules/account/claims.ts'
import { LANGUAGES } from '../../src/words/language.ts'
import { BOGOTA } from '../bogota.ts'
import { cop, slot } from '../core/a.ts'
import { LETTER } from './a-claim-letter.ts'

const day = (date: string) => slot(date).date

const claim = (instead: Partial<Claim>): Claim => ({
  ...{ letter: 1, slot: slot('2026-03-02', '11'), case: 'c', at: 1, by: 'Ana', ticket: null },
  ...{ answerBy: day('2026-03-22'), promisedFor: null, state: 'claimed', isPayable: true, recoveries: [] },
  ...{ asked: cop(9), recovered: cop(0), accepted: cop(0), changed: cop(0), left: cop(9) },
  ...instead,
})

const CLAIMS: readonly Claim[] = [
  claim({ ticket: 'T-1', promisedFor: day('2026-03-25') }),
  claim({
    ...{ state: 'paid', recovered: cop(9), left: cop(0) },
    recoveries: [
      { by: { kind: 'adjustment', slot: slot('2026-03-20', '13') }, sum: cop(5), on: day('2026-03-20') },
      { by: { kind: 'entry', entry: 'e1' }, sum: cop(4), on: day('2026-03-21') },
    ],
  }),
  claim({ letter: null, answerBy: null, asked: cop(7), left: cop(7) }),
]
const REPORT = { merchant: 'm', asOf: null, today: day('2026-03-26'), claims: CLAIMS }

test('the ledger of claims has letters and claims, and what paid each', () => {
  expect(CLAIMS_LIST.of(REPORT)).toMatchObject({
    letters: [
      {
        letter: 1,
        ticket: 'T-1',
        dueOn: '2026-03-25',
        claims: 2,
        asked: cop(18),
        recovered: cop(9),
        left: cop(9),
        isPastDay: true,
      },
      { letter: null, ticket: null, dueOn: null, claims: 1, asked: cop(7), left: cop(7), isPastDay: false },
    ],
    claims: [
      { days: 24, payments: [] },
      {
        payments: [
          { sum: cop(5), date: '2026-03-20', cycle: '13', entry: null },
          { sum: cop(4), date: null, cycle: null, entry: 'e1' },
        ],
      },
      { letter: null },
    ],
  })
})

/** A claim of no letter, or of letter 1. */
const [OURS, THEIRS] = [
  claim({ letter: null, answerBy: null, ticket: 'T-1', promisedFor: day('2026-03-25') }),
  claim({}),
]
const DONE = { left: cop(0), recovered: cop(9), state: 'paid' } as const

test.each<readonly [string, readonly Claim[], ticket: string | null, dueOn: string | null, isPastDay: boolean]>([
  ['has the first day of what is left', [THEIRS, claim({ promisedFor: day('2026-03-30') })], null, '2026-03-22', true],
  ['and no day of what is done', [claim({ promisedFor: day('2026-03-20') }), claim(DONE)], null, '2026-03-20', true],
  ['nor any where nothing is left', [claim({ ...DONE, ticket: 'T-1' })], 'T-1', null, false],
  [
    'has the ticket that was given last',
    [claim({ ticket: 'T-1' }), claim({ ticket: 'T-2' })],
    'T-2',
    '2026-03-22',
    true,
  ],
  ['without a letter has what its claims agree about', [OURS, OURS], 'T-1', '2026-03-25', true],
  ['and nothing where they do not', [OURS, claim({ letter: null })], null, null, true],
  ['or one of them has none', [OURS, claim({ letter: null, answerBy: null })], null, null, true],
  [
    'of what is left, where it is a day',
    [OURS, claim({ ...DONE, letter: null, ticket: 'T-1' })],
    'T-1',
    '2026-03-25',
    true,
  ],
])('a row of letters %s', (_, claims, ticket, dueOn, isPastDay) => {
  expect(lettersOf({ ...REPORT, claims })).toMatchObject([{ ticket, dueOn, isPastDay }])
})

test('a number that names a row has its head, where a narrow screen has none', () => {
  const page = reportPage(claimsReport(REPORT, BOGOTA), 'es')
  expect(page).toMatch(/<th scope="row"[^>]* data-label="carta">1</)
  expect(page).not.toMatch(/data-label="carta">(?:todas|sin carta)/)
})

test('a letter that was not written has no file', () => {
  const [first] = LETTER.rows
  const status = { ...LETTER, rows: first === undefined ? [] : [first, { ...first, reported: 'error' }] }
  expect(CLAIMS_LETTER.of({ letter: null, leftOut: [], path: 'a.zip', made: null })).toEqual({
    ...{ letter: null, leftOut: [], path: 'a.zip', files: null, manifestSha256: null },
  })
  expect(
    CLAIMS_LETTER.of({ letter: status, leftOut: [], path: 'a.zip', made: { files: 3, manifestSha256: 'f' } }),
  ).toMatchObject({
    letter: { rows: [{ reported: '42740000' }, { reported: 'error' }], isReminder: false },
    files: 3,
  })
})

const NOTHING = { appeared: [], worse: [], resolved: [] }
const DIGEST: Digest = {
  ...{ language: 'en', merchant: 'm', today: day('2026-03-26'), sentence: 'All agrees.', cases: [], others: 0 },
  ...{ changes: NOTHING as unknown as Digest['changes'], late: null, closing: null, links: ['index.html'] },
}
const found = { slot: slot('2026-03-02', '11'), code: 'PAYOUT_MISMATCH', amount: cop(300) }

describe.each(LANGUAGES)('the mail of a day (%s)', (language) => {
  const said = (instead: Partial<Digest> = {}): readonly string[] =>
    digestText({ ...DIGEST, language, ...instead }).split('\n')

  test('of a quiet day is short', () => {
    expect(said()).toHaveLength(7)
    expect(digestSubject({ ...DIGEST, language })).toMatch(/^Cuadre, m, /)
  })

  test('says what to look at, with a sum where there is one, and how much more there is', () => {
    const cases = [found, { ...found, code: 'UNKNOWN_TO_US', amount: null }]
    const text = said({ cases, others: 4 }).join('\n')
    expect(text).toMatch(/, (COP|\$) 300\n- .*: UNKNOWN_TO_US\n(and 4 more|y 4 más)\n/)
  })

  test('says what changed, five of each', () => {
    const changes = { ...NOTHING, appeared: Array.from({ length: 7 }, () => found), resolved: [found] }
    const text = said({ changes: changes as unknown as Digest['changes'] }).join('\n')
    expect(text).toMatch(/\(7\): .*; (and 2 more|y 2 más)\n(Resolved|Resuelto) \(1\): /)
  })

  test('says claims past their day, and what is not done of a month', () => {
    const letter = { at: 1, ticket: null, number: 1, isPastDay: true, asked: cop(9), changed: cop(0) }
    const sums = { ...letter, recovered: cop(0), accepted: cop(0), left: cop(9) }
    const late = [
      { ...sums, letter: 3, dueOn: day('2026-03-22') },
      { ...sums, letter: null, dueOn: null },
    ]
    const closing = { month: day('2026-02-01'), steps: ['bank', 'closed'] } as const
    const text = said({ late, closing }).join('\n')
    expect(text).toMatch(/(letter|carta) 3: (COP|\$) 9, /)
    expect(text).toMatch(/(without a letter|sin carta): (COP|\$) 9\n/)
    expect(text).toMatch(
      /- (each payout arrived or was decided about\n- all is decided, and the month closed|cada abono llegó al banco o se decidió\n- todo se decidió y el mes se cerró)/,
    )
    expect(said({ late: [], closing: { ...closing, steps: [] } })).toHaveLength(7)
  })
})
