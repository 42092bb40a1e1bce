import type Database from 'better-sqlite3'
import type { VersionRow } from './versions.ts'

/** Invoices whose versions are read at a time. */
const PAGE = 250

/** The condition of a statement for `versionsOfInvoices`. */
export const IS_ASKED_FOR = 'invoice_id IN (SELECT value FROM json_each(:ids))'

/**
 * Reads versions of these invoices page by page. A statement that finds the changed invoices itself would find all of
 * them again for each page.
 */
export function* versionsOfInvoices<Asked extends object>(
  ids: readonly string[],
  statement: Pick<Database.Statement<Asked & { readonly ids: string }, VersionRow>, 'all'>,
  asked: Asked,
): Generator<readonly VersionRow[]> {
  for (let start = 0; start < ids.length; start += PAGE)
    yield statement.all({ ...asked, ids: JSON.stringify(ids.slice(start, start + PAGE)) })
}
