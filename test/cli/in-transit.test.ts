import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { DEMO_WEEK } from '../../src/sandbox/index.ts'
import { folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Two days of the demo week, and the payments in transit after them, on the command line. */
const { at } = await demoWeekForAll()
const cwd = folderForAll()
const here = () => at(cwd)
beforeAll(() => type('run --from 2026-03-11 --to 2026-03-12', here()))

it('tells the figure, its parts, how it came to be, and what it does not know', async () => {
  const { status, out, err } = await type('in-transit --at 2026-03-11 --stored', here())
  expect([status, err]).toEqual([0, ''])
  await expect(out).toMatchFileSnapshot(join(import.meta.dirname, '../expected/in-transit.txt'))
})

it('has the payments of the file in the other forms', async () => {
  const { out } = await type('in-transit --at 2026-03-11 --stored --format csv --table payments', here())
  expect(out).toBe(readFileSync(join(cwd, 'out/in-transit/2026-03-11/in-transit.csv'), 'utf8'))
  const { out: page } = await type('in-transit --at 2026-03-11 --stored --format html', here())
  expect(page).toContain('In transit at the end of 2026-03-11 (America/Bogota, merchant default): 114 invoices')
  const parts = await type('in-transit --at 2026-03-11 --stored --format csv --table roll-forward', here())
  expect(parts.out).toContain('default,settled,-162,-282420001')
})

it('asks the service for what no slot lists yet', async () => {
  const { status, out } = await type('in-transit', here())
  const told = out.replace(/\s+/g, ' ')
  expect([
    status,
    /asked for the payments from 2026-03-06 to 2026-03-12: [\d,]+, of which [\d,]+ (is|are) in no settlement/.test(
      told,
    ),
  ]).toEqual([0, true])
})

it.each([
  ['in-transit --at 2026-02-30', 'USAGE'],
  ['in-transit --at 2026-03-13', 'USAGE'],
  ['in-transit --at 2026-03-11 --at 2026-03-12', 'USAGE'],
  ['in-transit 2026-03-11', 'USAGE'],
])('what makes no sense is refused: %s', async (line, code) => {
  const { status, out, err } = await type(line, here())
  expect([status, out, err.startsWith(`cuadre: ${code}: `)]).toEqual([2, '', true])
})

/** After everything that the tests stored. */
const THEN = new Date(Date.parse(DEMO_WEEK.clock)).toISOString()

it('writes what was known at a past moment only into a folder of its own', async () => {
  const path = join(cwd, 'out/in-transit/2026-03-11/in-transit.csv')
  await type('in-transit --at 2026-03-11 --stored', here())
  const before = readFileSync(path, 'utf8')
  const past = await type(`in-transit --at 2026-03-11 --as-of ${THEN} --json`, here())
  expect([past.status, JSON.parse(past.out).file]).toEqual([0, null])
  const { out } = await type(`in-transit --at 2026-03-11 --as-of ${THEN}`, here())
  expect(out).toContain('No file was written: for one of a past state, name a folder with --out')
  expect((await type(`in-transit --at 2026-03-11 --as-of ${THEN} --out out/then`, here())).err).toContain(
    '--as-of with --out in the folder of the originals',
  )
  const own = await type(`in-transit --at 2026-03-11 --as-of ${THEN} --out then --json`, here())
  expect(existsSync(join(cwd, JSON.parse(own.out).file))).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe(before)
})
