import { describe, expect, test } from 'vitest'
import type { Discrepancy, DiscrepancyState, Severity } from '../../src/core/findings/discrepancy.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { ListFacts } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import {
  type DifferenceState,
  NOT_COMPARED,
  type NotCompared,
  type SettlementMoney,
} from '../../src/rules/account/position.ts'
import { settlementFees } from '../../src/rules/account/settlement-fees.ts'
import {
  isAboutMoney,
  isCreditExpected,
  payoutNotCompared,
  settlementMoney,
} from '../../src/rules/account/settlement-money.ts'
import { CHECKS } from '../../src/rules/registry.ts'
import { aList, anOpenFinding, aPolicy, aSettlement, cop, slot, someTotals } from './a.ts'

interface Wrong {
  /** Null for none. Else collected 100,000, fees 2,000, adjustments 500, payout 98,500 by default. */
  readonly settlement?: Partial<Settlement> | null
  /** 100,000 of one invoice by default. */
  readonly listed?: number
  readonly list?: Partial<ListFacts>
  readonly policy?: Partial<Policy>
  readonly isIncomplete?: boolean
}

const moneyOf = (wrong: Wrong, discrepancies: readonly Discrepancy[] = []): SettlementMoney => {
  const { settlement = {}, listed = 100_000, list = {}, policy = {}, isIncomplete = false } = wrong
  const reported = settlement && aSettlement({ adjustments: cop(500), payout: cop(98_500), ...settlement })
  const totals = someTotals({ collected: cop(listed), counted: listed === 0 ? 0 : 1 })
  const read = { pull: { settlement: reported, list: aList(list) }, totals }
  return settlementMoney({ slot: slot(), read, isIncomplete, discrepancies }, aPolicy(policy))
}

const pesos = (sum: bigint | null): number | null => (sum === null ? null : Number(sum) / 100)

type Row = readonly [
  story: string,
  wrong: Wrong,
  expected: number | null,
  money: readonly [paidOut: number | null, inProcess: number | null, failed: number | null],
  difference: number | null,
  notCompared: NotCompared | null,
]

const PAID = [98_500, 0, 0] as const
const NONE = [null, null, null] as const

