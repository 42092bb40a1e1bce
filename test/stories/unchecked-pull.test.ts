import { expect, test } from 'vitest'
import { runJob } from '../../jobs/run.ts'
import { totalOf } from '../../src/rules/account/position.ts'
import { slot } from '../core/a.ts'
import { startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DAY = '2026-03-12'

test('a settlement that was pulled, but not checked since, has no figures: its list would be the one of before', async () => {
  const nights = await startNights()
  const invoices = somePaid(DAY, '11', 2)
  const told = nights.service.tell(DAY, '11', { settlement: null, invoices })
  await nights.run()
  const oneMore = somePaid(DAY, '11', 3)
  told.invoices = oneMore
  told.settlement = settlement(DAY, '11', oneMore)
  const stopped = {
    ...nights.context(),
    progress: ({ kind }: { readonly kind: string }) => {
      if (kind === 'slot-read') throw new Error('the machine was switched off')
    },
  }
  const { date, cycle } = slot(DAY, '11')
  const request = { dates: { from: date, to: date }, cycles: [cycle], dryRun: false, failOn: 'error' as const }
  await expect(runJob(stopped, request)).rejects.toThrow('switched off')

  const { money } = await nights.status()
  expect(money.overpaid.open.sum).toBe(0n)
  expect(money.unread.open.number).toBe(1)

  await nights.run()
  const after = (await nights.status()).money
  expect([totalOf(after.unread).number, totalOf(after.compared).number]).toEqual([0, 1])
})
