import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CheckedPull,
  changeAt,
  firstOfContent,
  lastShowing,
  type TimedPull,
  type TimelineStep,
} from '../../src/core/findings/timeline.ts'
import { fromCentavos, ZERO } from '../../src/core/money.ts'
import { type PayoutRule, payoutReading, payoutsOfGateway } from '../../src/core/payout.ts'
import type { Policy } from '../../src/core/policy.ts'
import { isAllZero, type Settlement, sameSettlement } from '../../src/core/settlement.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { settlementTimes, timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

const ZEROS = { invoiceCount: 0, collected: cop(0), fees: cop(0), adjustments: cop(0), payout: cop(0) }

describe('a settlement held still when its ten values did', () => {
  const OTHERWISE: readonly Partial<Settlement>[] = [
    { date: '2026-03-13' },
    { cycle: '13' },
    { status: 'paid' },
    { invoiceCount: 2 },
    { collected: cop(0.01) },
    { fees: cop(0.01) },
    { feesPostpaid: true },
    { adjustments: cop(0.01) },
    { gateway: true },
    { payout: cop(0.01) },
  ]
  test.each(OTHERWISE)('not with %o', (instead) => {
    expect(sameSettlement(aSettlement(), aSettlement(instead))).toBe(false)
  })

  test('what is undocumented may move', () => {
    expect(sameSettlement(aSettlement(), aSettlement({ extra: '{"at":1}' }))).toBe(true)
  })

  test('an absence is like an absence, and like nothing else', () => {
    expect(sameSettlement(null, null)).toBe(true)
    expect(sameSettlement(null, aSettlement(ZEROS))).toBe(false)
    expect(sameSettlement(aSettlement(ZEROS), null)).toBe(false)
  })
})

describe('a settlement of zeros', () => {
  test('has no invoices and no money, whatever its flags', () => {
    expect(isAllZero(aSettlement({ ...ZEROS, feesPostpaid: true, gateway: true }))).toBe(true)
  })

  const OTHERWISE: readonly Partial<Settlement>[] = [
    { invoiceCount: 1 },
    { collected: cop(0.01) },
    { fees: cop(0.01) },
    { adjustments: cop(-0.01) },
    { payout: cop(-0.01) },
  ]
  test.each(OTHERWISE)('is none with %o', (instead) => {
    expect(isAllZero(aSettlement({ ...ZEROS, ...instead }))).toBe(false)
  })
})

const SLOT = slot('2026-03-12')
const knownSince = (readSince: string) => ({ policy: aPolicy(), zone: BOGOTA, readSince: readSince as SlotDate })
const settlement = (day: string, isFirstPull: boolean) => ({
  settlement: aSettlement(),
  pull: 1,
  at: at(`${day}T17:00:00Z`),
  isFirstPull,
})
const step = (event: TimelineStep['event'], day: string): TimelineStep => ({
  event,
  state: 'accepted',
  at: at(`${day}T17:00:00Z`),
  number: 1,
  by: 'Ana',
  why: null,
  act: null,
  sighting: null,
})
const NO_SHARES = { open: ZERO, claimed: ZERO, accepted: ZERO, tolerated: ZERO, paid: ZERO }
const SHARES = { ...NO_SHARES, accepted: cop(-1) }
const facts = (timelines: readonly (readonly TimelineStep[])[]) => ({
  slot: SLOT,
  money: { notCompared: null, paidOut: cop(100), state: 'accepted' as const, shares: SHARES },
  settlements: [settlement('2026-03-20', true)],
  arrivedOn: undefined,
  timelines,
  bankTimelines: [],
  recoveries: [],
  recoveriesAtBank: [],
})

test.each([
  ['what was older than the first pull had its status since its own date', '2026-03-15', '2026-03-12'],
  ['what is of the day of the first pull has it since it was read', '2026-03-12', '2026-03-20'],
  ['what was read from its day on has it since it was read', '2026-03-01', '2026-03-20'],
])('%s', (_, readSince, day) => {
  expect(settlementTimes(facts([]), knownSince(readSince)).statuses).toEqual([{ day, hasFailed: false }])
})

test.each([
  ['the last of two acceptances', [[step('accepted', '2026-03-21')], [step('accepted', '2026-03-23')]], '2026-03-23'],
  ['in whatever order', [[step('accepted', '2026-03-23')], [step('accepted', '2026-03-21')]], '2026-03-23'],
  ['one that no timeline shows: its own date', [[step('found', '2026-03-21')]], '2026-03-12'],
])('accepted on the day of %s', (_, timelines, day) => {
  expect(settlementTimes(facts(timelines), knownSince('2026-03-01')).acceptedOn).toBe(day)
})

