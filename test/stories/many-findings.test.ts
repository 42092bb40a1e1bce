import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JOB } from '../../reports/documents/run-document.ts'
import { reportText } from '../../src/cli/terminal/report-text.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const MANY = 2_000

test('a settlement whose invoices all lack a payment field: files have every finding, pages and the screen the first', async () => {
  const { service, run, folder } = await startNights()
  const invoices = somePaid(DATE, '11', MANY).map(({ paymentId: _, ...invoice }) => invoice)
  service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices })
  const report = await run({ date: DATE, cycles: ['11'] })
  const [slot] = report.slots
  expect(slot?.discrepancies).toHaveLength(MANY)
  expect(new Set(slot?.discrepancies.map(({ message }) => message)).size).toBe(1)

  const rows = readFileSync(join(folder, 'out', DATE, 'discrepancies.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  expect(rows.map((row) => row.split(',')[8])).toEqual(invoices.map(({ id }) => `invoice:${id}`).sort())
  expect(statSync(join(folder, 'out', DATE, 'report.html')).size).toBeLessThan(150_000)
  const options = {
    display: { width: 80, colour: false, language: 'en' },
    zone: zoneByName('America/Bogota'),
    now: 0,
    all: true,
    pasteable: (command: string) => command,
  } as const
  expect(reportText(report, [], options).split('\n').length).toBeLessThan(40)
  expect(JOB.of({ command: 'run', ...report })).toMatchObject({ slots: [{ discrepancies: { length: MANY } }] })

  const again = await run({ date: DATE, cycles: ['11'] })
  expect(again.slots[0]?.discrepancies.filter(({ state }) => state === 'open')).toHaveLength(MANY)
})
