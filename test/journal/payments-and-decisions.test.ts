import { describe, expect, test } from 'vitest'
import type { Payment, PaymentListing } from '../../src/core/in-transit.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { acceptedSums, recoveredSums } from '../../src/journal/decisions.ts'
import { followPayment, SlotLedger } from '../../src/journal/payments.ts'
import { expectedBalances, type ProofFacts } from '../../src/journal/proofs.ts'
import { aPolicy, aSettlement, cop, slot } from '../core/a.ts'
import { someMoney } from '../reports/a-slot.ts'

const day = (text: string): SlotDate => `2026-03-${text}` as SlotDate

/** Where the payment stands from a day on: in transit or settled by a cycle, with its pesos; `gone` when it is no payment any more. */
type Standing = readonly [from: string, sum: number, where: string]

/** `transit` is the account with the operator; a cycle is the settlement that settled it. */
const followed = (
  standings: readonly Standing[],
  last: { readonly cycle: string; readonly isListed: boolean } | null,
) => {
  const ledger = new SlotLedger((_, on) => on)
  const on = (at: SlotDate): Payment | null => {
    const found = standings.findLast(([from]) => day(from) <= at)
    if (found === undefined || found[2] === 'gone') return null
    const [, sum, where] = found
    const isSettled = where !== 'transit'
    const of = { date: isSettled ? slot().date : null, cycle: isSettled ? where : null, settlementStatus: null }
    const about = { invoiceId: 'i', reference: 'r', contract: null, paymentDate: null, method: null }
    return { ...about, ...of, paidOn: day(standings[0]?.[0] ?? ''), paid: cop(sum), isSettled }
  }
  const cycles = [...new Set([...standings.map(([, , where]) => where), last?.cycle ?? ''])]
  const listings = standings.flatMap(([from]) =>
    cycles.map(
      (cycle): PaymentListing => ({
        ...{ slot: slot(slot().date, cycle), invoice: {} as never, from: day(from), finalOn: null, settledOn: null },
        to: last !== null && last.cycle === cycle && !last.isListed ? day('20') : null,
        takenBackOn: null,
      }),
    ),
  )
  const payment = { id: 'i', reference: 'r', document: '10', listings, on }
  const entries = followPayment(payment, ledger, ({ en }) => en).map(
    ({ day: of, key, lines }) =>
      `${of.slice(8)} ${key}: ${lines.map(({ role, sum }) => `${role} ${Number(sum) / 100}`)}`,
  )
  const moves = ledger
    .moves()
    .flatMap(({ slot: { cycle }, settled, gone }) => [
      ...[...settled].map(([at, sum]) => `${cycle} settles ${Number(sum) / 100} on ${at.slice(8)}`),
      ...[...gone].map(([at, sum]) => `${cycle} lost ${Number(sum) / 100} on ${at.slice(8)}`),
    ])
  return [...entries, ...moves]
}

type Followed = readonly [
  story: string,
  standings: readonly Standing[],
  booked: readonly string[],
  last?: Parameters<typeof followed>[1],
]

const PAYMENTS: readonly Followed[] = [
  ['is in transit from its day on', [['10', 500, 'transit']], ['10 payment i: operator 500,tenants -500']],
  [
    'is settled later: nothing more is collected',
    [
      ['10', 500, 'transit'],
      ['12', 500, '11'],
    ],
    ['10 payment i: operator 500,tenants -500', '11 settles 500 on 12'],
  ],
  [
    'changes its sum in its list',
    [
      ['10', 500, '11'],
      ['12', 700, '11'],
    ],
    [
      '10 payment i: operator 500,tenants -500',
      '12 payment i 2026-03-12: operator 200,tenants -200',
      '11 settles 500 on 10',
      '11 settles 200 on 12',
    ],
  ],
  [
    'moves to another settlement',
    [
      ['10', 500, '11'],
      ['12', 500, '13'],
    ],
    [
      '10 payment i: operator 500,tenants -500',
      '11 settles 500 on 10',
      '11 settles -500 on 12',
      '13 settles 500 on 12',
    ],
  ],
  [
    'is taken back before it is settled',
    [
      ['10', 500, 'transit'],
      ['12', 500, 'gone'],
    ],
    ['10 payment i: operator 500,tenants -500', '12 payment i 2026-03-12: operator -500,tenants 500'],
  ],
  [
    'was settled, and its list has it no longer: what the tenant paid is not clear',
    [['10', 500, '11']],
    [
      '10 payment i: operator 500,tenants -500',
      '10 payment i gone: suspense -500,tenants 500',
      '11 settles 500 on 10',
      '11 lost 500 on 10',
    ],
    { cycle: '11', isListed: false },
  ],
  ['was never one', [['10', 500, 'gone']], []],
]

test.each(PAYMENTS.map(([story, standings, booked, last = null]) => ({ story, standings, booked, last })))(
  'a payment that $story',
  ({ standings, booked, last }) => {
    expect(followed(standings, last)).toEqual(booked)
  },
)

type Decided = Parameters<typeof acceptedSums>[0]

