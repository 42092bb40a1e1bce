import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { JOB } from '../../reports/documents/run-document.ts'
import type { PrintOptions } from '../../src/cli/terminal/print-options.ts'
import { reportText } from '../../src/cli/terminal/report-text.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { jsonText } from '../../src/print/json.ts'
import { statusText } from '../../src/questions/status.ts'
import { DISASTER, DISASTER_SENTENCE, tellDisaster } from './disaster.ts'
import { startNights } from './night.ts'

const options: PrintOptions = {
  display: { width: 80, colour: false, language: 'en' },
  zone: zoneByName('America/Bogota'),
  now: Date.parse('2026-03-12T22:30:00-05:00'),
  all: false,
  pasteable: (command) => command,
}
type Row = Readonly<Record<string, string>>
const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + Number(row[column]), 0)

test('a disaster day is told alike by terminal, JSON, CSV and status, to the peso', async () => {
  const nights = await startNights()
  tellDisaster(nights)
  const report = await nights.run({ date: DISASTER })
  expect([report.outcome, report.exitCode]).toEqual(['incomplete', 5])

  const screen = reportText(report, [], options)
  expect(screen.split('\nAs of ')[0]?.replaceAll('\n', ' ')).toBe(DISASTER_SENTENCE)
  expect(screen.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(screen).toMatch(/^Could not be read whole:\n {2}2026-03-12 20\n {4}\S/m)
  // By pesos: 8,020,000 failed; 1,002,000 to 1,006,000 beyond the first of one payment; 1,010,000 to 1,012,000 moved;
  // 1,009,000 and 1,010,000 unreadable.
  const toDo = screen.split('\nTo do\n')[1]?.split('\n= ')[0] ?? ''
  const lines = toDo.replaceAll(/\n {5,}(?=[A-Za-z-])/g, ' ').split('\n')
  expect(
    lines.map((line) => line.replace(/ +2026-03-12 (\d\d) +\w+ +\d+ \S+(?: \+\d+)?/, ' ($1)').trim()),
  ).toMatchInlineSnapshot(`
    [
      "8,020,000 The settlement failed (18)",
      "5,020,000 One payment on several (11) invoices",
      "2,019,000 A record cannot be read (13)",
      "1,012,000 An invoice names another (11) settlement",
      "1,011,000 An invoice names another (11) settlement",
      "1,010,000 An invoice names another (11) settlement",
      "500,000 Collected differs from (11) the sum of the invoices",
      "300,000 Payout is not collected (16) - fees + adjustments",
    ]
  `)
  expect(screen).toMatch(/^2026-03-12 11 +discrepant +12,054,000 +12,554,000 +500,000/m)
  expect(screen).toMatch(/^2026-03-12 16 +discrepant +15,090,000 +14,790,000 +-300,000/m)
  expect(screen).toMatch(/^compared +2 +27,144,000 +27,344,000 +200,000/m)
  expect(screen).toMatch(/^not compared +3 +8,020,000 +9,985,000 +8,020,000/m)

  const rows: readonly Row[] = parse(
    readFileSync(join(nights.folder, 'out', DISASTER, 'settlement-ledger.csv'), 'utf8'),
    { columns: true },
  )
  const compared = rows.filter(({ payout_difference }) => payout_difference !== '')
  expect(compared.map(({ cycle }) => cycle)).toEqual(['11', '16'])
  expect(['payout_expected', 'paid_out', 'payout_difference'].map((column) => sum(compared, column))).toEqual([
    27_144_000, 27_344_000, 200_000,
  ])
  expect(rows.map(({ cycle, not_compared, paid_out, failed }) => [cycle, not_compared, paid_out, failed])).toEqual([
    ['11', '', '12554000', '0'],
    ['13', 'malformed', '9985000', '0'],
    ['16', '', '14790000', '0'],
    ['18', 'failed', '0', '8020000'],
    ['20', 'unread', '', ''],
  ])

  const document: { readonly slots: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
    jsonText(JOB.of({ command: 'run', ...report })),
  )
  expect(
    document.slots.map(({ cycle, verdict, difference, paidOut, failed }) => [
      cycle,
      verdict,
      difference,
      paidOut,
      failed,
    ]),
  ).toEqual([
    ['11', 'discrepant', 500_000, 12_554_000, 0],
    ['13', 'discrepant', null, 9_985_000, 0],
    ['16', 'discrepant', -300_000, 14_790_000, 0],
    ['18', 'failed', null, 0, 8_020_000],
    ['20', 'incomplete', null, null, null],
  ])

  const status = statusText(await nights.status(), options.zone, options)
  expect(status.split('\nMerchant ')[0]?.replaceAll('\n', ' ')).toBe(DISASTER_SENTENCE)
  expect(status).toContain(`expected of what was compared            2  27,144,000
- owed, open                             1     300,000
+ overpaid, open                         1     500,000
= paid out                               2  27,344,000
failed                                   1   8,020,000
could not be compared                    1   9,985,000
not read                                 1
`)
})