const ROWS: readonly Row[] = [
  ['all agrees', {}, 98_500, PAID, 0, null],
  ['paid too little', { settlement: { payout: cop(98_000) } }, 98_500, [98_000, 0, 0], -500, null],
  ['paid too much', { settlement: { payout: cop(99_000.01) } }, 98_500, [99_000.01, 0, 0], 500.01, null],
  ['an invoice is not in what was collected', { listed: 110_000 }, 108_500, PAID, -10_000, null],
  ['collected is misstated, the payout is exact', { settlement: { collected: cop(90_000) } }, 98_500, PAID, 0, null],
  ['nothing is listed of a settlement of zeros', zeros(), 0, [0, 0, 0], 0, null],
  [
    'fees billed apart',
    { settlement: { feesPostpaid: true, payout: cop(100_500) } },
    100_500,
    [100_500, 0, 0],
    0,
    null,
  ],
  [
    'fees billed apart, and deducted by policy',
    { settlement: { feesPostpaid: true }, policy: { postpaidFees: 'deducted' } },
    98_500,
    PAID,
    0,
    null,
  ],
  ['adjustments are subtracted', { policy: { adjustments: 'subtract' } }, 97_500, PAID, 1_000, null],
  ['gateway, net', { settlement: { gateway: true } }, 98_500, PAID, 0, null],
  [
    'gateway pays all it collected, and an invoice more is listed',
    { settlement: { gateway: true, payout: cop(100_000) }, listed: 110_000 },
    110_000,
    [100_000, 0, 0],
    -10_000,
    null,
  ],
  ['gateway keeps all', { settlement: { gateway: true, payout: cop(0) }, listed: 110_000 }, 0, [0, 0, 0], 0, null],
  ['gateway bills', { settlement: { gateway: true, payout: cop(-1_500) } }, -1_500, [-1_500, 0, 0], 0, null],
  ['gateway by no reading', { settlement: { gateway: true, payout: cop(7) } }, 98_500, [7, 0, 0], -98_493, null],
  [
    'gateway left unchecked',
    { settlement: { gateway: true }, policy: { gateway: 'unchecked' } },
    null,
    PAID,
    null,
    null,
  ],
  ['no settlement', { settlement: null }, null, NONE, null, 'no-settlement'],
  ['in process', { settlement: { status: 'processing' } }, 98_500, [0, 98_500, 0], null, 'not-final'],
  ['a status that nobody documented', { settlement: { status: 'held' } }, 98_500, [0, 98_500, 0], null, 'not-final'],
  ['failed', { settlement: { status: 'error' } }, 98_500, [0, 0, 98_500], null, 'failed'],
  [
    'failed, whatever policy calls final',
    { settlement: { status: 'error' }, policy: { finalStatuses: ['error'] } },
    98_500,
    [0, 0, 98_500],
    null,
    'failed',
  ],
  ['a record cannot be read', { list: { malformed: 1 } }, null, PAID, null, 'malformed'],
  [
    'failed, and a record cannot be read',
    { settlement: { status: 'error' }, list: { malformed: 1 } },
    null,
    [0, 0, 98_500],
    null,
    'failed',
  ],
  ['the settlement of another slot', { settlement: { cycle: '13' } }, null, PAID, null, 'echo'],
  [
    'that of another slot, failed',
    { settlement: { cycle: '13', status: 'error' } },
    null,
    [0, 0, 98_500],
    null,
    'echo',
  ],
  ['a settlement that lists no invoice', { list: { items: 0 }, listed: 0 }, -1_500, PAID, 100_000, null],
  [
    'one in process that lists none',
    { settlement: { status: 'x' }, list: { items: 0 }, listed: 0 },
    -1_500,
    [0, 98_500, 0],
    null,
    'not-final',
  ],
  ['not read whole now, and read before', { isIncomplete: true }, null, PAID, null, 'unread'],
  [
    'not read whole now, and failed before',
    { isIncomplete: true, settlement: { status: 'error' } },
    null,
    [0, 0, 98_500],
    null,
    'unread',
  ],
  [
    'not read whole now, and without a settlement before',
    { isIncomplete: true, settlement: null },
    null,
    NONE,
    null,
    'unread',
  ],
]

function zeros(): Wrong {
  const none = { invoiceCount: 0, collected: cop(0), fees: cop(0), adjustments: cop(0), payout: cop(0) }
  return { settlement: none, listed: 0, list: { items: 0 } }
}

describe('the money of a settlement', () => {
  test.each(ROWS)('%s', (_, wrong, expected, [paidOut, inProcess, failed], difference, notCompared) => {
    const money = moneyOf(wrong)
    expect([money.expected, money.paidOut, money.inProcess, money.failed, money.difference].map(pesos)).toEqual([
      expected,
      paidOut,
      inProcess,
      failed,
      difference,
    ])
    expect(money.notCompared).toBe(notCompared)
    expect(payoutNotCompared(money) === null).toBe(money.difference !== null)
    expect(payoutNotCompared(money)).toBe(notCompared ?? (difference === null ? 'unchecked' : null))
  })

  test('the rows reach every reason', () => {
    expect(new Set(ROWS.flatMap(([, , , , , reason]) => reason ?? []))).toEqual(new Set(NOT_COMPARED))
  })

  test.each(ROWS)('%s: the parts come to what is expected', (_, wrong) => {
    const { listed, parts, expected } = moneyOf(wrong)
    if (parts === null) return expect(expected).toBeNull()
    const { feesDeducted, adjustments, keptByGateway, feesNotDeducted } = parts
    expect((listed ?? 0n) - feesDeducted + adjustments - keptByGateway).toBe(expected)
    expect([feesDeducted + feesNotDeducted]).toContain(wrong.settlement?.fees ?? cop(2_000))
  })

  test('the settlement of another slot is that, whether the last attempt was read whole or not', () => {
    for (const isIncomplete of [false, true]) {
      const money = moneyOf({ settlement: { cycle: '13' }, isIncomplete })
      expect([money.isEcho, isCreditExpected(money), pesos(money.paidOut)]).toEqual([true, false, 98_500])
      expect(settlementFees(money, aSettlement(), someTotals(), 0).charged).toBeNull()
    }
    expect(moneyOf({}).isEcho).toBeUndefined()
  })

  test('of a slot that was never read nothing is known', () => {
    const never = settlementMoney({ slot: slot(), read: null, isIncomplete: false, discrepancies: [] }, aPolicy())
    const { shares, ...money } = never
    expect(new Set(Object.values(money))).toEqual(new Set([null, 'unread', 'none']))
    expect(new Set(Object.values(shares))).toEqual(new Set([0n]))
  })
})

