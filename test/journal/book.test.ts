import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/core/journal.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { bookedEntries, type InvoiceTax, type SettlementFacts, type UnknownCredit } from '../../src/journal/book.ts'
import { aPolicy, aSettlement, cop, slot } from '../core/a.ts'

const day = (text: string): SlotDate => `2026-03-${text}` as SlotDate

interface Given extends Partial<Omit<SettlementFacts, 'final' | 'settled' | 'slot'>> {
  readonly settlement?: Partial<Settlement> | null
  readonly listed?: number
  readonly settled?: Readonly<Record<string, number>>
  readonly isPaidOut?: boolean
  readonly on?: string
}

/** Collected 100,000 less 2,000, read final on its own day: of one list that left the operator's account that day. */
const facts = (given: Given): SettlementFacts => {
  const { settlement = {}, listed = 100_000, settled = { '12': 100_000 }, isPaidOut = true, on = '12', ...more } = given
  return {
    slot: slot(),
    settled: new Map(Object.entries(settled).map(([at, sum]) => [day(at), cop(sum)])),
    gone: new Map(),
    final:
      settlement === null
        ? null
        : { day: day(on), settlement: aSettlement(settlement), listed: cop(listed), isPaidOut },
    isCompared: true,
    isAdvance: false,
    withholdings: new Map(),
    explained: [],
    arrival: null,
    findings: [],
    accepted: [],
    recovered: [],
    ...more,
  }
}

const arrived = (
  banked: number,
  parts: Readonly<Record<string, number>> = { '13': banked },
  tie: number | null = 7,
) => ({
  tie,
  banked: cop(banked),
  on: day(Object.keys(parts).sort().at(-1) ?? ''),
  parts: Object.entries(parts).map(([at, sum]) => ({ on: day(at), sum: cop(sum) })),
})

interface Others {
  readonly credits?: readonly UnknownCredit[]
  readonly invoices?: readonly InvoiceTax[]
  readonly policy?: Parameters<typeof aPolicy>[0]
  readonly basis?: 'accrual' | 'cash'
}

/** `12 settlement: transit 98000, fees 2000, operator -100000`: pesos, credits below zero. */
const told = (
  all: readonly SettlementFacts[],
  { credits = [], invoices = [], policy, basis = 'accrual' }: Others = {},
) =>
  bookedEntries(all, credits, invoices, { policy: aPolicy(policy), basis, say: ({ en }) => en }).map(
    ({ day: of, kind, lines }) =>
      `${of.slice(8)} ${kind}: ${lines.map(({ role, name, sum }) => `${name ?? role} ${Number(sum) / 100}`).join(', ')}`,
  )

type Row = readonly [story: string, given: Given, entries: readonly string[], others?: Others]

