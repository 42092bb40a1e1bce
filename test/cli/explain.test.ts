import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { DEMO_WEEK, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { acquireLock } from '../../src/storage/connection/lock.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** One slot of the demo week, explained on the command line. */
let service: Sandbox
let cwd: string
const here = (): Partial<Io> => ({
  cwd,
  env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey },
  now: () => Date.parse(DEMO_WEEK.clock),
})
beforeAll(async () => {
  service = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  cwd = mkdtempSync(join(tmpdir(), 'cuadre-explain-'))
  await type('run --date 2026-03-12', here())
})
afterAll(async () => {
  await service.close()
  rmSync(cwd, { recursive: true, force: true })
})

it('tells a settlement on one screen, and ends with 0 although it differs', async () => {
  const { status, out, err } = await type('explain 2026-03-12 11', here())
  const [, id = ''] = /(inv_\w+) of/.exec(out) ?? []
  expect([status, err]).toEqual([0, ''])
  expect(out).toBe(`2026-03-12 cycle 11: DISCREPANT  (merchant default)
settlement credited; read 2026-03-12 22:30:00 America/Bogota, 23 invoices listed

The operator paid COP 1,850,000 more than expected. COP 44,590,000 was paid out.

COP                 reported    expected  difference
----------------------------------------------------
invoices                  24          23          +1
collected         45,200,000  43,350,000  +1,850,000
- fees deducted     -610,000    -610,000
+ adjustments              0           0
= to be paid out  44,590,000  42,740,000  +1,850,000
paid out          44,590,000  42,740,000  +1,850,000

Expected: invoices and collected as listed; paid out: listed - fees +
adjustments.

What was found
  error COLLECTED_MISMATCH, new, COP 1,850,000  bda4edc405336ca0
    reported as collected (amountCollected): COP 45,200,000; the 23 invoices
    that count come to COP 43,350,000
    + COUNT_MISMATCH: the settlement reports 24 invoices (numberOfInvoices); 23
      listed invoices count

Causes that fit (a cause that fits is not proven)
  INVOICE_IN_NEIGHBOUR, explains COLLECTED_MISMATCH and COUNT_MISMATCH
    one invoice of COP 1,850,000 is listed in a neighbouring settlement: 1 fits
    (${id} of 2026-03-12 cycle 16)

Invoices to look at (id, settlement, status, reference, contract, paid in COP)
  INVOICE_IN_NEIGHBOUR
    ${id}  2026-03-12 16  paid  ARR-202603-001293  01293  1,850,000

Readings, and what changed
  2026-03-12 22:30:00  discrepant    first read: 23 invoices, settlement
                                     credited

Next
  cuadre explain 2026-03-12 16
    2026-03-12 cycle 16 lists an invoice named above
  cuadre discrepancies list --date 2026-03-12 --cycle 11
    the ids, to claim what is open from the operator, or to accept it
  cuadre run --date 2026-03-12 --cycle 11
    reads it again, once the operator has answered
`)
})

it('is one JSON document for a program, with the slot as a run tells it', async () => {
  const told = JSON.parse((await type('explain 2026-03-12 11 --json', here())).out)
  expect(told).toMatchObject({ schemaVersion: 1, command: 'explain', exitCode: 0, error: null, moreInvoices: 0 })
  const checked = JSON.parse(
    (await type('check --date 2026-03-12 --cycle 11 --json', { ...here(), newRunId: () => 'another' })).out,
  )
  expect(told.slot).toEqual(checked.slots[0])
  expect(told.slot.discrepancies[0].causes).toMatchObject([
    { code: 'INVOICE_IN_NEIGHBOUR', candidates: 1, tiedWith: [], invoices: [told.invoices[0].id] },
  ])
  expect(told.waterfall.map(({ name, effect }: Record<string, unknown>) => [name, effect])).toEqual([
    ['collected', 45_200_000],
    ['fees', -610_000],
    ['adjustments', 0],
    ['payout', null],
  ])
})

it('reads beside a job that holds the lock, and changes nothing', async () => {
  const path = join(cwd, 'data/cuadre.db')
  const before = readFileSync(path)
  const lock = acquireLock(path, { pid: process.pid, at: 0, job: 'run' })
  try {
    expect((await type('explain 2026-03-12 13', here())).status).toBe(0)
  } finally {
    lock.release()
  }
  expect(readFileSync(path)).toEqual(before)
})

it('passes the settings typed in on to the next command', async () => {
  const { out } = await type('explain 2026-03-12 11 --db data/cuadre.db', here())
  expect(out).toContain('\n  cuadre run --date 2026-03-12 --cycle 11 --db data/cuadre.db\n')
})

it.each([
  ['explain 2026-03-13 11', 'cuadre run --date 2026-03-13 --cycle 11'],
  ['explain 2026-03-12 1 --json', 'cuadre run --date 2026-03-12 --cycle 1'],
])('a slot never pulled ends with 2 and names the command that pulls it: %s', async (words, command) => {
  const { status, err } = await type(words, here())
  expect([status, err]).toEqual([2, expect.stringMatching(/^cuadre: NEVER_PULLED: nothing was ever pulled for .*; /)])
  expect(err).toContain(`pull it with: ${command}\n`)
})

it('where nothing was ever pulled nothing is made', async () => {
  const empty = emptyFolder()
  const { status, err } = await type('explain 2026-03-12 11', { ...here(), cwd: empty })
  expect([status, err.includes('NEVER_PULLED')]).toEqual([2, true])
  expect(existsSync(join(empty, 'data'))).toBe(false)
})

it.each([
  'explain',
  'explain 2026-03-12',
  'explain 2026-02-30 11',
  'explain 2026-03-12 ../11',
  'explain 11 2026-03-12',
  'explain 2026-03-12 11 13',
])('what makes no sense is refused: %s', async (words) => {
  const { status, err } = await type(words, here())
  expect([status, err.startsWith('cuadre: USAGE: ')]).toEqual([2, true])
})