const found = (code: string, state: DiscrepancyState, severity: Severity = 'error') =>
  anOpenFinding({ case: code, state, code, severity })

const SHORT: Wrong = { settlement: { payout: cop(98_000) } }
const FAILED: Wrong = { settlement: { status: 'error' } }
type Found = readonly (readonly [code: string, state: DiscrepancyState, severity?: Severity])[]

const STATES: readonly (readonly [story: string, wrong: Wrong, found: Found, state: DifferenceState])[] = [
  ['no difference', {}, [], 'none'],
  ['no difference, and an error of other figures', {}, [['COUNT_MISMATCH', 'open']], 'none'],
  ['in process', { settlement: { status: 'processing' } }, [], 'none'],
  ['late', { settlement: { status: 'processing' } }, [['SETTLEMENT_OVERDUE', 'open']], 'open'],
  [
    'a gateway payout that nobody checks, and another figure that disagrees',
    { settlement: { gateway: true }, policy: { gateway: 'unchecked' } },
    [['COLLECTED_MISMATCH', 'open']],
    'none',
  ],
  ['late, and claimed', { settlement: { status: 'processing' } }, [['SETTLEMENT_OVERDUE', 'claimed']], 'claimed'],
  ['late, and accepted', { settlement: { status: 'processing' } }, [['SETTLEMENT_OVERDUE', 'accepted']], 'accepted'],
  ['late once', { settlement: { status: 'processing' } }, [['SETTLEMENT_OVERDUE', 'resolved']], 'none'],
  [
    'in process, and something else is open',
    { settlement: { status: 'processing' } },
    [['CHARGEBACK', 'open']],
    'none',
  ],
  ['missing', { settlement: null }, [['SETTLEMENT_MISSING', 'open']], 'open'],
  ['missing, and claimed', { settlement: null }, [['SETTLEMENT_MISSING', 'claimed']], 'claimed'],
  ['missing, and accepted', { settlement: null }, [['SETTLEMENT_MISSING', 'accepted']], 'accepted'],
  ['not due yet', { settlement: null }, [['SETTLEMENT_MISSING', 'open', 'info']], 'none'],
  ['gone', { settlement: null }, [['SETTLEMENT_VANISHED', 'open']], 'open'],
  ['a new difference', SHORT, [['PAYOUT_MISMATCH', 'new']], 'open'],
  ['an open one', SHORT, [['PAYOUT_MISMATCH', 'open']], 'open'],
  ['a claimed one', SHORT, [['PAYOUT_MISMATCH', 'claimed']], 'claimed'],
  ['an accepted one', SHORT, [['PAYOUT_MISMATCH', 'accepted']], 'accepted'],
  [
    'both differ, one is accepted',
    SHORT,
    [
      ['PAYOUT_MISMATCH', 'accepted'],
      ['COLLECTED_MISMATCH', 'open'],
    ],
    'open',
  ],
  [
    'both differ, one is claimed, one accepted',
    SHORT,
    [
      ['PAYOUT_MISMATCH', 'accepted'],
      ['COLLECTED_MISMATCH', 'claimed'],
    ],
    'claimed',
  ],
  [
    'both differ, and both are accepted',
    SHORT,
    [
      ['PAYOUT_MISMATCH', 'accepted'],
      ['COLLECTED_MISMATCH', 'accepted'],
    ],
    'accepted',
  ],
  [
    'another error is open beside an accepted difference',
    SHORT,
    [
      ['PAYOUT_MISMATCH', 'accepted'],
      ['CHARGEBACK', 'open'],
    ],
    'accepted',
  ],
  ['within the tolerance', { ...SHORT, policy: { tolerance: cop(500) } }, [['WITHIN_TOLERANCE', 'open']], 'tolerated'],
  [
    'within the tolerance, and before it was raised beyond it',
    { ...SHORT, policy: { tolerance: cop(500) } },
    [
      ['PAYOUT_MISMATCH', 'resolved'],
      ['WITHIN_TOLERANCE', 'new'],
    ],
    'tolerated',
  ],
  ['payout and collected are both within it', { ...SHORT, policy: { tolerance: cop(250) } }, [], 'tolerated'],
  ['a difference that no check has looked at', SHORT, [], 'open'],
  ['failed', FAILED, [['SETTLEMENT_ERROR', 'open']], 'open'],
  ['failed, and no check has looked at it', FAILED, [], 'open'],
  ['failed, and claimed', FAILED, [['SETTLEMENT_ERROR', 'claimed']], 'claimed'],
  ['failed, and accepted', FAILED, [['SETTLEMENT_ERROR', 'accepted']], 'accepted'],
]

