import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

test('a run of named days writes the files, too, that a run of other days could not write', async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 2)
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices })
  const out = join(nights.folder, 'out')
  mkdirSync(out)
  writeFileSync(join(out, DATE), 'in the way')
  await expect(nights.run({ date: DATE })).rejects.toThrow()
  rmSync(join(out, DATE))
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: '2026-03-13' })
  expect(existsSync(join(out, DATE, 'settlement-ledger.csv'))).toBe(true)
})
