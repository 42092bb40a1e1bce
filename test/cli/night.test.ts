import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { inBoth } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { emptyFolder } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** The commands on the command line, over real HTTP into real files: one day of the demo week, with known troubles. */
const week = await demoWeekForAll()
const { service } = week

const DAY = '--date 2026-03-12'
const at = (cwd: string, env: Record<string, string> = {}) => week.at(cwd, { env })
const everything = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

describe('a night', () => {
  it('of one slot is about that slot', async () => {
    const { status, out } = await type(`run ${DAY} --cycle 13 --json`, at(emptyFolder()))
    expect([status, JSON.parse(out).slots.length, JSON.parse(out).outcome]).toEqual([0, 1, 'agrees'])
  })

  it.each([
    ['never', 0],
    ['error', 3],
    ['info', 3],
  ])('ends by --fail-on %s with %d, and its outcome is the same', async (floor, expected) => {
    const { status, out } = await type(`run ${DAY} --cycle 11 --fail-on ${floor} --json`, at(emptyFolder()))
    expect([status, JSON.parse(out).outcome]).toEqual([expected, 'differs'])
  })

  it('that is a dry run leaves nothing behind', async () => {
    const cwd = emptyFolder()
    const { status, out } = await type(`run ${DAY} --dry-run --json`, at(cwd))
    expect([status, JSON.parse(out).files, everything(cwd)]).toEqual([3, [], []])
  })

  it('keeps its database and files where the flags say, readable by their owner only', async () => {
    const cwd = emptyFolder()
    const earlier = process.umask(0o022)
    onTestFinished(() => void process.umask(earlier))
    await type(`run ${DAY} --cycle 13 --db books/b.db --create --out reports --merchant casa`, at(cwd))
    expect(existsSync(join(cwd, 'books/b.db'))).toBe(true)
    expect(existsSync(join(cwd, 'data'))).toBe(false)
    expect(readFileSync(join(cwd, 'reports/2026-03-12/settlement-ledger.csv'), 'utf8')).toContain(
      '\ncasa,2026-03-12,13,reconciled,',
    )
    const kept = ['books', 'reports'].flatMap((folder) =>
      everything(join(cwd, folder)).map((name) => join(folder, name)),
    )
    expect(kept).toEqual(
      expect.arrayContaining(['books/b.db', 'reports/2026-03-12', 'reports/2026-03-12/manifest.json']),
    )
    const open = ['books', 'reports', ...kept].filter((name) => (statSync(join(cwd, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
  })
})

describe('a night that cannot be', () => {
  /** A fault, how it is produced, and the exit status. */
  const WRONG: readonly (readonly [string, (cwd: string) => Partial<Io> | undefined, number, string])[] = [
    ['the key is another', (cwd) => at(cwd, { CUADRE_API_KEY: 'sk_other_0123456789' }), 4, 'CREDENTIALS_REJECTED'],
    [
      'the settings file is wrong',
      (cwd) => void writeFileSync(join(cwd, 'cuadre.config.json'), '{"pageLimit": 0}'),
      2,
      'SETTING_INVALID',
    ],
    ['there is no service', () => ({ env: {} }), 2, 'NO_SERVICE'],
    ['the output folder is a file', (cwd) => void writeFileSync(join(cwd, 'out'), 'mine'), 6, 'OUT_NOT_A_FOLDER'],
    ['the folder of the database is a file', (cwd) => void writeFileSync(join(cwd, 'data'), 'mine'), 6, 'READ_ONLY'],
    [
      'the database is none',
      (cwd) => {
        mkdirSync(join(cwd, 'data'))
        writeFileSync(join(cwd, 'data/cuadre.db'), 'this is a text of somebody, and no database at all\n'.repeat(100))
        return undefined
      },
      6,
      'NOT_A_DATABASE',
    ],
    [
      'another run holds the database',
      (cwd) => {
        mkdirSync(join(cwd, 'data'), { mode: 0o700 })
        const lock = acquireLock(join(cwd, 'data/cuadre.db'), { pid: 4711, at: 0, job: 'run' })
        onTestFinished(() => void lock.release())
        return undefined
      },
      7,
      'LOCKED',
    ],
    [
      'the clock is off',
      (cwd) => ({ ...at(cwd), now: () => Date.parse(DEMO_WEEK.clock) + 3_600_000 }),
      5,
      'CLOCK_SKEW',
    ],
    ['it is stopped', () => ({ signal: AbortSignal.abort(new Interrupted('SIGINT')) }), 130, 'INTERRUPTED'],
    ['it is asked to end', () => ({ signal: AbortSignal.abort(new Interrupted('SIGTERM')) }), 143, 'INTERRUPTED'],
  ]

  it.each(WRONG)('because %s', async (_what, makeWrong, expected, code) => {
    const cwd = emptyFolder()
    const instead = makeWrong(cwd)
    const { status, out, err } = await type(`run ${DAY} --json`, { ...at(cwd), ...instead })
    expect(err).toMatch(new RegExp(`^cuadre: ${code}: [^\\n]+; [^\\n]+\\n$`))
    expect(status).toBe(expected)
    const document = JSON.parse(out)
    expect(document).toMatchObject({
      command: 'run',
      outcome: code === 'CLOCK_SKEW' ? 'incomplete' : 'failed',
      exitCode: expected,
      error: { code },
    })
    for (const key of [service.apiKey, 'sk_other_0123456789']) expect(out + err).not.toContain(key)
  })

  it('because nobody answers: the slot is incomplete, and told as that', async () => {
    const gone = await startSandbox()
    await gone.close()
    const cwd = emptyFolder()
    const { status, out } = await type(`run ${DAY} --cycle 11`, at(cwd, { CUADRE_BASE_URL: gone.baseUrl }))
    expect(status).toBe(5)
    expect(out).toMatch(/^1 settlement could not be judged\.\n/)
    expect(out).toMatch(/^Could not be read whole:\n {2}2026-03-12 11\n {4}\S.*$/m)
  })

  it('because this database belongs to another service', async () => {
    const cwd = emptyFolder()
    await type(`run ${DAY} --cycle 13`, at(cwd))
    const other = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
    onTestFinished(() => other.close())
    for (const flags of ['', ' --dry-run']) {
      const { status, err } = await type(`run ${DAY}${flags}`, {
        ...at(cwd, { CUADRE_BASE_URL: other.baseUrl, CUADRE_API_KEY: other.apiKey }),
        newRunId: () => `another-run${flags}`,
      })
      const told = `OTHER_BASE_URL: merchant default in ${join(cwd, 'data', 'cuadre.db')} belongs to http`
      expect([status, err]).toEqual([2, expect.stringContaining(told)])
    }
  })

  it('because what it says cannot be printed', async () => {
    const full = async (): Promise<void> => {
      throw new CuadreError(
        'OUTPUT_NOT_WRITTEN',
        inBoth('standard output could not be written (ENOSPC)'),
        inBoth('look'),
      )
    }
    const { status, err } = await type(`run ${DAY} --cycle 13`, { ...at(emptyFolder()), stdout: full })
    expect([status, err]).toEqual([6, expect.stringContaining('OUTPUT_NOT_WRITTEN')])
  })

  it('because it was stopped, whatever the stop broke on its way', async () => {
    const controller = new AbortController()
    const broken = async (): Promise<void> => {
      controller.abort(new Interrupted('SIGTERM'))
      throw new Error('some library noticed the abort in its own way')
    }
    const { status, err } = await type(`run ${DAY} --cycle 13`, {
      ...at(emptyFolder()),
      signal: controller.signal,
      stdout: broken,
    })
    expect([status, err]).toEqual([143, expect.stringContaining('INTERRUPTED')])
  })

  it('for a reason of our own: one line, and the whole of it with --debug', async () => {
    const broken: Partial<Io> = {
      ...at(emptyFolder()),
      newRunId: () => {
        throw new TypeError(`x is not a function of ${service.apiKey}`)
      },
    }
    const plain = await type(`run ${DAY}`, broken)
    expect([plain.status, plain.err]).toEqual([
      1,
      'cuadre: BUG: TypeError: x is not a function of [hidden]; run it again with --debug, and report what it prints\n',
    ])
    const debug = await type(`run ${DAY} --debug`, { ...broken, cwd: emptyFolder() })
    expect(debug.err).toMatch(/\n {4}at /)
    expect(debug.err).not.toContain(service.apiKey)
  })
})
