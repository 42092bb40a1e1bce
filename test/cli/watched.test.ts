import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { emptyFolder } from '../empty-folder.ts'
import { startService } from '../stories/service.ts'
import { paid } from '../stories/told.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Receivers of reports on a run: real servers that answer, refuse, hang, or do not exist. */
const week = await demoWeekForAll()
const { service } = week

interface Heard {
  readonly path: string
  readonly body: string
}

/** Records its requests. `answer` null never answers. */
const listener = async (answer: number | null): Promise<{ url: string; heard: Heard[]; server: Server }> => {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    heard.push({ path: request.url ?? '', body: await text(request) })
    if (answer !== null) response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server }
}

const at = (cwd: string, settings: Record<string, unknown>, instead: Partial<Io> = {}): Partial<Io> => {
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ lookbackDays: 0, ...settings }))
  let runs = 0
  return week.at(cwd, { newRunId: () => `run-${Date.now()}-${++runs}`, log: 'json', ...instead })
}
const RUN = 'run --date 2026-03-12'
/** The slots that are due today, without earlier days. */
const NIGHT = 'run'
const pathsOf = (heard: readonly Heard[]): string[] => heard.map(({ path }) => path)
const warnings = (err: string): string[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'warn')
    .map(({ code, msg }) => `${code} ${msg}`)

