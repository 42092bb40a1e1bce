import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Discrepancy, DiscrepancyState, Severity } from '../../src/core/findings/discrepancy.ts'
import { minus, sumOf, ZERO } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { ListFacts } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import {
  ANSWER_KINDS,
  type AnswerKind,
  addPositions,
  BUCKETS,
  type Bucket,
  FINDING_BUCKETS,
  numberDue,
  type Position,
  paidOutOf,
  SETTLEMENT_BUCKETS,
  totalOf,
} from '../../src/rules/account/position.ts'
import { KIND_OF, type MoneyReport, positionOf } from '../../src/rules/account/position-of.ts'
import { slotReport } from '../../src/rules/assessment/slot-report.ts'
import { recordOf } from '../../src/rules/registry.ts'
import { aList, anOpenFinding, aPolicy, aPull, aSettlement, at, cop, slot, someFees, someTotals } from './a.ts'

interface Wrong {
  /** Null for none. Else collected 100,000, fees 2,000, payout 98,000 by default. */
  readonly settlement?: Partial<Settlement> | null
  readonly listed?: number
  readonly list?: Partial<ListFacts>
  readonly policy?: Partial<Policy>
  readonly unread?: boolean
  readonly never?: boolean
  readonly neverAsked?: boolean
  /** The cost of the list under the tariff; the settlement charges 2,000. */
  readonly fees?: number
  readonly due?: boolean
  readonly found?: readonly (readonly [
    code: string,
    state: DiscrepancyState,
    severity?: Severity,
    pesos?: number,
    paid?: number,
  ])[]
}

const reportOf = (wrong: Wrong): MoneyReport => {
  const { settlement = {}, listed = 100_000, list = {}, policy = {}, found = [] } = wrong
  const fees = wrong.fees === undefined ? {} : { fees: someFees(wrong.fees) }
  const totals = someTotals({ collected: cop(listed), counted: listed === 0 ? 0 : 1, ...fees })
  const pull = aPull({ settlement: settlement && aSettlement(settlement), list: aList(list) })
  const incomplete = { slot: slot(), at: at('2026-03-14'), code: 'X', reason: '', request: null, status: null }
  const state = {
    slot: slot(),
    read: wrong.never ? null : { pull, totals },
    incomplete: wrong.unread ? incomplete : null,
    discrepancies: found.map(([code, of, severity = 'error', pesos, paid]) =>
      discrepancy(code, of, severity, pesos, paid),
    ),
    due: wrong.due ?? true,
  }
  return { ...slotReport('default', state, aPolicy(policy)), isNeverAsked: wrong.neverAsked ?? false }
}

const discrepancy = (code: string, state: DiscrepancyState, severity: Severity, pesos?: number, paid?: number) =>
  anOpenFinding({
    case: code.startsWith('FEES_') || recordOf(code)?.isAboutFigures !== true ? code : 'figures',
    state,
    code,
    severity,
    ...(paid !== undefined && { recovered: cop(paid) }),
    ...(pesos === undefined
      ? {}
      : {
          caseAmount: cop(Math.abs(pesos)),
          figures: { unit: 'COP', reported: cop(pesos), expected: cop(0) },
          amount: cop(Math.abs(pesos)),
        }),
  })

const short = (pesos: number, state: DiscrepancyState = 'open'): Wrong => ({
  settlement: { payout: cop(98_000 - pesos) },
  found: [['PAYOUT_MISMATCH', state]],
})
const adjusted = (pesos: number): Wrong => ({ settlement: { adjustments: cop(pesos), payout: cop(98_000 + pesos) } })
const FAILED = { status: 'error' }
const PROCESSING = { status: 'processing' }
const EMPTY_LIST = { list: { items: 0 }, listed: 0 }

/** The position in pesos by bucket and decision, without zeros. */
const said = (position: Position): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(position).flatMap(([bucket, decided]) =>
      Object.entries(decided)
        .filter(([, { number }]) => number > 0 && !HUM.includes(bucket))
        .map(([state, { number, sum }]) => [`${bucket} ${state}`, `${number}: ${Number(sum) / 100}`]),
    ),
  )
