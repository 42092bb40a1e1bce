import { describe, expect, it } from 'vitest'
import { reportText } from '../../src/cli/terminal/table.ts'
import type { JobReport } from '../../src/pipeline/run/context.ts'
import { aSettlement, cop, slot } from '../domain/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, someTotals } from '../reports/a-slot.ts'

const report = (instead: Partial<JobReport> = {}): JobReport => ({
  runId: 'a-run',
  slots: [aReport()],
  files: [],
  outcome: 'differs',
  exitCode: 3,
  error: null,
  ...instead,
})
const agreeing = aReport({
  slot: slot('2026-03-12', '13'),
  verdict: 'reconciled',
  settlement: aSettlement({ collected: cop(1_234_567.5), payout: cop(-5) }),
  payout: { rule: 'net', payout: cop(-5) },
  totals: someTotals(1, 1_234_567.5),
  unexplained: cop(0),
  discrepancies: [],
})

describe('the table', () => {
  it.each([
    [['2026-03-12'], '2026-03-12 is closed: the table shows what is known now'],
    [['2026-03-11', '2026-03-12'], '2 of these dates, up to 2026-03-12, are closed: the table shows what is known now'],
  ])('says of closed dates %j that their files stay', (dates, said) => {
    const closedDates = dates.map((date) => slot(date).date)
    expect(reportText(report({ closedDates }), [])).toContain(said)
    expect(reportText(report(), [])).not.toContain('closed')
  })

  it('shows every slot, what is open, the files, and one plain sentence', () => {
    const warning = aDiscrepancy({
      code: 'UNDERPAID',
      severity: 'warning',
      message: 'paid COP 1 of COP 2',
      subject: 'invoice:a',
    })
    const info = aDiscrepancy({ code: 'FRACTIONAL_PESOS', severity: 'info' })
    const settled = aDiscrepancy({ code: 'NOT_PAID', severity: 'error', state: 'resolved' })
    const slots = [aReport({ discrepancies: [warning, info, settled, ...aReport().discrepancies] }), agreeing]
    const files = [
      'out/2026-03-12/settlement-ledger.csv',
      'out/2026-03-12/manifest.json',
      'out/2026-03-13/manifest.json',
    ]
    expect(reportText(report({ slots }), files)).toBe(
      `slot (COP)    verdict       collected       listed      diff     payout expected diff     open
------------------------------------------------------------------------------------------------
2026-03-12 11 discrepant   45,200,000   43,350,000 1,850,000 44,590,000 44,590,000    0 2E 1W 1I
2026-03-12 13 reconciled  1,234,567.5  1,234,567.5         0         -5         -5    0
------------------------------------------------------------------------------------------------
total                    46,434,567.5 44,584,567.5 1,850,000 44,589,995 44,589,995    0 2E 1W 1I

2026-03-12 11  error    COLLECTED_MISMATCH  reported as collected (amountCollected): COP 45,200,000; the 23 invoices that count come to COP 43,350,000
2026-03-12 11  error    COUNT_MISMATCH      the settlement states 24 invoices (numberOfInvoices); 23 listed invoices count
2026-03-12 11  warning  UNDERPAID           paid COP 1 of COP 2

Files:
  out/2026-03-12/  settlement-ledger.csv manifest.json
  out/2026-03-13/  manifest.json

1 of 2 slots differs, COP 1,850,000 unexplained. Look into the errors above; discrepancies.csv of the day has them all.
`,
    )
  })

  it('leaves empty what was not judged or read, and says why a slot could not be read whole', () => {
    const slots = [
      anUnreadReport({
        verdict: 'incomplete',
        incomplete: { reason: 'GET /invoices answered 500\u001b[31m', request: 'GET /invoices', status: 500 },
      }),
      aReport({
        slot: slot('2026-03-12', '13'),
        verdict: 'provisional',
        judged: { payout: false, list: false },
        discrepancies: [],
      }),
    ]
    expect(reportText(report({ slots, outcome: 'incomplete' }), [])).toBe(
      `slot (COP)     verdict       collected      listed  diff      payout  expected  diff  open
--------------------------------------------------------------------------------------------
2026-03-12 11  incomplete
2026-03-12 13  provisional  45,200,000  43,350,000        44,590,000  44,590,000
--------------------------------------------------------------------------------------------
total
not compared                45,200,000  43,350,000        44,590,000  44,590,000

2026-03-12 11  incomplete    GET /invoices answered 500

1 of 2 slots could not be read whole. Read again with cuadre run; what is missing is not judged until then.
`,
    )
  })

  it('shows the first ten of what is open in a slot, and how many more there are', () => {
    const discrepancies = Array.from({ length: 2_500 }, (_, at) =>
      aDiscrepancy({ subject: `invoice:${at}`, message: `number ${at}` }),
    )
    const text = reportText(report({ slots: [aReport({ discrepancies })] }), [])
    expect(text.match(/COLLECTED_MISMATCH/g)).toHaveLength(10)
    expect(text).toContain('and 2490 more, in discrepancies.csv')
    expect(text).toContain('2500E')
  })

  it('shows the first dozen of many folders', () => {
    const files = Array.from({ length: 30 }, (_, at) => `out/2026-03-${String(at + 1).padStart(2, '0')}/manifest.json`)
    const text = reportText(report({ slots: [agreeing] }), files)
    expect(text.match(/manifest\.json/g)).toHaveLength(12)
    expect(text).toContain('  and 18 more folders\n')
  })
})

describe('the last sentence', () => {
  const last = (instead: Partial<JobReport>): string =>
    reportText(report(instead), []).trimEnd().split('\n').at(-1) ?? ''

  it.each<readonly [string, Partial<JobReport>]>([
    ['Nothing differs: 1 reconciled.', { outcome: 'agrees', slots: [agreeing] }],
    [
      'Nothing open differs: 1 reconciled, 1 failed, COP 1,850,000 unexplained.',
      { outcome: 'agrees', slots: [agreeing, aReport({ verdict: 'failed' })] },
    ],
    [
      '1 of 2 slots differs, COP 1,850,000 unexplained. Look into the errors above; discrepancies.csv of the day has them all, restatements.csv those of closed dates.',
      { slots: [agreeing, aReport()], closedDates: [slot('2026-03-12').date] },
    ],
    [
      'Nothing differs: 1 reconciled, 1 empty, 2 provisional.',
      {
        outcome: 'agrees',
        slots: [agreeing, ...(['provisional', 'empty', 'provisional'] as const).map((verdict) => aReport({ verdict }))],
      },
    ],
    [
      'Nothing is due yet. To read a slot anyway, name it with --date and --cycle.',
      { outcome: 'nothing-due', slots: [] },
    ],
    [
      '1 of 1 slot differs, COP 1,850,000 unexplained. Look into the errors above; discrepancies.csv of the day has them all.',
      {},
    ],
    [
      'The run stopped early; standard error says why. What was read before is kept.',
      { outcome: 'failed', error: { code: 'CREDENTIALS_REJECTED', message: 'm', next: 'n' } },
    ],
  ])('is: %s', (sentence, instead) => {
    expect(last(instead)).toBe(sentence)
  })
})
