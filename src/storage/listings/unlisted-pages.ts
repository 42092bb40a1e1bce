import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { type AnswerRow, answerFromRow, type KeptAnswer } from '../evidence/answers.ts'
import { unlistedInvoices } from './unlisted-invoices.ts'

/** A page of the listing of a date, and those of its invoices that no slot lists. */
export interface UnlistedPage extends Pick<KeptAnswer, 'bytes'> {
  readonly invoiceIds: ReadonlySet<string>
}

type PageRow = AnswerRow & { readonly number: number }

const pages = prepared(({ sqlite }) =>
  sqlite.prepare<[listing: number, position: number], PageRow>(
    `SELECT date_listing.number, position AS place, request, status, digest, body, cursor, cursor_at AS cursorAt
     FROM date_listing_page JOIN date_listing ON date_listing.id = listing WHERE listing = ? AND position = ?`,
  ),
)

/** The pages of the newest listings that show an invoice that no slot lists now; their bytes have all of its fields. */
export async function* unlistedPages(database: MerchantDatabase): AsyncGenerator<UnlistedPage> {
  const byPage = new Map<string, { readonly listing: number; readonly position: number; readonly ids: Set<string> }>()
  for (const { listing, position, invoiceId, listedIn } of unlistedInvoices(database)) {
    if (listedIn.length > 0) continue
    const name = `${listing} ${position}`
    const page = byPage.get(name) ?? { listing, position, ids: new Set() }
    byPage.set(name, page)
    page.ids.add(invoiceId)
  }
  for (const { listing, position, ids } of byPage.values()) {
    const row = pages(database).get(listing, position)
    if (row === undefined) continue
    const { number } = row
    const { bytes } = answerFromRow(database, { id: number, number, pagesOf: number }, 'page', row)
    yield { invoiceIds: ids, bytes }
  }
}
