import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { killBeforeFiles } from './killed-job.ts'
import { type Nights, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

/** Outdated files of an interrupted job, for a day that no night reads any more. */
const DATE = '2026-03-12'
const LATER = '2026-03-22 22:30'

/** An error that is not a gap: gaps are examined again, with their files, whenever a settlement near them is read. */
const withoutPaymentId = ({ service }: Nights) => {
  const invoices = [...somePaid(DATE, '11', 1), paid(DATE, '11', 2, { paymentId: undefined })]
  service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices })
}
const ledger = ({ folder }: Nights) => readFileSync(join(folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8')
const isRead = (report: Awaited<ReturnType<Nights['run']>>) => report.slots.some(({ slot }) => slot.date === DATE)

describe('files that a killed job did not write are written by the next ordinary run', () => {
  test('of an acceptance', async () => {
    const nights = await startNights()
    withoutPaymentId(nights)
    await nights.run()
    await killBeforeFiles(nights, 'accept', '2026-03-12 23:30')
    expect(ledger(nights)).toContain(',exceptions,')
    nights.clock(LATER)
    const report = await nights.run()
    expect([isRead(report), report.exitCode]).toEqual([false, 0])
    expect(ledger(nights)).toContain(',accepted,')
  })

  test('of a night after which everything agrees', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '11', 2)
    const slot = nights.service.tell(DATE, '11', {
      settlement: settlement(DATE, '11', invoices, { status: 'processing' }),
      invoices,
    })
    await nights.run()
    slot.settlement = settlement(DATE, '11', invoices)
    await killBeforeFiles(nights, 'run', '2026-03-12 23:30')
    expect(ledger(nights)).toContain(',provisional,')
    nights.clock(LATER)
    expect(isRead(await nights.run())).toBe(false)
    expect(ledger(nights)).toContain(',reconciled,')
  })

  test('once, also when they turn out to be the same', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '11', 2)
    nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices })
    await nights.run()
    const before = ledger(nights)
    await killBeforeFiles(nights, 'run', '2026-03-12 23:30')
    nights.clock(LATER)
    const ofThatDay = async () => (await nights.run()).files.filter((path) => path.includes(`/${DATE}/`)).length
    expect([(await ofThatDay()) > 0, await ofThatDay()]).toEqual([true, 0])
    expect(ledger(nights)).toBe(before)
  })
})