test.each(STATES)('what was decided about it: %s', (_, wrong, discrepancies, state) => {
  const money = moneyOf(
    wrong,
    discrepancies.map(([code, of, severity]) => found(code, of, severity)),
  )
  expect(money.state).toBe(state)
})

test('the findings about a settlement that has not come are those of checks that await it', () => {
  const about = (notCompared: NotCompared) =>
    CHECKS.filter(({ code }) => isAboutMoney({ code, state: 'open', severity: 'error' }, { notCompared }))
  expect(about('not-final')).toEqual(CHECKS.filter(({ bucket }) => bucket === 'inProcess'))
  expect(about('no-settlement')).toEqual(CHECKS.filter(({ bucket }) => bucket === 'noSettlement' || bucket === 'gone'))
})

test.each<readonly [story: string, state: DiscrepancyState, recovered: number, shares: object, whole: string]>([
  ['all of it was paid', 'paid', 20_000, { paid: -20_000 }, 'paid'],
  ['a part of it was paid', 'claimed', 15_000, { claimed: -5_000, paid: -15_000 }, 'claimed'],
  ['its numbers changed after a part was paid', 'open', 15_000, { open: -5_000, paid: -15_000 }, 'open'],
  ['more was paid than there is now', 'open', 25_000, { paid: -20_000 }, 'open'],
  ['it was accepted after a part was paid', 'accepted', 5_000, { accepted: -20_000 }, 'accepted'],
])('of a claim that was paid elsewhere: %s', (_, state, recovered, shares, whole) => {
  const money = moneyOf({ listed: 120_000 }, [{ ...found('COLLECTED_MISMATCH', state), recovered: cop(recovered) }])
  const known = Object.entries(money.shares).filter(([, share]) => share !== 0n)
  expect(Object.fromEntries(known.map(([name, share]) => [name, pesos(share)]))).toEqual(shares)
  expect(money.state).toBe(whole)
})

test('of what was paid too much, and given back in part after a claim', () => {
  const known = { ...found('PAYOUT_MISMATCH', 'claimed'), recovered: cop(5_000) }
  const { shares } = moneyOf({ settlement: { payout: cop(118_500) } }, [known])
  expect([shares.claimed, shares.paid].map(pesos)).toEqual([15_000, 5_000])
})