const SETTLEMENTS: readonly Row[] = [
  ['agrees', {}, ['12 settlement: transit 98000, fees 2000, operator -100000']],
  ['was never read final', { settlement: null, settled: {} }, []],
  [
    'paid too little',
    { settlement: { payout: cop(90_000) } },
    ['12 settlement: transit 90000, fees 2000, operator -100000, suspense 8000'],
  ],
  [
    'paid too much',
    { settlement: { payout: cop(99_000) } },
    ['12 settlement: transit 99000, fees 2000, operator -100000, suspense -1000'],
  ],
  [
    'pays less than nothing',
    { settlement: { payout: cop(-500), collected: cop(1_500) }, listed: 1_500, settled: { '12': 1_500 } },
    ['12 settlement: transit -500, fees 2000, operator -1500'],
  ],
  [
    'has withholdings, by their names',
    {
      withholdings: new Map([
        ['ReteFuente', cop(300)],
        ['ReteICA', cop(100)],
      ]),
    },
    ['12 settlement: transit 98000, fees 1600, ReteFuente 300, ReteICA 100, operator -100000'],
  ],
  [
    'an adjustment that chargebacks explain in part',
    {
      settlement: { adjustments: cop(-15_000), payout: cop(83_000) },
      explained: [{ effect: cop(-10_000), invoice: 'inv-9', document: '10' }],
    },
    ['12 settlement: transit 83000, fees 2000, chargebacks 10000, adjustments 5000, operator -100000'],
  ],
  [
    'an adjustment that gives back',
    {
      settlement: { adjustments: cop(10_000), payout: cop(108_000) },
      explained: [{ effect: cop(10_000), invoice: 'inv-9', document: '10' }],
    },
    ['12 settlement: transit 108000, fees 2000, chargebacks -10000, operator -100000'],
  ],
  [
    'an adjustment with the sign turned by the policy',
    { settlement: { adjustments: cop(3_000), payout: cop(95_000) } },
    ['12 settlement: transit 95000, fees 2000, adjustments 3000, operator -100000'],
    { policy: { adjustments: 'subtract' } },
  ],
  [
    'fees billed apart',
    { settlement: { feesPostpaid: true, payout: cop(100_000) } },
    ['12 settlement: transit 100000, operator -100000', '12 fees-billed: fees 2000, feesPayable -2000'],
  ],
  [
    'of a gateway that pays nothing',
    { settlement: { gateway: true, payout: cop(0) } },
    ['12 settlement: gateway 100000, operator -100000'],
  ],
  [
    'of a gateway that pays adjustments less fees',
    { settlement: { gateway: true, adjustments: cop(5_000), payout: cop(3_000) } },
    ['12 settlement: transit 3000, fees 2000, adjustments -5000, gateway 100000, operator -100000'],
  ],
  [
    'of a gateway that nobody checks',
    { settlement: { gateway: true, payout: cop(60_000) } },
    ['12 settlement: transit 60000, gateway 40000, operator -100000'],
    { policy: { gateway: 'unchecked' } },
  ],
  [
    'with a record that could not be read',
    { settlement: { collected: cop(150_000), payout: cop(148_000) } },
    ['12 settlement: transit 148000, fees 2000, operator -100000, suspense -50000'],
  ],
  ['went back or vanished', { isPaidOut: false }, ['12 settlement: suspense 98000, fees 2000, operator -100000']],
  [
    'an invoice came late into its list',
    { listed: 130_000, settled: { '12': 100_000, '14': 30_000 }, settlement: { payout: cop(128_000) } },
    [
      '12 settlement: transit 128000, fees 2000, operator -100000, suspense -30000',
      '14 settlement: operator -30000, suspense 30000',
    ],
  ],
]

const BANK: readonly Row[] = [
  ['arrived', { arrival: arrived(98_000) }, [SETTLEMENTS[0]?.[2][0] ?? '', '13 arrival: bank 98000, transit -98000']],
  [
    'arrived in two credits',
    { arrival: arrived(98_000, { '13': 90_000, '16': 8_000 }) },
    [
      '12 settlement: transit 98000, fees 2000, operator -100000',
      '13 arrival: bank 90000, transit -90000',
      '16 arrival: bank 8000, transit -8000',
    ],
  ],
  [
    'arrived short by what the bank kept',
    { arrival: arrived(97_608) },
    [
      '12 settlement: transit 98000, fees 2000, operator -100000',
      '13 arrival: bank 97608, transit -98000, bankCharges 392',
    ],
  ],
  [
    'arrived short by something else',
    { arrival: arrived(97_000) },
    [
      '12 settlement: transit 98000, fees 2000, operator -100000',
      '13 arrival: bank 97000, transit -98000, suspense 1000',
    ],
  ],
  [
    'arrived with more, to be confirmed',
    { arrival: arrived(98_500, { '13': 98_500 }, null) },
    [
      '12 settlement: transit 98000, fees 2000, operator -100000',
      '13 arrival: bank 98500, transit -98000, suspense -500',
    ],
  ],
  [
    'arrived, and is not paid out any more',
    { isPaidOut: false, arrival: arrived(98_000) },
    ['12 settlement: suspense 98000, fees 2000, operator -100000', '13 arrival: bank 98000, suspense -98000'],
  ],
  [
    'arrived before its settlement',
    { settlement: null, isAdvance: true, arrival: arrived(98_000), settled: { '13': 100_000 } },
    ['13 advance: bank 98000, operator -100000, suspense 2000'],
  ],
  [
    'arrived before its settlement, which has come since',
    { isAdvance: true, on: '13', arrival: arrived(98_000), settled: { '13': 100_000 } },
    ['13 advance: bank 98000, operator -100000, suspense 2000', '13 settlement: fees 2000, suspense -2000'],
  ],
]

