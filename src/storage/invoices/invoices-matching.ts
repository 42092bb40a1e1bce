import { type SQL, sql } from 'drizzle-orm'
import {
  type InvoiceMatch,
  type InvoiceSearch,
  SEARCH_FIELDS,
  type SearchField,
} from '../../domain/pull/unlisted-invoice.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { version } from '../schema.ts'

const COLUMNS = {
  id: version.invoiceId,
  reference: version.reference,
  contract: version.contract,
  customerDocument: version.customerDocument,
  paymentId: version.paymentId,
} as const satisfies Record<SearchField, unknown>

/** Greater than every character of a text. */
const LAST_CHARACTER = '\u{10FFFF}'

interface Row extends Slot {
  readonly invoiceId: string
}

/**
 * The invoices of whole pulls that carry the text in any of their versions, newest slots first, at most `most`. No
 * index has these fields, since it would cost every night more than an occasional search does. The versions are read
 * once, in the order of the file.
 */
export const invoicesMatching = (
  { db, merchant }: MerchantDatabase,
  { text, mode }: InvoiceSearch,
  most: number,
): readonly InvoiceMatch[] => {
  const fits = (column: SQL): SQL =>
    mode === 'exact' ? sql`${column} = ${text}` : sql`(${column} >= ${text} AND ${column} < ${text + LAST_CHARACTER})`
  const anyField = sql.join(
    SEARCH_FIELDS.map((field) => fits(sql`${COLUMNS[field]}`)),
    sql` OR `,
  )
  return db
    .all<Row>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot),
        fitting AS MATERIALIZED (SELECT slot, invoice_id, from_pull FROM version NOT INDEXED WHERE ${anyField})
      SELECT DISTINCT slot.date, slot.cycle, fitting.invoice_id AS invoiceId
      FROM fitting
        JOIN slot ON slot.id = fitting.slot
        JOIN latest ON latest.slot = fitting.slot
      WHERE slot.merchant = ${merchant} AND fitting.from_pull <= latest.id
      ORDER BY slot.date DESC, slot.minute DESC, slot.cycle DESC, fitting.invoice_id
      LIMIT ${most}`)
    .map(({ date, cycle, invoiceId }) => ({ slot: { date, cycle }, invoiceId }))
}