const NEVER = {
  ...{ paidOn: day('12'), acceptedOn: null, acceptedAtBankOn: null },
  ...{ recoveries: [], recoveriesAtBank: [], statuses: [] },
}
const MISSING = {
  kind: 'missing',
  ...{ lastDay: day('17'), through: day('17'), isComplete: true },
  laterCredits: [],
  takenBack: [],
} as const
const ARRIVED = { kind: 'arrived', tie: 7, banked: cop(90_000), on: day('13'), parts: [] } as unknown as NonNullable<
  Decided['arrival']
>
const UNCONFIRMED = {
  ...{ kind: 'unconfirmed', mayBe: [] },
  credit: { bookedOn: day('14'), value: cop(97_000) },
} as unknown as NonNullable<Decided['arrival']>

const decided = (instead: Partial<Decided>): Decided => ({
  ...{ slot: slot(), money: someMoney({ paidOut: cop(98_000) }), times: NEVER, arrival: null, bankDeduction: cop(0) },
  ...{ bookedOn: day('12'), isPaidOut: true, isAdvance: false },
  ...instead,
})
const accepted = someMoney({ state: 'accepted', difference: cop(-8_000), paidOut: cop(90_000) })
const failed = someMoney({ notCompared: 'failed', expected: cop(98_000), difference: null, paidOut: null })
const OFF = { ...NEVER, acceptedOn: day('15') }
const AT_BANK = { ...NEVER, acceptedAtBankOn: day('16') }

describe('what was accepted', () => {
  test.each<readonly [story: string, of: Partial<Decided>, sums: readonly string[]]>([
    ['nothing', {}, []],
    ['a payout too small: its pesos stand in suspense', { money: accepted, times: OFF }, ['15 payout 8000 suspense']],
    [
      'before it is booked: they stand with the operator',
      { money: accepted, times: OFF, bookedOn: null },
      ['15 payout 8000 operator'],
    ],
    [
      'before its own day: on that day',
      { money: accepted, times: OFF, bookedOn: day('18') },
      ['18 payout 8000 suspense'],
    ],
    ['a failure', { money: failed, times: OFF, bookedOn: null }, ['15 payout 98000 operator']],
    ['a failure after it was final', { money: failed, times: OFF }, ['15 payout 98000 suspense']],
    ['a late settlement takes nothing', { money: someMoney({ notCompared: 'not-final' }), times: OFF }, []],
    ['a payout that is missing at the bank', { times: AT_BANK, arrival: MISSING }, ['17 bank 98000 transit']],
    ['the same under cash', { times: AT_BANK, arrival: MISSING, bookedOn: null }, ['17 bank 98000 operator']],
    ['one that arrived with less', { times: AT_BANK, arrival: ARRIVED }, ['16 bank 8000 suspense']],
    [
      'of which the bank itself kept a part',
      { times: AT_BANK, arrival: ARRIVED, bankDeduction: cop(392) },
      ['16 bank 7608 suspense'],
    ],
    ['whose credit is to be confirmed', { times: AT_BANK, arrival: UNCONFIRMED }, ['16 bank 1000 suspense']],
    [
      'of which a part was paid elsewhere',
      { times: { ...AT_BANK, recoveriesAtBank: [{ on: day('14'), sum: cop(3_000) }] }, arrival: MISSING },
      ['17 bank 95000 transit'],
    ],
    [
      'one that is paid out no more takes nothing at the bank',
      { times: AT_BANK, arrival: MISSING, isPaidOut: false },
      [],
    ],
  ])('%s', (_, of, sums) => {
    expect(
      acceptedSums(decided(of)).map((one) => `${one.day.slice(8)} ${one.of} ${Number(one.sum) / 100} ${one.role}`),
    ).toEqual(sums)
  })
})

const BY_SLOT = { kind: 'adjustment', slot: slot('2026-03-14', '13') } as unknown as Parameters<
  typeof recoveredSums
>[1][number]['by']
const BY_ENTRY = { kind: 'entry', entry: 'e' } as unknown as typeof BY_SLOT

describe('what was paid elsewhere of a claim', () => {
  test.each<readonly [story: string, code: string, by: typeof BY_SLOT, of: Partial<Decided>, sums: readonly string[]]>([
    ['about a payout', 'PAYOUT_MISMATCH', BY_SLOT, {}, ['14 500 suspense from adjustments']],
    [
      'about a payout that is not booked',
      'PAYOUT_MISMATCH',
      BY_ENTRY,
      { bookedOn: null },
      ['14 500 operator from unknownCredits'],
    ],
    ['about fees', 'FEES_MISMATCH', BY_SLOT, {}, ['14 500 fees from adjustments']],
    [
      'about a payout missing at the bank',
      'BANK_MISSING',
      BY_ENTRY,
      { arrival: MISSING },
      ['14 500 transit from unknownCredits'],
    ],
    [
      'about one that arrived with less',
      'BANK_DIFFERS',
      BY_ENTRY,
      { arrival: ARRIVED },
      ['14 500 suspense from unknownCredits'],
    ],
    [
      'about one that is paid out no more',
      'BANK_MISSING',
      BY_ENTRY,
      { arrival: MISSING, isPaidOut: false },
      ['14 500 suspense from unknownCredits'],
    ],
    ['about anything else', 'CHARGEBACK', BY_SLOT, {}, ['14 500 adjustments from adjustments']],
    [
      'before the settlement is booked',
      'PAYOUT_MISMATCH',
      BY_SLOT,
      { bookedOn: day('19') },
      ['19 500 suspense from adjustments'],
    ],
  ])('%s', (_, code, by, of, sums) => {
    const recoveries = [
      { by, sum: cop(500), on: day('14'), code },
      { by, sum: cop(0), on: day('14'), code },
    ]
    expect(
      recoveredSums(decided(of), recoveries).map(
        (one) => `${one.day.slice(8)} ${Number(one.sum) / 100} ${one.role} from ${one.by}`,
      ),
    ).toEqual(sums)
  })
})