/** What each story would repeat; the kinds of the answer have a property of their own. */
const HUM: readonly string[] = ['compared', 'counted', 'notCounted', 'empty', ...ANSWER_KINDS]

const ROWS: readonly (readonly [story: string, wrongs: readonly Wrong[], totals: Readonly<Record<string, unknown>>])[] =
  [
    ['all agrees', [{}, {}], {}],
    [
      'both ways, never netted',
      [short(500), short(-500), short(7)],
      { 'owed open': '2: 507', 'overpaid open': '1: 500' },
    ],
    ['claimed', [short(500, 'claimed')], { 'owed claimed': '1: 500' }],
    ['accepted', [short(-500, 'accepted')], { 'overpaid accepted': '1: 500' }],
    ['tolerated', [{ ...short(1), found: [], policy: { tolerance: cop(1) } }], { 'owed tolerated': '1: 1' }],
    ['failed', [{ settlement: FAILED, found: [['SETTLEMENT_ERROR', 'open']] }], { 'failed open': '1: 98000' }],
    [
      'failed, claimed',
      [{ settlement: FAILED, found: [['SETTLEMENT_ERROR', 'claimed']] }],
      { 'failed claimed': '1: 98000' },
    ],
    [
      'failed, accepted',
      [{ settlement: FAILED, found: [['SETTLEMENT_ERROR', 'accepted']] }],
      { 'failed accepted': '1: 98000' },
    ],
    [
      'failed, by what the list says it should pay',
      [{ settlement: FAILED, listed: 110_000 }],
      { 'failed open': '1: 108000' },
    ],
    [
      'failed, with a list that cannot be read',
      [{ settlement: FAILED, list: { malformed: 1 } }],
      { 'failed open': '1: 98000' },
    ],
    ['in process', [{ settlement: PROCESSING }], { 'inProcess none': '1: 98000' }],
    [
      'late, as a warning or an error',
      [
        { settlement: PROCESSING, found: [['SETTLEMENT_OVERDUE', 'open', 'warning']] },
        { settlement: PROCESSING, found: [['SETTLEMENT_OVERDUE', 'open']] },
      ],
      { 'inProcess open': '2: 196000' },
    ],
    [
      'no settlement yet',
      [{ settlement: null, found: [['SETTLEMENT_MISSING', 'open', 'info']] }],
      { 'noSettlement none': '1: 100000' },
    ],
    [
      'no settlement',
      [{ settlement: null, found: [['SETTLEMENT_MISSING', 'open']] }],
      { 'noSettlement open': '1: 100000' },
    ],
    [
      'no settlement, accepted',
      [{ settlement: null, found: [['SETTLEMENT_MISSING', 'accepted']] }],
      { 'noSettlement accepted': '1: 100000' },
    ],
    [
      'no settlement, claimed',
      [{ settlement: null, found: [['SETTLEMENT_MISSING', 'claimed']] }],
      { 'noSettlement claimed': '1: 100000' },
    ],
    [
      'late, claimed and accepted',
      [
        { settlement: PROCESSING, found: [['SETTLEMENT_OVERDUE', 'claimed']] },
        { settlement: PROCESSING, found: [['SETTLEMENT_OVERDUE', 'accepted']] },
      ],
      { 'inProcess claimed': '1: 98000', 'inProcess accepted': '1: 98000' },
    ],
    ['nothing at all', [{ settlement: null, listed: 0 }], {}],
    [
      'gone, and nothing counts',
      [{ settlement: null, listed: 0, found: [['SETTLEMENT_VANISHED', 'open', 'error', 98_000]] }],
      { 'gone open': '1: 98000' },
    ],
    [
      'gone, and its invoices are listed',
      [{ settlement: null, found: [['SETTLEMENT_VANISHED', 'new', 'error', 98_000]] }],
      { 'gone open': '1: 98000' },
    ],
    [
      'gone, by its own finding and not by the one before it',
      [
        {
          settlement: null,
          found: [
            ['CHARGEBACK', 'open', 'warning', 8],
            ['SETTLEMENT_VANISHED', 'open', 'error', 98_000],
          ],
        },
      ],
      { 'gone open': '1: 98000', 'chargebacks open': '1: 8' },
    ],
    [
      'gone when it was last read, and not read now',
      [{ settlement: null, unread: true, found: [['SETTLEMENT_VANISHED', 'open', 'error', 98_000]] }],
      { 'unread open': '1: 0' },
    ],
    ['gone without a sum', [{ settlement: null, found: [['SETTLEMENT_VANISHED', 'open']] }], { 'gone open': '1: 0' }],
    [
      'gone, and claimed',
      [{ settlement: null, found: [['SETTLEMENT_VANISHED', 'claimed', 'error', 98_000]] }],
      { 'noSettlement claimed': '1: 100000' },
    ],
    [
      'claimed, below what is expected, and neither missing at the bank nor an adjustment that takes',
      [
        { found: [['PAYOUT_MISMATCH', 'claimed', 'error', -20]] },
        { ...adjusted(9), found: [['ADJUSTMENT', 'claimed', 'warning', 9]] },
      ],
      {},
    ],
    [
      'claimed beside a claimed difference',
      [
        {
          ...short(5, 'claimed'),
          found: [
            ['PAYOUT_MISMATCH', 'claimed'],
            ['DUPLICATE_PAYMENT', 'claimed'],
          ],
        },
      ],
      { 'owed claimed': '1: 5' },
    ],
    ['not read now', [{ unread: true }], { 'unread open': '1: 98000' }],
    [
      'not read now, and late when it was read',
      [{ settlement: PROCESSING, unread: true, found: [['SETTLEMENT_OVERDUE', 'open']] }],
      { 'unread open': '1: 98000' },
    ],
    ['never read', [{ never: true }], { 'unread open': '1: 0' }],
    ['never asked for', [{ never: true, neverAsked: true }], { 'unread none': '1: 0' }],
    ['not due', [{ never: true, due: false }], { 'notDue none': '1: 0' }],
    [
      'a record cannot be read',
      [{ list: { malformed: 1 }, found: [['MALFORMED_RECORD', 'open']] }],
      { 'notComparable open': '1: 98000' },
    ],
    [
      'one, and a person accepted that',
      [{ list: { malformed: 1 }, found: [['MALFORMED_RECORD', 'accepted']] }],
      { 'notComparable none': '1: 98000' },
    ],
    [
      'a settlement that lists nothing',
      [{ ...EMPTY_LIST, found: [['INVOICES_MISSING', 'open']] }],
      { 'overpaid open': '1: 100000' },
    ],
    [
      'the settlement of another slot',
      [{ settlement: { cycle: '13' }, found: [['SLOT_ECHO', 'open']] }],
      { 'notComparable open': '1: 98000' },
    ],
    [
      'a gateway left unchecked',
      [{ settlement: { gateway: true }, policy: { gateway: 'unchecked' } }],
      { 'notComparable none': '1: 98000' },
    ],
    ['the number of invoices only', [{ found: [['COUNT_MISMATCH', 'open']] }], { 'otherFigures open': '1: 0' }],
    [
      'beside a difference it is told with it',
      [
        {
          ...short(5),
          found: [
            ['PAYOUT_MISMATCH', 'open'],
            ['COUNT_MISMATCH', 'open'],
          ],
        },
      ],
      { 'owed open': '1: 5' },
    ],
    [
      'beside an accepted difference it is told',
      [
        {
          ...short(5),
          found: [
            ['PAYOUT_MISMATCH', 'accepted'],
            ['COUNT_MISMATCH', 'open'],
          ],
        },
      ],
      { 'owed accepted': '1: 5', 'otherFigures open': '1: 0' },
    ],
    [
      'differences that cancel each other',
      [
        {
          settlement: { collected: cop(90_000) },
          found: [
            ['PAYOUT_MISMATCH', 'open'],
            ['COLLECTED_MISMATCH', 'open'],
          ],
        },
      ],
      { 'otherFigures open': '1: 0' },
    ],
    [
      'changed, and twice',
      [
        {
          found: [
            ['SETTLEMENT_CHANGED', 'open'],
            ['STATUS_REGRESSED', 'open'],
          ],
        },
      ],
      { 'changed open': '1: 0' },
    ],
    [
      'back in process',
      [{ settlement: PROCESSING, found: [['STATUS_REGRESSED', 'open']] }],
      { 'inProcess none': '1: 98000', 'changed open': '1: 0' },
    ],
    [
      'other errors',
      [
        {
          found: [
            ['DUPLICATE_PAYMENT', 'new'],
            ['INVOICE_ADDED', 'open'],
            ['ADJUSTMENT', 'accepted'],
          ],
        },
      ],
      { 'otherErrors open': '2: 0', 'adjustmentsTaken accepted': '1: 0' },
    ],
    [
      'adjustments that nothing explains',
      [
        { ...adjusted(-7), found: [['ADJUSTMENT', 'open', 'error', 7]] },
        { ...adjusted(-4), found: [['ADJUSTMENT', 'new', 'error', 4]] },
        { ...adjusted(-9), found: [['ADJUSTMENT', 'claimed', 'error', 9]] },
        { ...adjusted(9), found: [['ADJUSTMENT', 'open', 'warning', 9]] },
      ],
      { 'adjustmentsTaken open': '2: 11', 'adjustmentsTaken claimed': '1: 9' },
    ],
    [
      'adjustments that nothing explains and that lower no payout, by a gateway reading',
      [
        {
          settlement: { gateway: true, adjustments: cop(-7), payout: cop(100_000) },
          found: [['ADJUSTMENT', 'open', 'error', 7]],
        },
      ],
      { 'otherErrors open': '1: 0' },
    ],
    [
      'one beside a difference',
      [
        {
          ...short(5),
          found: [
            ['PAYOUT_MISMATCH', 'open'],
            ['DUPLICATE_PAYMENT', 'open'],
          ],
        },
      ],
      { 'owed open': '1: 5', 'otherErrors open': '1: 0' },
    ],
    [
      'chargebacks, open ones',
      [
        {
          found: [
            ['CHARGEBACK', 'new', 'warning', 8],
            ['CHARGEBACK', 'open', 'warning'],
            ['CHARGEBACK', 'accepted', 'warning', 9],
          ],
        },
      ],
      { 'chargebacks open': '2: 8', 'chargebacks accepted': '1: 9' },
    ],
    [
      'fees above the tariff, accepted or not, beside another finding',
      [
        {
          fees: 1_500,
          found: [
            ['FEES_MISMATCH', 'accepted', 'error', 500],
            ['CHARGEBACK', 'new', 'warning', 8],
          ],
        },
        {
          fees: 1_400,
          found: [
            ['FEES_MISMATCH', 'new', 'error', 600],
            ['CHARGEBACK', 'accepted', 'warning', 8],
          ],
        },
      ],
      {
        'feesTooMuch open': '1: 600',
        'chargebacks open': '1: 8',
        'feesTooMuch accepted': '1: 500',
        'chargebacks accepted': '1: 8',
      },
    ],
    [
      'fees above the tariff',
      [{ fees: 1_500, found: [['FEES_MISMATCH', 'new', 'error', 500]] }],
      { 'feesTooMuch open': '1: 500' },
    ],
    [
      'below it',
      [{ fees: 2_300, found: [['FEES_MISMATCH', 'open', 'warning', -300]] }],
      { 'feesTooLittle open': '1: 300' },
    ],
    [
      'accepted, beside an accepted difference, too, and of figures that are about the same pesos once',
      [
        { fees: 1_500, found: [['FEES_MISMATCH', 'accepted', 'error', 500]] },
        {
          ...short(5, 'accepted'),
          found: [
            ['PAYOUT_MISMATCH', 'accepted', 'error', 5],
            ['FEES_MISMATCH', 'accepted', 'error', 7],
          ],
        },
        {
          found: [
            ['COLLECTED_MISMATCH', 'accepted', 'error', 30],
            ['COUNT_MISMATCH', 'accepted'],
            ['INVOICES_MISSING', 'accepted', 'error', 20],
          ],
        },
      ],
      { 'owed accepted': '1: 5', 'feesTooMuch accepted': '2: 507' },
    ],
    [
      'claimed, beside a claimed difference, too',
      [
        { fees: 1_500, found: [['FEES_MISMATCH', 'claimed', 'error', 500]] },
        {
          ...short(5, 'claimed'),
          found: [
            ['PAYOUT_MISMATCH', 'claimed'],
            ['FEES_MISMATCH', 'claimed', 'error', 7],
          ],
        },
        { found: [['FEES_MISMATCH', 'claimed', 'warning', -8]] },
      ],
      { 'owed claimed': '1: 5', 'feesTooMuch claimed': '2: 507', 'feesTooLittle claimed': '1: 8' },
    ],
    [
      'paid elsewhere in part, and whole',
      [
        { fees: 1_500, found: [['FEES_MISMATCH', 'claimed', 'error', 500, 200]] },
        { fees: 1_500, found: [['FEES_MISMATCH', 'open', 'error', 500, 100]] },
        { fees: 1_500, found: [['FEES_MISMATCH', 'open', 'error', 500, 500]] },
      ],
      { 'feesTooMuch claimed': '1: 300', 'feesTooMuch open': '1: 400', 'otherFigures open': '1: 0' },
    ],
    ['no longer known', [{ found: [['FEES_MISMATCH', 'open']] }], { 'otherFigures open': '1: 0' }],
    [
      'what is missing at the bank, and what arrived otherwise',
      [
        { found: [['BANK_MISSING', 'new', 'error', 8]] },
        { found: [['BANK_DIFFERS', 'open', 'error', -3]] },
        { found: [['BANK_UNCONFIRMED', 'new', 'error', -4]] },
        { found: [['BANK_DIFFERS', 'open', 'error', 50]] },
        { found: [['BANK_DIFFERS', 'accepted', 'error', 60]] },
        { found: [['BANK_MISSING', 'claimed', 'error', 9]] },
        { found: [['BANK_DIFFERS', 'claimed', 'error', -2]] },
        { found: [['BANK_DIFFERS', 'claimed', 'error', 3]] },
        { found: [['BANK_AMBIGUOUS', 'open', 'warning', 7]] },
      ],
      {
        'bankMissing open': '1: 8',
        'bankLess open': '2: 7',
        'bankMore open': '1: 50',
        'bankMissing claimed': '1: 9',
        'bankLess claimed': '1: 2',
        'bankMore claimed': '1: 3',
        'bankMore accepted': '1: 60',
      },
    ],
    ['warnings', [{ found: [['NOT_PAID', 'open', 'warning']] }], {}],
  ]

