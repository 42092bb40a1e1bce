import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStatement } from '../../jobs/statement.ts'
import { hasLibreOffice, opened } from '../print/libreoffice.ts'
import { DISASTER, DISASTER_SENTENCE, tellDisaster } from './disaster.ts'
import { type Nights, startNights } from './night.ts'

const disasterDay = async (): Promise<Nights> => {
  const nights = await startNights()
  tellDisaster(nights)
  await nights.run({ date: DISASTER })
  return nights
}

/** The account: 35,164,000 - 27,344,000 = 7,820,000 = 8,020,000 + 300,000 - 500,000. */
const ACCOUNT: Readonly<Record<string, readonly (number | null)[]>> = {
  Collected: [3, 35_234_000],
  'Fees deducted': [null, -70_000],
  'Due on these days': [3, 35_164_000],
  'Paid out, according to the operator': [2, -27_344_000],
  'Closing: still to be paid out': [3, 7_820_000],
  'In process': [0, 0],
  Failed: [1, 8_020_000],
  'Paid too little': [1, 300_000],
  'Paid too much': [1, -500_000],
  'Not compared, by the payout reported': [1, 9_985_000],
  'Not read, or not read whole; by the payout last read, if any': [1, 0],
  Chargebacks: [9, 9_045_000],
}

describe('the figures of a disaster day', () => {
  test.skipIf(!hasLibreOffice)('are in the workbook of the day and in that of the statement', async () => {
    const nights = await disasterDay()
    const days = { from: DISASTER, to: DISASTER }
    const { files } = await readStatement(nights.context(), { days, asOf: null, format: 'xlsx' })
    const statement = files.find((file) => file.endsWith('.xlsx')) ?? ''
    for (const workbook of [join(nights.folder, 'out', DISASTER, 'ledger.xlsx'), statement]) {
      const rows = ((await opened(workbook, 'es-CO')).get('Account') ?? []).map((row) => row.map((cell) => cell?.value))
      expect(rows[1]?.[0]).toContain(DISASTER_SENTENCE)
      const account = Object.fromEntries(
        rows.toReversed().map(([name, ...sums]) => [name, sums.map((sum) => (sum === undefined ? null : Number(sum)))]),
      )
      expect(account).toMatchObject(ACCOUNT)
    }
  })
})
