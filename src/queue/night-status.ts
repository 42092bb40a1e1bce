import type { Both } from '../std/both.ts'
import { makeQueueTables } from './make-queue-tables.ts'
import { openPostgres } from './postgres.ts'

/** The states of a merchant's night; each merchant is in exactly one. `person`: it needs a person and is tried no more. */
export const NIGHT_STATES = ['done', 'running', 'waiting', 'person'] as const
export type NightState = (typeof NIGHT_STATES)[number]

/** The state of a merchant's night. */
export interface MerchantNight {
  readonly merchant: string
  readonly state: NightState
  readonly attempts: number
  /** The exit status of the last attempt that ended; null before that. */
  readonly exitStatus: number | null
  /** The line of the last attempt; null when there is none. */
  readonly line: Both<string> | null
  readonly worker: string | null
  /** Milliseconds since it was queued, began or ended: whichever came last. */
  readonly ageMs: number
}

export interface NightStatus {
  readonly night: string
  readonly merchants: readonly MerchantNight[]
}

/**
 * The states of a night's merchants, gravest first; without a name, of the latest ordinary night, or else the latest.
 * Merchants that `merchants` does not list any more are left out. Null when there is no such night.
 */
export const readNightStatus = async (
  url: string,
  night: string | null,
  merchants: readonly string[],
): Promise<NightStatus | null> => {
  const postgres = await openPostgres(url, 1)
  try {
    await makeQueueTables(postgres)
    const [newest] = await postgres.rows(
      `SELECT night FROM cuadre.night WHERE ($1::text IS NULL OR night = $1) AND ${IS_LISTED}
       ORDER BY night ~ '[. ]', queued_at DESC LIMIT 1`,
      [night, merchants],
    )
    if (newest === undefined) return null
    const rows = await postgres.rows(
      `SELECT merchant, state, attempts, exit_status, line, worker,
         extract(epoch FROM now() - greatest(queued_at, began_at, ended_at)) * 1000 AS age
       FROM cuadre.night WHERE night = $1 AND ${IS_LISTED}
       ORDER BY array_position(ARRAY['person', 'running', 'waiting', 'done'], state), merchant`,
      [newest.night, merchants],
    )
    return { night: String(newest.night), merchants: rows.map(merchantNightIn) }
  } finally {
    await postgres.close()
  }
}

/** Settings that list no merchants know only one, who may have changed its name. */
const IS_LISTED = '(cardinality($2::text[]) = 0 OR merchant = ANY ($2))'

const merchantNightIn = (row: Readonly<Record<string, unknown>>): MerchantNight => {
  const state = NIGHT_STATES.find((known) => known === row.state)
  if (state === undefined) throw new Error(`a night in the queue has the state ${String(row.state)}`)
  return {
    merchant: String(row.merchant),
    state,
    attempts: Number(row.attempts),
    exitStatus: row.exit_status === null ? null : Number(row.exit_status),
    line: lineIn(row.line),
    worker: state === 'running' ? String(row.worker) : null,
    ageMs: Math.max(0, Math.round(Number(row.age))),
  }
}

const lineIn = (value: unknown): Both<string> | null =>
  typeof value === 'object' && value !== null && 'en' in value && 'es' in value
    ? { en: String(value.en), es: String(value.es) }
    : null

/** The number of merchants in each state; together they are all merchants. */
export const countStates = (merchants: readonly MerchantNight[]): Readonly<Record<NightState, number>> => {
  const numberOf = (state: NightState): number => merchants.filter((one) => one.state === state).length
  return {
    done: numberOf('done'),
    running: numberOf('running'),
    waiting: numberOf('waiting'),
    person: numberOf('person'),
  }
}
