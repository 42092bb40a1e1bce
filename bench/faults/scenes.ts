import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPostgres } from '../chaos/play-chaos.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../chaos/postgres.ts'
import { DIST, PROGRAM, whileServing } from '../tool.ts'
import type { Ending } from '../typed.ts'
import { makeNextVersion } from './next-version.ts'
import { type Deed, type Environment, runHere } from './program.ts'

const RUN = ['run', '--date', '2026-03-12', '--cycle', '11', '--cycle', '13', '--quiet']
const CLOSE = ['close', '--through', '2026-03-31', '--force', '--reason', 'a trial of faults']
const EVENING = '2026-03-13T03:30:00Z'
const LATER = '2026-03-13T04:30:00Z'
/** March is over: its closing writes a statement, too. */
const MONTH_END = '2026-04-02T04:30:00Z'

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
type SceneName = keyof typeof DEEDS
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
  const postgres = isAsked('worker') ? await postgresIfThere() : null
  const sandbox = [PROGRAM, 'sandbox', '--port', '0', '--json', '--scenario', 'invoice-changes']
  try {
    return await whileServing<Served, T>(
      [...sandbox, '--assume', 'dateHeader=sandbox'],
      { cwd: root },
      async (served) => {
        const next = isAsked('upgrade') ? makeNextVersion(DIST, join(root, 'next-version')) : DIST
        const scene = (name: SceneName): Scene => {
          const dist = name === 'upgrade' ? next : DIST
          const at = { dist, folder: join(root, name), now: name === 'close' ? MONTH_END : LATER }
          const again = name === 'inbox' ? READ_AGAIN : DEEDS[name]
          return { name, deed: DEEDS[name], again, ...at, baseUrl: served.baseUrl, queues: null }
        }
        const isThere = (name: SceneName): boolean => isAsked(name) && (name !== 'worker' || postgres !== null)
        const scenes = SCENE_NAMES.filter(isThere).map(scene)
        for (const { folder, name } of scenes) makeFolder(folder, name)
        for (const one of scenes.filter(({ name }) => AFTER_A_NIGHT.some((after) => after === name)))
          await runOrThrow({ ...one, dist: DIST, now: EVENING, queue: null }, RUN)
        for (const one of scenes) if (one.name === 'inbox') await runOrThrow({ ...one, queue: null }, 'receive')
        await changeWorld(served)
        return work(await Promise.all(scenes.map((one) => withQueues(one, postgres))))
      },
    )
  } finally {
    postgres?.remove()
  }
}

interface Served {
  readonly baseUrl: string
  readonly controlUrl: string
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
const changeWorld = async ({ baseUrl, controlUrl }: Served): Promise<void> => {
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

/** The queues for the trials of a worker, on one PostgreSQL: each is a copy of the queue in which the night waits. */
interface Queues {
  /** Makes a copy of the first queue under that name. */
  readonly copy: (name: string) => Promise<string>
  /** Drops a queue if it exists; a disk may have had no room for the folder of its trial. */
  readonly drop: (name: string) => Promise<void>
}

const TEMPLATE = 'faults'
const named = (name: string): string => name.replaceAll(/\W/g, '_')

/** `fill` adds the waiting nights to the first queue. */
const makeQueues = async (postgres: string, fill: (queue: string) => Promise<void>): Promise<Queues> => {
  const urlOf = (name: string): string => postgres.replace(/[^/]*$/, name)
  await askPostgres(postgres, `CREATE DATABASE ${TEMPLATE}`)
  await fill(urlOf(TEMPLATE))
  return {
    copy: async (name) => {
      await askPostgres(postgres, `CREATE DATABASE ${named(name)} TEMPLATE ${TEMPLATE}`)
      return urlOf(named(name))
    },
    drop: async (name) => {
      await askPostgres(postgres, `DROP DATABASE IF EXISTS ${named(name)} WITH (FORCE)`)
    },
  }
}

/** Ends the leases of killed workers, so that nothing waits for them. */
export const endLeases = (queue: string): Promise<unknown> =>
  askPostgres(queue, 'UPDATE cuadre.merchant SET until = now()')

/** A worker ends like its nights. */
export const endingOfNight = async (queue: string, ending: Ending): Promise<Ending> => {
  if (ending.status !== 0) return ending
  const [night] = await askPostgres(queue, 'SELECT state, exit_status, line FROM cuadre.night')
  const stderr = `${ending.stderr}\nnight ${night?.state}: ${JSON.stringify(night?.line)}`
  return { ...ending, status: night?.state === 'running' ? null : Number(night?.exit_status), stderr }
}
