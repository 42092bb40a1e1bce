import type { Both } from '../std/both.ts'
import { exitStatusOf, WORK_DONE_STATUSES } from '../std/exit-statuses.ts'
import { ATTEMPT_IS_GONE, type Boss, type NightAttempt, openBoss } from './boss.ts'
import { currentGeneration, holdMerchant, putInForce, releaseMerchant } from './generations.ts'
import { leaseLost } from './lease-lost.ts'
import { makeQueueTables } from './make-queue-tables.ts'
import { type Connection, LEASE_SECONDS, openPostgres, type Postgres } from './postgres.ts'
import type { Generation } from './store/in-fetched-database.ts'

/** The next step of a night after an attempt. `person`: it is tried no more until a person has seen to it. */
type NightStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly afterSeconds: number }
  | { readonly kind: 'person' }

/** The number of attempts at a night, with the present one, and how many of them were lost with their worker. */
interface Tries {
  readonly attempts: number
  readonly lost: number
}

/** Half a day of attempts in all, until the next morning. */
const ATTEMPTS_MAX = 9
const FIRST_WAIT_SECONDS = 60
const WAIT_MAX_SECONDS = 2 * 3600
/** A night that kills its worker each time would otherwise kill all workers. */
const LOST_MAX = 5

const AGAIN: readonly number[] = [exitStatusOf('incomplete'), exitStatusOf('locked')]

/**
 * The next step by the exit status. `random` is from 0 to 1: it spreads nights that failed together, so that they do
 * not return together.
 */
const stepAfter = (exitStatus: number, { attempts, lost }: Tries, random: number): NightStep => {
  // What killed a worker says nothing of how long the night must wait.
  const failed = attempts - lost
  if (WORK_DONE_STATUSES.includes(exitStatus)) return { kind: 'done' }
  // A signal is not a failure of the night.
  if (exitStatus > 128) return { kind: 'again', afterSeconds: 0 }
  if (!AGAIN.includes(exitStatus) || failed >= ATTEMPTS_MAX) return { kind: 'person' }
  const wait = Math.min(WAIT_MAX_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failed - 1))
  return { kind: 'again', afterSeconds: Math.round(wait * (0.5 + random / 2)) }
}

/** The next step after a lease ran out: the worker was killed, or its machine is gone. */
const stepAfterLoss = ({ lost }: Tries): NightStep =>
  lost > LOST_MAX ? { kind: 'person' } : { kind: 'again', afterSeconds: 0 }

/** The request for a night, as flags of `run`. */
export interface NightRequest {
  readonly from: string | null
  readonly to: string | null
  readonly cycles: readonly string[]
  readonly force: boolean
  /** Whether a merchant without a database in the store starts with an empty one. */
  readonly create: boolean
}

/** A night that a worker took, with the lease of its merchant. */
export interface TakenNight extends NightAttempt, Tries {
  readonly token: string
  readonly request: NightRequest
  /** The current database in the store; null when there is none. */
  readonly generation: Generation | null
}

/** The result of a night. */
export interface NightResult {
  readonly exitStatus: number
  /** A line for a person; null when there is nothing to report. */
  readonly line: Both<string> | null
}

/** The end of an attempt. */
export interface NightEnd extends NightResult {
  /** The database that this attempt stored, which becomes the current one; null when there is none. */
  readonly generation: Generation | null
}

export type QueueAddition = 'new' | 'again' | 'present'

export interface NightQueue {
  /**
   * Adds one row for each merchant and night, and reports those that existed. `again` restarts a night that is done or
   * needs a person.
   */
  readonly add: (
    night: string,
    merchants: readonly string[],
    request: NightRequest,
    again: boolean,
  ) => Promise<readonly QueueAddition[]>
  /** Takes the next due night and its merchant's lease for this many seconds; null when none is due. */
  readonly take: (worker: string, leaseSeconds: number) => Promise<TakenNight | null>
  /** Whether the lease is still ours; if so, it is extended by this many seconds from now. */
  readonly renew: (taken: TakenNight, leaseSeconds: number) => Promise<boolean>
  /**
   * Stores the end of the attempt and returns the lease, in one transaction. Throws LEASE_LOST, and stores nothing, when
   * another holder has the lease.
   */
  readonly finish: (taken: TakenNight, end: NightEnd, random: number) => Promise<void>
  /** Restarts the nights of workers whose lease ran out, and gives those that wait without an attempt a new one. */
  readonly reclaim: () => Promise<readonly NightAttempt[]>
  /** What these nights, `merchant night`, ended with, whoever ended them. */
  readonly statusesOf: (nights: readonly string[]) => Promise<readonly number[]>
  /** The number of nights waiting or running. */
  readonly open: () => Promise<number>
  readonly close: () => Promise<void>
}

interface Queue {
  readonly postgres: Postgres
  readonly boss: Boss
}

/** `most` is the number of connections. A worker also removes old attempts. */
export const openNightQueue = async (
  url: string,
  role: 'worker' | 'command',
  most = 4,
  leaseSeconds = LEASE_SECONDS,
): Promise<NightQueue> => {
  const postgres = await openPostgres(url, most, leaseSeconds)
  try {
    const queue = await openQueue(postgres, role)
    return {
      add: (...asked) => add(queue, ...asked),
      take: (...asked) => take(queue, ...asked),
      renew: (...asked) => renew(queue, ...asked),
      finish: (...asked) => finish(queue, ...asked),
      reclaim: () => reclaim(queue),
      statusesOf: async (nights) => {
        const rows = await postgres.rows(
          `SELECT exit_status FROM cuadre.night WHERE merchant || ' ' || night = ANY ($1) AND exit_status IS NOT NULL`,
          [nights],
        )
        return rows.map((row) => Number(row.exit_status))
      },
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

/** The number of nights in one transaction, so that workers can start with the first while the last are added. */
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

/** Queues the next attempt at a night. */
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

/** Another night of this merchant is running: this one is tried again after this many seconds. */
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
    await boss.complete(connection, id, { later: 'another night of this merchant is being processed' })
    await tryAfter(boss, connection, attempt, BUSY_WAIT_SECONDS)
    return 'busy'
  }
  const [row] = await connection.rows(
    `UPDATE cuadre.night SET state = 'running', worker = $4, attempts = attempts + 1, began_at = now(), ended_at = NULL
     WHERE night = $1 AND merchant = $2 AND attempt = $3 AND state = 'waiting' RETURNING attempts, lost, request`,
    [night, merchant, id, worker],
  )
  if (row !== undefined) {
    const generation = await currentGeneration(connection, merchant)
    const tries = { attempts: Number(row.attempts), lost: Number(row.lost) }
    return { ...attempt, ...tries, token: lease.token, request: requestIn(row.request), generation }
  }
  // A person removed the night from the queue, or restarted it.
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
    const [lease] = await connection.rows(
      'SELECT token FROM cuadre.merchant WHERE merchant = $1 AND token = $2 FOR UPDATE',
      [merchant, token],
    )
    if (lease === undefined) throw leaseLost(merchant)
    if (end.generation !== null) await putInForce(connection, taken, end.generation)
    const step = stepAfter(end.exitStatus, taken, random)
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
    const forgotten = await connection.rows(
      `SELECT night, merchant FROM cuadre.night n WHERE state = 'waiting' AND ${ATTEMPT_IS_GONE} FOR UPDATE SKIP LOCKED`,
    )
    for (const { night, merchant } of forgotten)
      await tryAfter(boss, connection, { night: String(night), merchant: String(merchant) }, 0)
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
      // Invalidates the token, so that the former holder can no longer finish.
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
