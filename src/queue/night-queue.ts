import type { Both } from '../std/both.ts'
import { type Boss, type NightAttempt, openBoss } from './boss.ts'
import { currentGeneration, holdMerchant, putInForce, releaseMerchant } from './generations.ts'
import { leaseLost } from './lease-lost.ts'
import { makeQueueTables } from './make-queue-tables.ts'
import { stepAfter, stepAfterLoss } from './night-step.ts'
import { type Connection, openPostgres, type Postgres } from './postgres.ts'
import type { Generation } from './store/in-fetched-database.ts'

/** What is asked of a night, in the words of the command line: `run` reads them as it reads its own. */
export interface NightRequest {
  readonly from: string | null
  readonly to: string | null
  readonly cycles: readonly string[]
  readonly force: boolean
  /** A merchant without a database in the store begins with an empty one. */
  readonly create: boolean
}

/** A night that a worker took, with the lease of its merchant. */
export interface TakenNight extends NightAttempt {
  readonly token: string
  readonly request: NightRequest
  /** This attempt included. */
  readonly attempts: number
  /** The database in force in the store; null where there is none. */
  readonly generation: Generation | null
}

/** How a night went. */
export interface NightResult {
  readonly exitStatus: number
  /** What a person reads of it; null where there is nothing to say. */
  readonly line: Both<string> | null
}

/** How an attempt ended. */
export interface NightEnd extends NightResult {
  /** The database that was given to the store, to be put in force; null where there is none. */
  readonly generation: Generation | null
}

export type QueueAddition = 'new' | 'again' | 'present'

export interface NightQueue {
  /** One row a merchant and night: where it stood already, that is said. `again` puts one back that is done or with a person. */
  readonly add: (
    night: string,
    merchants: readonly string[],
    request: NightRequest,
    again: boolean,
  ) => Promise<readonly QueueAddition[]>
  /** The next night, and the lease of its merchant for so many seconds; null where none is due. */
  readonly take: (worker: string, leaseSeconds: number) => Promise<TakenNight | null>
  /** Whether the lease is ours still; it then holds for so many seconds from now. */
  readonly renew: (taken: TakenNight, leaseSeconds: number) => Promise<boolean>
  /** Writes how the attempt ended and gives the lease back: all of it, or nothing where another has the lease. */
  readonly finish: (taken: TakenNight, end: NightEnd, random: number) => Promise<void>
  /** Nights whose worker let its lease run out wait again. */
  readonly reclaim: () => Promise<readonly NightAttempt[]>
  /** How many nights wait or are worked at. */
  readonly open: () => Promise<number>
  readonly close: () => Promise<void>
}

interface Queue {
  readonly postgres: Postgres
  readonly boss: Boss
}

/** A worker has `most` connections, and keeps the attempts tidy. */
export const openNightQueue = async (url: string, role: 'worker' | 'command', most = 4): Promise<NightQueue> => {
  const postgres = await openPostgres(url, most)
  try {
    const queue = await openQueue(postgres, role)
    return {
      add: (...asked) => add(queue, ...asked),
      take: (...asked) => take(queue, ...asked),
      renew: (...asked) => renew(queue, ...asked),
      finish: (...asked) => finish(queue, ...asked),
      reclaim: () => reclaim(queue),
      open: async () => {
        const [row] = await postgres.rows(
          "SELECT count(*) AS n FROM cuadre.night WHERE state IN ('waiting', 'running')",
        )
        return Number(row?.n)
      },
      close: async () => {
        await queue.boss.stop().catch(() => undefined)
        await postgres.close()
      },
    }
  } catch (error) {
    await postgres.close().catch(() => undefined)
    throw error
  }
}

const openQueue = async (postgres: Postgres, role: 'worker' | 'command'): Promise<Queue> => {
  const boss = await openBoss(postgres, role === 'worker')
  try {
    await makeQueueTables(postgres)
    return { postgres, boss }
  } catch (error) {
    await boss.stop().catch(() => undefined)
    throw error
  }
}

