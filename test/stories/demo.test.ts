import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DemoReport, runDemo } from '../../jobs/demo.ts'
import { JOB } from '../../reports/documents/run-document.ts'
import { reportText } from '../../src/cli/terminal/report-text.ts'
import { bankBridge } from '../../src/core/bank/bank-overview.ts'
import { loadSettings } from '../../src/input/settings.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { jsonText } from '../../src/print/json.ts'
import { folderForAll } from '../empty-folder.ts'

const parent = folderForAll()
const EXPECTED = join(import.meta.dirname, '..', 'expected', 'demo-week')

const demo = (folder: string): Promise<DemoReport> =>
  runDemo(
    {
      settings: loadSettings({ flags: {}, env: {}, cwd: parent }).settings,
      zone: zoneByName('America/Bogota'),
      version: '0.0.0-story',
      now: Date.now,
      random: () => 0.5,
      sleep: async () => undefined,
      newRunId: () => 'demo',
      signal: new AbortController().signal,
      progress: () => undefined,
      statusOf: () => 1,
    },
    folder,
  )

describe('the demo week', () => {
  const folder = join(parent, 'cuadre-demo')
  let shown: DemoReport

  beforeAll(async () => {
    shown = await demo(folder)
  })

  test('every trouble that was put in is found, and nothing else but what the statement of its bank and the list of its tenants show', () => {
    const found = shown.report.slots.flatMap(({ slot, discrepancies }) =>
      discrepancies
        .filter(({ code }) => !code.startsWith('BANK_') && !code.startsWith('RENT_'))
        .map(({ code }) => `${slot.date} ${slot.cycle} ${code}`),
    )
    const put = shown.troubles.map(({ date, cycle, code }) => `${date} ${cycle} ${code}`)
    expect([...new Set(found)].toSorted()).toEqual([...new Set(put)].toSorted())
  })

  const days = ['05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day}`)
  const whole = [
    ...days.flatMap((day) => [`${day}/settlement-ledger.csv`, `${day}/discrepancies.csv`]),
    '2026-03-11/invoice-ledger.csv',
  ]
  test.each(whole)('%s is the expected file, whole', async (name) => {
    await expect(readFileSync(join(folder, 'out', name), 'utf8')).toMatchFileSnapshot(join(EXPECTED, name))
  })

  /**
   * One payout is 120,000 short, one settlement reports 1,850,000 more than its invoices; one failed, one is late, one
   * cannot be read.
   */
  test('what is owed and overpaid is the same on the screen, in JSON and in the ledgers', () => {
    const text = reportText(shown.report, [], {
      display: { width: 80, colour: false, language: 'en' },
      zone: zoneByName('America/Bogota'),
      now: shown.now,
      all: false,
      pasteable: (command) => command,
    })
    expect(text.split('\nAs of ')[0]?.replaceAll('\n', ' ')).toBe(
      'COP 275,600,150 has not arrived (5 settlements); COP 77,148,160 could not be judged (1); the operator paid COP 1,850,000 too much (1); 4 more.',
    )
    expect(text).toMatch(/^compared +27 +2,339,095,261 +2,340,825,261 +1,730,000$/m)
    expect(text).toMatch(/^not compared +3 +147,966,970 +77,148,160 +147,966,970$/m)
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])

    const document: { readonly slots: readonly { readonly difference: number | null }[] } = JSON.parse(
      jsonText(JOB.of({ command: 'run', ...shown.report })),
    )
    expect(document.slots.flatMap(({ difference }) => (difference ? [difference] : []))).toEqual([-120_000, 1_850_000])

    const rowsOf = (day: string): readonly Readonly<Record<string, string>>[] =>
      parse(readFileSync(join(folder, 'out', day, 'settlement-ledger.csv'), 'utf8'), { columns: true })
    const rows = days.flatMap(rowsOf)
    const sum = (column: string, of = rows): number => of.reduce((all, row) => all + Number(row[column]), 0)
    const compared = rows.filter(({ payout_difference }) => payout_difference !== '')
    expect([compared.length, sum('payout_expected', compared), sum('paid_out', compared)]).toEqual([
      27, 2_339_095_261, 2_340_825_261,
    ])
    expect(['payout_difference', 'in_process', 'failed'].map((column) => sum(column))).toEqual([
      1_730_000, 83_261_450, 64_705_520,
    ])
  })

  /** Each payout is in one row of the bridge, and the rows add up to what the operator reports as paid out. */
  test('what arrived at the bank, is on its way and is missing comes to what was paid out', () => {
    const rows = bankBridge(shown.bank.payouts, shown.bank.withoutCredit)
    const filled = rows.flatMap(({ kind, settlements, payouts, banked }) =>
      settlements === 0 ? [] : [`${kind} ${settlements} ${payouts} ${banked}`],
    )
    expect(filled).toEqual([
      'arrived 22 188125295100 188125295100',
      'unconfirmed 1 9473324000 9471824000',
      'on-the-way 3 31436905000 null',
      'missing 2 12761818000 null',
      'total 28 241797342100 197597119100',
    ])
    expect(shown.bank.unknownCredits.map(({ bookedOn, value }) => `${bookedOn} ${value}`)).toEqual([
      '2026-03-06 25000000',
    ])
  })

  test('a second demo writes the very same files', async () => {
    const bytes = () => whole.map((name) => readFileSync(join(folder, 'out', name), 'utf8'))
    const before = bytes()
    await demo(folder)
    expect(bytes()).toEqual(before)
  })

  test('only the owner can read what it writes', () => {
    expect(statSync(join(folder, 'cuadre.db')).mode & 0o077).toBe(0)
    for (const name of whole) expect(statSync(join(folder, 'out', name)).mode & 0o077).toBe(0)
  })

  test('a folder that no demo has written is left alone', async () => {
    const other = mkdtempSync(join(parent, 'other-'))
    writeFileSync(join(other, 'mine.txt'), 'mine')
    await expect(demo(other)).rejects.toMatchObject({ code: 'NOT_A_DEMO_FOLDER' })
    expect(readFileSync(join(other, 'mine.txt'), 'utf8')).toBe('mine')
    await expect(demo(join(other, 'mine.txt'))).rejects.toMatchObject({ code: 'OUT_NOT_A_FOLDER' })
  })
})