describe('what settlements come to', () => {
  test.each(ROWS)('%s', (_, wrongs, totals) => expect(said(positionOf(wrongs.map(reportOf)))).toEqual(totals))
})

test('how many there are, and what they paid out: failed money and money in process are no part of it', () => {
  const wrongs = [
    {},
    short(500),
    short(1, 'accepted'),
    { settlement: FAILED },
    { settlement: PROCESSING },
    { never: true, due: false },
  ]
  const position = positionOf(wrongs.map(reportOf))
  expect(totalOf(position.compared)).toEqual({ number: 3, sum: cop(294_000) })
  expect(position.compared.none.number).toBe(1)
  expect(paidOutOf(position)).toBe(cop(293_499))
  expect(numberDue(position)).toBe(5)
  expect([position.counted, position.notCounted, position.notDue].map(({ none }) => none.number)).toEqual([5, 0, 1])
})

const anySettlement = fc.record({
  status: fc.constantFrom('credited', 'credited', 'credited', 'paid', 'processing', 'error'),
  cycle: fc.constantFrom('11', '11', '11', '13'),
  collected: fc.integer({ min: -9, max: 9 }).map((n) => cop(100_000 + n)),
  adjustments: fc.constantFrom(cop(0), cop(-500), cop(7)),
  payout: fc.constantFrom(cop(98_000), cop(97_999), cop(100_000), cop(0), cop(-2_000)),
  gateway: fc.boolean(),
  feesPostpaid: fc.boolean(),
})

