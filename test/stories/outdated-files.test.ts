import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { runJob } from '../../jobs/run.ts'
import { readStatement } from '../../jobs/statement.ts'
import type { JobRequest } from '../../jobs/steps/run/context.ts'
import { slot } from '../core/a.ts'
import { hasLibreOffice, opened } from '../print/libreoffice.ts'
import { DISASTER, DISASTER_SENTENCE, tellDisaster } from './disaster.ts'
import { killBeforeFiles } from './killed-job.ts'
import { type Nights, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

/** Outdated files of an interrupted job, for a day that no night reads any more. */
const DATE = '2026-03-12'
const LATER = '2026-03-22 22:30'

/** An error that is not a gap: gaps are examined again, with their files, whenever a settlement near them is read. */
const withoutPaymentId = ({ service }: Nights) => {
  const invoices = [...somePaid(DATE, '11', 1), paid(DATE, '11', 2, { paymentId: undefined })]
  service.tellSettled(DATE, '11', invoices)
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
    const slot = nights.service.tellSettled(DATE, '11', invoices, { status: 'processing' })
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
    nights.service.tellSettled(DATE, '11', 2)
    await nights.run()
    const before = ledger(nights)
    await killBeforeFiles(nights, 'run', '2026-03-12 23:30')
    nights.clock(LATER)
    const ofThatDay = async () => (await nights.run()).files.filter((path) => path.includes(`/${DATE}/`)).length
    expect([(await ofThatDay()) > 0, await ofThatDay()]).toEqual([true, 0])
    expect(ledger(nights)).toBe(before)
  })
})

test('a run of named days writes the files, too, that a run of other days could not write', async () => {
  const nights = await startNights()
  nights.service.tellSettled(DATE, '11', 2)
  const out = join(nights.folder, 'out')
  mkdirSync(out)
  writeFileSync(join(out, DATE), 'in the way')
  await expect(nights.run({ date: DATE })).rejects.toThrow()
  rmSync(join(out, DATE))
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: '2026-03-13' })
  expect(existsSync(join(out, DATE, 'settlement-ledger.csv'))).toBe(true)
})

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

const OLD = '2026-03-02'
const NEW = '2026-03-12'

test('the first night of another version assesses the settlements that it does not read, and no later night does', async () => {
  const nights = await startNights()
  for (const date of [OLD, NEW]) {
    nights.service.tellSettled(date, '11', 2)
  }
  const newDay: JobRequest = {
    dates: { from: slot(NEW).date, to: slot(NEW).date },
    cycles: [],
    dryRun: false,
    force: false,
    failOn: 'error',
  }
  const night = (version: string) => runJob({ ...nights.context(), version }, newDay)
  const versionsOfOld = (): readonly string[] => {
    const sqlite = new Database(`${nights.folder}/cuadre.db`, { readonly: true })
    const rulebooks = sqlite
      .prepare<[date: string], string>(
        `SELECT rulebook FROM assessment JOIN slot ON slot.id = assessment.slot
         WHERE date = ? AND cycle = '11' ORDER BY assessment.id`,
      )
      .pluck()
      .all(OLD)
    sqlite.close()
    return rulebooks.map((rulebook) => rulebook.split(' ')[1] ?? '')
  }
  await nights.run({ from: OLD, to: NEW })
  expect(versionsOfOld()).toEqual(['0.0.0-story'])
  await night('0.0.1-story')
  expect(versionsOfOld()).toEqual(['0.0.0-story', '0.0.1-story'])
  await night('0.0.1-story')
  expect(versionsOfOld()).toEqual(['0.0.0-story', '0.0.1-story'])
})