describe('the ping', () => {
  it('is told of the start and, differences or not, of a run that read everything', async () => {
    const { url, heard } = await listener(200)
    const { status } = await type(NIGHT, at(emptyFolder(), { pingUrl: `${url}/my-secret-id?create=1` }))
    expect([status, pathsOf(heard)]).toEqual([3, ['/my-secret-id/start?create=1', '/my-secret-id?create=1']])
  })

  it('tells the end only when the start was answered or given up: the switch must not take the run for one that goes on', async () => {
    const order: string[] = []
    const server = createServer((request, response) => {
      order.push(request.url ?? '')
      if (request.url === '/id/start') response.on('close', () => order.push('given up'))
      else response.end('ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const pingUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/id`
    const env = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'sk_other_0123456789' }
    await type(NIGHT, at(emptyFolder(), { pingUrl }, { env }))
    expect(order).toEqual(['/id/start', 'given up', '/id/4'])
  })

  it.each([
    [{ CUADRE_API_KEY: 'sk_other_0123456789' }, 4, ['/id/start', '/id/4']],
    [{ CUADRE_BASE_URL: 'http://127.0.0.1:1/v1' }, 5, ['/id/start', '/id/5']],
    [{ CUADRE_BASE_URL: '' }, 2, ['/id/2']],
  ])('is told the exit status of one that failed: %j', async (wrong, expected, paths) => {
    const { url, heard } = await listener(200)
    const settings = at(emptyFolder(), { pingUrl: `${url}/id/` })
    const { status } = await type(NIGHT, { ...settings, env: { ...settings.env, ...wrong } })
    expect([status, pathsOf(heard)]).toEqual([expected, paths])
  })

  it('is told of one that was stopped', async () => {
    const { url, heard } = await listener(200)
    const controller = new AbortController()
    const stop = (): string => {
      setImmediate(() => controller.abort(new Interrupted('SIGTERM')))
      return 'a-run'
    }
    const cwd = emptyFolder()
    const stopped = at(cwd, { pingUrl: `${url}/id` }, { newRunId: stop, signal: controller.signal })
    const { status } = await type(NIGHT, stopped)
    expect([status, pathsOf(heard).at(-1)]).toEqual([143, '/id/143'])
  })

  it('of a dry run, a check and a refused command hears nothing', async () => {
    const { url, heard } = await listener(200)
    const cwd = emptyFolder()
    const settings = at(cwd, { pingUrl: url, notifyUrl: url })
    await type(`${RUN} --dry-run`, settings)
    await type(RUN, at(cwd, {}))
    await type('check', at(cwd, { pingUrl: url, notifyUrl: url }))
    await type('run --date tomorrow', settings)
    expect(heard).toEqual([])
  })

  it('hears nothing of a run about what somebody named, nor of one in which nothing is due', async () => {
    const { url, heard } = await listener(200)
    const settings = at(emptyFolder(), { pingUrl: url })
    await type(RUN, settings)
    await type('run --cycle 13', settings)
    const early = at(emptyFolder(), { pingUrl: url }, { now: () => Date.parse('2026-03-12T14:00:00Z') })
    expect((await type(NIGHT, early)).out).toMatch(/^Nothing is due yet/)
    expect(heard).toEqual([])
  })

  it.each([
    ['refuses', 500, 'answered 500'],
    ['sends us elsewhere', 302, 'answered 302'],
    ['hangs', null, 'did not answer within'],
  ])('that %s is warned of, and the run is as it was', async (_what, answer, told) => {
    const { url } = await listener(answer)
    const began = performance.now()
    const settings = at(emptyFolder(), { pingUrl: `${url}/my-secret-id`, notifyUrl: `${url}/hook/my-secret-id` })
    const { status, out, err } = await type(NIGHT, settings)
    expect(performance.now() - began).toBeLessThan(120_000)
    expect([status, out.startsWith('The operator paid COP 1,850,000 too much')]).toEqual([3, true])
    expect(warnings(err).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^NOTIFICATION_FAILED 127\\.0\\.0\\.1:\\d+ ${told}`)),
      expect.stringMatching(new RegExp(`^PING_FAILED 127\\.0\\.0\\.1:\\d+ ${told}`)),
      expect.stringMatching(new RegExp(`^PING_FAILED 127\\.0\\.0\\.1:\\d+ ${told}`)),
    ])
    expect(out + err).not.toContain('my-secret-id')
  })

  it('that is not there is warned of', async () => {
    const { status, err } = await type(NIGHT, at(emptyFolder(), { pingUrl: 'http://127.0.0.1:1/x' }))
    expect([status, warnings(err)]).toEqual([
      3,
      Array(2).fill('PING_FAILED 127.0.0.1:1 could not be reached (ECONNREFUSED)'),
    ])
  })
})

describe('the notification', () => {
  it('tells what is new, and nothing when nothing has changed', async () => {
    const { url, heard } = await listener(204)
    const settings = at(emptyFolder(), { notifyUrl: `${url}/hook` })
    await type(RUN, settings)
    expect(heard).toHaveLength(1)
    const told = JSON.parse(heard[0]?.body ?? '')
    expect(told).toMatchObject({
      schemaVersion: 1,
      source: 'cuadre',
      merchant: 'default',
      job: 'run',
      outcome: 'differs',
      exitCode: 3,
      error: null,
      money: { open: { overpaid: { number: 1, sum: 1850000 } } },
      stopped: false,
      recovered: false,
      resolved: [],
      changes: 2,
    })
    expect(told.new.map(({ code, severity }: Record<string, string>) => `${code} ${severity}`)).toEqual([
      'COLLECTED_MISMATCH error',
      'COUNT_MISMATCH error',
    ])
    expect(told.text).toBe(
      'Cuadre, default: 2 new discrepancies: 2026-03-12 11 COLLECTED_MISMATCH, 2026-03-12 11 COUNT_MISMATCH. The operator paid COP 1,850,000 too much (1 settlement).',
    )
    await type(RUN, settings)
    expect(heard).toHaveLength(1)
  })

  it('tells once that it stopped, and that it works again', async () => {
    const { url, heard } = await listener(200)
    const cwd = emptyFolder()
    const good = at(cwd, { notifyUrl: url })
    const bad = { ...good, env: { ...good.env, CUADRE_API_KEY: 'sk_other_0123456789' } }
    await type(`${RUN} --cycle 13`, good)
    expect(heard).toEqual([])
    await type(`${RUN} --cycle 13`, bad)
    await type(`${RUN} --cycle 13`, bad)
    await type(`${RUN} --cycle 13`, good)
    expect(heard.map(({ body }) => JSON.parse(body).text)).toEqual([
      'Cuadre, default: "run" stopped with exit status 4 (CREDENTIALS_REJECTED)',
      'Cuadre, default: "run" works again. The settlement adds up; COP 43,752,710 paid out.',
    ])
  })

  it('tells of chargebacks and of what is gone, by the codes that were chosen', async () => {
    const { url, heard } = await listener(200)
    const now = Date.parse('2026-03-13T03:30:00Z')
    const told = await startService(() => now)
    onTestFinished(() => told.close())
    const [date, cycle] = ['2026-03-12', '11']
    const tell = (status: string) => {
      const invoices = [paid(date, cycle, 1), paid(date, cycle, 2, { status })]
      told.tellSettled(date, cycle, invoices)
    }
    const cwd = emptyFolder()
    const env = { CUADRE_BASE_URL: told.baseUrl, CUADRE_API_KEY: 'a-key' }
    const night = () => type(`${RUN} --cycle 11`, at(cwd, { notifyUrl: url }, { now: () => now, env }))
    tell('paid')
    await night()
    tell('chargeback')
    await night()
    tell('paid')
    await night()
    const codes = heard.map(({ body }) => {
      const news = JSON.parse(body)
      const named = (changes: { code: string }[]) => changes.map(({ code }) => code).join(' ')
      return `new ${named(news.new)}; resolved ${named(news.resolved)}`
    })
    expect(codes).toEqual(['new CHARGEBACK; resolved ', 'new ; resolved CHARGEBACK'])
    for (const { body } of heard) expect(body).not.toMatch(/Inquilino|1000\d/)
  })

  it('is silent while another run is at work', async () => {
    const { url, heard } = await listener(200)
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'data'))
    const lock = acquireLock(join(cwd, 'data/cuadre.db'), { pid: 1, at: 0, job: 'run' })
    const { status } = await type(RUN, at(cwd, { notifyUrl: url }))
    lock.release()
    expect([status, heard]).toEqual([7, []])
  })
})

it('of several merchants each has its numbers, and one that fails is told as that', async () => {
  const { url, heard } = await listener(200)
  const cwd = emptyFolder()
  const merchants = [
    { name: 'casa', apiKeyVariable: 'KEY_OF_CASA' },
    { name: 'lote', apiKeyVariable: 'KEY_OF_LOTE' },
  ]
  const env = { CUADRE_BASE_URL: '', KEY_OF_CASA: service.apiKey, KEY_OF_LOTE: 'sk_other_0123456789' }
  const settings = at(cwd, { baseUrl: service.baseUrl, notifyUrl: url, merchants }, { env })
  const { status } = await type(`${RUN} --cycle 13 --metrics-file cuadre.prom`, settings)
  const names = readdirSync(cwd).filter((name) => name.endsWith('.prom'))
  expect([status, names]).toEqual([4, ['cuadre-casa.prom', 'cuadre-lote.prom']])
  expect(readFileSync(join(cwd, 'cuadre-lote.prom'), 'utf8')).toContain('_exit_status{merchant="lote"} 4\n')
  expect(heard.map(({ body }) => JSON.parse(body).merchant)).toEqual(['lote'])
})

describe('the numbers', () => {
  const METRICS = 'metrics/cuadre.prom'
  const withFolder = (): string => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'metrics'))
    return cwd
  }

  it('are what Prometheus reads, whole, and readable by its collector', async () => {
    const cwd = withFolder()
    const { status } = await type(`${NIGHT} --metrics-file ${METRICS}`, at(cwd, {}))
    const told = readFileSync(join(cwd, METRICS), 'utf8')
    expect(status).toBe(3)
    for (const line of [
      'cuadre_last_success_timestamp_seconds{merchant="default"} 1773372600',
      'cuadre_last_run_exit_status{merchant="default"} 3',
      'cuadre_last_run_duration_seconds{merchant="default"} 0',
      'cuadre_last_run_invoices{merchant="default"} 229',
      'cuadre_last_run_pages{merchant="default"} 6',
      'cuadre_last_run_retries{merchant="default"} 0',
      'cuadre_slots{merchant="default",verdict="discrepant"} 1',
      'cuadre_slots{merchant="default",verdict="reconciled"} 4',
      'cuadre_slots{merchant="default",verdict="failed"} 0',
      'cuadre_open_discrepancies{merchant="default",severity="error"} 2',
      'cuadre_overpaid_pesos{merchant="default"} 1850000',
      'cuadre_owed_pesos{merchant="default"} 0',
    ])
      expect(told.split('\n')).toContain(line)
    expect(statSync(join(cwd, METRICS)).mode & 0o777).toBe(0o644)
    expect(readdirSync(join(cwd, 'metrics'))).toEqual(['cuadre.prom'])
  })

  it('of a run that failed keep the last success, also when the database cannot say it', async () => {
    const cwd = withFolder()
    const settings = at(cwd, {})
    await type(`${NIGHT} --metrics-file ${METRICS}`, settings)
    writeFileSync(join(cwd, 'data/cuadre.db'), 'no database any more\n'.repeat(1000))
    const { status } = await type(`${RUN} --metrics-file ${METRICS}`, settings)
    const told = readFileSync(join(cwd, METRICS), 'utf8')
    expect(status).toBe(6)
    expect(told).toContain('cuadre_last_success_timestamp_seconds{merchant="default"} 1773372600\n')
    expect(told).toContain('cuadre_last_run_exit_status{merchant="default"} 6\n')
    expect(told).not.toContain('cuadre_slots')
  })

  it('that cannot be written end the command with 6; the run itself is kept', async () => {
    const cwd = withFolder()
    mkdirSync(join(cwd, METRICS))
    const { status, err } = await type(`${RUN} --metrics-file ${METRICS}`, at(cwd, {}))
    expect([status, err]).toEqual([6, expect.stringContaining('or name another --metrics-file')])
    expect(existsSync(join(cwd, 'out/2026-03-12/manifest.json'))).toBe(true)
  })

  it.each([
    ['--metrics-file nowhere/x.prom', 'in a folder that is not there'],
    ['--metrics-file x.prom --dry-run', '--dry-run excludes --metrics-file'],
  ])('%s is refused before anything is done', async (flags, told) => {
    const cwd = emptyFolder()
    const { status, err } = await type(`${RUN} ${flags}`, at(cwd, {}))
    expect([status, err, readdirSync(cwd)]).toEqual([2, expect.stringContaining(told), ['cuadre.config.json']])
  })
})

describe('the settings', () => {
  it.each([
    ['pingUrl', 'ftp://my-secret-id'],
    ['notifyUrl', 'https://user:my-secret-id@host/'],
    ['notifyCodes', ['CHARGEBACKS']],
    ['quietBusinessDays', 0],
  ])('%s that is wrong is refused, and its value not told when it may be a key', async (name, value) => {
    const { status, err } = await type(RUN, at(emptyFolder(), { [name]: value }))
    expect([status, err]).toEqual([2, expect.stringContaining(`${name} `)])
    expect(err).not.toContain('my-secret-id')
  })

  it('of an address show whom it reaches, and no more', async () => {
    const settings = at(emptyFolder(), { pingUrl: 'https://hc-ping.com/my-secret-id' })
    for (const line of ['config', 'config --json']) {
      const { out } = await type(line, settings)
      expect(out).toContain('https://hc-ping.com/[hidden]')
      expect(out).not.toContain('my-secret-id')
    }
  })
})