const CASH: Others = { basis: 'cash' }
const CASH_ROWS: readonly Row[] = [
  ['did not arrive', {}, [], CASH],
  ['arrived', { arrival: arrived(98_000) }, ['13 settlement: bank 98000, fees 2000, operator -100000'], CASH],
  [
    'arrived in two credits, on the day of the last',
    { arrival: arrived(97_000, { '13': 90_000, '16': 7_000 }) },
    ['16 settlement: bank 97000, fees 2000, operator -100000, suspense 1000'],
    CASH,
  ],
  [
    'pays nothing, so nothing has to arrive',
    { settlement: { gateway: true, payout: cop(0) } },
    ['12 settlement: gateway 100000, operator -100000'],
    CASH,
  ],
  [
    'pays nothing any more, and a credit of it came later: on the day of the credit',
    { settlement: { gateway: true, payout: cop(0) }, arrival: arrived(98_000) },
    ['13 settlement: bank 98000, gateway 100000, operator -100000, suspense -98000'],
    CASH,
  ],
]

const DECISIONS: readonly Row[] = [
  ...(
    [
      ['suspense', 'payout'],
      ['transit', 'bank'],
      ['operator', 'payout'],
    ] as const
  ).map(
    ([role, of]): Row => [
      `accepted, where its pesos stand: ${role}`,
      { settlement: null, settled: {}, accepted: [{ of, day: day('15'), sum: cop(8_000), role }] },
      [`15 accepted: accepted 8000, ${role} -8000`],
    ],
  ),
  [
    'accepted as paid too much',
    { settlement: null, settled: {}, accepted: [{ of: 'payout', day: day('15'), sum: cop(-500), role: 'suspense' }] },
    ['15 accepted: accepted -500, suspense 500'],
  ],
  ...(['adjustments', 'unknownCredits'] as const).map(
    (by): Row => [
      `a claim that ${by} paid`,
      { settlement: null, settled: {}, recovered: [recovered('suspense', by)] },
      [`16 recovered: ${by} 8000, suspense -8000`],
    ],
  ),
  [
    'a claim of an adjustment that another paid: nothing to book',
    { settlement: null, settled: {}, recovered: [recovered('adjustments', 'adjustments')] },
    [],
  ],
]

function recovered(role: Role, by: 'adjustments' | 'unknownCredits') {
  return { key: '1', of: 'payout', day: day('16'), sum: cop(8_000), role, by } as const
}

describe.each<{ readonly of: string; readonly rows: readonly Row[] }>([
  { of: 'a settlement', rows: SETTLEMENTS },
  { of: 'a payout at the bank', rows: BANK },
  { of: 'a payout under cash', rows: CASH_ROWS },
  { of: 'a decision', rows: DECISIONS },
])('the entries of $of', ({ rows }) => {
  test.each(rows.map(([story, given, entries, others = {}]) => ({ story, given, entries, others })))(
    'that $story',
    ({ given, entries, others }) => {
      expect(told([facts(given)], others)).toEqual(entries)
    },
  )
})

const credit = (accepted: UnknownCredit['accepted']): UnknownCredit => ({
  ...{ id: 'abc', day: day('14'), value: cop(700), accepted },
})
const invoice = (kind: InvoiceTax['kind']): InvoiceTax => ({
  ...{ number: 'FE-1', cufe: 'c', day: day('31'), kind, iva: cop(380) },
})

test.each<readonly [string, Others, readonly string[]]>([
  ['an unknown credit', { credits: [credit(null)] }, ['14 unknown-credit: bank 700, unknownCredits -700']],
  [
    'one that was accepted, less what it paid',
    { credits: [credit({ day: day('15'), sum: cop(500) })] },
    ['14 unknown-credit: bank 700, unknownCredits -700', '15 accepted: unknownCredits 500, accepted -500'],
  ],
  ['an invoice', { invoices: [invoice('invoice')] }, ['31 fees-invoice: feeTax 380, fees -380']],
  ['a credit note', { invoices: [invoice('credit-note')] }, ['31 fees-invoice: feeTax -380, fees 380']],
])('%s is booked', (_, others, entries) => {
  expect(told([], others)).toEqual(entries)
})

test('one credit for two settlements is one line of the bank', () => {
  const other = { ...facts({ arrival: arrived(98_000) }), slot: slot('2026-03-12', '13') }
  expect(told([facts({ arrival: arrived(98_000) }), other]).at(-1)).toBe(
    '13 arrival: bank 196000, transit -98000, transit -98000',
  )
})
