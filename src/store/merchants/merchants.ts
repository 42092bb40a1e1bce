import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { CuadreError } from '../../std/errors.ts'
import { addLink } from '../chain/chain.ts'
import { type OpenDatabase, openDatabase } from '../connection/database.ts'
import { asFault } from '../connection/fault.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { merchant, merchantName, merchant as merchantTable } from '../schema.ts'

/** A merchant of the database. Its rows use its first name; people use its last one. */
export interface KnownMerchant {
  readonly key: string
  readonly name: string
  /** Every name it has or had, the first one first. */
  readonly names: readonly string[]
  /** Null before its first pull. */
  readonly baseUrl: string | null
}

/** A merchant that is not in the database yet. */
export const newMerchant = (name: string): KnownMerchant => ({ key: name, name, names: [name], baseUrl: null })

/** The merchants of the database, with their names at that moment or now. */
export const merchantsIn = ({ db }: Pick<OpenDatabase, 'db'>, at: Instant | null = null): readonly KnownMerchant[] => {
  const given = db.all<{ merchant: string; name: string }>(
    sql`SELECT merchant, name FROM ${merchantName} WHERE ${at} IS NULL OR at <= ${at} ORDER BY id`,
  )
  return db
    .select()
    .from(merchantTable)
    .orderBy(merchantTable.name)
    .all()
    .map(({ name: key, baseUrl }) => {
      const names = [key, ...given.filter(({ merchant }) => merchant === key).map(({ name }) => name)]
      return { key, name: names.at(-1) ?? key, names, baseUrl }
    })
}

/** The merchant to open, and whether it may be a new one. */
export interface MerchantAsked {
  readonly path: string
  readonly merchant: string
  /**
   * The merchants of the settings. Any other is not added to a database that holds some already. Without this list any
   * merchant may be added.
   */
  readonly configured?: readonly string[] | undefined
}

/**
 * The merchant of that name; null when it is new and may be added. A name in neither settings nor database is refused.
 */
export const findMerchant = (database: Pick<OpenDatabase, 'db'>, asked: MerchantAsked): KnownMerchant | null =>
  findAmong(merchantsIn(database), asked)

const findAmong = (known: readonly KnownMerchant[], asked: MerchantAsked): KnownMerchant | null => {
  const found = known.find(({ name }) => name === asked.merchant)
  if (found !== undefined) return found
  const renamed = known.find(({ names }) => names.includes(asked.merchant))
  if (renamed !== undefined) throw renamedFault(asked, renamed)
  const others = known.filter(({ baseUrl }) => baseUrl !== null).map(({ name }) => name)
  if (!mayAdd(asked, others)) throw unknownFault(asked, others)
  return null
}

/** A merchant that the settings no longer name may be this one under its old name: a person must decide. */
const mayAdd = ({ merchant, configured }: MerchantAsked, others: readonly string[]): boolean =>
  configured === undefined ||
  others.length === 0 ||
  (configured.includes(merchant) && others.every((other) => configured.includes(other)))

const unknownFault = ({ path, merchant, configured = [] }: MerchantAsked, others: readonly string[]): CuadreError => {
  const missing = others.filter((other) => !configured.includes(other))
  const next = configured.includes(merchant)
    ? {
        en: `if it is ${missing[0]} under another name: cuadre merchants rename ${missing[0]} ${merchant}; if it is another one: cuadre run --merchant ${merchant} --create`,
        es: `si es ${missing[0]} con otro nombre: cuadre merchants rename ${missing[0]} ${merchant}; si es otro: cuadre run --merchant ${merchant} --create`,
      }
    : {
        en: `name one of them with --merchant, rename one with: cuadre merchants rename ${others[0]} ${merchant}, or list all under "merchants" in the settings file`,
        es: `indique uno de ellos con --merchant, cambie un nombre con: cuadre merchants rename ${others[0]} ${merchant}, o enumérelos todos en "merchants" del archivo de parámetros`,
      }
  return new CuadreError(
    'UNKNOWN_MERCHANT',
    {
      en: `${path} does not know the merchant ${merchant}; it knows ${others.join(', ')}`,
      es: `${path} no conoce el comercio ${merchant}; conoce ${others.join(', ')}`,
    },
    next,
  )
}

