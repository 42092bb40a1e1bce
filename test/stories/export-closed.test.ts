import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { type ExportRequest, exportLedgers } from '../../jobs/export.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

const [CLOSED, OPEN] = ['2026-03-11', '2026-03-12']
const CYCLES = policy({ cycles: [slot(CLOSED, '11').cycle, slot(CLOSED, '13').cycle] })

/**
 * A day that is closed with a chargeback of 1,001,000 and a failed settlement, and the next one, of which an adjustment debits that
 * chargeback; what failed is paid by then.
 */
const closedThenPaid = async (): Promise<Nights> => {
  const nights = await startNights(`${CLOSED} 22:30`)
  const chargedBack = [paid(CLOSED, '11', 1, { status: 'chargeback' }), paid(CLOSED, '11', 2)]
  const failed = somePaid(CLOSED, '13', 3)
  nights.service.tellSettled(CLOSED, '11', chargedBack)
  const told = nights.service.tellSettled(CLOSED, '13', failed, { status: 'error' })
  await nights.run({ date: CLOSED }, CYCLES)
  const act = { through: slot(CLOSED).date, by: 'a controller', reason: 'so it is', force: true }
  await closePeriod(nights.context(CYCLES), act)
  const later = somePaid(OPEN, '11', 2)
  const paymentAmount = 2_003_000 - 4_000 - 1_001_000
  nights.service.tellSettled(OPEN, '11', later, { adjustments: -1_001_000, paymentAmount })
  const none = { settlement: settlement(OPEN, '13', []), invoices: [] }
  nights.service.tell(OPEN, '13', none)
  told.settlement = { ...told.settlement, status: 'credited' }
  nights.clock(`${OPEN} 22:30`)
  await nights.run({}, CYCLES)
  return nights
}

const SUMS = ['Charged back, COP', 'Not debited yet, COP', 'Adjustment, COP']

/** The sheets of an export as rows of texts and numbers. */
const exported = async (nights: Nights, from: string, to: string, by: ExportRequest['by'] = 'settlement') => {
  const days = { from: slot(from).date, to: slot(to).date }
  const request = { days, by, format: { kind: 'xlsx' }, masked: false } as const
  const { files } = await exportLedgers(nights.context(CYCLES), request)
  const { sheets } = await readXlsx(readFileSync(files[0]?.path ?? ''))
  const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? []
  const account = rowsOf('Account')
  return {
    text: account.map((cells) => cells.join(' ')).join('\n'),
    line: (label: string) => account.find(([head]) => head === label)?.slice(1),
    results: account
      .slice(account.findIndex(([head]) => head === 'Settlements by result') + 1)
      .filter(([, number]) => Number(number) > 0)
      .map(([head, number]) => [head, number]),
    chargebacks: rowsOf('Chargebacks')
      .slice(1, -1)
      .map((cells) => SUMS.map((head) => cells[rowsOf('Chargebacks')[0]?.indexOf(head) ?? -1] ?? null)),
  }
}

test.each(['settlement', 'payment'] as const)(
  'the chargebacks of closed days are those of their account, by %s',
  async (by) => {
    const nights = await closedThenPaid()
    const { line, chargebacks } = await exported(nights, CLOSED, CLOSED, by)
    expect(line('Chargebacks not debited yet')).toEqual([1, 1_001_000])
    expect(chargebacks).toEqual([[1_001_000, 1_001_000, null]])
    const both = await exported(nights, CLOSED, OPEN, by)
    expect(both.line('Chargebacks not debited yet')).toEqual([0, 0])
    expect(both.chargebacks).toEqual([
      [1_001_000, null, null],
      [null, null, -1_001_000],
    ])
  },
)

test('the first sentence and the results over a closing are of the moment of the account', async () => {
  const nights = await closedThenPaid()
  const closed = await exported(nights, CLOSED, CLOSED)
  expect(closed.text).toContain('COP 3,000,000 has not arrived (1 settlement)')
  expect(closed.line('Failed')).toEqual([1, 3_000_000])
  expect(closed.text).not.toContain('Closed days stand')
  const both = await exported(nights, CLOSED, OPEN)
  expect(both.text).not.toContain('failed')
  expect(both.line('Failed')).toEqual([0, 0])
  expect(both.text).toContain('Closed days stand')
  expect(both.results).toEqual([
    ['Reconciled', 3],
    ['Empty', 1],
  ])
})

test('a day before the first reading is told in the first sentence, too', async () => {
  const nights = await closedThenPaid()
  const { text } = await exported(nights, '2026-03-04', OPEN)
  expect(text).toContain('2 settlements could not be judged')
})
