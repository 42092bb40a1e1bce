import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Payment, tariffFees } from './oracle/tariff.ts'
import { type Played, play } from './play.ts'
import { type PlayedService, startPlayedService } from './service.ts'
import type { Body, Night, SlotKey, StoryPolicy } from './story.ts'
import type { StorySchedule } from './story-tariff.ts'

let service: PlayedService
beforeAll(async () => {
  service = await startPlayedService()
})
afterAll(() => service.close())

const IVA = { name: 'IVA', percent: 19, included: false }
const SCHEDULE: StorySchedule = {
  from: '2026-01-01',
  methods: { pse: { fixed: 2_900 }, card: { percent: 2.79, fixed: 800, tiers: [{ above: 5_000_000, percent: 2.4 }] } },
}

const payment = (paymentMethod: string, pesos: number): Payment => ({
  paid: Math.round(pesos * 100),
  paymentDate: '2026-03-12T08:00:00-05:00',
  paymentMethod,
})

/** 7.812, and its tax of 1.48428. */
const OF_280 = { methods: { pse: { percent: 2.79 } }, tax: IVA }

test.each<[string, Partial<StorySchedule>, Payment, number | null]>([
  ['up to the tier', {}, payment('card', 5_000_000), 140_300],
  ['above it, without the fixed sum', {}, payment('card', 5_000_001), 120_000.02],
  ['tax on top', { tax: IVA }, payment('pse', 1), 3_451],
  ['tax inside', { tax: { ...IVA, included: true } }, payment('pse', 1), 2_900],
  ['a method without a rate', {}, payment('breb', 1), null],
  [
    'tax inside a rounded settlement',
    { methods: { pse: { fixed: 2_000.6 } }, tax: { ...IVA, included: true }, rounding: 'settlement' },
    payment('pse', 1),
    2_001,
  ],
  ['below zero', { rounding: 'invoice' }, payment('card', -100_000), -1_990],
  ['the tax of a rounded fee', { ...OF_280, rounding: 'invoice-then-tax' }, payment('pse', 280), 10],
  ['of the exact one', { ...OF_280, rounding: 'invoice' }, payment('pse', 280), 9],
  ['to the centavo', { ...OF_280, rounding: 'invoice', to: 'centavo' }, payment('pse', 280), 9.29],
  [
    'a rounded fee without the tax inside',
    { methods: { pse: { fixed: 10.4 } }, tax: { ...IVA, included: true }, rounding: 'invoice-then-tax' },
    payment('pse', 1),
    11,
  ],
])('the oracle says what the manual says: %s', (_name, schedule, one, pesos) => {
  const fees = tariffFees([one], '2026-03-12', { tariff: [{ ...SCHEDULE, ...schedule }] })
  expect(fees).toBe(pesos === null ? null : Math.round(pesos * 100))
})

const SLOT: SlotKey = { date: '2026-03-12', cycle: '11' }
const policyOf = (schedule: Partial<StorySchedule>): StoryPolicy => ({
  cycles: ['11'],
  lookbackDays: 0,
  pageLimit: 6,
  tariff: [{ ...SCHEDULE, ...schedule }],
})

const paid = (
  n: number,
  paymentMethod: string,
  paymentAmount: number,
  instead: Body = {},
): Night['changes'][number] => {
  const { date: settlementDate, cycle: settlementTime } = SLOT
  const body = {
    id: `i-${n}`,
    reference: `r-${n}`,
    status: 'paid',
    amount: paymentAmount,
    paymentAmount,
    paymentMethod,
  }
  const told = {
    ...body,
    paymentId: `p-${n}`,
    paymentDate: '2026-03-12T08:00:00-05:00',
    settlementDate,
    settlementTime,
  }
  return { ...SLOT, kind: 'record', key: `${n}`, body: { ...told, ...instead } }
}

const charging = (count: number, collected: number, fees: number): Night['changes'][number] => {
  const flags = { status: 'credited', feesPostpaid: false, adjustments: 0, gateway: false }
  const sums = { numberOfInvoices: count, amountCollected: collected, fees, paymentAmount: collected - fees }
  return { ...SLOT, kind: 'settlement', body: { ...SLOT, ...flags, ...sums } }
}

const played = (policy: StoryPolicy, ...changes: readonly Night['changes'][number][]): Promise<Played> => {
  const night: Night = { at: '2026-03-12 22:30', changes, faults: [], acts: [], command: { name: 'run' } }
  return play({ policy, nights: [night] }, service)
}

test.each([
  ['too much', 7_000, ['FEES_MISMATCH new'], 'discrepant'],
  ['right but for a peso of two payments', 3_701, [], 'reconciled'],
  ['too little', 3_000, ['FEES_MISMATCH new'], 'reconciled'],
])('fees that are %s', async (_name, fees, findings, verdict) => {
  const changes = [paid(1, 'pse', 10_000), paid(2, 'card', 0), charging(2, 10_000, fees)]
  const { disagreement, reached } = await played(policyOf({}), ...changes)
  expect(disagreement).toBeNull()
  expect(reached['codes and states'].filter((code) => code.startsWith('FEES'))).toEqual(findings)
  expect(reached.verdicts).toEqual([verdict])
})

test('where a record cannot be read no fees are expected, with or without a settlement', async () => {
  const changes = [paid(1, 'pse', 10_000), paid(2, 'card', 5_000, { amount: 'x' })]
  expect((await played(policyOf({}), ...changes)).disagreement).toBeNull()
  expect((await played(policyOf({}), ...changes, charging(2, 15_000, 6_000))).disagreement).toBeNull()
})

test('each withholding of a settlement becomes whole pesos', async () => {
  const withholdings = [
    { name: 'ReteFuente', percent: 1.5, base: 'paid' as const },
    { name: 'ReteICA', percent: 0.5, base: 'paid' as const },
  ]
  const policy = policyOf({ withholdings, rounding: 'settlement' })
  expect((await played(policy, paid(1, 'pse', 100), charging(1, 100, 2_903))).disagreement).toBeNull()
})
