import { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import type { Both } from '../std/both.ts'
import { CuadreError, codeOf, hasCode } from '../std/errors.ts'
import { queuePackage } from './queue-package.ts'

/** One connection, or any free one of the pool. */
export interface Connection {
  readonly rows: (text: string, values?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The PostgreSQL that holds the queue. */
export interface Postgres extends Connection {
  /** Runs the work in one transaction. */
  readonly together: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** A query without an answer after this many ms is considered lost, and repeated on another connection. */
const ANSWER_MAX_MS = 10_000
const CONNECT_MAX_MS = 5_000

/** The lease of a worker that is given none, and of commands. */
export const LEASE_SECONDS = 60

/** The longest that PostgreSQL waits for a machine that vanished, and, for its locks, that others wait a little longer. */
const VANISHED_MAX_MS = 5_000
const LOCK_MAX_MS = 8_000

/**
 * Within the lease PostgreSQL ends the connection of a machine that vanished, and with it its locks; and it waits for no
 * lock longer than that. By its own defaults it waits for hours.
 */
const limitsFor = (leaseSeconds: number): string => {
  const vanishedMs = Math.round(Math.min(VANISHED_MAX_MS, (leaseSeconds * 1000) / 3))
  const limits = {
    idle_in_transaction_session_timeout: vanishedMs,
    lock_timeout: Math.min(LOCK_MAX_MS, leaseSeconds * 500),
    tcp_user_timeout: vanishedMs,
    tcp_keepalives_idle: Math.ceil(vanishedMs / 2000),
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: Math.ceil(vanishedMs / 2000),
  }
  return Object.entries(limits)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ')
}

/** Connects at the first query. At most `most` connections are open at a time. */
export const openPostgres = async (url: string, most: number, leaseSeconds = LEASE_SECONDS): Promise<Postgres> => {
  const { default: pg } = await queuePackage(() => import('pg'))
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    stream: () => socketOf(sockets),
    max: most,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    query_timeout: ANSWER_MAX_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ANSWER_MAX_MS,
    application_name: 'cuadre',
    // Not in the first packet, which a pooler between us and PostgreSQL would refuse.
    verify: (client, done) => client.query(limitsFor(leaseSeconds), done),
  })
  // An idle connection that breaks is replaced at the next query.
  pool.on('error', ignore)
  // One that breaks while it is set up or in use fails its query, which says so. The pool listens to idle ones alone.
  pool.on('connect', (client) => client.on('error', ignore))
  return {
    ...connectionOf(pool),
    together: (work) => withPostgresErrors(() => inTransaction(pool, work)),
    close: async () => {
      await pool.end()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A socket that is known until it closes: a connection that failed while it logged in is not ended by the pool. */
const socketOf = (sockets: Set<Socket>): Socket => {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

const connectionOf = (asked: Pick<Pool | PoolClient, 'query'>): Connection => ({
  rows: (text, values = []) =>
    withPostgresErrors(async () => {
      const result = await asked.query(text, [...values])
      // A text with several statements gives a list of results.
      return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows
    }),
})

/** A failed transaction ends with its connection: a ROLLBACK would wait for a PostgreSQL that does not answer. */
const inTransaction = async <T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('BEGIN')
    const done = await work(connectionOf(client))
    await client.query('COMMIT')
    isDone = true
    return done
  } finally {
    client.release(!isDone)
  }
}

const ignore = (): void => undefined

/** Errors of PostgreSQL or the network, in our words, without the password. */
const withPostgresErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}

/** Classes of SQLSTATE: login, database or schema refused; and the state of a missing permission. */
const REFUSALS = ['28', '3D', '3F']
const NO_PERMISSION = '42501'
/** The class of a statement that does not fit the tables, such as one that names an unknown column. */
const STATEMENT_REFUSED = '42'
/**
 * Classes of SQLSTATE that are temporary: cannot connect now, too many connections, shutdown, conflicting transactions.
 */
const TEMPORARY = ['08', '53', '57', '40', '25']
/** The states of a statement that gave up waiting for a lock: after `lock_timeout`, or since two waited for each other. */
const LOCK_HELD = ['55P03', '40P01']

const faultOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof CuadreError) return error
  const code = codeOf(error)
  const message = code === null ? error.message : `${error.message} (${code})`
  if (code !== null && /^[0-9A-Z]{5}$/.test(code)) {
    const group = code.slice(0, 2)
    if (REFUSALS.includes(group) || code === NO_PERMISSION) return refused(message, CORRECT_LOGIN, error)
    if (group === STATEMENT_REFUSED) return refused(message, CHECK_TABLES, error)
    if (LOCK_HELD.includes(code)) return locked(message, error)
    return TEMPORARY.includes(group) ? unreachable(message, error) : error
  }
  if (isOfTls(error)) return refused(message, CORRECT_TLS, error)
  if (NO_PASSWORD.test(error.message)) return refused(error.message, CORRECT_LOGIN, error)
  return /^E[A-Z]+$/.test(code ?? '') || LOST.test(error.message) ? unreachable(message, error) : error
}

/** A certificate that does not prove the server, a server without TLS, or a file of `sslrootcert`, `sslcert` or `sslkey` that cannot be read. */
const isOfTls = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_)/.test(codeOf(error) ?? '') ||
  ('syscall' in error && error.syscall === 'open') ||
  error.message.includes('does not support SSL')