const amount = (pesos: number) => ({ number: 1, sum: cop(pesos) })
const NO_BANK = {
  ...{ onTheWay: amount(0), missing: amount(0), undecided: amount(0), negativePayouts: amount(0) },
  ...{ notCovered: amount(0), arrivedLess: amount(0), arrivedMore: amount(0) },
}

/** By the end of the 15th: one settlement of 100,000 that paid 98,000 on the 12th. */
const proofs = (instead: {
  readonly basis?: 'accrual' | 'cash'
  readonly bank?: Partial<typeof NO_BANK>
  readonly underpaid?: number
  readonly overpaid?: number
  readonly inTransit?: number
  readonly settlement?: Partial<ProofFacts['settlements'][number]>
}): string => {
  const { basis = 'accrual', bank, underpaid = 0, overpaid = 0, inTransit = 0, settlement = {} } = instead
  const account = {
    closingParts: { underpaid: amount(underpaid), overpaid: amount(overpaid) },
    bank: bank === undefined ? null : { ...NO_BANK, ...bank },
  } as unknown as ProofFacts['account']
  const one = {
    ...{
      slot: slot(),
      settled: new Map([[day('12'), cop(100_000)]]),
      gone: new Map(),
      isCompared: true,
      isAdvance: false,
    },
    final: { day: day('12'), settlement: aSettlement(), listed: cop(100_000), isPaidOut: true },
    ...{ withholdings: new Map(), explained: [], arrival: null, findings: [], accepted: [], recovered: [] },
    ...settlement,
  }
  const facts = { day: day('15'), inTransit: cop(inTransit), account, paidOut: cop(98_000), settlements: [one] }
  const { operator, transit, suspense } = expectedBalances({ ...facts, policy: aPolicy(), basis })
  return [operator, transit, suspense].map((sum) => Number(sum) / 100).join(' ')
}

const part = (sum: number, role: 'suspense' | 'operator') => ({
  of: 'payout' as const,
  day: day('14'),
  sum: cop(sum),
  role,
})
const arrival = (banked: number) => ({
  tie: 7,
  banked: cop(banked),
  on: day('14'),
  parts: [{ on: day('14'), sum: cop(banked) }],
})

test.each<readonly [story: string, balances: string, given: Parameters<typeof proofs>[0]]>([
  ['without a bank all that was paid out is in transit', '0 98000 0', {}],
  ['with one, what has not arrived', '0 30000 0', { bank: { onTheWay: amount(20_000), missing: amount(10_000) } }],
  [
    'what waits with the operator, less what was accepted of it',
    '4000 98000 0',
    { inTransit: 5_000, settlement: { accepted: [part(1_000, 'operator')] } },
  ],
  [
    'differences, of payouts and at the bank',
    '0 0 6000',
    { underpaid: 8_000, overpaid: 3_000, bank: { arrivedLess: amount(1_000) } },
  ],
  [
    'of the tax of the bank nothing stands in suspense',
    '0 0 0',
    { bank: { arrivedLess: amount(392) }, settlement: { arrival: arrival(97_608) } },
  ],
  ['what the list lost', '0 98000 -7000', { settlement: { gone: new Map([[day('13'), cop(7_000)]]) } }],
  [
    'of one that is not compared what it should pay less what it paid',
    '0 98000 0',
    { settlement: { isCompared: false } },
  ],
  [
    'of the same, what was decided about its arrival is in the figures of the bank',
    '0 0 -1000',
    {
      bank: {},
      settlement: {
        isCompared: false,
        accepted: [part(1_000, 'suspense'), { ...part(3_000, 'suspense'), of: 'bank' }],
        recovered: [{ ...part(4_000, 'suspense'), of: 'bank', key: 'k', by: 'unknownCredits' }],
      },
    },
  ],
  ['under cash what is final and did not arrive is with the operator', '100000 0 0', { basis: 'cash', bank: {} }],
  [
    'under cash what arrived is settled',
    '0 0 0',
    { basis: 'cash', bank: {}, settlement: { arrival: arrival(98_000) } },
  ],
  [
    'under cash what arrived with less stands in suspense',
    '0 0 3000',
    { basis: 'cash', bank: {}, settlement: { arrival: arrival(95_000) } },
  ],
])('the proofs: %s', (_, balances, given) => {
  expect(proofs(given)).toBe(balances)
})
