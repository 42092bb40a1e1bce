import type { Books } from '../connection/books.ts'
import { prepared } from '../connection/prepared.ts'
import { wholeBody } from '../pulls/evidence.ts'

interface PageRow {
  readonly gzip: Buffer
  readonly cursor: string | null
  readonly cursorAt: number | null
}

/**
 * The pages, as the service answered them, of every list in which an invoice first stood that lacks one of these fields, or has it in a
 * form that is not kept: what such a field says stands nowhere else.
 */
export function* pagesWithFlaws(books: Books, fields: readonly string[]): Generator<Uint8Array> {
  const { pulls, pages } = statements(books)
  for (const pull of pulls.all({ merchant: books.merchant, fields: JSON.stringify(fields) }))
    for (const { gzip, cursor, cursorAt } of pages.all(pull)) yield wholeBody(gzip, cursor, cursorAt)
}

const statements = prepared(({ sqlite }) => ({
  pulls: sqlite
    .prepare<{ merchant: string; fields: string }, number>(`
      SELECT DISTINCT coalesce(pull.list_of, pull.id)
      FROM version JOIN slot ON slot.id = version.slot JOIN pull ON pull.id = version.from_pull
      WHERE slot.merchant = :merchant AND version.flaws IS NOT NULL
        AND EXISTS (SELECT 1 FROM json_each(version.flaws) AS flaw, json_each(:fields) AS field WHERE flaw.value = field.value)
      ORDER BY 1`)
    .pluck(),
  pages: sqlite.prepare<[pull: number], PageRow>(`
    SELECT gzip, cursor, cursor_at AS cursorAt FROM listing_page JOIN body ON body.id = listing_page.body
    WHERE pull = ? ORDER BY position`),
}))
