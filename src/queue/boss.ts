import { CuadreError } from '../std/errors.ts'
import type { Connection, Postgres } from './postgres.ts'
import { queuePackage } from './queue-package.ts'

/** One attempt at a night. */
export interface NightAttempt {
  readonly id: string
  readonly night: string
  readonly merchant: string
}

/**
 * The part of pg-boss that we use: delayed attempts, each taken by one worker. Versions 10 and 12 differ in exports and types; only this
 * file knows. Every call is part of the transaction it gets.
 */
export interface Boss {
  readonly send: (connection: Connection, attempt: Omit<NightAttempt, 'id'>, afterSeconds: number) => Promise<string>
  readonly take: (connection: Connection) => Promise<NightAttempt | null>
  readonly complete: (connection: Connection, id: string, output: object) => Promise<void>
  /** Cancels an attempt that no worker holds any more. */
  readonly cancel: (connection: Connection, id: string) => Promise<void>
  readonly stop: () => Promise<void>
}

const QUEUE = 'night'
const BOSS_SCHEMA = 'cuadre_boss'

/** SQL that holds where pg-boss does not have the attempt of a waiting night `n` any more: it gave up, or its schema was dropped. */
export const ATTEMPT_IS_GONE = `NOT EXISTS (
  SELECT 1 FROM ${BOSS_SCHEMA}.job j WHERE j.name = '${QUEUE}' AND j.id = n.attempt AND j.state = 'created')`

/** Prevents pg-boss from declaring a running attempt lost; the lease of a merchant ends long before. */
const ATTEMPT_MAX_SECONDS = 23 * 3600

interface Database {
  readonly executeSql: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>
}
interface InTransaction {
  readonly db: Database
  readonly [option: string]: unknown
}
/** The part of the class that both versions have. */
interface BossObject {
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown
  readonly start: () => Promise<unknown>
  readonly stop: (options: object) => Promise<unknown>
  readonly getQueue: (name: string) => Promise<object | null>
  readonly createQueue: (name: string, options: object) => Promise<unknown>
  readonly send: (name: string, data: object, options: InTransaction) => Promise<string | null>
  readonly fetch: (name: string, options: InTransaction) => Promise<readonly { id: string; data: unknown }[]>
  readonly complete: (name: string, id: string, data: object, options: InTransaction) => Promise<unknown>
  readonly cancel: (name: string, id: string, options: InTransaction) => Promise<unknown>
}
type BossClass = new (options: object) => BossObject

/** With `isKeeper` old attempts are removed, as in a worker; a short command does not remove them. */
export const openBoss = async (postgres: Postgres, isKeeper: boolean): Promise<Boss> => {
  const module = await queuePackage(() => import('pg-boss'))
  await refuseOtherBoss(postgres, 'PgBoss' in module ? 12 : 10)
  const Boss = classIn(module)
  const boss = new Boss({ db: databaseOn(postgres), schema: BOSS_SCHEMA, supervise: isKeeper, schedule: false })
  // pg-boss failed to remove old attempts. It tries again, and no night depends on that.
  boss.on('error', () => undefined)
  const stop = async (): Promise<void> => {
    await boss.stop({ graceful: false, wait: false, close: false })
  }
  try {
    await boss.start()
    // To create it locks, also where it is there already.
    if ((await boss.getQueue(QUEUE)) === null) await boss.createQueue(QUEUE, { name: QUEUE, policy: 'standard' })
  } catch (error) {
    // The removal of old attempts waits on a timer, which would keep the process running.
    await stop().catch(() => undefined)
    throw error
  }
  return {
    send: async (connection, attempt, afterSeconds) => {
      const options = {
        db: databaseOn(connection),
        startAfter: afterSeconds,
        singletonKey: `${attempt.merchant} ${attempt.night}`,
        retryLimit: 0,
        expireInSeconds: ATTEMPT_MAX_SECONDS,
      }
      const id = await boss.send(QUEUE, attempt, options)
      if (id === null) throw new Error(`pg-boss did not take the attempt of ${attempt.merchant}`)
      return id
    },
    take: async (connection) => {
      const [job] = await boss.fetch(QUEUE, { db: databaseOn(connection), batchSize: 1 })
      return job === undefined ? null : { id: job.id, ...attemptIn(job.data) }
    },
    complete: async (connection, id, output) => {
      await boss.complete(QUEUE, id, output, { db: databaseOn(connection) })
    },
    cancel: async (connection, id) => {
      await boss.cancel(QUEUE, id, { db: databaseOn(connection) })
    },
    stop,
  }
}

/** The last schema of pg-boss 10. Neither version works in a schema of the other. */
const LAST_SCHEMA_OF_10 = 24

const refuseOtherBoss = async ({ rows }: Connection, here: 10 | 12): Promise<void> => {
  const [made] = await rows(`SELECT to_regclass('${BOSS_SCHEMA}.version') AS name`)
  if (made?.name == null) return
  const [schema] = await rows(`SELECT version FROM ${BOSS_SCHEMA}.version`)
  const there = Number(schema?.version) > LAST_SCHEMA_OF_10 ? 12 : 10
  if (schema === undefined || there === here) return
  throw new CuadreError(
    'QUEUE_REFUSED',
    {
      en: `the queue was made with pg-boss@${there}, and pg-boss@${here} is installed here`,
      es: `la cola se hizo con pg-boss@${there}, y aquí está instalado pg-boss@${here}`,
    },
    {
      en: `install pg-boss@${there}; or, to change to ${here}: stop all workers, install pg-boss@${here} on all machines, and DROP SCHEMA ${BOSS_SCHEMA} CASCADE in PostgreSQL (workers put its nights back)`,
      es: `instale pg-boss@${there}; o, para cambiar a ${here}: detenga todos los procesos, instale pg-boss@${here} en todas las máquinas, y DROP SCHEMA ${BOSS_SCHEMA} CASCADE en PostgreSQL (los procesos reponen sus noches)`,
    },
  )
}

const databaseOn = (connection: Connection): Database => ({
  executeSql: async (text, values) => ({ rows: [...(await connection.rows(text, values))] }),
})

const attemptIn = (data: unknown): Omit<NightAttempt, 'id'> => {
  if (typeof data === 'object' && data !== null && 'night' in data && 'merchant' in data)
    return { night: String(data.night), merchant: String(data.merchant) }
  throw new Error('an attempt in the queue has no night and merchant')
}

/** Version 10 exports the class as default, version 12 by its name. */
const classIn = (module: object): BossClass => {
  for (const found of ['PgBoss' in module ? module.PgBoss : null, 'default' in module ? module.default : null])
    if (isBossClass(found)) return found
  throw new Error('pg-boss exports no class: versions 10 and 12 are known')
}

const isBossClass = (value: unknown): value is BossClass => typeof value === 'function'
