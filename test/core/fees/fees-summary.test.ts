import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFeesTally } from '../../../src/core/fees/list-fees.ts'
import { feeRate, type MethodRate, type Rounding, type Tariff } from '../../../src/core/fees/tariff.ts'
import type { PaidInvoice } from '../../../src/core/invoice.ts'
import type { Centavos } from '../../../src/core/money.ts'
import { Tally } from '../../../src/core/pull/tally.ts'
import type { Settlement } from '../../../src/core/settlement.ts'
import type { Slot } from '../../../src/core/slot.ts'
import {
  BILL_BASES,
  compareBill,
  type FeesEntry,
  type FeesSum,
  type FeesSummary,
  feesEntry,
  feesSummary,
  summariesBy,
} from '../../../src/rules/account/fees-summary.ts'
import { slotReport } from '../../../src/rules/assessment/slot-report.ts'
import { aPaidInvoice, aPolicy, aPull, aSettlement, BOGOTA, cop, invoiceInPull, slot } from '../a.ts'

const rate = (fixed: number, percent = 0): MethodRate => ({ fixed, percent, min: null, max: null, tiers: [] })
const tariff = (rounding: Rounding = 'none'): Tariff => [
  {
    from: slot('2026-01-01').date,
    methods: { pse: rate(2_900), card: rate(800, 2.79) },
    tax: { name: 'IVA', percent: 19, included: false },
    withholdings: [{ name: 'ReteFuente', percent: 1.5, base: 'fee', methods: ['card'] }],
    rounding,
    to: 'peso',
    proposed: null,
  },
]

interface Story {
  readonly at?: Slot
  readonly settlement?: Partial<Settlement> | null
  readonly payments?: readonly (readonly [method: string | null, pesos: number])[]
  readonly malformed?: number
  readonly isIncomplete?: boolean
  readonly tariff?: Tariff
}

const entryOf = ({ at = slot(), settlement = {}, payments = [], malformed = 0, ...rest }: Story): FeesEntry | null => {
  const policy = aPolicy({ tariff: rest.tariff ?? tariff() })
  const tally = new Tally(policy, listFeesTally(policy, at, BOGOTA))
  for (const [method, pesos] of payments) {
    const invoice: PaidInvoice = aPaidInvoice({ paymentMethod: method, paid: cop(pesos), amount: cop(pesos) })
    tally.add(invoiceInPull({ current: invoice }))
  }
  const pull = aPull({
    slot: at,
    settlement: settlement && aSettlement({ date: at.date, cycle: at.cycle, ...settlement }),
    list: { ...aPull().list, malformed },
  })
  const incomplete = rest.isIncomplete
    ? { slot: at, at: 0, code: 'TIMEOUT', reason: 'timeout', request: null, status: null }
    : null
  const read = { pull, totals: tally.totals() }
  const facts = { slot: at, read, incomplete, discrepancies: [], due: true }
  return feesEntry(slotReport('default', facts, policy), policy)
}

const someEntry = (story: Story): FeesEntry => {
  const entry = entryOf(story)
  if (entry === null) throw new Error('the story has no fees')
  return entry
}

test('fees of an answer for another settlement are charged there, and counted once', () => {
  const there = slot('2026-03-12', '16')
  const echo = entryOf({ settlement: { cycle: there.cycle }, payments: [['pse', 100_000]] })
  const own = entryOf({ at: there, payments: [['pse', 100_000]] })
  expect(echo).toMatchObject({ charged: null, collected: null, deducted: null, billedApart: null, notCompared: 'echo' })
  const entries = [echo, own].flatMap((entry) => entry ?? [])
  expect(feesSummary(entries).all.charged).toBe(own?.charged)
})

