import { describe, expect, it } from 'vitest'
import { SETTLEMENT_LEDGER, settlementRows } from '../../reports/ledgers/settlement-ledger.ts'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Cell } from '../../src/domain/cell.ts'
import { aSettlement, BOGOTA, cop, slot } from '../domain/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, noMoney, someMoney, someTotals } from './a-slot.ts'

/** The only row of a slot, by column; null cells are left out. */
const rowOf = (report: SlotReport): Record<string, Cell> => {
  const [row = []] = settlementRows([report], BOGOTA)
  expect(row).toHaveLength(SETTLEMENT_LEDGER.heads.length)
  return Object.fromEntries(
    SETTLEMENT_LEDGER.heads.map((name, at) => [name, row[at] ?? null]).filter(([, cell]) => cell !== null),
  )
}

describe('the settlement ledger', () => {
  it('has the columns of the contract, in its order', () => {
    expect(SETTLEMENT_LEDGER.heads.join(', ')).toBe(
      'merchant, date, cycle, verdict, status, invoices_reported, invoices_listed, invoices_difference, collected_reported, collected_listed, collected_difference, fees, fees_deducted, fees_expected, fees_difference, adjustments, gateway, payout_expected, payout_reported, payout_difference, paid_out, in_process, failed, not_compared, discrepancies, payout_rule, fee_rate, accepted, claimed, banked, banked_on, pulled_at',
    )
  })

  it('shows a slot with all there is to say', () => {
    expect(rowOf(aReport())).toEqual({
      merchant: 'default',
      date: '2026-03-12',
      cycle: '11',
      verdict: 'discrepant',
      status: 'credited',
      invoices_reported: 24,
      invoices_listed: 23,
      invoices_difference: 1,
      collected_reported: cop(45_200_000),
      collected_listed: cop(43_350_000),
      collected_difference: cop(1_850_000),
      fees: cop(610_000),
      fees_deducted: cop(610_000),
      adjustments: cop(0),
      gateway: false,
      payout_reported: cop(44_590_000),
      payout_expected: cop(42_740_000),
      payout_difference: cop(1_850_000),
      paid_out: cop(44_590_000),
      in_process: cop(0),
      failed: cop(0),
      discrepancies: 'COLLECTED_MISMATCH COUNT_MISMATCH',
      payout_rule: 'net',
      fee_rate: { decimal: '0.0135' },
      accepted: 0,
      claimed: 0,
      pulled_at: '2026-03-12 22:30:00',
    })
  })

  it('shows next to nothing of a slot nobody has read', () => {
    expect(rowOf(anUnreadReport())).toEqual({
      merchant: 'default',
      date: '2026-03-12',
      cycle: '11',
      verdict: 'not-pulled',
      not_compared: 'unread',
      accepted: 0,
      claimed: 0,
    })
  })

  it('shows what is listed where there is no settlement, and no difference', () => {
    const row = rowOf(
      aReport({
        verdict: 'provisional',
        settlement: null,
        payout: null,
        money: { ...noMoney, listed: cop(43_350_000), notCompared: 'no-settlement' },
        discrepancies: [],
      }),
    )
    expect(row).toMatchObject({ invoices_listed: 23, collected_listed: cop(43_350_000) })
    expect(
      Object.keys(row).filter((name) => /reported|difference|fee|payout|gateway|paid_out|in_process|failed/.test(name)),
    ).toEqual([])
  })

  it('leaves every difference empty where nothing was compared, and says why', () => {
    const money = someMoney({ difference: null, notCompared: 'not-final', paidOut: cop(0), inProcess: cop(44_590_000) })
    const row = rowOf(aReport({ money }))
    expect(Object.keys(row).filter((name) => name.endsWith('_difference'))).toEqual([])
    expect(row).toMatchObject({
      not_compared: 'not-final',
      in_process: cop(44_590_000),
      payout_expected: cop(42_740_000),
    })
  })

  it('leaves the expected payout empty where policy leaves it unchecked, and says so', () => {
    const money = someMoney({ expected: null, parts: null, difference: null, state: 'none' })
    const row = rowOf(aReport({ payout: { rule: 'unchecked', payout: null, fromCollected: false }, money }))
    expect(row).toMatchObject({
      payout_rule: 'unchecked',
      payout_reported: cop(44_590_000),
      not_compared: 'unchecked',
    })
    expect(Object.keys(row).filter((name) => ['payout_expected', 'payout_difference'].includes(name))).toEqual([])
  })

  it('names the codes of what is new or open, each once and sorted, and counts what is accepted', () => {
    const discrepancies = [
      aDiscrepancy({ code: 'UNDERPAID', state: 'open' }),
      aDiscrepancy({ code: 'ADJUSTMENT', state: 'new' }),
      aDiscrepancy({ code: 'UNDERPAID', state: 'new' }),
      aDiscrepancy({ code: 'OVERPAID', state: 'accepted' }),
      aDiscrepancy({ code: 'CHARGEBACK', state: 'accepted' }),
      aDiscrepancy({ code: 'NOT_PAID', state: 'resolved' }),
    ]
    expect(rowOf(aReport({ discrepancies }))).toMatchObject({ discrepancies: 'ADJUSTMENT UNDERPAID', accepted: 2 })
  })

  it('sorts by date, then by the order of the day', () => {
    const slots = [
      slot('2026-03-12', '20'),
      slot('2026-03-12', '9'),
      slot('2026-03-11', '1A'),
      slot('2026-03-11', '13'),
    ]
    const rows = settlementRows(
      slots.map((one) => aReport({ slot: one })),
      BOGOTA,
    )
    expect(rows.map(([, date, cycle]) => `${String(date)} ${String(cycle)}`)).toEqual([
      '2026-03-11 13',
      '2026-03-11 1A',
      '2026-03-12 9',
      '2026-03-12 20',
    ])
  })
})

describe('the fee rate', () => {
  /** fees, collected, rate */
  const RATES: readonly (readonly [number, number, string | null])[] = [
    [610_000, 45_200_000, '0.0135'],
    [0, 45_200_000, '0.0000'],
    [1, 3, '0.3333'],
    [2, 3, '0.6667'],
    [5, 100_000, '0.0001'],
    [4.99, 100_000, '0.0000'],
    [100, 100, '1.0000'],
    [300, 200, '1.5000'],
    [-610_000, 45_200_000, '-0.0135'],
    [610_000, -45_200_000, '-0.0135'],
    [-2, -3, '0.6667'],
    [-4.99, 100_000, '0.0000'],
    [0.01, 550_000_000, '0.0000'],
    [610_000, 0, null],
    [0, 0, null],
  ]
  it.each(RATES)('of COP %d in COP %d is %s', (fees, collected, rate) => {
    const settlement = aSettlement({ fees: cop(fees), collected: cop(collected) })
    const row = rowOf(aReport({ settlement, totals: someTotals(1, 0) }))
    expect(row.fee_rate ?? null).toEqual(rate === null ? null : { decimal: rate })
  })
})