/** So many at a time: the workers begin with the first while the last are put in. */
const ADDED_TOGETHER = 100

const add = async (
  queue: Queue,
  night: string,
  merchants: readonly string[],
  request: NightRequest,
  again: boolean,
): Promise<readonly QueueAddition[]> => {
  const added: QueueAddition[] = []
  for (let at = 0; at < merchants.length; at += ADDED_TOGETHER)
    await queue.postgres.together(async (connection) => {
      for (const merchant of merchants.slice(at, at + ADDED_TOGETHER))
        added.push(await addOne(queue.boss, connection, { night, merchant }, request, again))
    })
  return added
}

const addOne = async (
  boss: Boss,
  connection: Connection,
  key: Omit<NightAttempt, 'id'>,
  request: NightRequest,
  again: boolean,
): Promise<QueueAddition> => {
  const { night, merchant } = key
  const made = await connection.rows(
    `INSERT INTO cuadre.night (night, merchant, request, state, attempt) VALUES ($1, $2, $3, 'waiting', gen_random_uuid())
     ON CONFLICT (night, merchant) DO NOTHING RETURNING night`,
    [night, merchant, JSON.stringify(request)],
  )
  const back =
    made.length > 0 || !again
      ? []
      : await connection.rows(
          `UPDATE cuadre.night SET state = 'waiting', request = $3, attempts = 0, lost = 0, queued_at = now(),
             began_at = NULL, ended_at = NULL, exit_status = NULL, line = NULL, worker = NULL
           WHERE night = $1 AND merchant = $2 AND state IN ('done', 'person') RETURNING night`,
          [night, merchant, JSON.stringify(request)],
        )
  if (made.length === 0 && back.length === 0) return 'present'
  await tryAfter(boss, connection, key, 0)
  return made.length > 0 ? 'new' : 'again'
}

/** Puts the next attempt at a night in the queue. */
const tryAfter = async (
  boss: Boss,
  connection: Connection,
  { night, merchant }: Omit<NightAttempt, 'id'>,
  seconds: number,
): Promise<void> => {
  const attempt = await boss.send(connection, { night, merchant }, seconds)
  await connection.rows("UPDATE cuadre.night SET state = 'waiting', attempt = $3 WHERE night = $1 AND merchant = $2", [
    night,
    merchant,
    attempt,
  ])
}

/** Another night of the same merchant is worked at: this one is looked at again after so long. */
const BUSY_WAIT_SECONDS = 5

const take = async (queue: Queue, worker: string, leaseSeconds: number): Promise<TakenNight | null> => {
  for (;;) {
    const taken = await queue.postgres.together((connection) => takeOne(queue.boss, connection, worker, leaseSeconds))
    if (taken !== 'busy') return taken
  }
}

const takeOne = async (
  boss: Boss,
  connection: Connection,
  worker: string,
  leaseSeconds: number,
): Promise<TakenNight | 'busy' | null> => {
  const attempt = await boss.take(connection)
  if (attempt === null) return null
  const { id, night, merchant } = attempt
  const lease = await holdMerchant(connection, merchant, worker, leaseSeconds)
  if (lease === null) {
    await boss.complete(connection, id, { later: 'another night of this merchant is worked at' })
    await tryAfter(boss, connection, attempt, BUSY_WAIT_SECONDS)
    return 'busy'
  }
  const [row] = await connection.rows(
    `UPDATE cuadre.night SET state = 'running', worker = $4, attempts = attempts + 1, began_at = now(), ended_at = NULL
     WHERE night = $1 AND merchant = $2 AND attempt = $3 AND state = 'waiting' RETURNING attempts, request`,
    [night, merchant, id, worker],
  )
  if (row !== undefined) {
    const generation = await currentGeneration(connection, merchant)
    const { attempts, request } = row
    return { ...attempt, token: lease.token, attempts: Number(attempts), request: requestIn(request), generation }
  }
  // A person took the night out of the queue, or put it in anew.
  await boss.complete(connection, id, { later: 'no night waits for this attempt' })
  await releaseMerchant(connection, lease)
  return 'busy'
}

