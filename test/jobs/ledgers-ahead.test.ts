import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runJob } from '../../jobs/run.ts'
import type { JobContext } from '../../src/pipeline/run/context.ts'
import type { Progress } from '../../src/pipeline/run/steps.ts'
import { versionOfPackage } from '../../src/std/version-of-package.ts'
import { slot } from '../domain/a.ts'
import { type Nights, startNights } from '../stories/night.ts'
import { paid, settlement, somePaid } from '../stories/told.ts'

/** The thread's program as it is installed. `npm run build` comes before. */
const THREAD = new URL('../../dist/src/cli/ledger-thread.js', import.meta.url)
const NOWHERE = new URL('./no-such-program.js', import.meta.url)
const DATE = '2026-03-12'

/** Two slots that are worth a thread together, with what a spreadsheet would stumble over; one that is small. */
const tellMuch = ({ service }: Nights): void => {
  for (const [cycle, many] of [
    ['11', 2_600],
    ['13', 2_500],
    ['18', 3],
  ] as const) {
    const odd = paid(DATE, cycle, 9_999, { description: '=1+1; "Ñandú", 東京\nlínea dos', customerName: null })
    const invoices = [...somePaid(DATE, cycle, many), odd]
    service.tell(DATE, cycle, { settlement: settlement(DATE, cycle, invoices), invoices })
  }
}

const run = ({ context }: Nights, instead: Partial<JobContext>) =>
  runJob(
    { ...context(), version: versionOfPackage(), ...instead },
    { dates: { from: slot(DATE).date, to: slot(DATE).date }, cycles: [], dryRun: false, failOn: 'error' },
  )

const filesOf = ({ folder }: Nights) =>
  ['invoice-ledger.csv', 'settlement-ledger.csv', 'discrepancies.csv', 'ledger.xlsx'].map((name) => {
    const bytes = readFileSync(join(folder, 'out', DATE, name))
    return name.endsWith('.csv') ? bytes.toString('utf8') : createHash('sha256').update(bytes).digest('hex')
  })

test('the thread makes the ledger that is made without it, to the byte', async () => {
  const [ahead, here] = [await startNights(), await startNights()]
  for (const nights of [ahead, here]) tellMuch(nights)
  const reports = [await run(ahead, { ledgerThread: THREAD }), await run(here, {})]
  expect(reports.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect(filesOf(ahead)).toEqual(filesOf(here))
  expect(
    filesOf(ahead)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('default,')).length,
  ).toBe(5_106)
})

test('large slots use the thread, and small ones do without it', async () => {
  const [large, small] = [await startNights(), await startNights()]
  const mark = join(large.folder, 'was-here')
  const marking = join(large.folder, 'marking.mjs')
  writeFileSync(
    marking,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')\nawait import('${THREAD}')\n`,
  )
  small.service.tell(DATE, '11', { invoices: somePaid(DATE, '11', 3) })
  await run(small, { ledgerThread: pathToFileURL(marking) })
  expect(existsSync(mark)).toBe(false)
  tellMuch(large)
  await run(large, { ledgerThread: pathToFileURL(marking) })
  expect(existsSync(mark)).toBe(true)
})

test.each([
  ['ends at once', { ledgerThread: NOWHERE }],
  ['cannot be started', { ledgerThread: new URL('http://127.0.0.1/') }],
  ['is of another version than the run', { ledgerThread: THREAD, version: '0.0.1-replaced' }],
])('a thread that %s is done without, and that is told once', async (_, instead) => {
  const [failing, here] = [await startNights(), await startNights()]
  for (const nights of [failing, here]) tellMuch(nights)
  const warned: string[] = []
  const progress: Progress = (step) => void (step.kind === 'warned' && warned.push(step.code))
  expect((await run(failing, { ...instead, progress })).exitCode).toBe(0)
  await run(here, {})
  expect(warned).toEqual(['LEDGER_THREAD'])
  expect(filesOf(failing)).toEqual(filesOf(here))
})

test('a slot that changed after its rows were ordered is read back as it is now', async () => {
  const nights = await startNights()
  tellMuch(nights)
  const moved = paid(DATE, '13', 1)
  const both = [...somePaid(DATE, '11', 2_600), { ...moved, settlementTime: '11' }]
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', both), invoices: both })
  const here = await startNights()
  tellMuch(here)
  here.service.tell(DATE, '11', { settlement: settlement(DATE, '11', both), invoices: both })
  await run(nights, { ledgerThread: THREAD })
  await run(here, {})
  expect(filesOf(nights)).toEqual(filesOf(here))
})

test('with nothing new, or with a run that stops, the thread ends too', async () => {
  const nights = await startNights()
  tellMuch(nights)
  await run(nights, { ledgerThread: THREAD })
  const before = filesOf(nights)
  expect((await run(nights, { ledgerThread: THREAD })).exitCode).toBe(0)
  nights.service.refuse((path) => (path.includes('settlements/2026-03-12/18') ? { status: 401, body: {} } : null))
  expect((await run(nights, { ledgerThread: THREAD })).exitCode).toBe(4)
  expect(filesOf(nights)).toEqual(before)
})
