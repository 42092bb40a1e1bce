import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../chaos/postgres.ts'
import { makeNextVersion } from './next-version.ts'
import { type Deed, DIST, type Environment, runHere } from './program.ts'
import { makeQueues, type Queues } from './queue-of-scene.ts'

const RUN = ['run', '--date', '2026-03-12', '--cycle', '11', '--cycle', '13', '--quiet']
const CLOSE = ['close', '--through', '2026-03-12', '--force', '--reason', 'a trial of faults']
const MAIN = join(DIST, 'src/cli/main.js')
const EVENING = '2026-03-13T03:30:00Z'
const LATER = '2026-03-13T04:30:00Z'

/** The command of each scene. */
const DEEDS = {
  first: RUN,
  later: RUN,
  upgrade: RUN,
  receiver: 'receive',
  inbox: ['inbox', '--quiet'],
  backup: ['db', 'backup'],
  audit: ['audit', '2026-03-12', '11', '--out', 'pack'],
  close: CLOSE,
  worker: ['worker', '--until-done', '--at-once', '1'],
} as const satisfies Record<string, Deed>
export type SceneName = keyof typeof DEEDS
/** A processed inbox has nothing left to do: after a fault its settlement may have been read twice, as here. */
const READ_AGAIN = ['run', '--date', '2026-03-12', '--cycle', '11', '--quiet']
/** The night of a worker: days and cycles as in the other scenes. */
const ENQUEUE = ['enqueue', '--date', '2026-03-12', '--cycle', '11', '--cycle', '13']
export const ENQUEUE_AGAIN: Deed = [...ENQUEUE, '--again']
/** Scenes that start with a first night in the database. */
const AFTER_A_NIGHT = ['later', 'upgrade', 'receiver', 'inbox', 'backup', 'audit', 'close', 'worker'] as const

/** The initial contents of the folder, and the time of the command. */
export interface Scene {
  readonly name: SceneName
  readonly deed: Deed
  /** The command that repeats its work. */
  readonly again: Deed
  /** The dist folder of the program. */
  readonly dist: string
  readonly folder: string
  readonly now: string
  readonly baseUrl: string
  /** The queue of its night; null for scenes without one. */
  readonly queues: Queues | null
}

/** Makes the folders of the scenes below `root`, served by a sandbox during `work`. */
export const withScenes = async <T>(
  root: string,
  isAsked: (name: SceneName) => boolean,
  work: (scenes: readonly Scene[]) => Promise<T>,
): Promise<T> => {
  const sandbox = spawn(process.execPath, [MAIN, 'sandbox', '--port', '0', '--json', ...SANDBOX], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const postgres = isAsked('worker') ? await postgresIfThere() : null
  try {
    const [line] = await once(createInterface(sandbox.stdout), 'line')
    const { baseUrl, controlUrl } = JSON.parse(line)
    const next = isAsked('upgrade') ? makeNextVersion(DIST, join(root, 'next-version')) : DIST
    const scene = (name: SceneName): Scene => {
      const dist = name === 'upgrade' ? next : DIST
      const again = name === 'inbox' ? READ_AGAIN : DEEDS[name]
      return { name, deed: DEEDS[name], again, dist, folder: join(root, name), now: LATER, baseUrl, queues: null }
    }
    const isThere = (name: SceneName): boolean => isAsked(name) && (name !== 'worker' || postgres !== null)
    const scenes = SCENE_NAMES.filter(isThere).map(scene)
    for (const { folder, name } of scenes) makeFolder(folder, name)
    for (const one of scenes.filter(({ name }) => AFTER_A_NIGHT.some((after) => after === name)))
      await runOrThrow({ ...one, dist: DIST, now: EVENING, queue: null }, RUN)
    for (const one of scenes) if (one.name === 'inbox') await runOrThrow({ ...one, queue: null }, 'receive')
    await changeWorld(baseUrl, controlUrl)
    return await work(await Promise.all(scenes.map((one) => withQueues(one, postgres))))
  } finally {
    postgres?.remove()
    const exit = once(sandbox, 'exit')
    sandbox.kill()
    await exit
  }
}

const SCENE_NAMES: readonly SceneName[] = ['first', ...AFTER_A_NIGHT]

const postgresIfThere = async (): Promise<TestPostgres | null> => {
  if (NO_POSTGRES === null) return startPostgres()
  process.stderr.write(`the scene of the worker is left out: ${NO_POSTGRES}\n`)
  return null
}

const withQueues = async (scene: Scene, postgres: TestPostgres | null): Promise<Scene> => {
  if (scene.name !== 'worker' || postgres === null) return scene
  const fill = (queue: string) => runOrThrow({ ...scene, queue }, ENQUEUE)
  return { ...scene, queues: await makeQueues(postgres.url, fill) }
}
const SANDBOX = ['--scenario', 'invoice-changes', '--assume', 'dateHeader=sandbox']

/** A worker takes its merchants from the settings. */
const makeFolder = (folder: string, name: SceneName): void => {
  mkdirSync(folder, { recursive: true })
  const merchants = [{ name: 'default', db: 'data/cuadre.db', apiKeyVariable: 'CUADRE_API_KEY' }]
  const settings = { pageLimit: 3, ...(name === 'worker' ? { merchants } : {}) }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
}

const runOrThrow = async (at: Environment, deed: Deed): Promise<void> => {
  const { status, stderr } = await runHere(at, deed)
  if (status !== 0 && status !== 3) throw new Error(`${String(deed)} ended with ${status}: ${stderr}`)
}

/** An hour later a contract has changed, fees are higher, one invoice is gone, and another is new. */
const changeWorld = async (baseUrl: string, controlUrl: string): Promise<void> => {
  const ask = async (method: string, url: string, body?: unknown): Promise<{ items: { id: string }[] }> => {
    const headers = { authorization: 'Bearer sandbox-api-key', 'content-type': 'application/json' }
    const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}`)
    return JSON.parse(await response.text())
  }
  await ask('POST', `${controlUrl}/clock`, { advance: 'PT1H' })
  const { items } = await ask('GET', `${baseUrl}/invoices?settlementDate=2026-03-12&settlementCycle=13`)
  await ask('DELETE', `${controlUrl}/invoices/${items[0]?.id}`)
  await ask('POST', `${controlUrl}/cycles/2026-03-12/13/invoices`, {})
  await ask('PATCH', `${controlUrl}/settlements/2026-03-12/13`, { set: { fees: 12_345 } })
}
