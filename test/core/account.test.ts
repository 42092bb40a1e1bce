import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { type Centavos, fromCentavos, plus, ZERO } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { SettlementInPull } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { addDays, daysFrom, nameOf, type SlotDate } from '../../src/core/slot.ts'
import {
  type AccountFacts,
  accountItems,
  type OperatorAccount,
  operatorAccount,
} from '../../src/rules/account/operator-account.ts'
import { type SettlementTimes, settlementTimes } from '../../src/rules/account/settlement-times.ts'
import { chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import { slotReport } from '../../src/rules/assessment/slot-report.ts'
import { inBoth } from '../../src/std/both.ts'
import { aDiscrepancy } from '../reports/a-slot.ts'
import { aList, aPolicy, aPull, aSettlement, at, BOGOTA, cop, slot, someFees, someTotals } from './a.ts'

/** A settlement's story: its figures, its list, the days and statuses of its readings, and the acts of people. */
interface Story {
  readonly date: string
  readonly cycle?: string
  readonly says?: Partial<Settlement> | null
  readonly listed?: Centavos
  /** The cost of the list under the tariff, null when unknown; the settlement charges 2,000 by default. */
  readonly fees?: number | null
  /** The day and status of each reading. */
  readonly read: readonly (readonly [day: string, status: string])[]
  readonly findings?: readonly Partial<Discrepancy>[]
  readonly acceptedOn?: string
  /** What was paid of a claim elsewhere, by day, in pesos. */
  readonly recovered?: readonly (readonly [day: string, pesos: number])[]
  readonly isUnread?: boolean
  readonly isNotDue?: boolean
  /** The number of invoices in the list that count; one by default. */
  readonly counted?: number
}

const noon = (day: string): number => at(`${day}T17:00:00Z`)

const stepOf = (event: TimelineStep['event'], day: string): TimelineStep => ({
  event,
  state: 'accepted',
  at: noon(day),
  number: 1,
  by: 'Ana',
  why: inBoth('agreed'),
  act: null,
  sighting: null,
})

const factsOf = (stories: readonly Story[], policy: Policy = aPolicy()): AccountFacts => {
  const known = { policy, zone: BOGOTA, readSince: '2026-01-01' as SlotDate }
  const times = new Map<string, SettlementTimes>()
  const pulls = stories.map((story) => ({ slot: slot(story.date, story.cycle), settlement: settlementOf(story) }))
  const reports = stories.map((story) => {
    const { findings = [], read, counted = 1 } = story
    const where = slot(story.date, story.cycle)
    const settlement = settlementOf(story)
    const pull = aPull({ slot: where, settlement, list: aList() })
    const collected = story.listed ?? cop(100_000)
    const byMethod = new Map([['pse', { invoices: 1, amount: collected, paid: collected }]])
    const fees = story.fees === undefined ? {} : { fees: someFees(story.fees) }
    const totals = someTotals({ collected, counted, byMethod, ...fees })
    const state = {
      slot: where,
      read: story.isNotDue ? null : { pull, totals },
      incomplete: story.isUnread ? { slot: where, at: 0, code: 'X', reason: 'x', request: null, status: null } : null,
      discrepancies: findings.map((one) => aDiscrepancy({ slot: where, ...one })),
      due: !story.isNotDue,
    }
    const report = slotReport('default', state, policy)
    const settlements: readonly SettlementInPull[] = read.flatMap(([day, status], index) =>
      settlement === null
        ? []
        : [{ settlement: { ...settlement, status }, pull: index, at: noon(day), isFirstPull: index === 0 }],
    )
    const timelines = story.acceptedOn ? [[stepOf('found', story.date), stepOf('accepted', story.acceptedOn)]] : []
    const recoveries = (story.recovered ?? []).map(([on, pesos]) => ({ on: on as SlotDate, sum: cop(pesos) }))
    times.set(
      nameOf(where),
      settlementTimes(
        {
          slot: where,
          money: report.money,
          settlements,
          arrivedOn: undefined,
          timelines,
          bankTimelines: [],
          recoveries,
          recoveriesAtBank: [],
        },
        known,
      ),
    )
    return report
  })
  return { reports, times, chargebacks: chargebackAccount([], pulls, policy), policy, bank: null }
}

const settlementOf = ({ date, cycle = '11', says = {}, read }: Story): Settlement | null =>
  says === null ? null : aSettlement({ date, cycle, status: read.at(-1)?.[1] ?? 'credited', ...says })

const accountOf = (stories: readonly Story[], from: string, to: string): OperatorAccount =>
  operatorAccount(factsOf(stories), { from: from as SlotDate, to: to as SlotDate })

/** The lines from opening to closing, in pesos. */
const lines = ({ opening, due, paidOut, accepted, closing }: OperatorAccount) =>
  [opening, due.sum, paidOut.sum, accepted.sum, closing].map((sum) => Number(sum) / 100)

const MISMATCH = { code: 'PAYOUT_MISMATCH' } as const

// Each settles 98,000: 100,000 listed less 2,000 of fees, by default.
const PAID: Story = { date: '2026-02-03', read: [['2026-02-03', 'credited']] }
const PAID_LATER: Story = {
  date: '2026-02-27',
  read: [
    ['2026-02-27', 'pending'],
    ['2026-03-02', 'credited'],
  ],
}
const SHORT: Story = { ...PAID, date: '2026-02-04', says: { payout: cop(90_000) }, findings: [MISMATCH] }
const LONG: Story = { ...PAID, date: '2026-02-05', says: { payout: cop(99_000) }, findings: [MISMATCH] }
const ACCEPTED: Story = { ...SHORT, findings: [{ ...MISMATCH, state: 'accepted' }], acceptedOn: '2026-03-04' }
const FAILED: Story = { date: '2026-02-06', read: [['2026-02-06', 'error']], findings: [{ code: 'SETTLEMENT_ERROR' }] }
const FAILED_ACCEPTED: Story = {
  ...FAILED,
  findings: [{ code: 'SETTLEMENT_ERROR', state: 'accepted' }],
  acceptedOn: '2026-03-04',
}

describe('opening, due, paid out, accepted, closing', () => {
  test.each<readonly [what: string, story: Story, february: readonly number[], march: readonly number[]]>([
    ['paid out on its day', PAID, [0, 98_000, 98_000, 0, 0], [0, 0, 0, 0, 0]],
    [
      'paid out on the last day',
      { ...PAID, date: '2026-02-28', read: [['2026-02-28', 'credited']] },
      [0, 98_000, 98_000, 0, 0],
      [0, 0, 0, 0, 0],
    ],
    [
      'accepted on the last day',
      { ...ACCEPTED, acceptedOn: '2026-02-28' },
      [0, 98_000, 90_000, 8_000, 0],
      [0, 0, 0, 0, 0],
    ],
    ['paid out in the month after', PAID_LATER, [0, 98_000, 0, 0, 98_000], [98_000, 0, 98_000, 0, 0]],
    ['paid too little', SHORT, [0, 98_000, 90_000, 0, 8_000], [8_000, 0, 0, 0, 8_000]],
    ['paid too much', LONG, [0, 98_000, 99_000, 0, -1_000], [-1_000, 0, 0, 0, -1_000]],
    ['accepted in the month after', ACCEPTED, [0, 98_000, 90_000, 0, 8_000], [8_000, 0, 0, 8_000, 0]],
    ['failed', FAILED, [0, 98_000, 0, 0, 98_000], [98_000, 0, 0, 0, 98_000]],
    ['failed, and accepted later', FAILED_ACCEPTED, [0, 98_000, 0, 0, 98_000], [98_000, 0, 0, 98_000, 0]],
    ['no settlement yet', { ...PAID, says: null }, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    ['not read whole', { ...PAID, isUnread: true }, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
  ])('%s', (_, story, february, march) => {
    expect(lines(accountOf([story], '2026-02-01', '2026-02-28'))).toEqual(february)
    expect(lines(accountOf([story], '2026-03-01', '2026-03-31'))).toEqual(march)
  })

  test('what closing is made of, and what was open then is open in the account of then', () => {
    const all = [PAID, PAID_LATER, { ...ACCEPTED, cycle: '13' }, SHORT, LONG, FAILED]
    const { closing, closingParts, items } = accountOf(all, '2026-02-01', '2026-02-28')
    expect(closingParts).toEqual({
      'in-process': { number: 1, sum: cop(98_000) },
      failed: { number: 1, sum: cop(98_000) },
      underpaid: { number: 2, sum: cop(16_000) },
      overpaid: { number: 1, sum: cop(1_000) },
    })
    expect(closing).toBe(cop(98_000 + 98_000 + 16_000 - 1_000))
    expect(items.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'in-process none',
      'underpaid open',
      'underpaid open',
      'overpaid open',
      'failed open',
    ])
  })

  test('a settlement that failed and was paid out later stood as failed between', () => {
    const story: Story = {
      ...PAID,
      read: [
        ['2026-02-03', 'pending'],
        ['2026-02-10', 'error'],
        ['2026-03-02', 'credited'],
      ],
    }
    const kinds = ['2026-02-05', '2026-02-28', '2026-03-31'].map((to) =>
      accountOf([story], '2026-02-01', to).items.map(({ kind }) => kind),
    )
    expect(kinds).toEqual([['in-process'], ['failed'], []])
  })
})

test('what is paid out in a range is of settlements of the range, from its first day on, or of those due before', () => {
  const ofFirstDay: Story = { ...PAID, date: '2026-03-01', read: [['2026-03-01', 'credited']] }
  const ofLastDay: Story = { ...PAID, date: '2026-03-31', read: [['2026-03-31', 'credited']] }
  const after: Story = { ...PAID, date: '2026-04-01', read: [['2026-04-01', 'credited']] }
  const { due, paidOut } = accountOf([PAID, PAID_LATER, ofFirstDay, ofLastDay, after], '2026-03-01', '2026-03-31')
  expect(due.settlements).toBe(2)
  expect(paidOut).toEqual({
    sum: cop(294_000),
    ofRange: { number: 2, sum: cop(196_000) },
    ofBefore: { number: 1, sum: cop(98_000) },
  })
})

test('what was accepted in a range stands by its kind, each above zero; what was accepted before it is no part', () => {
  const tooMuch: Story = { ...LONG, findings: [{ ...MISMATCH, state: 'accepted' }], acceptedOn: '2026-03-05' }
  const before: Story = { ...ACCEPTED, cycle: '13', acceptedOn: '2026-02-20' }
  const { accepted } = accountOf([ACCEPTED, before, tooMuch, FAILED_ACCEPTED, PAID], '2026-03-01', '2026-03-31')
  expect(accepted).toEqual({
    sum: cop(8_000 - 1_000 + 98_000),
    underpaid: { number: 1, sum: cop(8_000) },
    overpaid: { number: 1, sum: cop(1_000) },
    failed: { number: 1, sum: cop(98_000) },
  })
})

test('beside the account stand settlements of the range alone, from its first day to its last', () => {
  const dates = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']
  const stories = dates.flatMap((date): Story[] => [
    { date, cycle: '11', says: null, listed: cop(7_000), read: [[date, 'credited']] },
    { date, cycle: '13', isUnread: true, read: [[date, 'credited']] },
    { date, cycle: '16', says: { date: '2026-01-01' }, read: [[date, 'credited']] },
  ])
  expect(accountOf(stories, '2026-03-01', '2026-03-31').beside).toMatchObject({
    noSettlement: { number: 2, sum: cop(14_000) },
    notRead: { number: 2, sum: cop(196_000) },
    notCompared: { number: 2, sum: cop(196_000) },
  })
})

test('beside the account stands nothing of a slot that is not due, nor of a list of which nothing counts', () => {
  const stories: readonly Story[] = [
    { date: '2026-03-10', isNotDue: true, says: null, read: [] },
    { date: '2026-03-11', says: null, listed: ZERO, counted: 0, read: [] },
  ]
  expect(accountOf(stories, '2026-03-01', '2026-03-31').beside).toMatchObject({
    noSettlement: { number: 0 },
    notRead: { number: 0 },
    notCompared: { number: 0 },
  })
})

test('a payout that was not read whole stands beside the account, in process or failed as it was', () => {
  const stories: readonly Story[] = [
    { date: '2026-03-10', isUnread: true, read: [['2026-03-10', 'processing']] },
    { date: '2026-03-11', isUnread: true, read: [['2026-03-11', 'error']] },
  ]
  expect(accountOf(stories, '2026-03-01', '2026-03-31').beside.notRead).toEqual({ number: 2, sum: cop(196_000) })
})

test('what was due before the range and was not read whole stands apart, by the payout last read', () => {
  const unread = (date: string, cycle: string, instead: Partial<Story> = {}): Story => ({
    ...{ date, cycle, isUnread: true, read: [[date, 'credited']] },
    ...instead,
  })
  const stories: readonly Story[] = [
    unread('2026-01-10', '11'),
    unread('2026-02-28', '11', { says: { payout: cop(5_000) } }),
    unread('2026-02-28', '13', { says: null }),
    unread('2026-03-01', '11'),
    { date: '2026-02-27', cycle: '16', isNotDue: true, says: null, read: [] },
    { ...FAILED, cycle: '16' },
    { ...PAID, cycle: '18' },
  ]
  expect(accountOf(stories, '2026-03-01', '2026-03-31').beside).toMatchObject({
    notReadBefore: { number: 3, sum: cop(103_000) },
    notRead: { number: 1, sum: cop(98_000) },
  })
})

test('an acceptance takes nothing out of the account before anything was paid out', () => {
  const read = [
    ['2026-02-04', 'pending'],
    ['2026-03-10', 'credited'],
  ] as const
  const story: Story = { ...ACCEPTED, read, acceptedOn: '2026-03-04' }
  expect(lines(accountOf([story], '2026-02-01', '2026-03-05'))).toEqual([0, 98_000, 0, 0, 98_000])
  expect(lines(accountOf([story], '2026-02-01', '2026-03-10'))).toEqual([0, 98_000, 90_000, 8_000, 0])
})

describe('a part of a difference that was accepted', () => {
  /** Collected is 4,000 above the list, and the payout 10,000 below what follows from its parts. */
  const partly: Story = {
    ...PAID,
    says: { collected: cop(104_000), payout: cop(92_000) },
    findings: [
      { ...MISMATCH, state: 'accepted', figures: { unit: 'COP', reported: cop(92_000), expected: cop(102_000) } },
      { code: 'COLLECTED_MISMATCH', figures: { unit: 'COP', reported: cop(104_000), expected: cop(100_000) } },
    ],
    acceptedOn: '2026-02-28',
  }

  test('leaves the account as what it was, and the rest stays as what it is', () => {
    const { accepted, items, closing } = accountOf([partly], '2026-02-01', '2026-02-28')
    expect(accepted).toEqual({
      sum: cop(10_000),
      underpaid: { number: 1, sum: cop(10_000) },
      overpaid: { number: 0, sum: ZERO },
      failed: { number: 0, sum: ZERO },
    })
    expect(items).toMatchObject([{ kind: 'overpaid', state: 'open', balance: cop(-4_000), accepted: cop(10_000) }])
    expect(closing).toBe(cop(-4_000))
  })

  test('is nothing that comes later on its own day', () => {
    const laterThan = (to: string) => accountOf([partly], '2026-02-01', to).items.map(({ later }) => later)
    expect(laterThan('2026-02-27')).toEqual([[{ kind: 'accepted', on: '2026-02-28', sum: cop(10_000) }]])
    expect(laterThan('2026-02-28')).toEqual([[]])
  })
})

test.each<readonly [what: string, story: Story, later: readonly object[]]>([
  ['paid out in the month after', PAID_LATER, [{ kind: 'paid-out', on: '2026-03-02', sum: cop(98_000) }]],
  ['paid too little, on the last day', { ...SHORT, read: [['2026-02-28', 'credited']] }, []],
  ['paid too little, and accepted', ACCEPTED, [{ kind: 'accepted', on: '2026-03-04', sum: cop(8_000) }]],
  [
    'paid too much, and accepted',
    { ...LONG, findings: [{ ...MISMATCH, state: 'accepted' }], acceptedOn: '2026-03-05' },
    [{ kind: 'accepted', on: '2026-03-05', sum: cop(-1_000) }],
  ],
  ['failed, and accepted', FAILED_ACCEPTED, [{ kind: 'accepted', on: '2026-03-04', sum: cop(98_000) }]],
  ['failed', FAILED, []],
  [
    'paid out too little later, and accepted after that',
    { ...ACCEPTED, read: [...PAID_LATER.read] },
    [
      { kind: 'paid-out', on: '2026-03-02', sum: cop(90_000) },
      { kind: 'accepted', on: '2026-03-04', sum: cop(8_000) },
    ],
  ],
])('what became of a closing balance after its month: %s', (_, story, later) => {
  expect(accountOf([story], '2026-02-01', '2026-02-28').items.map((item) => item.later)).toEqual([later])
})

test('a difference that was accepted later was open before, and claimed is claimed all along', () => {
  const claimed: Story = { ...SHORT, cycle: '13', findings: [{ ...MISMATCH, state: 'claimed' }] }
  const statesOn = (to: string) => accountOf([ACCEPTED, claimed], '2026-02-01', to).items.map(({ state }) => state)
  expect(statesOn('2026-02-28')).toEqual(['open', 'claimed'])
  expect(statesOn('2026-03-31')).toEqual(['claimed'])
})

test('a payout that failed on the last day has failed', () => {
  const story: Story = {
    ...PAID,
    read: [
      ['2026-02-03', 'pending'],
      ['2026-02-28', 'error'],
    ],
    findings: FAILED.findings ?? [],
  }
  expect(accountOf([story], '2026-02-01', '2026-02-28').items.map(({ kind }) => kind)).toEqual(['failed'])
  expect(accountOf([story], '2026-02-01', '2026-02-27').items.map(({ kind }) => kind)).toEqual(['in-process'])
})

test('what is due is made of, and what stands beside', () => {
  const gateway = { gateway: true, payout: ZERO, fees: cop(500) }
  const account = accountOf(
    [
      { ...PAID, says: { adjustments: cop(-3_000), payout: cop(95_000) } },
      { ...PAID, cycle: '13', says: { feesPostpaid: true, payout: cop(100_000) } },
      { ...PAID, cycle: '16', says: gateway },
      { ...PAID, cycle: '18', says: null, listed: cop(7_000) },
      { ...PAID, cycle: '20', isUnread: true },
    ],
    '2026-02-01',
    '2026-02-28',
  )
  expect(account.due).toEqual({
    sum: cop(195_000),
    settlements: 3,
    collected: cop(300_000),
    feesDeducted: cop(2_000),
    adjustmentsExplained: ZERO,
    adjustmentsNotExplained: { taken: { number: 1, sum: cop(3_000) }, brought: { number: 0, sum: ZERO } },
    adjustmentsOfFailed: ZERO,
    keptByGateway: cop(100_000),
    byMethod: [{ method: 'pse', invoices: 3, sum: cop(300_000) }],
  })
  expect(account.beside).toMatchObject({
    notCompared: { number: 0, sum: ZERO },
    notRead: { number: 1, sum: cop(98_000) },
    noSettlement: { number: 1, sum: cop(7_000) },
    feesNotDeducted: cop(2_500),
    chargebacks: { withoutChargeback: { taken: { number: 1, sum: cop(3_000) }, brought: { number: 0, sum: ZERO } } },
  })
})

test('what was paid out goes on to the bank from the day on which it was read as final, compared or not', () => {
  const paid: Story = { date: '2026-03-12', read: [['2026-03-13', 'credited']] }
  const failed: Story = { date: '2026-03-12', cycle: '13', read: [['2026-03-12', 'error']] }
  const bank = { arrivals: new Map(), unknownCredits: [] }
  const paidOutBy = (to: string, facts: AccountFacts): number | undefined =>
    operatorAccount({ ...facts, bank }, { from: '2026-03-01' as SlotDate, to: to as SlotDate }).bank?.paidOut.number
  const facts = factsOf([paid, failed])
  expect([paidOutBy('2026-03-12', facts), paidOutBy('2026-03-13', facts)]).toEqual([0, 1])
  const echo: Story = { ...paid, cycle: '16', says: { cycle: '18' } }
  const negative: Story = { ...paid, cycle: '18', says: { payout: cop(-5) } }
  const others = factsOf([paid, echo, negative])
  expect(paidOutBy('2026-03-13', others)).toBe(3)
  const { negativePayouts, echoes } =
    operatorAccount({ ...others, bank }, { from: '2026-03-01' as SlotDate, to: '2026-03-31' as SlotDate }).bank ?? {}
  expect([negativePayouts, echoes]).toEqual([
    { number: 1, sum: cop(-5) },
    { number: 1, sum: cop(98_000) },
  ])
  expect(paidOutBy('2026-03-12', { ...facts, times: new Map() })).toBe(1)
  expect(paidOutBy('2026-03-31', factsOf([paid, { ...paid, cycle: '20', says: null }]))).toBe(1)
  expect(operatorAccount(facts, { from: '2026-03-01' as SlotDate, to: '2026-03-12' as SlotDate }).bank).toBeNull()
})

describe('of any settlements', () => {
  const FIRST = '2026-01-01' as SlotDate
  const dayFrom = (days: number): SlotDate => addDays(FIRST, days)
  const sums = fc.bigInt({ min: -500_000n, max: 5_000_000n }).map(fromCentavos)
  const story = fc.record({
    day: fc.nat(80),
    cycle: fc.constantFrom('11', '13', '16'),
    says: fc.option(
      fc.record({
        collected: sums,
        fees: sums,
        adjustments: sums,
        payout: sums,
        gateway: fc.boolean(),
        feesPostpaid: fc.boolean(),
      }),
      { freq: 8 },
    ),
    listed: sums,
    waits: fc.array(fc.tuple(fc.nat(40), fc.constantFrom('pending', 'processing', 'error', 'credited', 'paid')), {
      minLength: 1,
      maxLength: 3,
    }),
    decision: fc.constantFrom('open', 'accepted', 'claimed', 'none'),
    acceptedAfter: fc.nat(40),
    isUnread: fc.boolean(),
  })
  const stories = fc.array(story, { maxLength: 20 })
  type MadeUp = typeof story extends fc.Arbitrary<infer T> ? T : never
  const storyOf = (one: MadeUp): Story => {
    const date = dayFrom(one.day)
    const dayAfter = (settlements: number): number =>
      one.waits.slice(0, settlements).reduce((all, [wait]) => all + wait, one.day)
    const read = one.waits.map(([, status], index) => [dayFrom(dayAfter(index + 1)), status] as const)
    const state = one.decision === 'none' ? 'resolved' : one.decision
    const findings = [
      { code: 'PAYOUT_MISMATCH', state },
      { code: 'SETTLEMENT_ERROR', state },
    ] as const
    const acceptedOn = dayFrom(dayAfter(one.waits.length) + one.acceptedAfter)
    return { ...one, date, read, findings, acceptedOn, isUnread: one.isUnread && one.day % 5 === 0 }
  }
  const unique = (all: readonly Story[]) => [...new Map(all.map((one) => [`${one.date} ${one.cycle}`, one])).values()]
  const anyFacts = stories.map((all) => factsOf(unique(all.map(storyOf))))
  const ranges = fc.tuple(fc.nat(100), fc.nat(30), fc.nat(30))
  const total = (sums: readonly Centavos[]): Centavos => sums.reduce(plus, ZERO)

  test('every line foots, and the opening of a range is the closing of the one before', () => {
    fc.assert(
      fc.property(anyFacts, ranges, (facts, [start, first, second]) => {
        const [from, end, to] = [dayFrom(start), dayFrom(start + first), dayFrom(start + first + 1 + second)]
        const before = operatorAccount(facts, { from, to: end })
        const after = operatorAccount(facts, { from: addDays(end, 1), to })
        const both = operatorAccount(facts, { from, to })
        expect(after.opening).toBe(before.closing)
        expect([both.opening, both.closing]).toEqual([before.opening, after.closing])
        expect(both.due.sum).toBe(plus(before.due.sum, after.due.sum))
        expect(both.paidOut.sum).toBe(plus(before.paidOut.sum, after.paidOut.sum))
        expect(both.accepted.sum).toBe(plus(before.accepted.sum, after.accepted.sum))
        for (const account of [before, after, both]) {
          const { opening, due, paidOut, accepted, closing, closingParts: parts, items } = account
          expect(opening + due.sum - paidOut.sum - accepted.sum).toBe(closing)
          expect(parts['in-process'].sum + parts.failed.sum + parts.underpaid.sum - parts.overpaid.sum).toBe(closing)
          expect(total(items.map(({ balance }) => balance))).toBe(closing)
          expect(plus(paidOut.ofRange.sum, paidOut.ofBefore.sum)).toBe(paidOut.sum)
          expect(accepted.underpaid.sum + accepted.failed.sum - accepted.overpaid.sum).toBe(accepted.sum)
          expect(total(due.byMethod.map(({ sum }) => sum))).toBe(due.collected)
        }
      }),
    )
  })

  /** What was known of the same settlements at three closings, and where each ends. */
  const histories = fc.record({
    slots: fc.array(
      fc.tuple(fc.nat(80), fc.constantFrom('11', '13'), fc.array(fc.option(story), { minLength: 3, maxLength: 3 })),
      { maxLength: 12 },
    ),
    lengths: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)),
  })
  const bothAdded = ({ due, restated }: OperatorAccount) => [
    due.sum,
    due.collected + (restated?.collected ?? ZERO),
    due.feesDeducted + (restated?.feesDeducted ?? ZERO),
    (due.keptByGateway ?? ZERO) + (restated?.keptByGateway ?? ZERO),
    BigInt(due.settlements),
  ]

  test('the accounts that were signed add up to that of all their days, whatever closed days became since', () => {
    fc.assert(
      fc.property(histories, ({ slots, lengths: [one, two, three] }) => {
        const knownAt = (closing: number): AccountFacts =>
          factsOf(
            unique(
              slots.flatMap(([day, cycle, versions]) => {
                const version = versions[closing] ?? null
                return version === null ? [] : [{ ...storyOf({ ...version, day }), cycle }]
              }),
            ),
          )
        const [first, second, third] = [knownAt(0), knownAt(1), knownAt(2)]
        const [a, b, c] = [dayFrom(one), dayFrom(one + 1 + two), dayFrom(one + two + 2 + three)]
        const openedBy = (facts: AccountFacts, end: SlotDate, signed: AccountFacts, to: SlotDate): OperatorAccount => {
          const from = addDays(end, 1)
          return operatorAccount({ ...facts, closedBefore: { from, items: accountItems(signed) } }, { from, to })
        }
        const months = [
          operatorAccount(first, { from: FIRST, to: a }),
          openedBy(second, a, first, b),
          openedBy(third, b, second, c),
        ] as const
        const [october, november, december] = months
        expect([november.opening, december.opening]).toEqual([october.closing, november.closing])
        for (const { opening, due, paidOut, accepted, closing, restated, items } of months) {
          expect(opening + due.sum - paidOut.sum - accepted.sum).toBe(closing)
          expect(total(items.map(({ balance }) => balance))).toBe(closing)
          expect(paidOut.ofRange.sum + paidOut.ofBefore.sum + (restated?.paidOut ?? ZERO)).toBe(paidOut.sum)
          for (const { collected, feesDeducted, adjustments, keptByGateway, due: of } of restated?.settlements ?? [])
            expect(collected - feesDeducted + adjustments - keptByGateway).toBe(of)
        }
        const ranges = [
          [months, operatorAccount(third, { from: FIRST, to: c })],
          [[november, december], openedBy(third, a, first, c)],
        ] as const
        for (const [parts, whole] of ranges) {
          expect([whole.opening, whole.closing]).toEqual([parts[0].opening, december.closing])
          const flows = [...parts, whole].map((account) => [
            ...bothAdded(account),
            account.paidOut.sum,
            account.accepted.sum,
          ])
          const added = flows.slice(0, -1).reduce((all, part) => all.map((sum, at) => sum + (part[at] ?? 0n)))
          expect(added).toEqual(flows.at(-1))
        }
      }),
    )
  })

  test('once nothing is open and all is read, what was due is what was paid out and what was accepted', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const account = operatorAccount(facts, { from: FIRST, to: dayFrom(400) })
        const left = facts.reports.map(({ slot: { date, cycle }, money }) => {
          const isTaken = facts.times.get(nameOf({ date, cycle }))?.acceptedOn !== null
          return money.expected === null || isTaken ? ZERO : ((money.expected - (money.paidOut ?? ZERO)) as Centavos)
        })
        expect(account.opening).toBe(ZERO)
        expect(account.closing).toBe(total(left))
        expect(daysFrom(account.from, account.to)).toBe(400)
      }),
    )
  })
})

