import { sql } from 'drizzle-orm'
import type { Books } from '../connection/books.ts'

/** Who the merchant's customers are, in the words of any version of their invoices; each text once. */
export interface Customers {
  readonly documents: readonly string[]
  readonly names: readonly string[]
}

export const customersOf = (books: Books): Customers => ({
  documents: textsIn(books, sql`customer_document`),
  names: textsIn(books, sql`customer_name`),
})

const textsIn = ({ db, merchant }: Books, column: ReturnType<typeof sql>): readonly string[] =>
  db
    .all<{ readonly text: string }>(sql`
      SELECT DISTINCT version.${column} AS text FROM version JOIN slot ON slot.id = version.slot
      WHERE slot.merchant = ${merchant} AND version.${column} IS NOT NULL`)
    .map(({ text }) => text)
