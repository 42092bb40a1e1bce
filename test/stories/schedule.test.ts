import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
let folder = ''
const children: ChildProcess[] = []

beforeEach(() => {
  folder = emptyFolder()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const started = (words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess => {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  children.push(child)
  return child
}

/** The first line of a stream with this text. */
const lineWith = async (child: ChildProcess, stream: 'stdout' | 'stderr', text: string): Promise<string> => {
  const source = child[stream]
  if (source === null) throw new Error(`no ${stream}`)
  for await (const line of createInterface({ input: source })) if (line.includes(text)) return line
  throw new Error(`it never said "${text}"`)
}

const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  const exit = once(child, 'exit')
  child.kill(signal)
  return (await exit)[0]
}

/** A running service, and the settings for it. */
const service = async (): Promise<Readonly<Record<string, string>>> => {
  const sandbox = started(['sandbox', '--port', '0', '--json', '--days', '3'])
  const { baseUrl, apiKey } = JSON.parse(await lineWith(sandbox, 'stdout', 'baseUrl')) as Record<string, string>
  return { CUADRE_BASE_URL: baseUrl ?? '', CUADRE_API_KEY: apiKey ?? '' }
}

const UNREACHABLE = { CUADRE_BASE_URL: 'http://127.0.0.1:9/v1', CUADRE_API_KEY: 'a-key' }

const remembering = (job: string, at: string): void => {
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  writeFileSync(join(folder, 'data', 'cuadre.db.schedule.json'), JSON.stringify({ [job]: at }))
}

describe('the scheduler as a process', () => {
  test('tells when it does what, is seen to be up, is alone, and ends with 0 when it is told to stop', async () => {
    const scheduler = started(['schedule', '--json'], UNREACHABLE)
    const told = JSON.parse(await lineWith(scheduler, 'stdout', 'jobs')) as { jobs: { job: string; next: string }[] }
    expect(told.jobs.map(({ job }) => job)).toEqual(['run', 'sweep', 'db backup'])
    const health = () => spawnSync(process.execPath, [MAIN, 'schedule', '--health'], { cwd: folder }).status
    expect(health()).toBe(0)
    const second = spawnSync(process.execPath, [MAIN, 'schedule'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...UNREACHABLE },
    })
    expect([second.status, String(second.stderr)]).toEqual([
      7,
      expect.stringMatching(/LOCKED: schedule \(process \d+, since /),
    ])
    expect(await ended(scheduler, 'SIGTERM')).toBe(0)
    expect(health()).toBe(5)
  })

  test('stays up where each merchant has its own key, and not where none has one', async () => {
    writeFileSync(join(folder, 'casa.key'), 'a-key', { mode: 0o600 })
    const settings = (casa: object) =>
      writeFileSync(
        join(folder, 'cuadre.config.json'),
        JSON.stringify({ merchants: [{ name: 'casa', ...casa }, { name: 'torre' }] }),
      )
    settings({ baseUrl: UNREACHABLE.CUADRE_BASE_URL, apiKeyFile: 'casa.key' })
    const scheduler = started(['schedule', '--json'])
    expect(await lineWith(scheduler, 'stdout', 'jobs')).toContain('"job":"run"')
    expect(await ended(scheduler, 'SIGTERM')).toBe(0)
    settings({})
    const refused = spawnSync(process.execPath, [MAIN, 'schedule'], { cwd: folder, env: { PATH: process.env.PATH } })
    expect([refused.status, String(refused.stderr)]).toEqual([2, expect.stringContaining('NO_SERVICE')])
  })

  test('catches up with the run that was due while it was down, and remembers that it did', async () => {
    remembering('run', '2026-01-01T00:00:00.000Z')
    const scheduler = started(['schedule'], await service())
    const line = await lineWith(scheduler, 'stderr', 'run ended: ')
    expect(line).toMatch(/run ended: (all well \(0\)|there are discrepancies \(3\))/)
    expect(existsSync(join(folder, 'data', 'cuadre.db'))).toBe(true)
    const memory = join(folder, 'data', 'cuadre.db.schedule.json')
    expect(Date.parse(JSON.parse(readFileSync(memory, 'utf8')).run)).toBeGreaterThan(Date.parse('2026-06-01'))
    expect(statSync(memory).mode & 0o777).toBe(0o600)
    expect(await ended(scheduler, 'SIGINT')).toBe(0)
  })

  test('a job that fails is told, and the scheduler waits for its next time', async () => {
    remembering('db backup', '2026-01-01T00:00:00.000Z')
    const scheduler = started(['schedule'], UNREACHABLE)
    expect(await lineWith(scheduler, 'stderr', 'ended')).toContain('db backup ended: it failed with status 2')
    expect(await ended(scheduler, 'SIGTERM')).toBe(0)
  })

  test('told to stop in the middle of a job, it stops the job first', async () => {
    remembering('run', '2026-01-01T00:00:00.000Z')
    const scheduler = started(['schedule'], UNREACHABLE)
    await lineWith(scheduler, 'stderr', 'run begins')
    expect(await ended(scheduler, 'SIGTERM')).toBe(0)
    expect(existsSync(join(folder, 'data', 'cuadre.db.lock.txt'))).toBe(false)
  })
})

describe('what makes no sense is refused before anything is done', () => {
  test.each([
    [['schedule', '--print', 'windows'], 'USAGE: --print must be one of cron, systemd, github, docker'],
    [['schedule', '--print', 'cron', '--health'], 'USAGE: --print excludes --health'],
    [['schedule'], 'NO_SERVICE'],
  ])('%j', (words, message) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    expect([status, String(stderr)]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test.each(['99 13 * * *', '30 13 * *', 'at noon please now thanks', '0 0 30 2 *'])(
    'a time that is none: %s',
    (time) => {
      writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ runAt: [time] }))
      const { status, stderr } = spawnSync(process.execPath, [MAIN, 'schedule'], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...UNREACHABLE },
      })
      expect([status, String(stderr)]).toEqual([
        2,
        expect.stringMatching(/runAt is .* and must be a list of times in the five fields of cron/),
      ])
    },
  )
})
