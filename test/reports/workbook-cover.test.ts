import { expect, test } from 'vitest'
import { workbookCover } from '../../reports/workbook/workbook-cover.ts'
import { chargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import { aPolicy, cop, slot } from '../domain/a.ts'
import { aReport } from './a-slot.ts'

const policy = aPolicy()
const chargeback = { slot: slot('2026-03-06'), invoiceId: 'a', paid: cop(80) }
const account = { adjustments: [], chargebacks: [chargeback], notDebited: [chargeback] }

/** Chargebacks and adjustments are two lines, whatever the days. */
test.each([
  [['2026-03-12'], cop(0)],
  [['2026-03-06', '2026-03-10'], cop(80)],
])('the summary of %j tells adjustments and chargebacks apart', (dates, sum) => {
  const reports = dates.map((date) => aReport({ slot: slot(date, '11') }))
  const [from, to] = [slot(dates[0]).date, slot(dates.at(-1)).date]
  const subject = { merchant: 'default', days: { from, to }, by: 'settlement', policy, language: 'en' } as const
  const cover = workbookCover(reports, subject, (days) => chargebackBalance(account, days))
  const cellsOf = (label: string) => cover.rows.find(({ cells }) => cells[0] === label)?.cells
  expect(cellsOf('Adjustments without a chargeback')?.[1]).toBe(cop(0))
  expect(cellsOf('Chargebacks not debited yet')?.[1]).toBe(sum)
})