test('methods stand by their sums, then by their names, and one may be unknown', () => {
  const facts = factsOf([{ date: '2026-03-12', read: [['2026-03-12', 'credited']] }])
  const one = { invoices: 1, amount: cop(5), paid: cop(5) }
  const byMethod = new Map([
    ['card', one],
    ['', one],
    ['breb', one],
    ['pse', { invoices: 2, amount: cop(9), paid: cop(9) }],
  ])
  const reports = facts.reports.map((report) => ({
    ...report,
    totals: report.totals === null ? null : { ...report.totals, byMethod },
  }))
  const days = { from: '2026-03-01' as SlotDate, to: '2026-03-31' as SlotDate }
  const account = operatorAccount({ ...facts, reports }, days)
  expect(account.due.byMethod.map(({ method }) => method)).toEqual(['pse', null, 'breb', 'card'])
  const untimed = operatorAccount({ ...facts, times: new Map() }, days)
  expect([untimed.paidOut.sum, untimed.due.settlements]).toEqual([0n, 1])
  expect(untimed.items.map(({ kind }) => kind)).toEqual(['in-process'])
})

describe('the fees beside the account', () => {
  const story = (cycle: string, instead: Partial<Story> = {}): Story => ({
    date: '2026-03-10',
    cycle,
    read: [['2026-03-11', 'credited']],
    ...instead,
  })
  const feesOf = (stories: readonly Story[]) => accountOf(stories, '2026-03-01', '2026-03-31').beside.fees

  test('charged is expected, plus too much, less too little, plus what the tolerance allows; the rest is not compared', () => {
    const stories = [
      story('11', { fees: 2_000 }),
      story('13', { fees: 1_500 }),
      story('16', { fees: 2_300 }),
      story('18', { fees: null }),
      story('20', { fees: 1_000, read: [['2026-03-11', 'processing']] }),
      { ...story('11', { fees: 1_999.7 }), date: '2026-03-09' },
    ]
    expect(feesOf(stories)).toEqual({
      charged: { number: 4, sum: cop(8_000) },
      expected: cop(7_799.7),
      tooMuch: { number: 1, sum: cop(500) },
      tooLittle: { number: 1, sum: cop(300) },
      withinTolerance: { number: 1, sum: cop(0.3) },
      notCompared: { number: 2, sum: cop(4_000) },
    })
  })

  test('without a tariff there is nothing to say, nor where there is nothing charged', () => {
    expect(feesOf([story('11')])).toBeNull()
    expect(feesOf([story('11', { says: null, fees: 2_000 })])).toBeNull()
    expect(feesOf([story('11', { fees: null })])).toBeNull()
  })
})