describe('the fees of one settlement', () => {
  // 2,900 and 19 % of it is 3,451; 2.79 % of a million and 800 is 28,700, with 5,453 of tax and 430.50 withheld.
  test.each<[string, Story, Partial<FeesEntry>]>([
    [
      'those of the tariff',
      { settlement: { fees: cop(3_451) }, payments: [['pse', 100_000]] },
      {
        expected: cop(3_451),
        difference: cop(0),
        isOff: false,
        notCompared: null,
        deducted: cop(3_451),
        billedApart: cop(0),
        unpriced: [],
      },
    ],
    [
      'too much, with tax and withholding',
      { settlement: { fees: cop(40_000) }, payments: [['card', 1_000_000]] },
      { expected: cop(34_583.5), difference: cop(5_416.5), isOff: true },
    ],
    [
      'half a peso for each payment is within the tolerance',
      { settlement: { fees: cop(3_451.5) }, payments: [['pse', 100_000]] },
      { difference: cop(0.5), isOff: false },
    ],
    [
      'billed apart',
      { settlement: { fees: cop(3_451), feesPostpaid: true }, payments: [['pse', 1]] },
      { deducted: cop(0), billedApart: cop(3_451), notCompared: null },
    ],
    [
      'kept by a gateway that pays nothing out, and billed by nobody',
      { settlement: { fees: cop(3_451), gateway: true, payout: cop(0) }, payments: [['pse', 1]] },
      { deducted: cop(0), billedApart: cop(0), otherNotDeducted: cop(3_451) },
    ],
    [
      'of a gateway, and billed apart',
      { settlement: { fees: cop(3_451), gateway: true, payout: cop(0), feesPostpaid: true }, payments: [['pse', 1]] },
      { deducted: cop(0), billedApart: cop(3_451), otherNotDeducted: cop(0) },
    ],
    [
      'a method without a rate',
      {
        payments: [
          ['pse', 1],
          ['cash', 5],
          [null, 7],
        ],
      },
      {
        expected: null,
        difference: null,
        notCompared: 'unpriced',
        rounding: cop(0),
        methods: [
          { method: 'pse', payments: 1, paid: cop(1), fees: null },
          { method: 'cash', payments: 1, paid: cop(5), fees: null },
          { method: '', payments: 1, paid: cop(7), fees: null },
        ],
        unpriced: [
          { reason: 'no-rate', method: 'cash', payments: 1 },
          { reason: 'no-method', method: '', payments: 1 },
        ],
      },
    ],
    ['no tariff', { tariff: [], payments: [['pse', 5]] }, { notCompared: 'no-tariff', expected: null, paid: cop(5) }],
    [
      'a failed settlement',
      { settlement: { status: 'error' }, payments: [['pse', 5]] },
      { notCompared: 'failed', difference: null },
    ],
    [
      'a record that nobody can read',
      { malformed: 1, payments: [['pse', 5]] },
      { notCompared: 'malformed', expected: null },
    ],
    [
      'no settlement yet',
      { settlement: null, payments: [['pse', 5]] },
      { notCompared: 'no-settlement', charged: null, deducted: null, collected: null },
    ],
  ])('%s', (_, story, expected) => {
    expect(someEntry(story)).toMatchObject(expected)
  })

  test('nothing is said where nothing was paid and there is no settlement', () => {
    expect(entryOf({ settlement: null })).toBeNull()
    expect(someEntry({ settlement: null, isIncomplete: true })).toMatchObject({ notCompared: 'unread' })
    expect(someEntry({ settlement: { fees: cop(10) } })).toMatchObject({ charged: cop(10), payments: 0 })
  })

  test('a settlement that is due and was never read is not compared', () => {
    const policy = aPolicy({ tariff: tariff() })
    const facts = { slot: slot(), read: null, incomplete: null, discrepancies: [], due: true }
    const entry = feesEntry(slotReport('default', facts, policy), policy)
    expect(entry).toMatchObject({
      notCompared: 'unread',
      charged: null,
      payments: null,
      paid: null,
      isOff: false,
      methods: [],
      unpriced: [],
    })
    expect(feesSummary(entry === null ? [] : [entry]).notCompared).toMatchObject({ settlements: 1, payments: 0 })
  })
})