describe('the shares of a difference, by the decision about each part', () => {
  /** Collected is 20,000 below the list, and the payout 30,000 below what follows from its parts. */
  const BOTH: Wrong = { settlement: { payout: cop(68_500) }, listed: 120_000 }
  const part = (code: string, state: DiscrepancyState, pesos: number): Discrepancy => ({
    ...found(code, state),
    figures: { unit: 'COP', reported: cop(pesos), expected: cop(0) },
  })
  const NONE = { open: 0, claimed: 0, accepted: 0, tolerated: 0, paid: 0 }

  test.each<[story: string, payout: DiscrepancyState, collected: DiscrepancyState, shares: object]>([
    ['both are open', 'open', 'new', { open: -50_000 }],
    ['both are accepted', 'accepted', 'accepted', { accepted: -50_000 }],
    ['the payout is accepted', 'accepted', 'open', { accepted: -30_000, open: -20_000 }],
    ['the payout is accepted, and the rest claimed', 'accepted', 'claimed', { accepted: -30_000, claimed: -20_000 }],
    ['the payout is claimed', 'claimed', 'open', { claimed: -30_000, open: -20_000 }],
    ['what was collected is accepted', 'open', 'accepted', { open: -30_000, accepted: -20_000 }],
  ])('%s', (_, payout, collected, shares) => {
    const money = moneyOf(BOTH, [
      part('PAYOUT_MISMATCH', payout, -30_000),
      part('COLLECTED_MISMATCH', collected, -20_000),
    ])
    expect(pesos(money.difference)).toBe(-50_000)
    expect(Object.fromEntries(Object.entries(money.shares).map(([state, share]) => [state, pesos(share)]))).toEqual({
      ...NONE,
      ...shares,
    })
  })

  test('the invoices that are missing are a number and no part in pesos: they are the rest beside the payout', () => {
    const none: Wrong = { ...BOTH, list: { items: 0 }, listed: 0 }
    const missing: Discrepancy = {
      ...found('INVOICES_MISSING', 'open'),
      figures: { unit: 'invoices', reported: 1, expected: 0 },
    }
    const { difference, shares } = moneyOf(none, [part('PAYOUT_MISMATCH', 'accepted', -30_000), missing])
    expect([difference, shares.accepted, shares.open].map(pesos)).toEqual([70_000, -30_000, 100_000])
  })

  test('a payout that was accepted is the whole of it where what was collected is within the tolerance', () => {
    const wrong: Wrong = { settlement: { payout: cop(68_500) }, listed: 100_400, policy: { tolerance: cop(400) } }
    const within: Discrepancy = { ...part('WITHIN_TOLERANCE', 'open', -400), severity: 'info' }
    const { shares } = moneyOf(wrong, [part('PAYOUT_MISMATCH', 'accepted', -30_000), within])
    expect([shares.accepted, shares.open].map(pesos)).toEqual([-30_400, 0])
  })

  test('two parts that cancel each other leave no difference to decide about, whatever was decided about each', () => {
    const cancelled: Wrong = { settlement: { payout: cop(118_500) }, listed: 120_000 }
    const { difference, state, shares } = moneyOf(cancelled, [
      part('PAYOUT_MISMATCH', 'accepted', 20_000),
      part('COLLECTED_MISMATCH', 'open', -20_000),
    ])
    expect([difference, state]).toEqual([0n, 'none'])
    expect(shares).toEqual({ open: 0n, claimed: 0n, accepted: 0n, tolerated: 0n, paid: 0n })
  })

  test.each(STATES)('%s: come to the difference', (_, wrong, all) => {
    const { difference, shares, state } = moneyOf(
      wrong,
      all.map((one) => found(...one)),
    )
    const sum = Object.values(shares).reduce((total, share) => total + share, 0n)
    expect(sum).toBe(difference ?? 0n)
    if (difference) expect(shares[state === 'none' ? 'open' : state]).toBe(difference)
  })
})

test.each<[story: string, money: Parameters<typeof isCreditExpected>[0], isExpected: boolean]>([
  ['a payout', { paidOut: cop(98_500) }, true],
  ['the payout of another settlement', { paidOut: cop(98_500), isEcho: true }, false],
  ['a payout of nothing', { paidOut: cop(0) }, false],
  ['a payout below zero', { paidOut: cop(-0.01) }, false],
  ['no settlement', { paidOut: null }, false],
])('whether a credit is expected for %s', (_, money, isExpected) => {
  expect(isCreditExpected(money)).toBe(isExpected)
})
