import { hash } from 'node:crypto'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import type { SettlementMoney } from '../../src/rules/account/position.ts'
import type { SettlementFees } from '../../src/rules/account/settlement-fees.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { at, cop, slot } from '../core/a.ts'

export const READ_AT = at('2026-03-13T03:30:00Z')

const aSum = (invoices: number, paid: number): Totals['listed'] => ({
  invoices,
  amount: cop(paid),
  paid: cop(paid),
})

export const someTotals = (counted: number, collected: number): Totals => ({
  kept: counted,
  counted,
  collected: cop(collected),
  listed: aSum(counted, collected),
  byStatus: new Map(),
  byMethod: new Map(),
})

/** No part of a difference is decided about. */
const NO_SHARES = { open: cop(0), claimed: cop(0), accepted: cop(0), tolerated: cop(0), paid: cop(0) }

/** The money of SPEC's example: it paid COP 1,850,000 more than its list. */
export const someMoney = (instead: Partial<SettlementMoney> = {}): SettlementMoney => {
  const money = { ...MONEY, ...instead }
  const { state, difference, notCompared } = money
  const isDecided = state !== 'none' && difference !== null && notCompared === null
  return { ...money, shares: instead.shares ?? (isDecided ? { ...NO_SHARES, [state]: difference } : NO_SHARES) }
}

const MONEY: Omit<SettlementMoney, 'shares'> = {
  listed: cop(43_350_000),
  expected: cop(42_740_000),
  parts: { feesDeducted: cop(610_000), feesNotDeducted: cop(0), adjustments: cop(0), keptByGateway: cop(0) },
  paidOut: cop(44_590_000),
  inProcess: cop(0),
  failed: cop(0),
  difference: cop(1_850_000),
  notCompared: null,
  state: 'open',
}

/** The money of a slot that was never read. */
export const noMoney: SettlementMoney = {
  listed: null,
  expected: null,
  parts: null,
  paidOut: null,
  inProcess: null,
  failed: null,
  difference: null,
  notCompared: 'unread',
  state: 'none',
  shares: NO_SHARES,
}

/** Without a tariff. */
export const NO_FEES: SettlementFees = { charged: null, expected: null, difference: null, notCompared: 'no-tariff' }

/** SPEC's example: one invoice of COP 1,850,000 is missing from the list. */
export const aReport = (instead: Partial<SlotReport> = {}): SlotReport => ({
  merchant: 'default',
  slot: slot(),
  verdict: 'discrepant',
  settlement: {
    date: '2026-03-12',
    cycle: '11',
    status: 'credited',
    invoiceCount: 24,
    collected: cop(45_200_000),
    fees: cop(610_000),
    feesPostpaid: false,
    adjustments: cop(0),
    gateway: false,
    payout: cop(44_590_000),
    extra: null,
  },
  payout: { rule: 'net', payout: cop(44_590_000), fromCollected: true },
  arrival: null,
  totals: someTotals(23, 43_350_000),
  list: {
    pages: 1,
    items: 23,
    kept: 23,
    repeated: 0,
    malformed: 0,
    miscountedPages: 0,
    countReported: 23,
    cursorAbsent: false,
    unknownFields: {},
  },
  money: someMoney(),
  fees: NO_FEES,
  discrepancies: [
    aDiscrepancy(),
    aDiscrepancy({
      id: 'bbbbbbbbbbbbbbbb',
      case: 'aaaaaaaaaaaaaaaa',
      caseAmount: cop(1_850_000),
      code: 'COUNT_MISMATCH',
      figures: { unit: 'invoices', reported: 24, expected: 23 },
      amount: null,
      message: 'the settlement reports 24 invoices (numberOfInvoices); 23 listed invoices count',
    }),
  ],
  pulledAt: READ_AT,
  incomplete: null,
  ...instead,
})

/** Findings without an id of their own are a case each, unless they are alike. */
const caseOf = ({ code, subject, state, slot: of, ageEnd }: Partial<Discrepancy>): string => {
  const text = [code, subject, state, of?.date, ageEnd].filter((part) => part !== undefined).join('\n')
  return text === '' ? 'aaaaaaaaaaaaaaaa' : hash('sha256', text, 'hex').slice(0, 16)
}

export const aDiscrepancy = (instead: Partial<Discrepancy> = {}): Discrepancy => ({
  id: 'aaaaaaaaaaaaaaaa',
  slot: slot(),
  code: 'COLLECTED_MISMATCH',
  severity: 'error',
  state: 'new',
  subject: 'settlement',
  figures: { unit: 'COP', reported: cop(45_200_000), expected: cop(43_350_000) },
  message: 'reported as collected (amountCollected): COP 45,200,000; its 23 paid invoices total COP 43,350,000',
  data: null,
  amount: cop(1_850_000),
  causes: [],
  case: instead.id ?? caseOf(instead),
  caseAmount: instead.amount === undefined ? cop(1_850_000) : instead.amount,
  firstSeen: READ_AT,
  lastSeen: READ_AT,
  ageEnd: READ_AT,
  ...instead,
})

/** A slot that was never read. */
export const anUnreadReport = (instead: Partial<SlotReport> = {}): SlotReport =>
  aReport({
    verdict: 'not-pulled',
    settlement: null,
    payout: null,
    totals: null,
    list: null,
    money: noMoney,
    discrepancies: [],
    pulledAt: null,
    ...instead,
  })