describe('a bill of the operator', () => {
  const entries = [
    someEntry({ settlement: { fees: cop(3_451) }, payments: [['pse', 1]] }),
    someEntry({ settlement: { fees: cop(5_000), feesPostpaid: true }, payments: [['pse', 1]] }),
    someEntry({ settlement: { fees: cop(700), gateway: true, payout: cop(0) }, payments: [] }),
  ]
  test.each<[number, string | null, readonly number[]]>([
    [5_000, 'billed-apart', [0, 1_549, 4_300, -700, -4_151, -1_902]],
    [3_451, 'deducted', [-1_549, 0, 2_751, -2_249, -5_700, -3_451]],
    [9_151, 'charged', [4_151, 5_700, 8_451, 3_451, 0, 2_249]],
    [6_902, 'expected', [1_902, 3_451, 6_202, 1_202, -2_249, 0]],
    [1, null, [-4_999, -3_450, -699, -5_699, -9_150, -6_901]],
  ])('of %d is %s', (billed, matches, differences) => {
    const bill = compareBill(cop(billed), feesSummary(entries))
    expect(bill.matches).toBe(matches)
    expect(bill.lines.map(({ difference }) => difference)).toEqual(differences.map(cop))
  })
})

test('a bill is held against other fees only where there are some', () => {
  const basesOf = (...stories: readonly Story[]) =>
    compareBill(cop(1), feesSummary(stories.map(someEntry))).lines.map(({ of }) => of)
  const deducted: Story = { settlement: { fees: cop(3_451) }, payments: [['pse', 1]] }
  const kept: Story = { settlement: { fees: cop(700), gateway: true, payout: cop(0) } }
  expect(basesOf(deducted)).toEqual(['billed-apart', 'deducted', 'charged', 'expected'])
  expect(basesOf(deducted, kept)).toEqual(BILL_BASES)
})

test('each withholding has its own sum of a payment method, in order of name', () => {
  const [schedule] = tariff()
  if (schedule === undefined) throw new Error('the tariff has a schedule')
  const withholdings: Tariff[number]['withholdings'] = [
    { name: 'ReteICA', percent: 0.5, base: 'paid', methods: ['card'] },
    { name: 'ReteFuente', percent: 1.5, base: 'fee', methods: ['card'] },
  ]
  const entryWith = (method: string) =>
    someEntry({ tariff: [{ ...schedule, withholdings }], payments: [[method, 1_000_000]] })
  const { methods } = feesSummary([entryWith('card'), entryWith('card'), entryWith('pse')])
  expect(methods.map((one) => [one.method, one.withheld, one.withholdings])).toEqual([
    [
      'card',
      cop(10_861),
      [
        { name: 'ReteFuente', sum: cop(861) },
        { name: 'ReteICA', sum: cop(10_000) },
      ],
    ],
    ['pse', cop(0), []],
  ])
})

test.each([
  [610_000, 45_200_000, '0.0135'],
  [-5, 100, '-0.0500'],
  [1, 1_000_000, '0.0000'],
  [-1, 1_000_000, '0.0000'],
  [5, -100, '-0.0500'],
  [-5, -100, '0.0500'],
])('the rate of %d over %d is %s', (fees, collected, decimal) => {
  expect(feeRate(cop(fees), cop(collected))).toEqual({ decimal })
})

test('there is no rate where nothing was collected', () => expect(feeRate(cop(5), cop(0))).toBeNull())

test('too much and too little stand apart, and what is not compared in sums of its own', () => {
  const month = feesSummary([
    someEntry({ settlement: { fees: cop(4_000), collected: cop(100_000) }, payments: [['pse', 100_000]] }),
    someEntry({ settlement: { fees: cop(30_000), collected: cop(1_000_000) }, payments: [['card', 1_000_000]] }),
    someEntry({ settlement: { fees: cop(3_451.5), collected: cop(100_000) }, payments: [['pse', 100_000]] }),
    someEntry({ settlement: { fees: cop(3_451), collected: cop(100_000) }, payments: [['pse', 100_000]] }),
    someEntry({
      settlement: null,
      payments: [
        ['pse', 70_000],
        ['card', 5_000],
      ],
    }),
  ])
  expect(month.compared).toMatchObject({
    settlements: 4,
    payments: 4,
    paid: cop(1_300_000),
    collected: cop(1_300_000),
    difference: cop(-4_034),
    tooMuch: { number: 1, sum: cop(549) },
    tooLittle: { number: 1, sum: cop(4_583.5) },
    withinTolerance: { number: 1, sum: cop(0.5) },
  })
  expect(month.methods).toMatchObject([
    { method: 'card', payments: 1, paid: cop(1_000_000) },
    { method: 'pse', payments: 3, paid: cop(300_000) },
  ])
  expect(month.methodsNotCompared).toEqual([
    { method: 'card', payments: 1, paid: cop(5_000) },
    { method: 'pse', payments: 1, paid: cop(70_000) },
  ])
  expect(month.notCompared).toMatchObject({ settlements: 1, payments: 2, collected: cop(0) })
  expect(month.all).toMatchObject({ settlements: 5, payments: 6, collected: cop(1_300_000) })
})