const anyReport: fc.Arbitrary<Wrong> = fc.record({
  settlement: fc.oneof({ weight: 8, arbitrary: anySettlement }, { weight: 1, arbitrary: fc.constant(null) }),
  listed: fc.constantFrom(100_000, 100_000, 110_000, 0),
  list: fc.constantFrom<Partial<ListFacts>>({}, {}, { malformed: 1 }, { items: 0 }),
  unread: fc.constantFrom(false, false, true),
  never: fc.constantFrom(false, false, true),
  due: fc.boolean(),
  policy: fc.record({
    gateway: fc.constantFrom('candidates' as const, 'same' as const, 'unchecked' as const),
    tolerance: fc.constantFrom(cop(0), cop(10)),
    adjustments: fc.constantFrom('add' as const, 'subtract' as const),
    postpaidFees: fc.constantFrom('not-deducted' as const, 'deducted' as const),
  }),
  found: fc.array(
    fc.tuple(
      fc.constantFrom(
        'PAYOUT_MISMATCH',
        'COLLECTED_MISMATCH',
        'COUNT_MISMATCH',
        'SETTLEMENT_ERROR',
        'MALFORMED_RECORD',
        'CHARGEBACK',
      ),
      fc.constantFrom('new' as const, 'open' as const, 'claimed' as const, 'accepted' as const, 'resolved' as const),
    ),
    { maxLength: 4 },
  ),
})

