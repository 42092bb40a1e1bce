import { describe, expect, test } from 'vitest'
import { settlementSheet, settlementSheetRows } from '../../reports/workbook/settlement-sheet.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { settlementMoney } from '../../src/rules/account/settlement-money.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { aPolicy, aPull, aSettlement, BOGOTA, cop, slot } from '../core/a.ts'
import { anUnreadReport, aReport, someTotals } from './a-slot.ts'

/** A settlement of COP 1,000,000, whose list holds as much. */
const settledAs = (instead: Partial<Settlement>, policy: Partial<Policy> = {}): SlotReport => {
  const settlement = aSettlement({ collected: cop(1_000_000), fees: cop(1_000), ...instead })
  const totals = someTotals(1, 1_000_000)
  const read = { pull: aPull({ settlement }), totals }
  const facts = { slot: aReport().slot, read, isIncomplete: false, discrepancies: [] }
  return aReport({ settlement, totals, money: settlementMoney(facts, aPolicy(policy)) })
}

const USUAL = settledAs({ payout: cop(999_000) })
const ADJUSTED = settledAs({ adjustments: cop(-20_000), payout: cop(979_000) })
const PAYS_COLLECTED = settledAs({ gateway: true, adjustments: cop(-20_000), payout: cop(1_000_000) })
const KEEPS_ALL = settledAs({ gateway: true, payout: cop(0) })
const SUBTRACTED = settledAs({ adjustments: cop(20_000), payout: cop(979_000) }, { adjustments: 'subtract' })

const ADJUSTMENTS = 'Adjustments in the payout'
const KEPT = 'Kept by the gateway'

const sheetOf = (reports: readonly SlotReport[]) => {
  const { columns, batches, total } = settlementSheet('en', settlementSheetRows(reports, BOGOTA, 'en'))
  const rows = batches.flat()
  const heads = columns.map(({ head }) => head)
  const sumOf = (row: (typeof rows)[number], head: string): bigint => {
    const cell = row[heads.indexOf(head)] ?? null
    return typeof cell === 'bigint' ? cell : 0n
  }
  return { heads, rows, total, sumOf }
}

describe('the sheet of settlements', () => {
  test.each([
    ['usual ones', [USUAL, ADJUSTED], []],
    ['usual ones, and one never read', [USUAL, anUnreadReport()], []],
    ['a gateway that pays what was collected', [USUAL, PAYS_COLLECTED], [ADJUSTMENTS]],
    ['a gateway that keeps all', [USUAL, KEEPS_ALL], [KEPT]],
    ['adjustments that are subtracted', [SUBTRACTED, USUAL], [ADJUSTMENTS]],
    ['all of them, and one never read', [ADJUSTED, PAYS_COLLECTED, KEEPS_ALL, anUnreadReport()], [ADJUSTMENTS, KEPT]],
  ])('foots in each row, with the columns that this takes: %s', (_, reports, more) => {
    const { heads, rows, total, sumOf } = sheetOf(reports)
    expect(heads.filter((head) => [ADJUSTMENTS, KEPT].includes(head))).toEqual(more)
    const adjustments = heads.includes(ADJUSTMENTS) ? ADJUSTMENTS : 'Adjustments'
    for (const row of rows) {
      expect(row).toHaveLength(heads.length)
      const made = sumOf(row, 'Collected listed') - sumOf(row, 'Fees deducted') + sumOf(row, adjustments)
      expect(made - sumOf(row, KEPT)).toBe(sumOf(row, 'Payout expected'))
    }
    expect(typeof total === 'object' ? heads[total.column] : total).toBe('Payout difference')
  })

  test('has its settlements in order of date and cycle', () => {
    const reports = [
      { ...USUAL, slot: slot('2026-03-12', '13') },
      { ...ADJUSTED, slot: slot('2026-03-12', '11') },
      { ...KEEPS_ALL, slot: slot('2026-03-11', '20') },
    ]
    const { heads, rows } = sheetOf(reports)
    expect(rows.map((row) => [row[heads.indexOf('Settlement date')], row[heads.indexOf('Cycle')]])).toEqual([
      ['2026-03-11', '20'],
      ['2026-03-12', '11'],
      ['2026-03-12', '13'],
    ])
  })
})