const renamedFault = ({ path, merchant }: MerchantAsked, { name }: KnownMerchant): CuadreError =>
  new CuadreError(
    'UNKNOWN_MERCHANT',
    {
      en: `the merchant ${merchant} of ${path} is called ${name} now`,
      es: `el comercio ${merchant} de ${path} ahora se llama ${name}`,
    },
    {
      en: `use --merchant ${name}, and set that name in the settings`,
      es: `use --merchant ${name}, y ponga ese nombre en los parámetros`,
    },
  )

/** Renames a merchant, possibly back to an earlier name. No stored row changes, since rows use its first name. */
export const writeName = async (database: MerchantDatabase, name: string, at: Instant): Promise<void> => {
  const { db, path, merchant: key, writeQueue } = database
  const known = merchantsIn(database)
  const isTaken = ({ name: current, names }: KnownMerchant, own: boolean): boolean =>
    (own ? [current] : names).some((one) => one.toLowerCase() === name.toLowerCase())
  const holder = known.find((one) => isTaken(one, one.key === key))
  if (holder !== undefined) throw takenFault(path, name, holder)
  await writeQueue.write(() => {
    const { lastInsertRowid } = db.insert(merchantName).values({ merchant: key, name, at }).run()
    addLink(database, 'merchant_name', Number(lastInsertRowid))
  })
}

const takenFault = (path: string, name: string, { name: current }: KnownMerchant): CuadreError =>
  new CuadreError(
    'MERCHANT_NAME_TAKEN',
    {
      en: `${name} is, or was, the name of the merchant ${current} of ${path}`,
      es: `${name} es, o fue, el nombre del comercio ${current} de ${path}`,
    },
    { en: 'choose another name', es: 'elija otro nombre' },
  )

/** The merchants of a database that need not be open. */
export const readMerchants = (path: string): readonly KnownMerchant[] => {
  const database = openDatabase(path, 'read')
  try {
    return merchantsIn(database)
  } catch (error) {
    throw asFault(error, path)
  } finally {
    database.close()
  }
}

/**
 * Refuses a name in neither settings nor database, for work that does not open the database. An absent or unreadable
 * database refuses no name.
 */
export const refuseUnknownMerchant = (asked: MerchantAsked, known = readableMerchants(asked.path)): void => {
  if (known !== null) findAmong(known, asked)
}

/** The merchants of a database; null when it cannot be read now, or is of another version. */
export const readableMerchants = (path: string): readonly KnownMerchant[] | null => {
  try {
    return readMerchants(path)
  } catch (error) {
    if (error instanceof CuadreError) return null
    throw error
  }
}

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

/** The base URL of the merchant's records, null before the first pull; throws `OTHER_BASE_URL` when it is another one. */
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

/**
 * Sandbox and production must never mix: the base URL of the first pull is that of all the merchant's records. Only
 * checking does not record: a typing error must not bind a merchant without data.
 */
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

/** Its customers, over all slots, whose data must not be shown to others. */
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

const queries = repository({
  rename: writeName,
  baseUrl: baseUrlOf,
  checkBaseUrl: (database: MerchantDatabase, baseUrl: string): void => void checkBaseUrl(database, baseUrl),
  belongTo: writeBaseUrl,
  customers: customersOf,
  documents: documentsBeginning,
})

/** The merchant whose database this is. */
export const createMerchantRepository = (
  database: MerchantDatabase,
  { name, names }: Pick<KnownMerchant, 'name' | 'names'>,
) => ({ name, names, ...queries(database) })
