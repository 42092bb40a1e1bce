import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Invoice } from '../../../domain/invoice.ts'
import type { Both } from '../../../std/both.ts'
import { slicesOf } from '../../connection/slices-of.ts'
import { cellsOf, hasCells, VERSION_COLUMNS, type VersionRow } from '../../invoices/versions.ts'
import { bytesOf, type ReadPull } from './read-pull.ts'
import type { AnswerReader } from './reader.ts'
import type { ReportDamage } from './verification-part.ts'

interface PageRow {
  readonly position: number
  readonly cursor: string | null
  readonly cursorAt: number | null
  readonly gzip: Buffer
}
interface Place {
  readonly invoice: Invoice
  readonly position: number
}

const statementsOn = (sqlite: Database.Database) => ({
  page: sqlite.prepare<[pull: number, after: number], PageRow>(
    `SELECT position, cursor, cursor_at AS cursorAt, gzip FROM listing_page JOIN body ON body.id = listing_page.body
     WHERE pull = ? AND position > ? ORDER BY position LIMIT 1`,
  ),
  repeated: sqlite.prepare<[pull: number], string>('SELECT invoice_id FROM repeat WHERE pull = ?').pluck(),
  version: sqlite
    .prepare<[slot: number, id: string, pull: number], VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version WHERE slot = ? AND invoice_id = ? AND from_pull <= ?
       ORDER BY from_pull DESC LIMIT 1`,
    )
    .raw(),
})

/** Compares every stored invoice of a pull with the pages of its list; of several copies the last one counts. */
export const listComparer = (
  sqlite: Database.Database,
  reader: AnswerReader,
  report: ReportDamage,
): ((pull: ReadPull, signal: AbortSignal) => Promise<void>) => {
  const { page, repeated, version } = statementsOn(sqlite)

  const compare = ({ id, slot }: ReadPull, { invoice, position }: Place): void => {
    const row = version.get(slot, invoice.id, id)
    if (row === undefined || (row[2] !== null && row[2] <= id)) report(lostInvoice(id, position))
    else if (row[3] !== invoice.id || !hasCells(row, cellsOf(invoice))) report(otherInvoice(id, position, row[0]))
  }

  /** Null when the bytes are no longer a page, which the check of the answers reports. */
  const invoicesOn = ({ policy }: ReadPull, { position, cursor, cursorAt, gzip }: PageRow): readonly Place[] | null => {
    const bytes = bytesOf(gzip, cursor, cursorAt)
    const records = bytes === null ? null : reader.page(bytes, policy)
    if (records === null) return null
    return records.flatMap((record) => (record.kind === 'invoice' ? [{ invoice: record.invoice, position }] : []))
  }

  return async (pull, signal) => {
    const several = new Set(repeated.all(pull.readingOf))
    const copies = new Map<string, Place>()
    let compared = 0
    let isWhole = true
    const pages = slicesOf({
      sqlite,
      start: 0,
      size: 1,
      read: (after: number) => page.all(pull.pagesOf, after),
      positionOf: ({ position }) => position,
    })
    for (const [row] of pages) {
      if (row === undefined) break
      const places = invoicesOn(pull, row)
      if (places === null) isWhole = false
      for (const place of places ?? []) {
        if (several.has(place.invoice.id)) copies.set(place.invoice.id, place)
        else {
          compare(pull, place)
          compared += 1
        }
      }
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    for (const place of copies.values()) compare(pull, place)
    if (isWhole && compared + copies.size !== pull.kept) report(otherInvoices(pull.id))
  }
}

const lostInvoice = (pull: number, position: number): Both<string> => ({
  en: `pull ${pull} has lost an invoice that its page ${position} lists`,
  es: `la lectura ${pull} perdió una factura que su página ${position} tiene`,
})

const otherInvoice = (pull: number, position: number, version: number): Both<string> => ({
  en: `version ${version} of an invoice is not what page ${position} of pull ${pull} says`,
  es: `la versión ${version} de una factura no es la que dice la página ${position} de la lectura ${pull}`,
})

const otherInvoices = (pull: number): Both<string> => ({
  en: `pull ${pull} does not keep the invoices that its pages list`,
  es: `la lectura ${pull} no guarda las facturas que tienen sus páginas`,
})