test('it foots, whatever the settlements: expected and the differences of every state come to what was paid out', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 12 }), (wrongs) => {
      const reports = wrongs.map(reportOf)
      const paidOut = reports.flatMap(({ money }) => (money.difference === null ? [] : (money.paidOut ?? [])))
      expect(paidOutOf(positionOf(reports))).toBe(sumOf(paidOut))
    }),
  )
})

test('each settlement stands in one bucket, and each of its findings at most in one', () => {
  fc.assert(
    fc.property(anyReport, (wrong) => {
      const report = reportOf(wrong)
      const position = positionOf([report])
      const numberIn = (buckets: readonly Bucket[]): number =>
        buckets.reduce((all, bucket) => all + totalOf(position[bucket]).number, 0)
      expect(numberIn(SETTLEMENT_BUCKETS)).toBe(1)
      expect(numberDue(position)).toBe(report.verdict === 'not-due' ? 0 : 1)
      expect(numberIn(FINDING_BUCKETS)).toBe(report.discrepancies.filter(hasOwnPesos).length)
      expect(minus(totalOf(position.overpaid).sum, totalOf(position.owed).sum)).toBe(report.money.difference ?? ZERO)
    }),
  )
})

test('a kind of the answer has the open pesos of its buckets, each settlement once, and no peso is in two', () => {
  fc.assert(
    fc.property(anyReport, (wrong) => {
      const position = positionOf([reportOf(wrong)])
      const sumIn = (kind: AnswerKind, without: readonly Bucket[] = []) =>
        sumOf(BUCKETS.filter((of) => KIND_OF[of] === kind && !without.includes(of)).map((of) => position[of].open.sum))
      for (const kind of ANSWER_KINDS) expect(position[kind].open.number).toBeLessThanOrEqual(1)
      const hasNotCome = position.bankMissing.open.number > 0
      expect(position.notArrived.open.sum).toBe(sumIn('notArrived'))
      expect(position.tooLittle.open.sum).toBe(sumIn('tooLittle'))
      expect(position.tooMuch.open.sum).toBe(sumIn('tooMuch', hasNotCome ? ['overpaid'] : []))
      expect(position.notJudged.open.sum).toBe(hasNotCome ? ZERO : sumIn('notJudged'))
      expect(position.notRead.open.sum).toBe(ZERO)
      expect(position.notRead.open.number + position.notJudged.open.number).toBeLessThanOrEqual(1)
    }),
  )
})