/** pg says this without a code where PostgreSQL asks for a password and the address has none. */
const NO_PASSWORD = /password must be a/

/** The messages of pg about a lost connection, which have no code. */
const LOST = /connection|timeout|terminated|socket/i

const unreachable = (message: string, cause: Error): CuadreError =>
  new CuadreError(
    'QUEUE_UNREACHABLE',
    { en: `the queue did not answer: ${message}`, es: `la cola no respondió: ${message}` },
    {
      en: 'check that PostgreSQL is up and the address in CUADRE_QUEUE is right',
      es: 'revise que PostgreSQL esté en marcha y que la dirección en CUADRE_QUEUE sea correcta',
    },
    { cause },
  )

const locked = (message: string, cause: Error): CuadreError =>
  new CuadreError(
    'QUEUE_LOCKED',
    {
      en: `another connection to the queue holds a lock that this one waited for: ${message}`,
      es: `otra conexión a la cola tiene un bloqueo que esta esperó: ${message}`,
    },
    {
      en: 'try again in a minute; if it stays so, the view pg_stat_activity of PostgreSQL shows who holds it',
      es: 'intente de nuevo en un minuto; si sigue así, la vista pg_stat_activity de PostgreSQL muestra quién lo tiene',
    },
    { cause },
  )

/** Whether the queue may answer when it is asked again. */
export const isForNow = (error: unknown): error is CuadreError => hasCode(error, 'QUEUE_UNREACHABLE', 'QUEUE_LOCKED')

const CORRECT_LOGIN: Both<string> = {
  en: 'correct user, password and database in CUADRE_QUEUE; the user must be allowed to create schemas there',
  es: 'corrija usuario, contraseña y base de datos en CUADRE_QUEUE; el usuario debe poder crear esquemas allí',
}
const CORRECT_TLS: Both<string> = {
  en: 'correct sslmode and sslrootcert in CUADRE_QUEUE, or the certificate of PostgreSQL',
  es: 'corrija sslmode y sslrootcert en CUADRE_QUEUE, o el certificado de PostgreSQL',
}
const CHECK_TABLES: Both<string> = {
  en: 'check that nobody changed the schemas cuadre and cuadre_boss, and that all workers have one version of cuadre and of pg-boss; if so, report it',
  es: 'revise que nadie haya cambiado los esquemas cuadre y cuadre_boss, y que todos los procesos tengan una misma versión de cuadre y de pg-boss; si es así, informe el error',
}

const refused = (message: string, next: Both<string>, cause: Error): CuadreError =>
  new CuadreError(
    'QUEUE_REFUSED',
    { en: `PostgreSQL refused: ${message}`, es: `PostgreSQL rechazó: ${message}` },
    next,
    { cause },
  )
