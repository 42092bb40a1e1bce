import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { draw, PROGRAM, run } from '../tool.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

interface ChaosPlan {
  readonly merchants: number
  readonly workers: number
  readonly atOnce: number
  readonly kills: number
  readonly seed: number
  readonly latencyMs: number
  /** Whether databases are in an object store instead of a folder that all workers see. */
  readonly inStore: boolean
  readonly folder: string
}

/** What was done to the workers, and the results. */
export interface ChaosReport {
  readonly kills: number
  readonly freezes: number
  readonly takeOvers: number
  readonly postgresStops: number
  /** Nights that took more than one attempt. */
  readonly triedAgain: number
  readonly done: number
  /** Deviations from the required result; empty when there are none. */
  readonly flaws: readonly string[]
  readonly seconds: number
}

const LEASE_SECONDS = 3
const STORE = 'store'

/**
 * Runs the same nights by one process and by workers that are killed, frozen, deprived of leases and cut off from
 * PostgreSQL.
 */
export const playChaos = async (plan: ChaosPlan): Promise<ChaosReport> => {
  const service = await startMerchants(plan.merchants, plan.latencyMs)
  const postgres = await startPostgres()
  try {
    const settings = plan.inStore ? { databaseStore: { folder: STORE } } : {}
    const scene = chaosScene(join(plan.folder, 'queue'), service, plan.merchants, postgres.url, settings)
    const alone = chaosScene(join(plan.folder, 'alone'), service, plan.merchants, postgres.url)
    const words = ['--from', scene.days[0] ?? '', '--to', scene.days[1] ?? '']
    // The sandbox answers from this process: waiting synchronously for a command would deadlock.
    await finished(alone, 'run', ...words, '--json')
    await finished(scene, 'enqueue', ...words, ...(plan.inStore ? ['--create'] : []))
    const began = performance.now()
    const done = await tormented(scene, postgres, plan)
    const seconds = (performance.now() - began) / 1000
    const [tries] = await askPostgres(postgres.url, DONE)
    const flaws = [...(await flawsOf(scene, alone, postgres, plan)), ...done.flaws]
    return { ...done, triedAgain: Number(tries?.again), done: Number(tries?.done), flaws, seconds }
  } finally {
    postgres.remove()
    await service.close()
  }
}

const DONE = `SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE attempts > 1) AS again FROM cuadre.night`

const finished = async (scene: ChaosScene, ...words: readonly string[]): Promise<string> => {
  const { status, out } = await command(scene, ...words)
  if (status !== 0 && status !== 3) throw new Error(`${words[0]} ended with ${status}: ${out.slice(-500)}`)
  return out
}

type Torment = 'kills' | 'freezes' | 'takeOvers' | 'postgresStops'

/** Runs until all nights are done; workers that ended are restarted. */
const tormented = async (scene: ChaosScene, postgres: TestPostgres, plan: ChaosPlan) => {
  let draws = 0
  /** Numbers from 0 to 1, reproducible from the seed. */
  const chance = (): number => draw(plan.seed, draws++, 0) / 2 ** 32
  const lines: string[] = []
  const counts: Record<Torment, number> = { kills: 0, freezes: 0, takeOvers: 0, postgresStops: 0 }
  const flaws: string[] = []
  const workers: ChaosWorker[] = []
  let isOver = false
  const keepOne = async (at: number): Promise<void> => {
    while (!isOver) {
      const worker = startWorker(scene, plan.atOnce, LEASE_SECONDS, lines)
      workers[at] = worker
      const status = await worker.ended
      if (status !== null && ENDS.has(status)) return
      if (status !== null) flaws.push(`a worker ended with ${status}: ${lines.slice(-3).join(' | ')}`)
    }
  }
  const all = Promise.all(Array.from({ length: plan.workers }, (_, at) => keepOne(at))).then(() => {
    isOver = true
  })
  const torment = (async () => {
    while (!isOver && counts.kills < plan.kills) {
      await Promise.race([wait(300 + chance() * 1200), all])
      if (isOver) return
      const worker = workers[Math.floor(chance() * plan.workers)]
      const what = chance()
      if (what < 0.8) counts.kills += worker?.child.kill('SIGKILL') === true ? 1 : 0
      else if (what < 0.88 && worker !== undefined) counts.freezes += await freeze(worker, LEASE_SECONDS)
      else if (what < 0.96) counts.takeOvers += await takeOver(postgres)
      else counts.postgresStops += await stopForAWhile(postgres)
    }
  })()
  await Promise.all([all, torment])
  return { ...counts, flaws }
}

