import { expect, test } from 'vitest'
import { workbookCover } from '../../reports/workbook-cover.ts'
import { chargebackBalance } from '../../src/domain/chargeback-balance.ts'
import { aPolicy, BOGOTA, slot } from '../domain/a.ts'
import { aReport } from './a-slot.ts'

const policy = aPolicy()

/** A chargeback is debited on a later day, by an adjustment there: one day alone says nothing of what is explained. */
test.each([
  [['2026-03-12'], false],
  [['2026-03-06', '2026-03-10'], true],
  [['2026-02-27', '2026-03-02'], true],
])('the summary of %j holds chargebacks against adjustments: %s', (dates, isHeld) => {
  const reports = dates.map((date) => aReport({ slot: slot(date, '11') }))
  const [from, to] = [slot(dates[0]).date, slot(dates.at(-1)).date]
  const subject = { merchant: 'default', days: { from, to }, by: 'settlement', policy, language: 'en' } as const
  const cover = workbookCover(reports, subject, (days) => chargebackBalance([], [], days, { policy, zone: BOGOTA }))
  const labels = cover.rows.map(({ cells }) => cells[0])
  expect(labels).toContain('Chargebacks seen')
  expect(labels.includes('Chargebacks no adjustment explains')).toBe(isHeld)
})
