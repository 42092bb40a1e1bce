import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_WEEK, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { emptyFolder } from '../empty-folder.ts'
import type { Seen } from './terminal.ts'

/** The command as installed by npm, in separate processes. Requires `npm run build`. */
const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')

const environment = (instead: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...instead,
})

const start = (words: readonly string[], cwd: string, env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [MAIN, ...words], { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })

const ended = async (child: ChildProcess): Promise<Seen> => {
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: Number(status), out, err }
}
const run = (words: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Seen> =>
  ended(start(words, cwd, env))

const shell = (command: string, cwd: string): Seen => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: environment({ NODE: process.execPath, MAIN }),
    encoding: 'utf8',
  })
  return { status: status ?? -1, out: stdout, err: stderr }
}

describe('the process', () => {
  it('prints help and version, and can be run as a program', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(await run(['--version'], emptyFolder())).toEqual({ status: 0, out: `${version}\n`, err: '' })
    expect(shell('"$MAIN" --version', emptyFolder()).out).toBe(`${version}\n`)
    expect((await run(['--help'], emptyFolder(), { LANG: 'es_CO.UTF-8', LC_ALL: 'es_CO.UTF-8' })).out).toContain(
      'Every night:',
    )
  })

  it('ends with 2 and one line when the words make no sense', async () => {
    const { status, out, err } = await run(['run', '--date', 'tomorrow'], emptyFolder())
    expect([status, out, err.split('\n').length]).toEqual([2, '', 2])
  })

  it.each([
    ['head -n 1', 'Reconciles the settlements of a rental invoicing and settlement service.\n'],
    ['true', ''],
  ])('ends quietly when nobody reads to the end: | %s', (reader, read) => {
    const cwd = emptyFolder()
    const { out, err } = shell(`("$NODE" "$MAIN" --help; echo $? > status) | ${reader}`, cwd)
    expect([out, err, readFileSync(join(cwd, 'status'), 'utf8')]).toEqual([read, '', '0\n'])
  })

  it.skipIf(!existsSync('/dev/full'))('ends with 6 when standard output cannot take what it prints', () => {
    const { status, err } = shell('"$NODE" "$MAIN" --help > /dev/full', emptyFolder())
    expect([status, err]).toEqual([6, expect.stringMatching(/^cuadre: OUTPUT_NOT_WRITTEN: .*ENOSPC.*\n$/)])
  })
})

describe('a night', () => {
  let service: Sandbox
  beforeAll(async () => {
    service = await startSandbox({ scenario: 'demo-week' })
  })
  afterAll(() => service.close())

  it.each(['text', 'json'])(
    'tells those who watch it, in the bundle too: log as %s, numbers in a file',
    async (log) => {
      const cwd = emptyFolder()
      const { status, err } = await run(
        ['run', '--date', DEMO_WEEK.to, '--verbose', '--metrics-file', 'cuadre.prom'],
        cwd,
        {
          CUADRE_BASE_URL: service.baseUrl,
          CUADRE_API_KEY: service.apiKey,
          CUADRE_LOG: log,
        },
      )
      expect([status, err]).toEqual([3, expect.stringContaining('run ended')])
      expect(readFileSync(join(cwd, 'cuadre.prom'), 'utf8')).toMatch(/^cuadre_\w+(\{.*\})? \d/m)
    },
  )

  it('gives the same bytes under any zone and language of the host', async () => {
    const files: string[] = []
    for (const env of [
      { TZ: 'UTC' },
      { TZ: 'America/New_York', LANG: 'es_CO.UTF-8' },
      { TZ: 'Pacific/Apia', LC_ALL: 'ar_EG.UTF-8' },
    ]) {
      const cwd = emptyFolder()
      const { err } = await run(['run', '--date', DEMO_WEEK.to, '--json', '--quiet'], cwd, {
        ...env,
        CUADRE_BASE_URL: service.baseUrl,
        CUADRE_API_KEY: service.apiKey,
      })
      expect(err).toBe('')
      const out = join(cwd, 'out')
      const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('invoice-ledger.csv'),
      )
      files.push(
        names
          .sort()
          .map((name) => `${name}\n${readFileSync(join(out, name), 'utf8')}`)
          .join('\n'),
      )
    }
    expect(files[0]?.length).toBeGreaterThan(10_000)
    expect(files[1]).toBe(files[0])
    expect(files[2]).toBe(files[0])
  })
})

describe('a signal', () => {
  /** A service that takes every request and never answers. */
  const silentService = async (): Promise<{ server: Server; baseUrl: string }> => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s ends a waiting run with %d, which says so before it ends, and the next run finds no lock',
    async (signal, expected) => {
      const { server, baseUrl } = await silentService()
      const cwd = emptyFolder()
      const env = { CUADRE_BASE_URL: baseUrl, CUADRE_API_KEY: 'a-key' }
      const child = start(['run', '--date', '2026-03-12', '--cycle', '11', '--json'], cwd, env)
      const end = ended(child)
      await once(server, 'request')
      child.kill(signal)
      const { status, out, err } = await end
      // A run that does not stop in time is ended where it is, and says none of this.
      const [last, ...lines] = err.trimEnd().split('\n').reverse()
      expect([status, last]).toEqual([
        expected,
        `cuadre: INTERRUPTED: stopped by ${signal}; run it again: nothing half-done was kept`,
      ])
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['run ended', 'settlements to read', 'run began'])
      expect(JSON.parse(out)).toMatchObject({
        command: 'run',
        outcome: 'failed',
        exitCode: expected,
        error: { code: 'INTERRUPTED' },
      })
      expect(existsSync(join(cwd, 'out'))).toBe(false)
      const again = await run(['check', '--date', '2026-03-12'], cwd, env)
      expect(again.err).not.toContain('LOCKED')
    },
  )
})