const renew = async ({ postgres }: Queue, { merchant, token }: TakenNight, leaseSeconds: number): Promise<boolean> => {
  const rows = await postgres.rows(
    `UPDATE cuadre.merchant SET until = now() + make_interval(secs => $3) WHERE merchant = $1 AND token = $2 RETURNING token`,
    [merchant, token, leaseSeconds],
  )
  return rows.length > 0
}

const finish = ({ postgres, boss }: Queue, taken: TakenNight, end: NightEnd, random: number): Promise<void> =>
  postgres.together(async (connection) => {
    const { id, night, merchant, token } = taken
    const [held] = await connection.rows(
      'SELECT token FROM cuadre.merchant WHERE merchant = $1 AND token = $2 FOR UPDATE',
      [merchant, token],
    )
    if (held === undefined) throw leaseLost(merchant)
    if (end.generation !== null) await putInForce(connection, taken, end.generation)
    const step = stepAfter(end.exitStatus, { attempts: taken.attempts, lost: 0 }, random)
    await connection.rows(
      `UPDATE cuadre.night SET state = $4, exit_status = $5, line = $6, ended_at = now(), attempts = attempts - $7
       WHERE night = $1 AND merchant = $2 AND attempt = $3`,
      [night, merchant, id, STATES[step.kind], end.exitStatus, JSON.stringify(end.line), end.exitStatus > 128 ? 1 : 0],
    )
    await boss.complete(connection, id, { exitStatus: end.exitStatus })
    if (step.kind === 'again') await tryAfter(boss, connection, taken, step.afterSeconds)
    await releaseMerchant(connection, taken)
  })

const STATES = { done: 'done', person: 'person', again: 'waiting' } as const

const reclaim = ({ postgres, boss }: Queue): Promise<readonly NightAttempt[]> =>
  postgres.together(async (connection) => {
    const rows = await connection.rows(
      `SELECT n.night, n.merchant, n.attempt::text AS id, n.attempts, n.lost + 1 AS lost
       FROM cuadre.merchant m JOIN cuadre.night n ON n.merchant = m.merchant AND n.state = 'running'
       WHERE m.until <= now() FOR UPDATE OF m, n SKIP LOCKED`,
    )
    const lost = rows.map((row) => ({
      id: String(row.id),
      night: String(row.night),
      merchant: String(row.merchant),
      tries: { attempts: Number(row.attempts), lost: Number(row.lost) },
    }))
    for (const { tries, ...attempt } of lost) {
      const { id, night, merchant } = attempt
      const step = stepAfterLoss(tries)
      // Whoever held the lease can no longer finish.
      await connection.rows('UPDATE cuadre.merchant SET token = token + 1, worker = NULL WHERE merchant = $1', [
        merchant,
      ])
      await connection.rows(
        `UPDATE cuadre.night SET state = $3, lost = lost + 1, line = $4, exit_status = NULL, ended_at = now()
         WHERE night = $1 AND merchant = $2`,
        [night, merchant, STATES[step.kind], JSON.stringify(step.kind === 'person' ? LOST(tries.lost) : null)],
      )
      await boss.cancel(connection, id)
      if (step.kind === 'again') await tryAfter(boss, connection, attempt, step.afterSeconds)
    }
    return lost
  })

const LOST = (times: number): Both<string> => ({
  en: `${times} workers stopped in the middle of it; look at the memory of the machine and at the log of the worker`,
  es: `${times} procesos se detuvieron en medio de ella; revise la memoria del equipo y el registro del proceso`,
})

const requestIn = (value: unknown): NightRequest => {
  const { from, to, cycles, force, create }: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  return {
    from: typeof from === 'string' ? from : null,
    to: typeof to === 'string' ? to : null,
    cycles: Array.isArray(cycles) ? cycles.map(String) : [],
    force: force === true,
    create: create === true,
  }
}
