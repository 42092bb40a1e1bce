import { describe, expect, it } from 'vitest'
import type { JobReport } from '../../jobs/steps/run/context.ts'
import type { PrintOptions } from '../../src/cli/terminal/print-options.ts'
import { reportText } from '../../src/cli/terminal/report-text.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { type Display, displayOf } from '../../src/print/display.ts'
import { inBoth } from '../../src/std/both.ts'
import { aSettlement, cop, slot } from '../core/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, READ_AT, someMoney, someTotals } from '../reports/a-slot.ts'

const options = (instead: Partial<Display> = {}, all = false): PrintOptions => ({
  display: { width: 80, colour: false, language: 'en', ...instead },
  zone: zoneByName('America/Bogota'),
  now: READ_AT,
  all,
  pasteable: (command) => command,
})
const report = (instead: Partial<JobReport> = {}): JobReport => ({
  runId: 'a-run',
  slots: [aReport()],
  files: [],
  outcome: 'differs',
  exitCode: 3,
  error: null,
  ...instead,
})
const text = (instead: Partial<JobReport> = {}, how = options(), files: readonly string[] = []): string =>
  reportText(report(instead), files, how)

/** Adds up to the centavo: COP 1,234,567.50. */
const right = (cycle: string) =>
  aReport({
    slot: slot('2026-03-12', cycle),
    verdict: 'reconciled',
    settlement: aSettlement({ collected: cop(1_234_567.5), fees: cop(0), payout: cop(1_234_567.5) }),
    totals: someTotals(1, 1_234_567.5),
    money: someMoney({
      listed: cop(1_234_567.5),
      expected: cop(1_234_567.5),
      paidOut: cop(1_234_567.5),
      difference: cop(0),
      state: 'none',
    }),
    discrepancies: [],
  })

const NO_FIGURES = {
  listed: null,
  expected: null,
  parts: null,
  paidOut: null,
  inProcess: null,
  failed: null,
  difference: null,
} as const

const failed = aReport({
  slot: slot('2026-03-12', '16'),
  verdict: 'failed',
  money: someMoney({ paidOut: cop(0), failed: cop(42_740_000), difference: null, notCompared: 'failed' }),
  discrepancies: [
    aDiscrepancy({
      code: 'SETTLEMENT_ERROR',
      amount: cop(42_740_000),
      id: 'f'.repeat(16),
      slot: slot('2026-03-12', '16'),
    }),
  ],
})

