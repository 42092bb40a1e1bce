import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJob } from '../../jobs/run.ts'
import type { JobReport, ProgressStep } from '../../jobs/steps/run/context.ts'
import { addDays, daysBetween, type SlotDate } from '../../src/core/slot.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid, somePaid } from './told.ts'

/* A range of years is read, checked and written some weeks at a time, so that its memory does not grow with it. */

const SETTINGS = { ...policy({ cycles: [slot('2026-03-12').cycle] }), xlsx: false, concurrency: 1 }
const LAST = '2026-03-12' as SlotDate
const FIRST = addDays(LAST, -159)
const DAYS = daysBetween(FIRST, LAST)

/** Some months of one settlement a day. The invoice of the first and of the last one is the same. */
const told = async (): Promise<Nights> => {
  const nights = await startNights(`${LAST} 22:30`)
  for (const date of [FIRST, ...DAYS.slice(-20)]) {
    const invoices = date === LAST ? [paid(FIRST, '11', 1)] : somePaid(date, '11', 1)
    nights.service.tellSettled(date, '11', invoices)
  }
  return nights
}

const readAll = async (nights: Nights): Promise<{ readonly report: JobReport; readonly steps: readonly string[] }> => {
  const steps: string[] = []
  const progress = (step: ProgressStep): void => {
    if (step.kind === 'slot-read') steps.push(`read ${step.slot.date}`)
    if (step.kind === 'written') steps.push(`written ${step.date}`)
  }
  const asked = { dates: { from: FIRST, to: LAST }, cycles: [], dryRun: false, failOn: 'error' } as const
  return { report: await runJob({ ...nights.context(SETTINGS), progress }, asked), steps }
}

const fileOf = ({ folder }: Nights, date: SlotDate, name: string): string => join(folder, 'out', date, name)

test('the first days are written before the last ones are read, and the answer is that of one reading', async () => {
  const nights = await told()
  const { report, steps } = await readAll(nights)
  expect(steps.indexOf(`written ${FIRST}`)).toBeLessThan(steps.indexOf(`read ${LAST}`))
  expect(report.slots.map(({ slot: { date } }) => date)).toEqual(DAYS)
  expect(new Set(report.files).size).toBe(report.files.length)
  // Nothing is kept of a day that its line in the answer does not show.
  for (const { totals } of report.slots)
    expect(Object.keys(totals ?? {}).sort()).toEqual(totals ? ['collected', 'counted', 'kept', 'listed'] : [])
  const found = () => [FIRST, LAST].map((date) => readFileSync(fileOf(nights, date, 'discrepancies.csv'), 'utf8'))
  const before = found()
  expect(before.join()).toContain(`INVOICE_IN_TWO_SLOTS`)
  const again = await nights.check({ from: FIRST, to: LAST }, SETTINGS)
  expect(found()).toEqual(before)
  expect(again.slots).toEqual(report.slots)
}, 120_000)

test('a run that stops late leaves the days before whole, and nothing of those that it did not read', async () => {
  const nights = await told()
  nights.service.refuse((path) => (path.includes(LAST) ? { status: 401, body: { error: 'no' } } : null))
  const { report } = await readAll(nights)
  expect([report.error?.code, report.exitCode]).toEqual(['CREDENTIALS_REJECTED', 4])
  const verdicts = new Map(report.slots.map(({ slot: { date }, verdict }) => [date, verdict]))
  expect([verdicts.get(FIRST), verdicts.get(addDays(LAST, -1))]).toEqual(['reconciled', 'reconciled'])
  expect(existsSync(fileOf(nights, FIRST, 'manifest.json'))).toBe(true)
  expect(existsSync(fileOf(nights, addDays(LAST, -1), 'manifest.json'))).toBe(true)
  expect(existsSync(fileOf(nights, LAST, 'manifest.json'))).toBe(false)
}, 120_000)
