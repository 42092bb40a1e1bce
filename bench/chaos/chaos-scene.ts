import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'

/** The built program, as started by users. */
const MAIN = new URL('../../src/cli/main.js', import.meta.url).pathname
const program = existsSync(MAIN) ? MAIN : join(process.cwd(), 'dist/src/cli/main.js')

/** Merchants of a sandbox with a folder for their databases, and their queue. */
export interface ChaosScene {
  readonly folder: string
  readonly merchants: readonly string[]
  readonly days: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const HOUR_MS = 3_600_000

/** With a fixed clock, so that the time of reading does not change what is read. */
export const startMerchants = (number: number, latencyMs: number): Promise<Sandbox> =>
  startSandbox({
    clock: new Date(Date.now() - HOUR_MS).toISOString(),
    days: 4,
    invoicesPerDay: 10,
    merchants: namesOf(number).map((name) => ({ name, apiKey: `key-of-${name}` })),
    ...(latencyMs === 0 ? {} : { faults: [{ path: '/v1/*', fault: { do: 'delay', ms: latencyMs } }] }),
  })

const namesOf = (number: number): readonly string[] =>
  Array.from({ length: number }, (_, at) => `m${String(at + 1).padStart(3, '0')}`)

/** The settings of all merchants in a folder; `settings` are added. */
export const chaosScene = (
  folder: string,
  service: Sandbox,
  number: number,
  queue: string,
  settings: object = {},
): ChaosScene => {
  const merchants = namesOf(number)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of merchants) writeFileSync(join(folder, `${name}.key`), `key-of-${name}\n`, { mode: 0o600 })
  const file = {
    baseUrl: service.baseUrl,
    db: 'data/{merchant}.db',
    xlsx: false,
    merchants: merchants.map((name) => ({ name, apiKeyFile: `${name}.key` })),
    ...settings,
  }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(file))
  const now = Date.parse(service.fixedAt ?? '')
  const days = [3, 2].map((back) => new Date(now - back * 24 * HOUR_MS).toISOString().slice(0, 10))
  return {
    folder,
    merchants,
    days,
    env: { PATH: process.env.PATH, CUADRE_QUEUE: queue, CUADRE_DATABASE_KEY: 'a key of the chaos' },
  }
}

/** Runs a command to its end. */
export const command = async (
  scene: ChaosScene,
  ...words: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string }> => {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: scene.folder,
    env: scene.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const [status] = await once(child, 'close')
  return { status, out: [...out, ...(status === 0 || status === 3 ? [] : err)].join('') }
}

/** A worker whose log is counted; `lines` are its log lines. */
export interface ChaosWorker {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
}

export const startWorker = (scene: ChaosScene, atOnce: number, lease: number, lines: string[]): ChaosWorker => {
  const words = ['worker', '--until-done', '--at-once', String(atOnce), '--lease', String(lease)]
  const child = spawn(process.execPath, [program, ...words], {
    cwd: scene.folder,
    env: scene.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  return { child, ended: once(child, 'exit').then(([code]) => code) }
}

export const askPostgres = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows ?? []
  } finally {
    await client.end()
  }
}

/**
 * The rows of all settlement and invoice ledgers, without the time of reading: two ways of running the same night must
 * agree on them.
 */
export const ledgersOf = (folder: string, scene: ChaosScene): ReadonlyMap<string, string> =>
  new Map(
    scene.merchants.flatMap((merchant) =>
      scene.days.flatMap((day) =>
        ['settlement-ledger.csv', 'invoice-ledger.csv'].map((name) => {
          const place = join('out', merchant, day, name)
          const text = existsSync(join(folder, place)) ? readFileSync(join(folder, place), 'utf8') : ''
          return [place, text.replace(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/gm, '')] as const
        }),
      ),
    ),
  )

export const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.enc'))
    : []