/** Freezes a worker for longer than its lease: when it wakes up, another has its merchants. */
const freeze = async ({ child }: ChaosWorker, lease: number): Promise<number> => {
  child.kill('SIGSTOP')
  await wait((lease + 1) * 1000)
  child.kill('SIGCONT')
  return 1
}

/** A worker ends with the last status of its nights; one that it lost goes on elsewhere. */
const ENDS: ReadonlySet<number> = new Set([0, 3, 5, 7])

/** Gives a merchant, in the middle of its night, to another holder. */
const takeOver = async ({ url }: TestPostgres): Promise<number> => {
  const rows = await askPostgres(
    url,
    `UPDATE cuadre.merchant SET token = token + 1, until = now() WHERE merchant IN
       (SELECT merchant FROM cuadre.night WHERE state = 'running' ORDER BY merchant LIMIT 1) RETURNING merchant`,
  )
  return rows.length
}

const stopForAWhile = async (postgres: TestPostgres): Promise<number> => {
  postgres.stop()
  await wait(2000)
  postgres.start()
  return 1
}

const flawsOf = async (
  scene: ChaosScene,
  alone: ChaosScene,
  postgres: TestPostgres,
  plan: ChaosPlan,
): Promise<readonly string[]> => {
  const nights = await askPostgres(postgres.url, 'SELECT merchant, state, line FROM cuadre.night')
  const undone = nights.filter(({ state }) => state !== 'done')
  const kept = plan.inStore ? await flawsOfStore(scene, postgres) : []
  const verified = await command(scene, 'db', 'verify', '--json')
  const [ours, theirs] = [ledgersOf(scene.folder, scene), ledgersOf(alone.folder, alone)]
  const different = [...theirs].filter(([place, text]) => text === '' || ours.get(place) !== text)
  return [
    ...(nights.length === plan.merchants ? [] : [`${nights.length} nights for ${plan.merchants} merchants`]),
    ...undone.map((night) => `not done: ${JSON.stringify(night)}`),
    ...kept,
    ...(verified.status === 0 ? [] : [`db verify ended with ${verified.status}: ${verified.out.slice(-2000)}`]),
    ...different.map(([place]) => `${place} is not that of one process`),
  ]
}

/**
 * Checks that every object is as recorded, that generations follow one another, and that each current database can be
 * fetched and verified.
 */
const flawsOfStore = async (scene: ChaosScene, postgres: TestPostgres): Promise<readonly string[]> => {
  const generations = await askPostgres(postgres.url, 'SELECT merchant, number, object, sha256 FROM cuadre.generation')
  const store = join(scene.folder, STORE)
  const changed = generations.filter(
    ({ object, sha256 }) =>
      createHash('sha256')
        .update(readFileSync(join(store, String(object))))
        .digest('hex') !== sha256,
  )
  const current = await askPostgres(postgres.url, 'SELECT merchant, generation FROM cuadre.merchant')
  const gaps = current.filter(
    ({ merchant, generation }) => generations.filter((one) => one.merchant === merchant).length !== generation,
  )
  for (const merchant of scene.merchants) await finished(scene, 'queue', 'fetch', '--merchant', merchant)
  return [
    ...changed.map(({ object }) => `${object} was changed`),
    ...gaps.map(({ merchant }) => `the generations of ${merchant} have a gap`),
    ...(filesBelow(store).length < generations.length ? ['objects are missing'] : []),
  ]
}

/** Merchants of a sandbox with a folder for their databases, and their queue. */
interface ChaosScene {
  readonly folder: string
  readonly merchants: readonly string[]
  readonly days: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const HOUR_MS = 3_600_000

/** With a fixed clock, so that the time of reading does not change what is read. */
const startMerchants = (number: number, latencyMs: number): Promise<Sandbox> =>
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
const chaosScene = (
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
const command = async (
  { folder, env }: ChaosScene,
  ...words: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string }> => {
  const { status, stdout, stderr } = await run([PROGRAM, ...words], { cwd: folder, env })
  return { status, out: status === 0 || status === 3 ? stdout : `${stdout}${stderr}` }
}

/** A worker whose log is counted; `lines` are its log lines. */
interface ChaosWorker {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
}

const startWorker = (scene: ChaosScene, atOnce: number, lease: number, lines: string[]): ChaosWorker => {
  const words = ['worker', '--until-done', '--at-once', String(atOnce), '--lease', String(lease)]
  const child = spawn(process.execPath, [PROGRAM, ...words], {
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
const ledgersOf = (folder: string, scene: ChaosScene): ReadonlyMap<string, string> =>
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

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.enc'))
    : []
