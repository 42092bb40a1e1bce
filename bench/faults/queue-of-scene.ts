import { askPostgres } from '../chaos/chaos-scene.ts'
import type { Ending } from './ending.ts'

/** The queues of the trials of a worker, on one PostgreSQL: each has a copy of the one in which its night waits. */
export interface Queues {
  /** Another queue with that name, as the first one was left. */
  readonly copy: (name: string) => Promise<string>
  /** It may not be there: a disk had no room for the folder of its trial. */
  readonly drop: (name: string) => Promise<void>
}

const TEMPLATE = 'faults'
const named = (name: string): string => name.replaceAll(/\W/g, '_')

/** `fill` puts into the first queue what waits there. */
export const makeQueues = async (postgres: string, fill: (queue: string) => Promise<void>): Promise<Queues> => {
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

/** Nobody waits for the lease of a worker that was killed. */
export const endLeases = (queue: string): Promise<unknown> =>
  askPostgres(queue, 'UPDATE cuadre.merchant SET until = now()')

/** A worker that did its nights ended as they did. */
export const endingOfNight = async (queue: string, ending: Ending): Promise<Ending> => {
  if (ending.status !== 0) return ending
  const [night] = await askPostgres(queue, 'SELECT state, exit_status, line FROM cuadre.night')
  const stderr = `${ending.stderr}\nnight ${night?.state}: ${JSON.stringify(night?.line)}`
  return { status: night?.state === 'running' ? null : Number(night?.exit_status), stderr }
}
