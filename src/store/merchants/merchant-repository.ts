import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { CuadreError } from '../../std/errors.ts'
import { addLink } from '../chain/chain.ts'
import { withStoreErrors } from '../connection/fault.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { merchant } from '../schema.ts'
import { type KnownMerchant, writeName } from './merchants.ts'

/** The merchant whose database this is. */
export const createMerchantRepository = (
  database: MerchantDatabase,
  { name, names }: Pick<KnownMerchant, 'name' | 'names'>,
) => ({
  name,
  names,
  ...withStoreErrors(database.path, {
    /** Renames the merchant; throws a CuadreError `MERCHANT_NAME_TAKEN` when another merchant has or had the name. */
    rename: (to: string, at: Instant) => writeName(database, to, at),
    /** The base URL of its records; null before its first pull. */
    baseUrl: () => baseUrlOf(database),
    /** Refuses a base URL other than that one: a CuadreError `OTHER_BASE_URL`. */
    checkBaseUrl: (baseUrl: string): void => void checkBaseUrl(database, baseUrl),
    /**
     * Checks the base URL, and records it when none is recorded. Only checking does not record: a typing error must not
     * bind a merchant without data.
     */
    belongTo: (baseUrl: string) => writeBaseUrl(database, baseUrl),
    /** Its customers, over all slots, whose data must not be shown to others. */
    customers: () => customersOf(database),
    /**
     * Their document numbers that begin with one of these rows of digits, and all that have other characters than digits.
     */
    documents: (rows: readonly string[]) => documentsBeginning(database, rows),
  }),
})

const named = prepared(({ db }) =>
  db
    .select({ baseUrl: merchant.baseUrl })
    .from(merchant)
    .where(eq(merchant.name, sql.placeholder('name')))
    .prepare(),
)

/** The base URL the merchant's records belong to; null before the first pull. */
const baseUrlOf = (database: MerchantDatabase): string | null =>
  named(database).get({ name: database.merchant })?.baseUrl ?? null

/** The base URL of the merchant's records; throws when it is another one. */
const checkBaseUrl = (database: MerchantDatabase, baseUrl: string): string | null => {
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
const writeBaseUrl = async (database: MerchantDatabase, baseUrl: string): Promise<void> => {
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

/** The merchant's customers, from all versions of their invoices, each text once. */
export interface Customers {
  readonly documents: readonly string[]
  readonly names: readonly string[]
}

const customersOf = (database: MerchantDatabase): Customers => ({
  documents: textsIn(database, sql`customer_document`),
  names: textsIn(database, sql`customer_name`),
})

/** The fewest consecutive digits by which a person may be recognized. */
export const NUMBER_MIN_DIGITS = 5

/**
 * The document numbers that begin with one of these rows of five digits, with or without leading zeros, and all that
 * have other characters than digits. A merchant has as many documents as tenants, and a screen with a few texts needs
 * only these.
 */
const documentsBeginning = ({ db, merchant }: MerchantDatabase, rows: readonly string[]): readonly string[] =>
  db
    .all<{ readonly text: string }>(sql`
      WITH wanted AS MATERIALIZED (SELECT value FROM json_each(${JSON.stringify(rows)}))
      SELECT DISTINCT customer_document AS text FROM version NOT INDEXED
      WHERE slot IN (SELECT id FROM slot WHERE merchant = ${merchant})
        AND (substr(customer_document, 1, ${NUMBER_MIN_DIGITS}) IN wanted
          OR substr(ltrim(customer_document, '0'), 1, ${NUMBER_MIN_DIGITS}) IN wanted
          OR customer_document GLOB '*[^0-9]*')`)
    .map(({ text }) => text)

const textsIn = ({ db, merchant }: MerchantDatabase, column: ReturnType<typeof sql>): readonly string[] =>
  db
    .all<{ readonly text: string }>(sql`
      SELECT DISTINCT ${column} AS text FROM version NOT INDEXED
      WHERE slot IN (SELECT id FROM slot WHERE merchant = ${merchant}) AND ${column} IS NOT NULL`)
    .map(({ text }) => text)
