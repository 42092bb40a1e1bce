import type { Arrival } from '../../src/core/bank/payout-arrivals.ts'
import { asText, type Cause, type Discrepancy, inCop, inInvoices } from '../../src/core/findings/discrepancy.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { nameOf, type Slot, type SlotDate } from '../../src/core/slot.ts'
import type { ArrivalFacts } from '../../src/rules/account/bank-account.ts'
import type { AccountFacts } from '../../src/rules/account/operator-account.ts'
import { timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import { type Chargeback, chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import { type SlotReport, slotReport } from '../../src/rules/assessment/slot-report.ts'
import { aList, aPolicy, aPull, aSettlement, at, cop, slot } from '../core/a.ts'
import { aDiscrepancy } from './a-slot.ts'

export const MONTH_POLICY = aPolicy()

/** A cause that closes a gap, and names an invoice of another settlement. */
export const A_CAUSE: Cause = {
  code: 'INVOICE_IN_NEIGHBOUR',
  detail: 'invoice inv-7 of 2026-03-01 cycle 13 would close it',
  invoices: ['inv-7'],
  candidates: 1,
  tiedWith: [],
}

/** Differences of a settlement of the month from an ordinary one that agrees. */
interface Story {
  readonly on: string
  readonly cycle?: string
  readonly collected: number
  /** The sum of its invoices, when it differs from reported collected. */
  readonly listed?: number
  readonly fees?: number
  readonly settlement?: Partial<Settlement> | null
  readonly payout?: number
  readonly totals?: Partial<Totals>
  readonly found?: readonly Partial<Discrepancy>[]
  readonly is?: 'never-read' | 'incomplete' | 'malformed' | 'not-due'
  /** The day from which it counts as paid out, when it is not its own. */
  readonly paidOn?: string
}

const sum = (invoices: number, pesos: number) => ({ invoices, amount: cop(pesos), paid: cop(pesos) })

const totalsOf = ({ collected, listed = collected, totals }: Story): Totals => ({
  kept: 4,
  counted: 3,
  collected: cop(listed),
  listed: sum(4, listed + 1_000),
  byMethod: new Map([
    ['pse', sum(2, listed - 30_000)],
    ['card', sum(1, 30_000)],
  ]),
  byStatus: new Map([
    ['paid', sum(3, listed)],
    ['chargeback', sum(1, 1_000)],
  ]),
  ...totals,
})

const reportOf = (story: Story): SlotReport => {
  const { on, cycle = '11', collected, fees = collected / 50, payout = collected - fees, is, found = [] } = story
  const where = slot(on, cycle)
  const told = { date: on, cycle, invoiceCount: 3, collected: cop(collected), fees: cop(fees), payout: cop(payout) }
  const settlement = story.settlement === null ? null : aSettlement({ ...told, ...story.settlement })
  const list = aList({ pages: 2, items: 4, kept: 4, countReported: 4, malformed: is === 'malformed' ? 1 : 0 })
  const readAt = at(`${on}T22:30:00-05:00`)
  const pull = aPull({ slot: where, settlement, list, at: readAt, contentAt: readAt })
  const isRead = is !== 'never-read' && is !== 'not-due'
  return slotReport(
    'casa',
    {
      slot: where,
      read: isRead ? { pull, totals: totalsOf(story) } : null,
      incomplete:
        is === 'incomplete'
          ? {
              slot: where,
              at: readAt + 1,
              code: 'HTTP',
              reason: 'it answered 503',
              request: 'GET /settlements',
              status: 503,
            }
          : null,
      discrepancies: found.map((one, place) =>
        aDiscrepancy({
          id: `${on.slice(8)}${cycle}${place}`.padEnd(16, 'a'),
          slot: where,
          firstSeen: readAt,
          lastSeen: readAt,
          ageEnd: at('2026-03-13T22:30:00-05:00'),
          ...one,
        }),
      ),
      due: is !== 'not-due',
      arrival: ARRIVED.get(nameOf(where)) ?? null,
    },
    MONTH_POLICY,
  )
}

const arrived = (tie: number, banked: number, tied: number, on: string) =>
  ({
    tie,
    banked: cop(banked),
    tied: cop(tied),
    on: on as SlotDate,
    parts: [{ on: on as SlotDate, sum: cop(banked) }],
  }) as const

/** The bank's credits, by the name of the slot. */
const ARRIVED = new Map([
  [nameOf(slot('2026-02-26')), arrived(1, 980_000, 980_000, '2026-02-27')],
  [nameOf(slot('2026-02-27', '13')), arrived(2, 490_000, 490_000, '2026-03-04')],
  [nameOf(slot('2026-03-02')), arrived(3, 1_860_000, 1_860_000, '2026-03-03')],
  [nameOf(slot('2026-03-02', '13')), arrived(4, 813_000, 814_000, '2026-03-03')],
])

const payoutOff = (reported: number, expected: number): Partial<Discrepancy> => ({
  code: 'PAYOUT_MISMATCH',
  figures: inCop(cop(reported), cop(expected)),
  amount: cop(Math.abs(reported - expected)),
  message: `the payout is COP ${reported}; COP ${expected} were expected`,
})

const FAILED: Partial<Discrepancy> = {
  code: 'SETTLEMENT_ERROR',
  figures: { unit: null, reported: 'error', expected: null },
  message: 'the settlement failed',
}

/** Each trouble of a settlement once, with unique sums. */
const STORIES: readonly Story[] = [
  { on: '2026-02-26', collected: 1_000_000 },
  { on: '2026-02-27', cycle: '13', collected: 500_000, paidOn: '2026-03-03' },
  {
    on: '2026-03-02',
    collected: 2_000_000,
    payout: 1_860_000,
    totals: { fees: { expected: cop(38_000), byMethod: new Map(), rounding: cop(0), unpriced: [] } },
    found: [
      { ...payoutOff(1_860_000, 1_960_000), causes: [A_CAUSE] },
      {
        code: 'FEES_MISMATCH',
        severity: 'warning',
        figures: inCop(cop(40_000), cop(38_000)),
        amount: cop(2_000),
        message: 'the fees are COP 40,000; COP 38,000 by the tariff',
      },
    ],
  },
  { on: '2026-03-02', cycle: '13', collected: 800_000, payout: 814_000, found: [payoutOff(814_000, 784_000)] },
  {
    on: '2026-03-03',
    collected: 300_000,
    settlement: { status: 'error' },
    found: [{ ...FAILED, amount: cop(294_000) }],
  },
  {
    on: '2026-03-03',
    cycle: '13',
    collected: 250_000,
    settlement: { status: 'processing' },
    found: [
      {
        code: 'SETTLEMENT_OVERDUE',
        severity: 'warning',
        figures: asText('processing', null),
        amount: cop(245_000),
        message: 'it is overdue',
      },
    ],
  },
  {
    on: '2026-03-04',
    collected: 400_000,
    payout: 385_000,
    found: [{ ...payoutOff(385_000, 392_000), state: 'accepted' }],
  },
  {
    on: '2026-03-04',
    cycle: '13',
    collected: 600_000,
    payout: 579_000,
    found: [{ ...payoutOff(579_000, 588_000), state: 'claimed' }],
  },
  {
    on: '2026-03-05',
    collected: 150_000,
    settlement: null,
    found: [
      {
        code: 'SETTLEMENT_MISSING',
        figures: inCop(null, cop(150_000)),
        amount: cop(150_000),
        message: 'it has no settlement',
      },
    ],
  },
  {
    on: '2026-03-05',
    cycle: '13',
    collected: 220_000,
    is: 'malformed',
    found: [
      {
        code: 'MALFORMED_RECORD',
        subject: 'record:0123456789abcdef',
        figures: inInvoices(1, 0),
        amount: null,
        message: 'a record cannot be read',
      },
    ],
  },
  { on: '2026-03-06', collected: 110_000, is: 'incomplete' },
  { on: '2026-03-06', cycle: '13', collected: 0, is: 'never-read' },
  { on: '2026-03-09', collected: 90_000, payout: 0, settlement: { gateway: true } },
  { on: '2026-03-09', cycle: '13', collected: 700_000, payout: 700_000, settlement: { feesPostpaid: true } },
  { on: '2026-03-10', collected: 900_000, payout: 832_000, settlement: { adjustments: cop(-50_000) } },
  {
    on: '2026-03-10',
    cycle: '13',
    collected: 350_000,
    payout: 332_000,
    settlement: { adjustments: cop(-11_000) },
    found: [
      {
        code: 'ADJUSTMENT',
        severity: 'warning',
        figures: inCop(cop(-11_000), cop(0)),
        amount: cop(11_000),
        message: 'no chargeback explains it',
      },
    ],
  },
  {
    on: '2026-03-11',
    collected: 120_000,
    settlement: { status: 'error' },
    found: [{ ...FAILED, amount: cop(117_600), state: 'accepted' }],
  },
  {
    on: '2026-03-11',
    cycle: '13',
    collected: 100_000,
    payout: 101_000,
    found: [{ ...payoutOff(101_000, 98_000), state: 'accepted' }],
  },
  {
    on: '2026-03-12',
    collected: 1_200_000,
    found: [
      {
        code: 'CHARGEBACK',
        severity: 'warning',
        subject: 'invoice:inv-9',
        figures: asText('chargeback', null),
        amount: cop(25_000),
        message: 'charged back',
      },
      {
        code: 'INVOICE_MOVED',
        severity: 'info',
        subject: 'invoice:inv-8',
        figures: asText('2026-03-13 11', null),
        amount: cop(4_000),
        message: 'it moved',
      },
      { ...payoutOff(1, 1), state: 'resolved', amount: cop(0) },
    ],
  },
  { on: '2026-03-13', cycle: '13', collected: 0, is: 'not-due' },
]

/** A month of a merchant with every trouble once, and settlements of the month before that are still open. */
export const monthReports = (): readonly SlotReport[] => STORIES.map(reportOf)

export const CHARGEBACKS: readonly Chargeback[] = [
  { slot: slot('2026-03-09', '13'), invoiceId: 'cb-1', paid: cop(50_000), isReversed: false },
  { slot: slot('2026-03-12'), invoiceId: 'inv-9', paid: cop(25_000), isReversed: false },
  { slot: slot('2026-03-03', '13'), invoiceId: 'cb-3', paid: cop(8_000), isReversed: false },
]

export const anEntry = (id: string, on: string, pesos: number) => ({
  id,
  account: '001-1',
  bookedOn: on as SlotDate,
  valueOn: null,
  value: cop(pesos),
  text: 'ARRIENDO',
  reference: null,
})

export const UNKNOWN_CREDIT = anEntry('e-9', '2026-03-11', 5_555)

const arrivals = (): ReadonlyMap<string, Arrival> => {
  const payout = (where: Slot, pesos: number) => ({ slot: where, payout: cop(pesos), paidOn: where.date })
  const claimed = slot('2026-03-04', '13')
  const candidates = [{ payouts: [payout(claimed, 579_000)], credits: [anEntry('e-5', '2026-03-05', 579_000)] }]
  return new Map<string, Arrival>([
    ...[...ARRIVED].map(([name, arrival]) => [name, { kind: 'arrived', ...arrival }] as const),
    [
      nameOf(slot('2026-03-04')),
      {
        kind: 'missing',
        lastDay: '2026-03-06' as SlotDate,
        through: '2026-03-06' as SlotDate,
        isComplete: true,
        laterCredits: [],
        takenBack: [],
      },
    ],
    [nameOf(claimed), { kind: 'candidates', candidates: candidates as never }],
    [
      nameOf(slot('2026-03-05', '13')),
      {
        kind: 'missing',
        lastDay: '2026-03-09' as SlotDate,
        through: '2026-03-09' as SlotDate,
        isComplete: true,
        laterCredits: [],
        takenBack: [],
      },
    ],
    [nameOf(slot('2026-03-09', '13')), { kind: 'not-covered' }],
    [nameOf(slot('2026-03-10')), { kind: 'on-the-way', lastDay: '2026-03-31' as SlotDate }],
    [nameOf(slot('2026-03-10', '13')), { kind: 'on-the-way', lastDay: '2026-03-31' as SlotDate }],
    [nameOf(slot('2026-03-11', '13')), { kind: 'on-the-way', lastDay: '2026-03-31' as SlotDate }],
    [nameOf(slot('2026-03-12')), { kind: 'on-the-way', lastDay: '2026-03-31' as SlotDate }],
  ])
}

/** The facts of the month's account. */
export const monthFacts = (reports = monthReports()): AccountFacts & { readonly bank: ArrivalFacts } => {
  const pulls = reports.map(({ slot: where, settlement }) => ({ slot: where, settlement }))
  const times = STORIES.flatMap(({ on, cycle, paidOn }) => {
    const report = reports.find(({ slot: one }) => one.date === on && one.cycle === (cycle ?? '11'))
    if (report === undefined) return []
    const stands = timesAsItStands(report.slot, report.money)
    return [[nameOf(report.slot), paidOn === undefined ? stands : { ...stands, paidOn: paidOn as SlotDate }] as const]
  })
  return {
    reports,
    times: new Map(times),
    chargebacks: chargebackAccount(CHARGEBACKS, pulls, MONTH_POLICY),
    policy: MONTH_POLICY,
    bank: { arrivals: arrivals(), unknownCredits: [{ entry: UNKNOWN_CREDIT, acceptedOn: null }] },
  }
}
