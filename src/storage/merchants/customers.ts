import { sql } from 'drizzle-orm'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

/** The merchant's customers, from all versions of their invoices, each text once. */
export interface Customers {
  readonly documents: readonly string[]
  readonly names: readonly string[]
}

export const customersOf = (database: MerchantDatabase): Customers => ({
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
export const documentsBeginning = ({ db, merchant }: MerchantDatabase, rows: readonly string[]): readonly string[] =>
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
