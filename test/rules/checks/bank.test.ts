import { expect, test } from 'vitest'
import type { CreditTakenBack } from '../../../src/core/bank/payout-arrivals.ts'
import type { NearCause, TieHypothesis } from '../../../src/core/bank/tie-out.ts'
import { inCop, inInvoices } from '../../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import {
  arrivalToConfirm,
  bankAmbiguous,
  bankDiffers,
  bankGap,
  bankMissing,
  bankUnconfirmed,
  bankUnknownCredit,
} from '../../../src/rules/checks/bank.ts'
import type { SlotFacts } from '../../../src/rules/facts.ts'
import { cop, slot, someFacts } from '../../core/a.ts'
import { anEntry, aPayout, someBank } from '../../core/bank/a-bank.ts'
import { reported, table } from './table.ts'

const LAST_DAY = slot('2026-03-17').date
const NOTHING_YET = {
  kind: 'missing',
  ...{ lastDay: LAST_DAY, through: LAST_DAY, isComplete: true, laterCredits: [], takenBack: [] },
} as const
const missing = (isComplete: boolean, ...later: readonly SlotDate[]) =>
  someBank({
    arrival: { ...NOTHING_YET, isComplete, laterCredits: later.map((day) => anEntry(day, day, 98_000)) },
  })
const takenBack = (...days: readonly CreditTakenBack[]) => someBank({ arrival: { ...NOTHING_YET, takenBack: days } })
const SAID =
  'the payout of COP 98,000 is reported as paid out, but the bank statements show no such credit through 2026-03-17'

table('what is paid out arrives', bankMissing, [
  ['no statement was ever imported', { bank: null }, null],
  ['nothing to arrive', someBank(), null],
  ['on the way', someBank({ arrival: { kind: 'on-the-way', lastDay: LAST_DAY } }), null],
  ['not covered', someBank({ arrival: { kind: 'not-covered' } }), null],
  ['missing', missing(true), ['BANK_MISSING', 'error', 'settlement', 0, 98_000, -98_000, SAID]],
  [
    'missing, as far as was tried',
    missing(false),
    [
      'BANK_MISSING',
      'error',
      'settlement',
      0,
      98_000,
      -98_000,
      `${SAID}; there were too many sets of credits to try all of them`,
    ],
  ],
  [
    'missing, and the operator paid in its sum later',
    missing(true, slot('2026-03-19').date, slot('2026-03-25').date),
    [
      'BANK_MISSING',
      'error',
      'settlement',
      0,
      98_000,
      -98_000,
      `${SAID}; the operator paid in exactly this sum on 2026-03-19, 2026-03-25: if that is this payout, see "cuadre bank list" to tie it`,
    ],
  ],
  [
    'missing, since the bank took its credit back',
    takenBack({ on: slot('2026-03-13').date, back: slot('2026-03-16').date }),
    [
      'BANK_MISSING',
      'error',
      'settlement',
      0,
      98_000,
      -98_000,
      `${SAID}; one came on 2026-03-13, and the bank took it back on 2026-03-16`,
    ],
  ],
  ['no longer paid out', { ...missing(true), ...reported({ status: 'processing' }) }, null],
])

test('later days are stored where there are some', () => {
  const dataOf = (facts: Partial<SlotFacts>) => bankMissing.check?.(someFacts(facts)).map(({ data }) => data)
  const later = slot('2026-03-19').date
  expect(dataOf(missing(true))).toEqual([{ lastDay: LAST_DAY, isComplete: true }])
  expect(dataOf(missing(true, later))).toEqual([{ lastDay: LAST_DAY, isComplete: true, laterCredits: [later] }])
})

const arrived = (banked: number, tied: number) =>
  someBank({
    arrival: { kind: 'arrived', tie: 40, banked: cop(banked), tied: cop(tied), on: slot('2026-03-13').date, parts: [] },
  })

table('what arrives is the payout', bankDiffers, [
  ['nothing arrived', missing(true), null],
  ['the payout', arrived(98_000, 98_000), null],
  [
    'less',
    arrived(97_000, 98_000),
    [
      'BANK_DIFFERS',
      'error',
      'settlement',
      97_000,
      98_000,
      -1_000,
      'COP 97,000 arrived at the bank by 2026-03-13 (tie 40), and the payout is COP 98,000',
    ],
  ],
  [
    'the payout changed since',
    arrived(97_000, 97_000),
    [
      'BANK_DIFFERS',
      'error',
      'settlement',
      97_000,
      98_000,
      -1_000,
      'COP 97,000 arrived at the bank by 2026-03-13 (tie 40) when the payout was COP 97,000, and now it is COP 98,000',
    ],
  ],
  ['no longer paid out', { ...arrived(97_000, 98_000), ...reported({ status: 'processing' }) }, null],
])

const near = (pesos: number, ...mayBe: readonly NearCause[]) =>
  someBank({ arrival: { kind: 'unconfirmed', credit: anEntry('x', '2026-03-13', pesos), mayBe } })
const probably = (pesos: number, difference: number, short: string, rest: string) => [
  'BANK_UNCONFIRMED',
  'error',
  'settlement',
  pesos,
  98_000,
  difference,
  `the payout of COP 98,000 probably arrived COP ${short}, to be confirmed: the bank shows COP ${pesos.toLocaleString('en')} on 2026-03-13; ${rest}`,
]
const UNKNOWN = 'neither 4X1000, a charge of that day nor an earlier payout explains the difference'

