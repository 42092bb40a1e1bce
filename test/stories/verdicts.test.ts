import { describe, expect, test } from 'vitest'
import type { NotCompared } from '../../src/rules/account/position.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const invoices = somePaid(DATE, '11', 2)
const told = settlement(DATE, '11', invoices)
const zeros = { numberOfInvoices: 0, amountCollected: 0, fees: 0, paymentAmount: 0 }

interface Story {
  readonly tell: (nights: Nights) => void
  readonly later?: (nights: Nights) => void
  readonly at?: string
  readonly verdict: string
  readonly outcome: string
  readonly exitCode: number
  /** Paid out less expected, in centavos; or why there is none. */
  readonly difference: bigint | NotCompared
}

const tellIt =
  (settled: typeof told | null, listed = invoices) =>
  ({ service }: Nights): void =>
    void service.tell(DATE, '11', { settlement: settled, invoices: listed })

const STORIES: Readonly<Record<string, Story>> = {
  reconciled: { tell: tellIt(told), verdict: 'reconciled', outcome: 'agrees', exitCode: 0, difference: 0n },
  'reconciled, with a warning': {
    tell: tellIt({ ...told, adjustments: 1_000, paymentAmount: 2_000_000 }),
    verdict: 'reconciled',
    outcome: 'agrees',
    exitCode: 0,
    difference: 0n,
  },
  'not-due': {
    tell: tellIt(told),
    at: '2026-03-12 12:59',
    verdict: 'not-due',
    outcome: 'nothing-due',
    exitCode: 0,
    difference: 'unread',
  },
  'due, to the minute': {
    tell: tellIt(told),
    at: '2026-03-12 13:00',
    verdict: 'reconciled',
    outcome: 'agrees',
    exitCode: 0,
    difference: 0n,
  },
  incomplete: {
    tell: ({ service }) => void service.tell(DATE, '11', { settle: () => ({ status: 400, body: { error: 'Bad' } }) }),
    verdict: 'incomplete',
    outcome: 'incomplete',
    exitCode: 5,
    difference: 'unread',
  },
  'incomplete, after a whole pull whose figures are shown': {
    tell: tellIt({ ...told, paymentAmount: 1_998_900 }),
    later: ({ service }) => void service.tell(DATE, '11', { list: () => ({ status: 500, body: { error: 'Oh' } }) }),
    verdict: 'incomplete',
    outcome: 'incomplete',
    exitCode: 5,
    difference: 'unread',
  },
  failed: {
    tell: tellIt({ ...told, status: 'error' }),
    verdict: 'failed',
    outcome: 'differs',
    exitCode: 3,
    difference: 'failed',
  },
  discrepant: {
    tell: tellIt({ ...told, amountCollected: 2_003_001, paymentAmount: 1_999_003 }),
    verdict: 'discrepant',
    outcome: 'differs',
    exitCode: 3,
    difference: 300n,
  },
  'discrepant, overdue and missing': {
    tell: tellIt(null),
    at: '2026-03-14 11:00',
    verdict: 'discrepant',
    outcome: 'differs',
    exitCode: 3,
    difference: 'no-settlement',
  },
  'provisional, without a settlement': {
    tell: tellIt(null),
    verdict: 'provisional',
    outcome: 'agrees',
    exitCode: 0,
    difference: 'no-settlement',
  },
  'provisional, not final': {
    tell: tellIt({ ...told, status: 'processing', amountCollected: 1 }),
    verdict: 'provisional',
    outcome: 'agrees',
    exitCode: 0,
    difference: 'not-final',
  },
  'empty, without a settlement': {
    tell: tellIt(null, []),
    verdict: 'empty',
    outcome: 'agrees',
    exitCode: 0,
    difference: 'no-settlement',
  },
  'empty, a settlement of zeros': {
    tell: tellIt({ ...told, ...zeros }, []),
    verdict: 'empty',
    outcome: 'agrees',
    exitCode: 0,
    difference: 0n,
  },
}

describe('every verdict, given in a night over HTTP', () => {
  test.each(Object.entries(STORIES))('%s', async (_, { tell, later, at, ...expected }) => {
    const nights = await startNights(at)
    tell(nights)
    let report = await nights.run({ date: DATE })
    if (later) {
      later(nights)
      report = await nights.run({ date: DATE })
    }
    const [slot] = report.slots.filter((one) => one.slot.cycle === '11')
    expect({
      verdict: slot?.verdict,
      outcome: report.outcome,
      exitCode: report.exitCode,
      difference: slot?.money.difference ?? slot?.money.notCompared,
    }).toEqual(expected)
  })

  test('not-pulled: due, and never read', async () => {
    const nights = await startNights()
    tellIt(told)(nights)
    await nights.run({ date: DATE, cycles: ['11'] })
    const { slots } = await nights.check({ date: DATE })
    expect(slots.map(({ slot, verdict }) => [slot.cycle, verdict])).toEqual([
      ['11', 'reconciled'],
      ['13', 'not-pulled'],
      ['16', 'not-pulled'],
      ['18', 'not-pulled'],
      ['20', 'not-pulled'],
    ])
  })
})