test('what is in process and late says whether a person asked for it', () => {
  const late = (state: 'open' | 'claimed' | 'accepted', cycle: string): Story => ({
    ...{ date: '2026-02-04', cycle, read: [['2026-02-04', 'pending']] },
    findings: [{ code: 'SETTLEMENT_OVERDUE', severity: 'error', state }],
    acceptedOn: '2026-02-05',
  })
  const { items, accepted } = accountOf(
    [late('open', '11'), late('claimed', '13'), late('accepted', '16')],
    '2026-02-01',
    '2026-02-28',
  )
  expect(items.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'in-process none',
    'in-process claimed',
    'in-process accepted',
  ])
  expect(accepted.sum).toBe(ZERO)
})

test('before it was paid out, a settlement was in process, whatever became of it', () => {
  const read = [
    ['2026-02-04', 'pending'],
    ['2026-03-02', 'credited'],
  ] as const
  const kinds = ['2026-02-28', '2026-03-02'].map((to) =>
    accountOf([{ ...SHORT, read }], '2026-02-01', to).items.map(({ kind, state }) => `${kind} ${state}`),
  )
  expect(kinds).toEqual([['in-process none'], ['underpaid open']])
  const claimed: Story = { ...SHORT, read, findings: [{ ...MISMATCH, state: 'claimed' }] }
  expect(accountOf([claimed], '2026-02-01', '2026-02-28').items.map(({ state }) => state)).toEqual(['none'])
})

