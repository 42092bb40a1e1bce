import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** Before the first run, commands that only read or judge say so and create nothing. */
const DAY = '2026-03-12'
const PULLED_BY = / cuadre run| `cuadre run`/

it.each([
  ['check', 'NEVER_PULLED'],
  [`check --date ${DAY}`, 'NEVER_PULLED'],
  [`check --as-of ${DAY} --out then`, 'NEVER_PULLED'],
  [`check --date ${DAY} --mask --out copies`, 'NEVER_PULLED'],
  [`explain ${DAY} 11`, 'NEVER_PULLED'],
  [`history ${DAY} 11`, 'NEVER_PULLED'],
  [`export --from ${DAY} --to ${DAY} --format csv`, 'NEVER_PULLED'],
  [`audit ${DAY} 11 --out pack`, 'NEVER_PULLED'],
  ['discrepancies show abcdef', 'NEVER_PULLED'],
  ['discrepancies accept abcdef --reason agreed', 'NEVER_PULLED'],
  ['discrepancies reopen abcdef --reason not', 'NEVER_PULLED'],
  ['discrepancies note abcdef seen', 'NEVER_PULLED'],
  [`close --through ${DAY}`, 'NEVER_PULLED'],
  ['sweep', 'NEVER_PULLED'],
  [`in-transit --at ${DAY} --stored`, 'NEVER_PULLED'],
  ['in-transit', 'NEVER_PULLED'],
  ['readings', 'NEVER_PULLED'],
  ['fees fit', 'NEVER_PULLED'],
  ['merchants rename default other', 'NEVER_PULLED'],
  ['db backup', 'NO_DATABASE'],
  ['db verify', 'NO_DATABASE'],
])('%s: %s', async (line, code) => {
  const cwd = emptyFolder()
  const { status, out, err } = await type(line, { cwd, env: SERVICE })
  expect([status, out, err]).toEqual([2, '', expect.stringMatching(`^cuadre: ${code}: `)])
  expect(err).toMatch(PULLED_BY)
  expect(readdirSync(cwd)).toEqual([])
})

it.each(['db backup', 'db verify', 'db split', 'status', 'check'])(
  '%s of a file that is not there proposes what makes it',
  async (line) => {
    const at = { cwd: emptyFolder(), env: SERVICE }
    const { status, err } = await type(`${line} --db none.db`, at)
    expect([status, err]).toEqual([2, expect.stringMatching(/^cuadre: NO_DATABASE: there is no database none.db /)])
    await type(/cuadre (run .*)\n/.exec(err)?.[1] ?? '', at)
    expect((await type(`${line} --db none.db`, at)).err).not.toContain('NO_DATABASE')
    expect(existsSync(join(at.cwd, 'none.db'))).toBe(true)
  },
)

it.each(['status', 'discrepancies list', 'runs list', 'merchants list', 'webhooks list', 'inbox'])(
  '%s tells it, and makes nothing either',
  async (line) => {
    const cwd = emptyFolder()
    expect((await type(line, { cwd, env: SERVICE })).status).toBe(0)
    expect(readdirSync(cwd)).toEqual([])
  },
)

const SERVICE = { CUADRE_BASE_URL: 'http://127.0.0.1:9/v1', CUADRE_API_KEY: 'a-key' }