table('a credit near a payout is to be confirmed', bankUnconfirmed, [
  ['nothing arrived', missing(true), null],
  ['no longer paid out', { ...near(97_000), ...reported({ status: 'processing' }) }, null],
  ['less', near(97_000), probably(97_000, -1_000, '1,000 short', UNKNOWN)],
  ['more', near(99_000), probably(99_000, 1_000, '1,000 over', UNKNOWN)],
  [
    '4X1000, or a charge',
    near(97_608, { kind: '4x1000' }, { kind: 'charge', entry: 'd' }),
    probably(
      97_608,
      -392,
      '392 short',
      'the difference is exactly the tax of 4X1000 on the payout; or the bank shows a debit of exactly the difference on the same day, which may be its charge',
    ),
  ],
  [
    'the payout before it was issued again',
    near(97_000, { kind: 're-issue' }),
    probably(97_000, -1_000, '1,000 short', 'COP 97,000 was the payout before the settlement was issued again'),
  ],
])

test('a payout that is to be confirmed counts as arrived while it is not resolved', () => {
  const [found] = bankUnconfirmed.check?.(someFacts(near(97_000))) ?? []
  if (found === undefined) throw new Error('not found')
  const arrival = { banked: cop(97_000), on: slot('2026-03-13').date, isConfirmed: false }
  expect(arrivalToConfirm([{ ...found, state: 'open' }])).toEqual(arrival)
  for (const state of ['accepted', 'paid'] as const)
    expect(arrivalToConfirm([{ ...found, state }])).toEqual({ ...arrival, isConfirmed: true })
  expect(arrivalToConfirm([{ ...found, state: 'resolved' }])).toBeNull()
  expect(arrivalToConfirm([{ ...found, code: 'BANK_DIFFERS', state: 'open' }])).toBeNull()
  expect(arrivalToConfirm([{ ...found, data: null, state: 'open' }])).toBeNull()
  expect(arrivalToConfirm([{ ...found, figures: inInvoices(1, 2), state: 'open' }])).toBeNull()
  expect(arrivalToConfirm([{ ...found, figures: inCop(null, cop(1)), state: 'open' }])).toBeNull()
})

const PAYOUT = aPayout('2026-03-12', '11', 98_000)
const choice = (id: string, others = 0): TieHypothesis => ({
  payouts: [PAYOUT, ...Array.from({ length: others }, () => PAYOUT)],
  credits: [anEntry(id, '2026-03-13', 98_000)],
})
const choices = (...candidates: readonly TieHypothesis[]) => someBank({ arrival: { kind: 'candidates', candidates } })
const ambiguous = (ways: string, advice = 'see "cuadre bank list" to tie the right one') => [
  'BANK_AMBIGUOUS',
  'warning',
  'settlement',
  null,
  98_000,
  null,
  `the payout of COP 98,000 may have arrived ${ways}; ${advice}`,
]

table('among several answers a person chooses', bankAmbiguous, [
  ['it arrived', arrived(98_000, 98_000), null],
  [
    'one with others',
    choices(choice('x', 1)),
    ambiguous(
      'only together with settlements that are not its neighbours: 2026-03-13 bank:x with 1 other settlement',
      'if so, see "cuadre bank list" to tie it',
    ),
  ],
  [
    'two',
    choices(choice('x'), choice('y', 2)),
    ambiguous('in 2 ways: 2026-03-13 bank:x; or 2026-03-13 bank:y with 2 other settlements'),
  ],
  [
    'more than are named',
    choices(choice('a'), choice('b'), choice('c'), choice('d')),
    ambiguous('in 4 ways: 2026-03-13 bank:a; or 2026-03-13 bank:b; or 2026-03-13 bank:c; and more'),
  ],
  ['no longer paid out', { ...choices(choice('x')), ...reported({ status: 'processing' }) }, null],
])

table('what the operator pays in is a payout', bankUnknownCredit, [
  ['no statement was ever imported', { bank: null }, null],
  [
    'a credit of nothing',
    someBank({ unknownCredits: [anEntry('x', '2026-03-13', 7)] }),
    [
      'BANK_UNKNOWN_CREDIT',
      'warning',
      'bank:x',
      7,
      null,
      null,
      'the bank shows a credit of COP 7 from the operator on 2026-03-13 that no payout explains',
    ],
  ],
])

const gap = { account: '0000123456', after: slot('2026-03-05').date, before: slot('2026-03-09').date, isWithin: false }

table('statements follow each other', bankGap, [
  ['no statement was ever imported', { bank: null }, null],
  [
    'days are missing',
    someBank({ gaps: [{ ...gap, balances: null }] }),
    [
      'BANK_GAP',
      'warning',
      'bank:3456-2026-03-09',
      '2026-03-09',
      '2026-03-06',
      null,
      'no bank statement covers the days after 2026-03-05 and before 2026-03-09',
    ],
  ],
  [
    'balances are apart',
    someBank({ gaps: [{ ...gap, balances: { reported: cop(8), expected: cop(7) } }] }),
    [
      'BANK_GAP',
      'warning',
      'bank:3456-2026-03-09',
      8,
      7,
      1,
      'the bank statement from 2026-03-09 opens with COP 8, but the statements imported before it end with COP 7',
    ],
  ],
  [
    'another file has other entries of its days',
    someBank({ gaps: [{ ...gap, isWithin: true, balances: { reported: cop(8), expected: cop(11) } }] }),
    [
      'BANK_GAP',
      'warning',
      'bank:3456-2026-03-05-2026-03-09',
      8,
      11,
      -3,
      'the bank statement from 2026-03-05 to 2026-03-09 closes with COP 8, but with what other files have of its days it would close with COP 11: the bank corrected an entry, or one of the files lacks some',
    ],
  ],
])