test('adjustments that a chargeback explains stand apart from those that none does', () => {
  const facts = factsOf([
    { ...PAID, says: { adjustments: cop(-3_000), payout: cop(95_000) } },
    { ...PAID, cycle: '13', says: { adjustments: cop(-500), payout: cop(97_500) } },
  ])
  const charged = { slot: slot('2026-02-01'), invoiceId: 'a', paid: cop(3_000), isReversed: false }
  const pulls = facts.reports.map(({ slot: of, settlement }) => ({ slot: of, settlement }))
  const chargebacks = chargebackAccount([charged], pulls, aPolicy())
  const days = { from: '2026-02-01' as SlotDate, to: '2026-02-28' as SlotDate }
  expect(operatorAccount({ ...facts, chargebacks }, days).due).toMatchObject({
    sum: cop(200_000 - 4_000 - 3_500),
    adjustmentsExplained: cop(-3_000),
    adjustmentsNotExplained: { taken: { number: 1, sum: cop(500) }, brought: { number: 0, sum: ZERO } },
    keptByGateway: null,
  })
})

test('adjustments of a settlement that failed stand apart: nothing of them was taken', () => {
  const failed: Story = {
    ...PAID,
    read: [['2026-02-03', 'error']],
    says: { status: 'error', adjustments: cop(-3_000), payout: cop(95_000) },
  }
  const facts = factsOf([failed])
  const pulls = facts.reports.map(({ slot: of, settlement }) => ({ slot: of, settlement }))
  const chargebacks = chargebackAccount([], pulls, aPolicy())
  const days = { from: '2026-02-01' as SlotDate, to: '2026-02-28' as SlotDate }
  expect(operatorAccount({ ...facts, chargebacks }, days).due).toMatchObject({
    sum: cop(95_000),
    adjustmentsExplained: ZERO,
    adjustmentsNotExplained: { taken: { number: 0, sum: ZERO } },
    adjustmentsOfFailed: cop(-3_000),
  })
})