describe('what settlements come to', () => {
  const payment = fc.tuple(
    fc.constantFrom('pse', 'card', 'card', 'pse', 'cash', null),
    fc.integer({ min: 1, max: 900_000_000 }).map((centavos) => centavos / 100),
  )
  const story = fc.record({
    at: fc.constantFrom('2026-02-27', '2026-03-02', '2026-03-12').map((date) => slot(date)),
    settlement: fc.option(
      fc.record({
        status: fc.constantFrom('credited', 'credited', 'credited', 'paid', 'processing', 'error'),
        fees: fc.integer({ min: 0, max: 90_000_000 }).map((centavos) => cop(centavos / 100)),
        feesPostpaid: fc.boolean(),
        gateway: fc.boolean(),
      }),
    ),
    payments: fc.array(payment, { maxLength: 6 }),
    malformed: fc.constantFrom(0, 0, 0, 1),
    isIncomplete: fc.constantFrom(false, false, true),
    tariff: fc.constantFrom(tariff('none'), tariff('invoice'), tariff('settlement'), []),
  })
  const sum = <T>(items: readonly T[], of: (item: T) => Centavos): bigint =>
    items.reduce((all, item) => all + of(item), 0n)
  const foots = ({ compared, notCompared, all, methods, rounding, reasons, methodsNotCompared }: FeesSummary): void => {
    expect(compared.charged).toBe(compared.deducted + compared.billedApart + compared.otherNotDeducted)
    expect(all.charged).toBe(all.deducted + all.billedApart + all.otherNotDeducted)
    expect(compared.difference).toBe(compared.charged - compared.expected)
    const { tooMuch, tooLittle, withinTolerance } = compared
    expect(tooMuch.sum - tooLittle.sum + withinTolerance.sum).toBe(compared.difference)
    expect(tooMuch.sum >= 0n && tooLittle.sum >= 0n).toBe(true)
    for (const { fee, tax, withheld, expected } of methods) expect(expected).toBe(fee + tax + withheld)
    expect(sum(methods, ({ expected }) => expected) + rounding).toBe(compared.expected)
    expect(sum(methods, ({ paid }) => paid)).toBe(compared.paid)
    expect(sum(methodsNotCompared, ({ paid }) => paid)).toBe(notCompared.paid)
    expect(sum(reasons, (reason) => reason.sum)).toBe(notCompared.charged)
    expect(reasons.reduce((number, reason) => number + reason.number, 0)).toBe(notCompared.settlements)
    const members = [
      'settlements',
      'payments',
      'paid',
      'collected',
      'charged',
      'deducted',
      'billedApart',
      'otherNotDeducted',
    ] as const
    for (const name of members) expect(BigInt(compared[name]) + BigInt(notCompared[name])).toBe(BigInt(all[name]))
  }

  test('foots, in whole and by month', () => {
    fc.assert(
      fc.property(fc.array(story, { maxLength: 12 }), (stories) => {
        const entries = stories.flatMap((one) => entryOf(one) ?? [])
        for (const entry of entries)
          if (entry.notCompared !== null) expect([entry.difference, entry.isOff]).toEqual([null, false])
        const total = feesSummary(entries)
        foots(total)
        const months = summariesBy(entries, ({ slot: { date } }) => date.slice(0, 7))
        for (const month of months) foots(month)
        const names = ['charged', 'paid', 'collected'] as const satisfies readonly (keyof FeesSum)[]
        for (const name of names) expect(sum(months, ({ all }) => all[name])).toBe(total.all[name])
        expect(sum(months, ({ compared }) => compared.difference)).toBe(total.compared.difference)
      }),
    )
  })
})