describe('the screen of a run', () => {
  it.each([60, 80, 100, 120])(
    'fits a terminal of %i columns, whose words are cut and whose numbers are not',
    (width) => {
      const [large] = [cop(2_340_825_261)]
      const money = someMoney({ listed: large, expected: large, paidOut: large, difference: cop(-120_000) })
      const lines = text({ slots: [aReport({ money }), failed, right('13')] }, options({ width })).split('\n')
      expect(lines.filter((line) => line.length > Math.max(width, 80))).toEqual([])
      const table = lines.filter((line) => /^2026-03-12 11 +discrepant/.test(line)).join()
      for (const number of ['2,340,825,261', '-120,000']) expect(table).toContain(number)
    },
  )

  it('leaves empty what was not compared or read, and says why a settlement could not be read whole', () => {
    const slots = [
      anUnreadReport({
        verdict: 'incomplete',
        incomplete: { reason: 'GET /invoices answered 500\u001b[31m', request: 'GET /invoices', status: 500 },
      }),
      anUnreadReport({ slot: slot('2026-03-12', '13') }),
      aReport({
        slot: slot('2026-03-12', '16'),
        verdict: 'incomplete',
        money: someMoney({ expected: null, parts: null, difference: null, notCompared: 'unread' }),
        incomplete: { reason: 'timeout', request: 'GET /invoices', status: null },
        discrepancies: [],
      }),
    ]
    expect(text({ slots, outcome: 'incomplete' })).toBe(
      `COP 44,590,000 could not be judged (1 settlement); 2 settlements could not be
judged.
As of  2026-03-12 22:30:00 America/Bogota
Next   cuadre run, which reads again what could not be read

Could not be read whole:
  2026-03-12 11
    GET /invoices answered 500
  2026-03-12 16
    timeout

settlement      result          listed  expected    paid out  difference  open
------------------------------------------------------------------------------
2026-03-12 11   incomplete
2026-03-12 16*  incomplete  43,350,000            44,590,000
------------------------------------------------------------------------------
not compared    2           43,350,000            44,590,000
open: E errors, W warnings, I for information

* could not be read whole now: these are the figures of its last whole reading.
Never read, though due: 2026-03-12 13.
`,
    )
  })

  it('counts in a total what has no figures and an open finding', () => {
    const gone = aReport({
      verdict: 'discrepant',
      settlement: null,
      totals: someTotals(0, 0),
      money: someMoney({ ...NO_FIGURES, notCompared: 'no-settlement' }),
      discrepancies: [aDiscrepancy({ code: 'SETTLEMENT_VANISHED', amount: cop(98_000) })],
    })
    expect(text({ slots: [gone, right('13')] })).toMatch(/^compared +1 .*\nnot compared +1 +1E\n/m)
    expect(text({ slots: [{ ...gone, verdict: 'empty' }] }, options({}, true))).toMatch(/^not compared +1 +1E\n/m)
    const empty = { ...gone, verdict: 'empty' as const, discrepancies: [] }
    expect(text({ slots: [empty, right('13')] }, options({}, true))).not.toMatch(/^not compared/m)
  })

  it('says first why a run stopped, and no line of each settlement that it did not read', () => {
    const slots = ['11', '13', '16', '18', '20'].map((cycle) => anUnreadReport({ slot: slot('2026-03-12', cycle) }))
    const error = {
      code: 'CREDENTIALS_REJECTED',
      texts: { message: inBoth('the service rejected the API key (401)'), next: inBoth('check CUADRE_API_KEY') },
    }
    expect(text({ slots, outcome: 'failed', error })).toBe(
      `The run stopped: the service rejected the API key (401). What was read before is
kept.
Next   check CUADRE_API_KEY

Never read: 5 settlements of 2026-03-12.
`,
    )
  })

  it('folds days without invoices, and shows them with --all', () => {
    const empty = (date: string, cycle: string) =>
      anUnreadReport({
        slot: slot(date, cycle),
        verdict: 'empty',
        totals: someTotals(0, 0),
        money: { ...anUnreadReport().money, listed: cop(0), notCompared: 'no-settlement' },
      })
    const slots = ['2026-03-07', '2026-03-08'].flatMap((date) => ['11', '13'].map((cycle) => empty(date, cycle)))
    expect(text({ slots, outcome: 'agrees' })).toContain(
      '\n\nWithout invoices: 4 settlements of 2026-03-07 and 2026-03-08.\n',
    )
    expect(text({ slots, outcome: 'agrees' }, options({}, true))).toMatch(/^2026-03-08 13 +empty +0$/m)
    const unpaid = { ...empty('2026-03-09', '11'), totals: { ...someTotals(0, 0), kept: 1 } }
    expect(text({ slots: [...slots, unpaid], outcome: 'agrees' })).toContain('\nWithout paid invoices: 5 settlements')
  })

  it('shows a line for many findings of one kind, twenty lines, and how many more there are', () => {
    const many = Array.from({ length: 2_500 }, (_, at) => aDiscrepancy({ subject: `invoice:${at}`, amount: cop(2) }))
    expect(text({ slots: [aReport({ discrepancies: many })] })).toMatch(
      /^5,000 2500 x Collected differs.* 2026-03-12 11 .* 2500 ids$/m,
    )
    const slots = Array.from({ length: 30 }, (_, at) => {
      const own = slot(`2026-03-${String(at + 1).padStart(2, '0')}`)
      return aReport({ slot: own, discrepancies: [aDiscrepancy({ slot: own })] })
    })
    expect(text({ slots })).toMatch(/^= 55,500,000 total of 30, the first 20 shown$/m)
    expect(text({ slots }, options({}, true))).toMatch(/^= 55,500,000 total of 30$/m)
  })

  it('names the first and the last of many folders', () => {
    const files = Array.from({ length: 30 }, (_, at) => `out/2026-03-${String(at + 1).padStart(2, '0')}/manifest.json`)
    const all = text({}, options(), [...files, 'out/index.html'])
    expect(all.endsWith('Files:  out/index.html\n        30 folders, out/2026-03-01/ to out/2026-03-30/\n')).toBe(true)
  })
})

describe('the conclusion', () => {
  it.each<readonly [string, Partial<JobReport>]>([
    ['Both settlements add up; COP', { outcome: 'agrees', slots: [right('11'), right('13')] }],
    [
      'Nothing is due yet. To read a settlement anyway, name it with --date and --cycle.',
      { outcome: 'nothing-due', slots: [] },
    ],
    ['The operator paid COP 1,850,000 too much', {}],
  ])('is: %s', (sentence, instead) => {
    expect(text(instead, options({ width: 120 })).split('\n')[0]).toMatch(sentence)
  })
})

describe('colour', () => {
  it.each([
    [{}, undefined, false],
    [{}, 80, true],
    [{ NO_COLOR: '1' }, 80, false],
    [{ NO_COLOR: '' }, 80, true],
    [{ TERM: 'dumb' }, 80, false],
    [{ FORCE_COLOR: '1' }, undefined, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, undefined, true],
    [{ FORCE_COLOR: '0' }, 80, false],
  ])('of %j on a terminal of %s columns: %s', (env, columns, colour) => {
    expect(displayOf({ env, columns }, 'en').colour).toBe(colour)
  })

  it('is on the first sentence, on what is to do, and on a difference that nobody decided about', () => {
    const coloured = text({ slots: [aReport(), right('13')] }, options({ colour: true }))
    const plain = coloured.replaceAll('\u001b[', '<').replaceAll('\n', '|')
    expect(plain).toMatch(/^<31mThe operator paid [^|]*<0m\|/)
    expect(plain).toMatch(/\|<31m1,850,000<0m Collected/)
    expect(plain).toMatch(/\|2026-03-12 11 +discrepant +[\d, ]+<31m *1,850,000<0m +1E\|/)
    expect(plain).toMatch(/\|2026-03-12 +1 adds up /)
  })
})
