import type { FeesReport } from '../../reports/fees/fees-report.ts'
import { feesOf, type MethodFees } from '../../src/core/fees/list-fees.ts'
import type { Tariff } from '../../src/core/fees/tariff.ts'
import { type Centavos, minus, plus, ZERO } from '../../src/core/money.ts'
import { type FeesEntry, feesSummary } from '../../src/rules/account/fees-summary.ts'
import type { FeesNotCompared } from '../../src/rules/account/settlement-fees.ts'
import { aPolicy, at, BOGOTA, cop, slot } from '../core/a.ts'

const TARIFF: Tariff = [
  {
    from: slot('2026-01-01').date,
    methods: {},
    tax: null,
    withholdings: [],
    rounding: 'none',
    to: 'peso',
    proposed: null,
  },
]

/** The cost of one payment: its method, the paid sum, its fee, tax and withheld sum. */
export type Payment = readonly [method: string, paid: number, fee: number, tax?: number, withheld?: number]

export interface Story {
  readonly on: string
  readonly cycle?: string
  readonly payments?: readonly Payment[]
  /** Charged fees; those of the tariff by default. */
  readonly charged?: number | null
  readonly apart?: number
  readonly other?: number
  readonly rounding?: number
  readonly why?: FeesNotCompared
}

const sum = (all: readonly Centavos[]): Centavos => all.reduce(plus, ZERO)

export const anEntry = ({
  on,
  cycle = '11',
  payments = [],
  apart = 0,
  other = 0,
  rounding = 0,
  why,
  ...rest
}: Story): FeesEntry => {
  const costs = payments.map(([, paid, fee, tax = 0, withheld = 0]): MethodFees => {
    const withholdings = new Map(withheld === 0 ? [] : [['ReteFuente', cop(withheld)] as const])
    return { payments: 1, paid: cop(paid), fee: cop(fee), tax: cop(tax), withheld: cop(withheld), withholdings }
  })
  const expected = plus(sum(costs.map(feesOf)), cop(rounding))
  const paid = sum(costs.map((one) => one.paid))
  const charged = rest.charged === undefined ? expected : rest.charged === null ? null : cop(rest.charged)
  const difference = why === undefined && charged !== null ? minus(charged, expected) : null
  return {
    slot: slot(on, cycle),
    payments: payments.length,
    paid,
    collected: charged === null ? null : paid,
    charged,
    expected: why === undefined || why === 'not-final' || why === 'failed' ? expected : null,
    difference,
    notCompared: why ?? null,
    deducted: charged === null ? null : minus(charged, cop(apart + other)),
    billedApart: charged === null ? null : cop(apart),
    otherNotDeducted: charged === null ? null : cop(other),
    isOff: difference !== null && (difference > 50n || difference < -50n),
    methods: payments.map(([method, pesos], index) => ({
      method,
      payments: 1,
      paid: cop(pesos),
      fees: why === undefined ? (costs[index] ?? null) : null,
    })),
    rounding: cop(rounding),
    unpriced: [],
  }
}

export const aFeesReport = (stories: readonly Story[], instead: Partial<FeesReport> = {}): FeesReport => {
  const entries = stories.map(anEntry)
  return {
    merchant: 'default',
    merchants: [],
    language: 'en',
    zone: BOGOTA,
    days: { from: slot('2026-03-01').date, to: slot('2026-03-31').date },
    entries,
    total: feesSummary(entries),
    invoiced: [],
    policy: aPolicy({ tariff: TARIFF }),
    moment: { number: 40, at: at('2026-04-01T03:00:00Z') },
    bill: null,
    closed: null,
    ...instead,
  }
}

export const NO_TARIFF = { policy: aPolicy({ tariff: [] }) }
export const PSE: Payment = ['pse', 100_000, 2_900, 551]
export const CARD: Payment = ['card', 1_000_000, 28_700, 5_453, 430.5]
export const RIGHT: Story = { on: '2026-03-12', payments: [PSE] }
export const TOO_MUCH: Story = { on: '2026-03-13', payments: [PSE], charged: 4_000 }
export const TOO_LITTLE: Story = { on: '2026-03-16', payments: [CARD], charged: 30_000 }
export const A_LITTLE: Story = { on: '2026-03-17', payments: [PSE], charged: 3_451.5 }
export const IN_PROCESS: Story = { on: '2026-03-18', payments: [PSE], charged: 3_451, why: 'not-final' }
export const UNREAD: Story = { on: '2026-03-19', charged: null, why: 'unread' }