describe('after a closing', () => {
  const MARCH = { from: '2026-03-01' as SlotDate, to: '2026-03-31' as SlotDate }
  const marchAfter = (signed: readonly Story[], now: readonly Story[]): OperatorAccount =>
    operatorAccount(
      { ...factsOf(now), closedBefore: { from: MARCH.from, items: accountItems(factsOf(signed)) } },
      MARCH,
    )
  const restatedIn = ({ restated }: OperatorAccount) =>
    (restated?.settlements ?? []).map(({ slot: of, kind, due, paidOut, accepted }) => [
      of.cycle,
      kind,
      ...[due, paidOut, accepted].map((sum) => Number(sum) / 100),
    ])
  const LATE: Story = { ...PAID, cycle: '13', read: [['2026-03-03', 'credited']] }

  test('a settlement that was issued since is due and paid out of the next account', () => {
    const account = marchAfter([PAID], [PAID, LATE])
    expect(lines(account)).toEqual([0, 98_000, 98_000, 0, 0])
    expect(restatedIn(account)).toEqual([['13', 'added', 98_000, 98_000, 0]])
    expect([account.due.settlements, account.restated?.added, account.paidOut.ofBefore.number]).toEqual([1, 1, 0])
  })

  test('what was due then is paid out and accepted as ever, and restates nothing', () => {
    const open: Story = { ...SHORT, cycle: '16' }
    const accepted: Story = { ...ACCEPTED, cycle: '16' }
    const unpaid: Story = { ...PAID_LATER, read: [['2026-02-27', 'pending']] }
    const account = marchAfter([unpaid, open], [PAID_LATER, accepted])
    expect(lines(account)).toEqual([106_000, 0, 98_000, 8_000, 0])
    expect(restatedIn(account)).toEqual([])
    expect([account.paidOut.ofBefore.sum, account.accepted.underpaid.sum]).toEqual([cop(98_000), cop(8_000)])
  })

  test('a payout that is another one, an acceptance taken back, and what cannot be read are restated', () => {
    const signed: Story = { ...ACCEPTED, acceptedOn: '2026-02-06' }
    const less: Story = { ...PAID, cycle: '13', says: { payout: cop(97_000) }, findings: [MISMATCH] }
    const gone: Story = { ...PAID, cycle: '16' }
    const account = marchAfter(
      [signed, { ...less, says: {}, findings: [] }, gone],
      [SHORT, less, { ...gone, isUnread: true }],
    )
    expect(restatedIn(account)).toEqual([
      ['13', 'changed', 0, -1_000, 0],
      ['16', 'gone', -98_000, -98_000, 0],
      ['11', 'changed', 0, 0, -8_000],
    ])
    expect(lines(account)).toEqual([0, -98_000, -99_000, -8_000, 9_000])
    expect(account.beside.notReadBefore.number).toBe(1)
  })

  test('what was accepted then, and cannot be read any more, is restated with its acceptance', () => {
    const signed: Story = { ...ACCEPTED, acceptedOn: '2026-02-06' }
    const account = marchAfter([signed], [{ ...signed, isUnread: true }])
    expect(restatedIn(account)).toEqual([['11', 'gone', -98_000, -90_000, -8_000]])
    expect(lines(account)).toEqual([0, -98_000, -90_000, -8_000, 0])
  })

  test('accounts that begin on another day open as known now', () => {
    const facts = { ...factsOf([LATE]), closedBefore: { from: '2026-02-15' as SlotDate, items: [] } }
    expect(operatorAccount(facts, MARCH).restated).toBeNull()
    expect(operatorAccount({ ...facts, closedBefore: null }, MARCH).opening).toBe(cop(98_000))
  })
})

test('a claim that was paid elsewhere leaves the account on that day', () => {
  const claimed: Story = { ...SHORT, findings: [{ ...MISMATCH, state: 'claimed' }], recovered: [['2026-03-05', 6_000]] }
  const of = (from: string, to: string, story = claimed) => accountOf([story], from, to)
  const february = of('2026-02-01', '2026-02-28')
  expect(february.items.map(({ balance, state, later }) => [balance, state, later])).toEqual([
    [cop(8_000), 'claimed', [{ kind: 'recovered', on: '2026-03-05', sum: cop(6_000) }]],
  ])
  const march = of('2026-03-01', '2026-03-31')
  expect(march.recovered).toEqual({ number: 1, sum: cop(6_000) })
  expect(march.items.map(({ balance, recovered }) => [balance, recovered])).toEqual([[cop(2_000), cop(6_000)]])
  const whole: Story = { ...claimed, findings: [{ ...MISMATCH, state: 'paid' }], recovered: [['2026-03-05', 8_000]] }
  expect(of('2026-03-01', '2026-03-31', whole).closing).toBe(ZERO)
  expect(of('2026-02-01', '2026-02-28', whole).items.map(({ state }) => state)).toEqual(['claimed'])
})
