import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Invoice } from '../../../core/invoice.ts'
import type { Settlement } from '../../../core/settlement.ts'
import type { Both } from '../../../std/both.ts'
import { openDatabase } from '../../connection/database.ts'
import { asFault } from '../../connection/fault.ts'
import { wholeBody } from '../../evidence/body.ts'
import { cellsOf, hasCells, VERSION_COLUMNS, type VersionRow } from '../../invoices/versions.ts'
import {
  type AnswerReader,
  bytesOf,
  inTurns,
  type ReadPull,
  type ReportDamage,
  type VerificationPart,
} from './verification-part.ts'

interface BodyRow {
  readonly id: number
  readonly digest: Buffer
  readonly gzip: Buffer
  readonly length: number
}
interface PageRow {
  /** The pull of a slot, or the listing of a whole date. */
  readonly of: string
  readonly position: number
  readonly digest: Buffer
  readonly cursor: string | null
  readonly cursorAt: number | null
}
interface AnswerRow {
  readonly id: number
  readonly digest: Buffer
}

interface FileRow {
  readonly number: number
  readonly of: 'bank' | 'receivables'
  readonly digest: Buffer
  readonly isOriginal: 0 | 1
}

/** Bodies read at a time. */
const BODIES_PER_SLICE = 50

/** Checks every answer of the service: its unpacked bytes must still have their original SHA-256. */
export const answers: VerificationPart = async ({ sqlite }, report, signal) => {
  const slice = sqlite.prepare<[number], BodyRow>(
    `SELECT id, digest, gzip, length FROM body WHERE id > ? ORDER BY id LIMIT ${BODIES_PER_SLICE}`,
  )
  const checkBody = bodyChecker(sqlite, report)
  let checked = 0
  const slices = inTurns(
    {
      sqlite,
      start: 0,
      size: BODIES_PER_SLICE,
      read: (after: number) => slice.all(after),
      positionOf: ({ id }) => id,
    },
    signal,
  )
  for await (const rows of slices) {
    for (const row of rows) checked += checkBody(row)
  }
  return checked
}

/** Returns a function that checks one body for all answers that use it and returns their number. */
const bodyChecker = (sqlite: Database.Database, report: ReportDamage) => {
  const pagesOf = sqlite.prepare<[{ readonly body: number }], PageRow>(
    `SELECT 'pull ' || pull AS "of", position, digest, cursor, cursor_at AS cursorAt FROM listing_page WHERE body = :body
     UNION ALL
     SELECT 'date listing ' || listing, position, digest, cursor, cursor_at FROM date_listing_page WHERE body = :body`,
  )
  const answersOf = sqlite.prepare<[number], AnswerRow>('SELECT id, digest FROM answer WHERE body = ?')
  const filesOf = sqlite.prepare<{ body: number }, FileRow>(
    `SELECT number, 'bank' AS of, digest, is_original AS isOriginal FROM bank_file WHERE body = :body
     UNION ALL SELECT number, 'receivables', digest, 1 FROM receivable_file WHERE body = :body`,
  )
  const invoicesOf = sqlite.prepare<[number], AnswerRow>(
    'SELECT number AS id, digest FROM operator_invoice WHERE body = ?',
  )
  return (row: BodyRow): number => {
    const kept = keptIn(row)
    if (kept === null)
      report({
        en: `the bytes of body ${row.id} are not those that were kept`,
        es: `los bytes del cuerpo ${row.id} no son los que se guardaron`,
      })
    const pages = pagesOf.all({ body: row.id })
    for (const { of, position, digest, cursor, cursorAt } of pages) {
      if (kept !== null && !isDigestOf(digest, wholeBody(row.gzip, cursor, cursorAt)))
        report({
          en: `page ${position} of ${of} is not what the service answered`,
          es: `la página ${position} de ${of} no es la que respondió el servicio`,
        })
    }
    const others = answersOf.all(row.id)
    for (const { id, digest } of others)
      if (kept !== null && !isDigestOf(digest, kept))
        report({
          en: `answer ${id} is not what the service answered`,
          es: `la respuesta ${id} no es la que dio el servicio`,
        })
    const files = filesOf.all({ body: row.id })
    for (const { number, of, digest, isOriginal } of files)
      if (kept !== null && isOriginal === 1 && !isDigestOf(digest, kept))
        report({
          en: `file ${number} of ${of === 'bank' ? 'the bank' : 'receivables'} is not the one that came`,
          es: `el archivo ${number} ${of === 'bank' ? 'del banco' : 'de cartera'} no es el que llegó`,
        })
    const invoices = invoicesOf.all(row.id)
    for (const { id, digest } of invoices)
      if (kept !== null && !isDigestOf(digest, kept))
        report({
          en: `the file of invoice ${id} of the operator is not the one that came`,
          es: `el archivo de la factura ${id} del operador no es el que llegó`,
        })
    return pages.length + others.length + files.length + invoices.length
  }
}

