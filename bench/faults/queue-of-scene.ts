import { askPostgres } from '../chaos/chaos-scene.ts'
import type { Ending } from './ending.ts'

/** The queues for the trials of a worker, on one PostgreSQL: each is a copy of the queue in which the night waits. */
export interface Queues {
  /** Makes a copy of the first queue under that name. */
  readonly copy: (name: string) => Promise<string>
  /** Drops a queue if it exists; a disk may have had no room for the folder of its trial. */
  readonly drop: (name: string) => Promise<void>
}

const TEMPLATE = 'faults'
const named = (name: string): string => name.replaceAll(/\W/g, '_')

/** `fill` adds the waiting nights to the first queue. */
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

/** Ends the leases of killed workers, so that nothing waits for them. */
export const endLeases = (queue: string): Promise<unknown> =>
  askPostgres(queue, 'UPDATE cuadre.merchant SET until = now()')

/** A worker ends like its nights. */
export const endingOfNight = async (queue: string, ending: Ending): Promise<Ending> => {
  if (ending.status !== 0) return ending
  const [night] = await askPostgres(queue, 'SELECT state, exit_status, line FROM cuadre.night')
  const stderr = `${ending.stderr}\nnight ${night?.state}: ${JSON.stringify(night?.line)}`
  return { status: night?.state === 'running' ? null : Number(night?.exit_status), stderr }
}
