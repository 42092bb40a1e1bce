import { eq, sql } from 'drizzle-orm'
import { CuadreError } from '../../std/errors.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { merchant } from '../schema.ts'

const named = prepared(({ db }) =>
  db
    .select({ baseUrl: merchant.baseUrl })
    .from(merchant)
    .where(eq(merchant.name, sql.placeholder('name')))
    .prepare(),
)

/** The base URL the merchant's records belong to; null before the first pull. */
export const baseUrlOf = (database: MerchantDatabase): string | null =>
  named(database).get({ name: database.merchant })?.baseUrl ?? null

/** The base URL of the merchant's records; throws when it is another one. */
export const checkBaseUrl = (database: MerchantDatabase, baseUrl: string): string | null => {
  const { merchant: name, copyOf } = database
  const path = copyOf ?? database.path
  const known = baseUrlOf(database)
  if (known === null || known === baseUrl) return known
  throw new CuadreError(
    'OTHER_BASE_URL',
    {
      en: `merchant ${name} in ${path} belongs to ${known}, not to ${baseUrl}`,
      es: `el comercio ${name} en ${path} es de ${known}, no de ${baseUrl}`,
    },
    {
      en: 'use that base URL, or another database (CUADRE_DB) or merchant (CUADRE_MERCHANT) for this one',
      es: 'use esa dirección, u otra base de datos (CUADRE_DB) u otro comercio (CUADRE_MERCHANT) para esta',
    },
  )
}

/** Sandbox and production must never mix: the base URL of the first pull is that of all the merchant's records. */
export const writeBaseUrl = async (database: MerchantDatabase, baseUrl: string): Promise<void> => {
  const { db, merchant: name, writeQueue } = database
  if (checkBaseUrl(database, baseUrl) !== null) return
  // Checked again inside the transaction: settlements are read side by side, and several may get here.
  await writeQueue.write(() => {
    if (checkBaseUrl(database, baseUrl) !== null) return
    db.update(merchant).set({ baseUrl }).where(eq(merchant.name, name)).run()
    linkMerchant(database)
  })
}

/** Adds the merchant of this database. */
export const writeMerchant = (database: MerchantDatabase): Promise<void> =>
  database.writeQueue.write(() => {
    database.db.insert(merchant).values({ name: database.merchant }).run()
    linkMerchant(database)
  })

/** Call it within a write transaction. */
const linkMerchant = (database: MerchantDatabase): void => {
  const row = database.sqlite.prepare<[string], number>('SELECT rowid FROM merchant WHERE name = ?').pluck()
  addLink(database, 'merchant', row.get(database.merchant) ?? 0)
}