test('what is missing at the bank was accepted on the day of that acceptance, whatever became of its difference', () => {
  const bankTimelines = [[step('found', '2026-03-18'), step('accepted', '2026-03-21')]]
  const times = settlementTimes(
    { ...facts([[step('accepted', '2026-03-25')]]), bankTimelines },
    knownSince('2026-03-01'),
  )
  expect(times).toMatchObject({ acceptedOn: '2026-03-25', acceptedAtBankOn: '2026-03-21' })
  expect(settlementTimes(facts([]), knownSince('2026-03-01')).acceptedAtBankOn).toBe(null)
})

test.each([
  ['what arrived before it was read as final was paid out by then', '2026-03-16', '2026-03-16'],
  ['what arrived later was paid out when it was read', '2026-03-23', '2026-03-20'],
  ['nothing is paid out before its own date', '2026-03-10', '2026-03-12'],
])('%s', (_, arrival, paidOn) => {
  const arrived = { ...facts([]), arrivedOn: slot(arrival).date }
  expect(settlementTimes(arrived, knownSince('2026-03-01')).paidOn).toBe(paidOn)
})

test.each([
  ['with a record that cannot be read', 'malformed', cop(100), '2026-03-20'],
  ['of another slot', 'echo', cop(100), null],
  ['that could not be read whole again', 'unread', cop(100), '2026-03-20'],
  ['of nothing that could not be read whole again', 'unread', ZERO, null],
  ['that is not known', 'unread', null, null],
] as const)('a final settlement %s was paid out or not', (_, notCompared, paidOut, paidOn) => {
  const one = { ...facts([]), money: { notCompared, paidOut, state: 'open' as const, shares: NO_SHARES } }
  expect(settlementTimes(one, knownSince('2026-03-01')).paidOn).toBe(paidOn)
})

test('what is late or missing was not taken out of the account by accepting that', () => {
  for (const notCompared of ['not-final', 'no-settlement'] as const) {
    const money = { notCompared, paidOut: null, state: 'accepted' as const, shares: NO_SHARES }
    const late = { ...facts([[step('accepted', '2026-03-21')]]), money }
    expect(settlementTimes(late, knownSince('2026-03-01')).acceptedOn).toBe(null)
    expect(timesAsItStands(SLOT, money).acceptedOn).toBe(null)
  }
})

test('as it stands, all happened on its own date', () => {
  expect(
    timesAsItStands(SLOT, { notCompared: null, paidOut: cop(100), state: 'accepted', shares: SHARES }),
  ).toMatchObject({
    paidOn: '2026-03-12',
    acceptedOn: '2026-03-12',
    recoveries: [],
    recoveriesAtBank: [],
    statuses: [{ day: '2026-03-12', hasFailed: false }],
  })
  const shares = { ...NO_SHARES, paid: cop(-7) }
  expect(timesAsItStands(SLOT, { notCompared: null, paidOut: cop(100), state: 'paid', shares }).recoveries).toEqual([
    { on: '2026-03-12', sum: cop(7) },
  ])
  expect(timesAsItStands(SLOT, { notCompared: 'failed', paidOut: ZERO, state: 'open', shares: NO_SHARES })).toEqual({
    paidOn: null,
    acceptedOn: null,
    acceptedAtBankOn: null,
    recoveries: [],
    recoveriesAtBank: [],
    statuses: [{ day: '2026-03-12', hasFailed: true }],
  })
})

/** The pulls of a slot by their contents, oldest first: `A A B` are the pulls 1, 2 and 3. */
const pullsOf = (contents: string): readonly TimedPull[] =>
  contents
    .split(' ')
    .filter((content) => content !== '')
    .map((content, before) => ({ id: before + 1, at: (before + 1) * 1_000, content }))

const checked = (pull: number, after: number): CheckedPull => ({ pull, after })

