import { expect, test } from 'vitest'
import { workbookCover } from '../../reports/workbook/workbook-cover.ts'
import type { Cell } from '../../src/core/cell.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { slotReport } from '../../src/rules/assessment/slot-report.ts'
import { aList, aPolicy, aPull, aSettlement, cop, slot, someTotals } from '../core/a.ts'

const policy = aPolicy()
const chargeback = { slot: slot('2026-03-06'), invoiceId: 'a', paid: cop(80), isReversed: false }
const chargebacks = { adjustments: [], chargebacks: [chargeback], debited: [], notDebited: [chargeback], toDebit: [] }

/** 100,000 listed less 2,000 of fees, and this payout, in a settlement with this status. */
const reportOf = (date: string, status: string, payout: number): SlotReport => {
  const settlement = aSettlement({ date, status, payout: cop(payout) })
  const pull = aPull({ slot: slot(date), settlement, list: aList() })
  const read = { pull, totals: someTotals() }
  return slotReport('default', { slot: slot(date), read, incomplete: null, discrepancies: [], due: true }, policy)
}

const coverOf = (reports: readonly SlotReport[], instead: Partial<Parameters<typeof workbookCover>[2]> = {}) => {
  const dates = reports.map(({ slot: { date } }) => date)
  const days = { from: slot(dates[0]).date, to: slot(dates.at(-1)).date }
  return workbookCover(reports, chargebacks, {
    merchant: 'default',
    days,
    by: 'settlement',
    sentence: 'All is well.',
    account: null,
    policy,
    language: 'en',
    ...instead,
  })
}

/** The cells of a row without its label: a number and COP for each period. */
const cellsOf = (reports: readonly SlotReport[], label: string): readonly Cell[] | undefined =>
  coverOf(reports)
    .rows.find(({ cells }) => cells[0] === label)
    ?.cells.slice(1)

test('the account of a workbook holds only what was paid out as paid out, and foots', () => {
  const reports = [
    reportOf('2026-03-12', 'credited', 97_000),
    reportOf('2026-03-13', 'pending', 98_000),
    reportOf('2026-03-14', 'error', 98_000),
  ]
  const lines = [
    'Collected',
    'Fees deducted',
    'Due on these days',
    'Paid out, according to the operator',
    'Closing: still to be paid out',
  ]
  expect(lines.map((label) => cellsOf(reports, label))).toEqual([
    [3, cop(300_000)],
    [null, cop(-6_000)],
    [3, cop(294_000)],
    [1, cop(-97_000)],
    [3, cop(197_000)],
  ])
  expect(['In process', 'Failed', 'Paid too little'].map((label) => cellsOf(reports, label))).toEqual([
    [1, cop(98_000)],
    [1, cop(98_000)],
    [1, cop(1_000)],
  ])
  expect(cellsOf(reports, 'Opening: due before and not paid out')).toBeUndefined()
})

test('of closed and of open days the cover says which are shown as of when', () => {
  const notesOf = (isOfSeveralMoments: boolean) =>
    coverOf([reportOf('2026-03-12', 'credited', 98_000)], { isOfSeveralMoments }).notes?.([]) ?? []
  const closed = notesOf(true).filter((note) => !notesOf(false).includes(note))
  expect(closed).toEqual([
    'Closed days stand here as of their closing, and open days as known now. Chargebacks are as known at the closing of the last day, or now where it is open.',
  ])
})

test('the account of a workbook is of the days of its settlements, and without any of the days asked for', () => {
  const days = { from: slot('2026-01-30').date, to: slot('2026-03-31').date }
  const headsOf = (reports: readonly SlotReport[]) => coverOf(reports, { days }).columns.map(({ head }) => head)
  expect(headsOf([reportOf('2026-03-12', 'credited', 98_000), reportOf('2026-02-28', 'credited', 98_000)])).toEqual([
    'Line',
    ...['2026-02', '2026-03', 'Total'].flatMap((head) => [`${head}: Settlements`, `${head}: COP`]),
  ])
  expect(headsOf([])).toEqual([
    'Line',
    ...['2026-01', '2026-02', '2026-03', 'Total'].flatMap((head) => [`${head}: Settlements`, `${head}: COP`]),
  ])
})
