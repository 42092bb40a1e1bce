import { describe, expect, it } from 'vitest'
import { JOB, type RunResult } from '../../reports/documents/run-document.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { jsonText } from '../../src/print/json.ts'

import { aDiscrepancy, aReport, someMoney } from './a-slot.ts'

const result = (instead: Partial<RunResult> = {}): RunResult => ({
  command: 'run',
  outcome: 'differs',
  exitCode: 3,
  runId: 'a-run',
  slots: [aReport()],
  files: ['out/2026-03-12/discrepancies.csv'],
  error: null,
  ...instead,
})
const printed = (instead: Partial<RunResult> = {}) => JSON.parse(jsonText(JOB.of(result(instead))))

describe('the document of a run', () => {
  it("is SPEC's own example", () => {
    expect(printed()).toEqual({
      schemaVersion: 1,
      command: 'run',
      outcome: 'differs',
      exitCode: 3,
      runId: 'a-run',
      slots: [
        {
          merchant: 'default',
          date: '2026-03-12',
          cycle: '11',
          verdict: 'discrepant',
          status: 'credited',
          payoutRule: 'net',
          difference: 1_850_000,
          paidOut: 44_590_000,
          inProcess: 0,
          failed: 0,
          notCompared: null,
          reported: {
            invoices: 24,
            collected: 45_200_000,
            fees: 610_000,
            feesPostpaid: false,
            adjustments: 0,
            gateway: false,
            payout: 44_590_000,
          },
          expected: { invoices: 23, collected: 43_350_000, payout: 42_740_000 },
          read: { pages: 1, items: 23, kept: 23, repeated: 0, malformed: 0 },
          incomplete: null,
          discrepancies: [
            {
              id: 'aaaaaaaaaaaaaaaa',
              code: 'COLLECTED_MISMATCH',
              severity: 'error',
              state: 'new',
              subject: 'settlement',
              unit: 'COP',
              reported: 45_200_000,
              expected: 43_350_000,
              difference: 1_850_000,
              amount: 1_850_000,
              caseAmount: 1_850_000,
              case: 'aaaaaaaaaaaaaaaa',
              recovered: null,
              causes: [],
              message: aDiscrepancy().message,
            },
            {
              id: 'bbbbbbbbbbbbbbbb',
              code: 'COUNT_MISMATCH',
              severity: 'error',
              state: 'new',
              subject: 'settlement',
              unit: 'invoices',
              reported: 24,
              expected: 23,
              difference: 1,
              amount: null,
              caseAmount: 1_850_000,
              case: 'aaaaaaaaaaaaaaaa',
              recovered: null,
              causes: [],
              message: 'the settlement reports 24 invoices (numberOfInvoices); 23 listed invoices count',
            },
          ],
        },
      ],
      files: ['out/2026-03-12/discrepancies.csv'],
      error: null,
    })
  })

  it('prints money beyond the precision of doubles digit by digit', () => {
    const difference = fromCentavos(9_007_199_254_740_993_01n)
    expect(jsonText(JOB.of(result({ slots: [aReport({ money: someMoney({ difference }) })] })))).toContain(
      '"difference": 9007199254740993.01,',
    )
  })
})