describe('the pull from which on a slot read as it was checked', () => {
  const ROWS: readonly (readonly [
    rule: string,
    contents: string,
    seen: CheckedPull,
    earlier: readonly CheckedPull[],
    pull: number | undefined,
  ])[] = [
    ['the one checked, when it is the only one', 'A', checked(1, 1), [], 1],
    ['the one checked, when the one before it had another content', 'A B', checked(2, 2), [], 2],
    ['an earlier one of the same content that no check looked at', 'A A', checked(2, 2), [], 1],
    ['the earliest of several in a row that no check looked at', 'B A A A', checked(4, 4), [], 2],
    ['not one from before another content', 'A B A', checked(3, 3), [], 3],
    ['not one that was checked before', 'A A', checked(2, 2), [checked(1, 1)], 2],
    ['the one after the last that was checked before', 'A A A A', checked(4, 4), [checked(1, 1), checked(2, 2)], 3],
    [
      'the last that was checked before is told by its pull, not by its place',
      'A A A A',
      checked(4, 4),
      [checked(2, 2), checked(1, 3)],
      3,
    ],
    ['the one checked, when it was itself checked before', 'A A', checked(2, 5), [checked(2, 2)], 2],
    ['its own check is none before it', 'A A', checked(2, 2), [checked(2, 2)], 1],
    [
      'a check of an earlier one that came later is none before it',
      'A A',
      checked(2, 2),
      [checked(2, 2), checked(1, 3)],
      1,
    ],
    ['a check of a later one is none before it', 'A A A', checked(2, 5), [checked(3, 3)], 1],
    ['not a later one of the same content', 'B A A', checked(2, 2), [], 2],
    ['none, when the one checked is not among them', 'A A', checked(3, 3), [], undefined],
  ]
  test.each(ROWS)('%s', (_, contents, seen, earlier, pull) => {
    const pulls = pullsOf(contents)
    expect(firstOfContent(seen, pulls, earlier)).toBe(pull === undefined ? undefined : pulls[pull - 1])
  })
})

describe('the pull with which a slot had changed when a check looked', () => {
  test.each<readonly [string, string, CheckedPull, readonly CheckedPull[], number | null]>([
    ['none at the first check', 'A', checked(1, 1), [], null],
    ['none at the first check of a later pull', 'A B', checked(2, 2), [], null],
    ['none of the same content', 'A A', checked(2, 2), [checked(1, 1)], null],
    ['none when the same pull is checked again', 'A', checked(1, 5), [checked(1, 1)], null],
    ['the one that reads otherwise than the last that was checked', 'A B', checked(2, 2), [checked(1, 1)], 2],
    ['also when no check looked at one between', 'A B C', checked(3, 3), [checked(1, 1)], 3],
    ['the first of those that read alike', 'A B B', checked(3, 3), [checked(1, 1)], 2],
    ['none of a pull that is not among them', 'A', checked(2, 2), [checked(1, 1)], null],
    ['none when it reads as before again', 'A B A', checked(3, 3), [checked(1, 1)], null],
  ])('%s', (_, contents, seen, earlier, change) => {
    expect(changeAt(seen, pullsOf(contents), earlier)).toBe(change)
  })
})

describe('the last pull that showed what is gone now', () => {
  const ROWS: readonly (readonly [
    rule: string,
    contents: string,
    shown: CheckedPull,
    gone: CheckedPull,
    all: readonly CheckedPull[],
    pull: number | undefined,
  ])[] = [
    [
      'the one that showed it, when the next has another content',
      'A B',
      checked(1, 1),
      checked(2, 2),
      [checked(1, 1), checked(2, 2)],
      1,
    ],
    [
      'a later one that was checked, and so showed it still',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(2, 2), checked(3, 3)],
      2,
    ],
    [
      'the last of several of its content that no check looked at',
      'A A A B',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(4, 4)],
      3,
    ],
    [
      'not one of another content that no check looked at',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3)],
      1,
    ],
    [
      'not one of its content that came after another content',
      'A B A C',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(4, 4)],
      1,
    ],
    [
      'after the last one checked, one of the content of that',
      'A B B C',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(2, 2), checked(4, 4)],
      3,
    ],
    [
      'the one checked, when it is gone from the same content: then only checks tell',
      'A A A',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3)],
      1,
    ],
    [
      'the very one, when it was checked again and did not show it',
      'A A',
      checked(1, 1),
      checked(1, 3),
      [checked(1, 1), checked(1, 3)],
      1,
    ],
    [
      'a check that came after it was gone does not count',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3), checked(2, 4)],
      1,
    ],
    [
      'a check of a pull after the one that lacks it does not count',
      'A B C',
      checked(1, 1),
      checked(2, 5),
      [checked(1, 1), checked(3, 3), checked(2, 5)],
      1,
    ],
    ['the one that showed it, when no check before is known', 'A B', checked(1, 1), checked(2, 2), [], 1],
    ['none, when the one that showed it is not among them', '', checked(1, 1), checked(2, 2), [], undefined],
  ]
  test.each(ROWS)('%s', (_, contents, shown, gone, all, pull) => {
    const pulls = pullsOf(contents)
    expect(lastShowing(shown, gone, pulls, all)).toBe(pull === undefined ? undefined : pulls[pull - 1])
  })
})

