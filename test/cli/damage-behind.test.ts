import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { damageBehind } from '../../src/cli/commands/database.ts'
import { doNight } from '../../src/cli/commands/worker.ts'
import type { CommandArguments } from '../../src/cli/framework/command.ts'
import type { Io } from '../../src/cli/framework/io.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** A value in the database that the program never wrote is damage of the file, not a bug of the program. */
const week = await demoWeekForAll()
const night = folderForAll()
const at = (cwd: string) => week.at(cwd, { newRunId: randomUUID })
beforeAll(() => type('run --date 2026-03-12', at(night)))

const NO_FLAGS: CommandArguments = { text: () => undefined, isOn: () => false, all: () => [], operands: [] }

const ioAt = (cwd: string): Io => ({
  ...at(cwd),
  newRunId: randomUUID,
  stdout: async () => undefined,
  stderr: () => undefined,
  screen: null,
  log: 'off',
  random: () => 0.5,
  sleep: async () => undefined,
  signal: new AbortController().signal,
  language: 'en',
})

const withAnother = (text: string, instead: string): string => {
  const cwd = emptyFolder()
  cpSync(night, cwd, { recursive: true })
  const path = join(cwd, 'data/cuadre.db')
  const before = readFileSync(path).toString('latin1')
  expect(before).toContain(text)
  writeFileSync(path, before.replaceAll(text, instead), 'latin1')
  return cwd
}

test.each([
  ['a verdict that there is not', 'discrepant', 'discrepbnt', 'status'],
  ['no JSON where a list is counted', '"pages":1', '"pages":x', 'explain 2026-03-12 11'],
  ['a verdict that there is not, asked in JSON', 'discrepant', 'discrepbnt', 'status --json'],
])('%s', async (_what, text, instead, line) => {
  const cwd = withAnother(text, instead)
  const { status, err } = await type(line, at(cwd))
  expect(err).toMatch(/^cuadre: DAMAGED: .*cuadre\.db is damaged: /)
  expect(status).toBe(6)
})

test('the night of a worker ends with it, too', async () => {
  const cwd = withAnother('discrepant', 'discrepbnt')
  const request = { from: '2026-03-12', to: '2026-03-12', cycles: [], force: false, create: false }
  const taken = {
    merchant: 'default',
    id: 'a',
    night: '2026-03-12',
    token: 't',
    attempts: 1,
    lost: 0,
    generation: null,
    request,
  }
  const { exitStatus, line } = await doNight(taken, NO_FLAGS, ioAt(cwd))
  expect(line?.en).toMatch(/^DAMAGED: .*cuadre\.db is damaged: /)
  expect(exitStatus).toBe(6)
})

/** The offset of the schema format number in the file's header. */
const FORM_OF_SCHEMA_AT = 47

test.each(['db restore data/cuadre.db --db other.db', 'db verify', 'status', 'run --date 2026-03-12'])(
  '%s refuses a file whose head names no form of SQLite',
  async (line) => {
    const cwd = emptyFolder()
    cpSync(night, cwd, { recursive: true })
    const bytes = readFileSync(join(cwd, 'data/cuadre.db'))
    bytes[FORM_OF_SCHEMA_AT] = 0x22
    writeFileSync(join(cwd, 'data/cuadre.db'), bytes)
    const { status, err } = await type(line, at(cwd))
    expect(err).toMatch(/cuadre: DAMAGED: .*cuadre\.db is damaged: /)
    expect(status).toBe(6)
  },
)

test('a bug on a whole database stays a bug, and what has words of its own keeps them', async () => {
  const io = ioAt(night)
  const bug = new TypeError('x is not a function')
  const known = new CuadreError('USAGE', { en: 'a', es: 'a' }, { en: 'b', es: 'b' })
  expect(await damageBehind(bug, NO_FLAGS, io)).toBe(bug)
  expect(await damageBehind(known, NO_FLAGS, io)).toBe(known)
})
