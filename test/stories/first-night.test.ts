import { expect, test } from 'vitest'
import { startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

test('a night in which everything agrees', async () => {
  const { service, run } = await startNights()
  for (const cycle of ['11', '13', '16', '18', '20']) {
    const invoices = somePaid(DATE, cycle, 3)
    service.tell(DATE, cycle, { settlement: settlement(DATE, cycle, invoices), invoices })
  }
  const { slots, outcome, exitCode, error } = await run({ date: DATE })
  expect(slots.map(({ slot, verdict }) => [slot.cycle, verdict])).toEqual([
    ['11', 'reconciled'],
    ['13', 'reconciled'],
    ['16', 'reconciled'],
    ['18', 'reconciled'],
    ['20', 'reconciled'],
  ])
  expect({ outcome, exitCode, error }).toEqual({ outcome: 'agrees', exitCode: 0, error: null })
})