/** Collected 100,000, fees 2,000, adjustments 500 by default. */
const ROWS: readonly (readonly [
  story: string,
  settlement: Partial<Settlement>,
  policy: Partial<Policy>,
  rule: PayoutRule,
  payout: number | null,
])[] = [
  ['fees are deducted', {}, {}, 'net', 98_500],
  ['fees are billed later', { feesPostpaid: true }, {}, 'gross', 100_500],
  ['billed later and deducted all the same', { feesPostpaid: true }, { postpaidFees: 'deducted' }, 'gross', 98_500],
  ['adjustments are subtracted', {}, { adjustments: 'subtract' }, 'net', 97_500],
  ['subtracted, fees billed later', { feesPostpaid: true }, { adjustments: 'subtract' }, 'gross', 99_500],
  ['gateway by the usual equation', { gateway: true, payout: cop(98_500) }, {}, 'net', 98_500],
  [
    'gateway, postpaid, by the usual equation',
    { gateway: true, feesPostpaid: true, payout: cop(100_500) },
    {},
    'gross',
    100_500,
  ],
  ['gateway that pays collected', { gateway: true, payout: cop(100_000) }, {}, 'gateway-collected', 100_000],
  ['gateway that pays nothing', { gateway: true, payout: cop(0) }, {}, 'gateway-zero', 0],
  [
    'gateway that pays nothing of a centavo',
    { gateway: true, collected: cop(0.01), payout: cop(0) },
    {},
    'gateway-zero',
    0,
  ],
  ['gateway that bills', { gateway: true, payout: cop(-1_500) }, {}, 'gateway-adjustments-less-fees', -1_500],
  [
    'gateway that bills, adjustments subtracted',
    { gateway: true, payout: cop(-2_500) },
    { adjustments: 'subtract' },
    'gateway-adjustments-less-fees',
    -2_500,
  ],
  ['gateway by no reading', { gateway: true, payout: cop(7) }, {}, 'net', 98_500],
  [
    'gateway, nothing collected, pays nothing: that is collected',
    { gateway: true, collected: cop(0), payout: cop(0) },
    {},
    'gateway-collected',
    0,
  ],
  [
    'gateway, less than nothing collected, pays nothing: by no reading',
    { gateway: true, collected: cop(-1), payout: cop(0) },
    {},
    'net',
    -1_501,
  ],
  [
    'gateway without fees or adjustments: the usual equation comes first',
    { gateway: true, fees: cop(0), adjustments: cop(0), payout: cop(100_000) },
    {},
    'net',
    100_000,
  ],
  [
    'gateway, fees as large as adjustments, pays nothing: zero comes before the bill',
    { gateway: true, fees: cop(500), payout: cop(0) },
    {},
    'gateway-zero',
    0,
  ],
  ['gateway held to the usual equation', { gateway: true, payout: cop(0) }, { gateway: 'same' }, 'net', 98_500],
  ['gateway left alone', { gateway: true, payout: cop(98_500) }, { gateway: 'unchecked' }, 'unchecked', null],
  ['only gateways are left alone', {}, { gateway: 'unchecked' }, 'net', 98_500],
]

test.each(ROWS)('%s', (_, settlement, policy, rule, payout) => {
  const reported = aSettlement({ adjustments: cop(500), ...settlement })
  const fromCollected = rule === 'net' || rule === 'gross' || rule === 'gateway-collected'
  const expected = { rule, payout: payout === null ? null : cop(payout), fromCollected }
  expect(payoutReading(reported, aPolicy(policy))).toEqual(expected)
})

test.each([
  [100_000, ['net', 'gateway-collected', 'gateway-zero', 'gateway-adjustments-less-fees']],
  [0, ['net', 'gateway-collected', 'gateway-adjustments-less-fees']],
])('a gateway that collected %d may be read as', (collected, rules) => {
  const settlement = aSettlement({ gateway: true, collected: cop(collected) })
  expect(payoutsOfGateway(settlement, aPolicy()).map(({ rule }) => rule)).toEqual(rules)
})

test('the usual equation is exact, whatever the figures', () => {
  const figure = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(fromCentavos)
  fc.assert(
    fc.property(figure, figure, figure, fc.boolean(), (collected, fees, adjustments, feesPostpaid) => {
      const settlement = aSettlement({ collected, fees, adjustments, feesPostpaid })
      const gross = BigInt(collected) + BigInt(adjustments)
      expect(payoutReading(settlement, aPolicy()).payout).toBe(feesPostpaid ? gross : gross - BigInt(fees))
    }),
  )
})