test.each<[story: string, wrong: Wrong, kinds: Partial<Record<AnswerKind, number>>]>([
  [
    'paid too much, and nothing came',
    {
      settlement: { payout: cop(99_000) },
      found: [
        ['PAYOUT_MISMATCH', 'open'],
        ['BANK_MISSING', 'open', 'error', 99_000],
      ],
    },
    { notArrived: 99_000 },
  ],
  [
    'paid too little, and nothing came',
    {
      settlement: { payout: cop(97_000) },
      found: [
        ['PAYOUT_MISMATCH', 'open'],
        ['BANK_MISSING', 'open', 'error', 97_000],
      ],
    },
    { notArrived: 97_000, tooLittle: 1_000 },
  ],
  [
    'read before, and no longer',
    { unread: true, found: [['BANK_MISSING', 'open', 'error', 98_000]] },
    { notArrived: 98_000 },
  ],
  ['read before, and no longer, at the bank', { unread: true }, { notJudged: 98_000 }],
  ['never read', { never: true }, { notRead: 0 }],
])('a peso is in one kind: %s', (_, wrong, kinds) => {
  const position = positionOf([reportOf(wrong)])
  const open = ANSWER_KINDS.flatMap((kind) =>
    position[kind].open.number === 0 ? [] : [[kind, position[kind].open.sum]],
  )
  expect(Object.fromEntries(open)).toEqual(
    Object.fromEntries(Object.entries(kinds).map(([kind, sum]) => [kind, cop(sum)])),
  )
})