/** The unpacked bytes, if they have their digest. */
const keptIn = ({ gzip, digest, length }: BodyRow): Buffer | null => {
  try {
    const bytes = wholeBody(gzip, null, null)
    return bytes.length === length && isDigestOf(digest, bytes) ? bytes : null
  } catch {
    return null
  }
}

/** A damaged cell may have another type. */
const isDigestOf = (digest: unknown, bytes: Uint8Array): boolean =>
  Buffer.isBuffer(digest) && createHash('sha256').update(bytes).digest().equals(digest)

/** Checks that every settlement and every invoice of every list equals the stored answers, column by column. */
export const content: VerificationPart = async ({ sqlite, reader, slot }, report, signal) => {
  const pulls = pullsRead(sqlite, reader, slot)
  const changed = pullsWithChanges(sqlite, slot)
  const compareSettlement = settlementComparer(sqlite, reader, report)
  const compareList = listComparer(sqlite, reader, report)
  for (const pull of pulls) {
    compareSettlement(pull)
    // A list in which no invoice began or ended is that of the previous pull, and was compared there.
    if (changed.has(pull.id)) await compareList(pull, signal)
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  return pulls.length
}

/** The pulls of one slot, or all. Rows in the chain as read are not compared again: see `linkReadings`. */
const pullsRead = (sqlite: Database.Database, { version }: AnswerReader, slot: number | null): readonly ReadPull[] =>
  sqlite
    .prepare<{ version: string; slot: number | null }, ReadPull>(
      `SELECT pull.id, pull.slot, pull.kept, coalesce(pull.list_of, pull.id) AS pagesOf,
         coalesce(pull.reading_of, pull.id) AS readingOf, policy.json AS policy
       FROM pull JOIN run ON run.id = pull.run JOIN policy ON policy.number = run.policy_number
       WHERE pull.state = 'closed' AND run.version = :version AND (:slot IS NULL OR pull.slot = :slot)
         AND NOT EXISTS (SELECT 1 FROM link WHERE kind = 'reading' AND row = pull.id)
       ORDER BY pull.slot, pull.id`,
    )
    .all({ version, slot })

/** The pulls with which an invoice begins or ends. */
const pullsWithChanges = (sqlite: Database.Database, slot: number | null): ReadonlySet<number | null> => {
  const versions = slot === null ? 'version' : '(SELECT from_pull, to_pull FROM version WHERE slot = :slot)'
  const query = `SELECT from_pull FROM ${versions} UNION SELECT to_pull FROM ${versions}`
  return new Set(sqlite.prepare<{ slot: number | null }, number | null>(query).pluck().all({ slot }))
}

interface ListPageRow {
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
  page: sqlite.prepare<[pull: number, after: number], ListPageRow>(
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
const listComparer = (
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
  const invoicesOn = (
    { policy }: ReadPull,
    { position, cursor, cursorAt, gzip }: ListPageRow,
  ): readonly Place[] | null => {
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
    const pages = inTurns(
      {
        sqlite,
        start: 0,
        size: 1,
        read: (after: number) => page.all(pull.pagesOf, after),
        positionOf: ({ position }) => position,
      },
      signal,
    )
    for await (const [row] of pages) {
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

interface SettlementAnswerRow {
  readonly status: number
  readonly gzip: Buffer
}

/** Compares the stored settlement of a pull with the last answer. */
const settlementComparer = (
  sqlite: Database.Database,
  reader: AnswerReader,
  report: ReportDamage,
): ((pull: ReadPull) => void) => {
  const answerOf = sqlite.prepare<[pull: number], SettlementAnswerRow>(
    `SELECT status, gzip FROM answer JOIN body ON body.id = answer.body
     WHERE pull = ? AND role = 'after' ORDER BY answer.id DESC LIMIT 1`,
  )
  const rowOf = sqlite
    .prepare<[slot: number, pull: number, pull: number], readonly unknown[]>(
      `SELECT date, cycle, status, invoice_count, collected, fees, fees_postpaid, adjustments, gateway, payout, extra
       FROM settlement_version WHERE slot = ? AND from_pull <= ? AND (to_pull IS NULL OR to_pull > ?)`,
    )
    .raw()
  return ({ id, slot }) => {
    const answer = answerOf.get(id)
    const bytes = answer === undefined ? null : bytesOf(answer.gzip, null, null)
    if (answer === undefined || bytes === null) return
    const said = settlementCells(reader.settlement(answer.status, bytes))
    const kept = rowOf.get(slot, id, id) ?? []
    if (said.length !== kept.length || said.some((cell, index) => cell !== kept[index]))
      report({
        en: `the settlement of pull ${id} is not what the service answered`,
        es: `la liquidación de la lectura ${id} no es la que respondió el servicio`,
      })
  }
}

/** The cells as SQLite returns them, in the order of the query; none without a settlement. */
const settlementCells = (settlement: Settlement | null): readonly unknown[] =>
  settlement === null
    ? []
    : [
        settlement.date,
        settlement.cycle,
        settlement.status,
        settlement.invoiceCount,
        Number(settlement.collected),
        Number(settlement.fees),
        settlement.feesPostpaid ? 1 : 0,
        Number(settlement.adjustments),
        settlement.gateway ? 1 : 0,
        Number(settlement.payout),
        settlement.extra,
      ]

/** The result of a quick examination of the database. */
export interface Examination {
  readonly bytes: number
  /** Faults reported by SQLite's own check, one line each. */
  readonly faults: readonly string[]
  /**
   * The number of stored bodies, how many of the newest were read again, and how many of these no longer have their
   * digest.
   */
  readonly bodies: number
  readonly bodiesRead: number
  readonly bodiesWrong: number
}

/** How many of the newest bodies are read. Only `cuadre db verify` reads all of them, which takes time in an old database. */
const BODIES_READ_MAX = 1000
const FAULTS_MAX = 3

/** Reads the database without changing anything. Throws a CuadreError for a foreign, newer or damaged file. */
export const examineDatabase = (path: string): Examination => {
  const { sqlite, close } = openDatabase(path, 'read')
  try {
    const messages = sqlite.prepare<[], string>(`PRAGMA integrity_check(${FAULTS_MAX})`).pluck().all()
    const newest = sqlite
      .prepare<[number], BodyRow>('SELECT id, digest, gzip, length FROM body ORDER BY id DESC LIMIT ?')
      .all(BODIES_READ_MAX)
    return {
      bytes:
        Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
      faults: messages.filter((line) => line !== 'ok'),
      bodies: Number(sqlite.prepare('SELECT count(*) FROM body').pluck().get()),
      bodiesRead: newest.length,
      bodiesWrong: newest.filter((row) => keptIn(row) === null).length,
    }
  } catch (error) {
    throw asFault(error, path)
  } finally {
    close()
  }
}
