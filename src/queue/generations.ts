import { leaseLost } from './lease-lost.ts'
import type { Connection, Postgres } from './postgres.ts'
import type { Generation } from './store/in-fetched-database.ts'

/** The holder of a merchant's newest token, who alone may write for the merchant. */
export interface LeaseHolder {
  readonly merchant: string
  readonly token: string
}

/** The current database of a merchant in the store. */
export const currentGeneration = async ({ rows }: Connection, merchant: string): Promise<Generation | null> => {
  const [row] = await rows(
    `SELECT g.number, g.object, g.sha256 FROM cuadre.merchant m JOIN cuadre.generation g
       ON g.merchant = m.merchant AND g.number = m.generation WHERE m.merchant = $1`,
    [merchant],
  )
  return row === undefined
    ? null
    : { number: Number(row.number), object: String(row.object), sha256: String(row.sha256) }
}

/**
 * Makes a generation the current one, within a transaction that locks the merchant's row. If the number already exists,
 * another worker stored it: the lease was lost.
 */
export const putInForce = async (
  { rows }: Connection,
  { merchant, token }: LeaseHolder,
  { number, object, sha256 }: Generation,
): Promise<void> => {
  const moved = await rows(
    'UPDATE cuadre.merchant SET generation = $3 WHERE merchant = $1 AND token = $2 AND generation = $3 - 1 RETURNING token',
    [merchant, token, number],
  )
  if (moved.length === 0) throw leaseLost(merchant)
  await rows('INSERT INTO cuadre.generation (merchant, number, object, sha256, token) VALUES ($1, $2, $3, $4, $5)', [
    merchant,
    number,
    object,
    sha256,
    token,
  ])
}

/** Takes the lease of a merchant for a command of a person; null while a worker has it. */
export const holdMerchant = async (
  { rows }: Connection,
  merchant: string,
  holder: string,
  seconds: number,
): Promise<LeaseHolder | null> => {
  const [lease] = await rows(
    `INSERT INTO cuadre.merchant AS m (merchant, token, worker, until) VALUES ($1, 1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (merchant) DO UPDATE SET token = m.token + 1, worker = $2, until = now() + make_interval(secs => $3)
       WHERE m.until <= now()
     RETURNING token::text`,
    [merchant, holder, seconds],
  )
  return lease === undefined ? null : { merchant, token: String(lease.token) }
}

/** Makes a generation the current one and returns the lease, in one transaction. */
export const giveBack = (postgres: Postgres, holder: LeaseHolder, generation: Generation): Promise<void> =>
  postgres.together(async (connection) => {
    await putInForce(connection, holder, generation)
    await releaseMerchant(connection, holder)
  })

export const releaseMerchant = async ({ rows }: Connection, { merchant, token }: LeaseHolder): Promise<void> => {
  await rows("UPDATE cuadre.merchant SET until = '-infinity', worker = NULL WHERE merchant = $1 AND token = $2", [
    merchant,
    token,
  ])
}