const hasOwnPesos = ({ code, state }: Pick<Discrepancy, 'code' | 'state'>): boolean =>
  code === 'CHARGEBACK' && state !== 'resolved'

test('settlements are added up in any order and grouping', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 12 }), fc.nat(12), (wrongs, at) => {
      const reports = wrongs.map(reportOf)
      const [some, others] = [reports.slice(0, at), reports.slice(at)]
      const apart = addPositions([positionOf(others), addPositions([]), positionOf(some.toReversed())])
      expect(apart).toEqual(positionOf(reports))
      expect(addPositions(reports.map((one) => positionOf([one])))).toEqual(apart)
    }),
  )
})

test.each<[string, Wrong['found'] & {}, number]>([
  ['nothing found', [], 1],
  ['a warning', [['ADJUSTMENT', 'open', 'warning']], 1],
  ['an error that is resolved', [['RESTATED', 'resolved']], 1],
  ['an error that is open', [['RESTATED', 'open']], 0],
  ['an error that was accepted', [['RESTATED', 'accepted']], 0],
  [
    'an error that was claimed, beside a warning',
    [
      ['ADJUSTMENT', 'open', 'warning'],
      ['RESTATED', 'claimed'],
    ],
    0,
  ],
])('a settlement agrees without an error, open or decided: %s', (_, found, agreeing) => {
  expect(positionOf([reportOf({ found })]).compared.none.number).toBe(agreeing)
})

test.each<[string, Wrong, Bucket, number]>([
  ['vanished, it is missing', { settlement: null, found: [['SETTLEMENT_VANISHED', 'open']] }, 'changed', 0],
  ['another error makes none missing', { settlement: null, found: [['RESTATED', 'open']] }, 'changed', 1],
  [
    'a claimed failure names no change',
    {
      settlement: FAILED,
      found: [
        ['SETTLEMENT_ERROR', 'claimed'],
        ['RESTATED', 'open'],
      ],
    },
    'changed',
    1,
  ],
  [
    'an open failure does',
    {
      settlement: FAILED,
      found: [
        ['SETTLEMENT_ERROR', 'open'],
        ['RESTATED', 'open'],
      ],
    },
    'changed',
    0,
  ],
  ['a final settlement is never late', { found: [['SETTLEMENT_OVERDUE', 'open']] }, 'inProcess', 0],
])('what is named once is counted once: %s', (_, wrong, bucket, number) => {
  expect(positionOf([reportOf(wrong)])[bucket].open.number).toBe(number)
})
