import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, it } from 'vitest'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** The list of runs on the command line: a night, a check, a stopped run, and a night without a service. */
const week = await demoWeekForAll()
const cwd = folderForAll()
const at = (instead: Partial<Io> = {}) => week.at(cwd, instead)
beforeAll(async () => {
  await type('run --date 2026-03-12', at({ newRunId: () => 'aaaa-1' }))
  await type('check --date 2026-03-12', at({ newRunId: () => 'aaab-2' }))
  const controller = new AbortController()
  const stop = (): string => {
    setImmediate(() => controller.abort(new Interrupted('SIGTERM')))
    return 'cccc-3'
  }
  await type('run --date 2026-03-11', at({ newRunId: stop, signal: controller.signal }))
  await week.service.close()
  await type('run --date 2026-03-12 --cycle 13', at({ newRunId: () => 'dddd-4' }))
})

it.each([
  ['--failed', [4, 3]],
  ['--job run', [4, 3, 1]],
  ['--job run --last 1', [4]],
  ['--job sweep', []],
])('%s picks', async (flags, expected) => {
  const { out } = await type(`runs list ${flags} --json`, at())
  const told = JSON.parse(out)
  expect([told.command, told.exitCode, told.error]).toEqual(['runs list', 0, null])
  expect(told.runs.map(({ run }: { run: number }) => run)).toEqual(expected)
})

it('a run that was stopped has ended, and says with what', async () => {
  const { out } = await type('runs show 3', at())
  expect(out).toMatch(/^Ended .*failed \(exit status 143\)$/m)
})

it('a night without a service has read nothing, and says why', async () => {
  const { out } = await type('runs show 4', at())
  expect(out).toMatch(/^Ended .*incomplete \(exit status 5\)$/m)
  expect(out).toMatch(/^Read +0 settlements with 0 invoices; 1 could not be read whole$/m)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /2026-03-12 13 incomplete .*\/settlements\/2026-03-12\/13 got no connection/,
  )
})

it.each([
  ['runs show 99', 'no run has this number'],
  ['runs show aaa', 'more than one run begins like this'],
  ['runs show', 'needs a run'],
  ['runs list --last 0', '--last must be'],
  ['runs list --job R%', '--job must be one of run, check'],
  ['runs list --job nope', '--job must be one of run, check'],
])('%s is refused', async (line, told) => {
  const { status, err } = await type(line, at())
  expect([status, err]).toEqual([2, expect.stringContaining(told)])
})

it('where nobody ever ran it says so, and makes nothing', async () => {
  const empty = emptyFolder()
  const { status, out } = await type('runs list', at({ cwd: empty }))
  expect([status, out, existsSync(join(empty, 'data'))]).toEqual([0, 'No runs.\n', false])
})

it.each(['csv', 'html'])('prints the list as %s', async (form) => {
  const { status, out } = await type(`runs list --format ${form}`, at())
  expect(status).toBe(0)
  expect(out).toMatch(form === 'csv' ? /^merchant,began,job,outcome,run,.*\n.*,4,5,/ : /^<!doctype html>/)
})

it('prints the list as a workbook, but not on a terminal', async () => {
  const taken: Uint8Array[] = []
  const bytes = async (some: Uint8Array) => void taken.push(some)
  expect((await type('runs list --format xlsx', { ...at(), bytes })).status).toBe(0)
  const { sheets } = await readXlsx(Buffer.concat(taken))
  expect(sheets.map(({ rows }) => rows.length)).toEqual([4, 5])
  expect((await type('runs list --format xlsx', at())).err).toContain('cannot be shown on a terminal')
})

it.each([
  ['--format docx', 'not a known form'],
  ['--format csv --json', '--json excludes another'],
  ['--table runs', '--table needs --format csv'],
  ['--format csv --table none', 'name one: --table runs'],
])('%s is refused', async (flags, told) => {
  const { status, err } = await type(`runs list ${flags}`, at())
  expect([status, err]).toEqual([2, expect.stringContaining(told)])
})
