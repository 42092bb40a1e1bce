import { and, eq, sql } from 'drizzle-orm'
import type { ParsedRecord } from '../../core/invoice.ts'
import type { KnownPage, ListedPage, ListFacts } from '../../core/pull/pull.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { pick } from '../connection/rows.ts'
import { type CutBody, cutAtCursor, keepBody, type PackedBody, packCut, wholeBody } from '../evidence/body.ts'
import { body, listingPage, quarantine } from '../schema.ts'
import { byId, type InvoiceListWriter, type InvoiceToWrite, invoiceToWrite } from './invoice-list-writer.ts'
import type { PullStamp } from './pull-stamp.ts'

/**
 * Pages of 100 invoices that wait before they are written: few enough for the memory of several slots, enough for one
 * transaction.
 */
const PAGES_WAITING = 50
const ROWS_WAITING = 5000
/** The most malformed records of a list that are stored one by one. The answers are stored whole in any case. */
const SAMPLE_MAX = 300

/** The statements that run once per page. */
const pageStatements = prepared(({ db }) => ({
  known: db
    .select(pick(listingPage, 'request', 'status', 'digest', 'cursor', 'cursorAt', 'items', 'count'))
    .from(listingPage)
    .where(and(eq(listingPage.pull, sql.placeholder('pull')), eq(listingPage.position, sql.placeholder('position'))))
    .prepare(),
  bodyOf: db
    .select({ gzip: body.gzip, cursor: listingPage.cursor, cursorAt: listingPage.cursorAt })
    .from(listingPage)
    .innerJoin(body, eq(body.id, listingPage.body))
    .where(and(eq(listingPage.pull, sql.placeholder('pull')), eq(listingPage.position, sql.placeholder('position'))))
    .prepare(),
  insert: db
    .insert(listingPage)
    .values({
      pull: sql.placeholder('pull'),
      position: sql.placeholder('position'),
      request: sql.placeholder('request'),
      status: sql.placeholder('status'),
      digest: sql.placeholder('digest'),
      body: sql.placeholder('body'),
      cursor: sql.placeholder('cursor'),
      cursorAt: sql.placeholder('cursorAt'),
      items: sql.placeholder('items'),
      count: sql.placeholder('count'),
    })
    .prepare(),
}))

/** A page to store. */
interface KeptPage {
  readonly row: Omit<typeof listingPage.$inferInsert, 'pull' | 'body'>
  readonly body: PackedBody
}

type QuarantineRow = Omit<typeof quarantine.$inferInsert, 'pull'>

export interface ListPagesWriterParts {
  readonly database: MerchantDatabase
  readonly invoices: InvoiceListWriter
  readonly stamp: PullStamp
  /** The last pull's list, and the pull that has its pages; null without one. */
  readonly last: { readonly list: ListFacts; readonly pagesOf: number } | null
  readonly reread: (body: Uint8Array) => readonly ParsedRecord[]
}

/**
 * Takes in the pages of one list. While they equal those of the last pull, byte for byte, nothing is parsed or written. From the first
 * different page on, the earlier pages are read from their stored bodies, and all pages are written.
 */
export class ListPagesWriter {
  readonly #parts: ListPagesWriterParts
  /** Whether all pages so far are those of the last pull. */
  #isSame: boolean
  /** The number of pages so far, and of those that were skipped. */
  #position = 0
  #skipped = 0
  #malformed = 0
  #sampled = 0
  /** Ids of quarantined invoices beyond the sample. */
  readonly #beyondSample = new Set<string>()
  #pages: KeptPage[] = []
  #rows: InvoiceToWrite[] = []
  #quarantined: QuarantineRow[] = []
  /** The batch that is being written while the next pages are fetched; at most one. */
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: ListPagesWriterParts) {
    this.#parts = parts
    this.#isSame = parts.last !== null
  }

  /**
   * The last pull's page at that place, unless a page differed so far; the page before it may not be in yet. Nothing is
   * known of lists whose pages have undocumented fields, which are not stored by page.
   */
  known(position: number, request: string): KnownPage | null {
    const { database, last } = this.#parts
    if (!this.#isSame || last === null || Object.keys(last.list.unknownFields).length > 0) return null
    const stored = pageStatements(database).known.get({ pull: last.pagesOf, position })
    if (stored === undefined || stored.request !== request) return null
    const { digest, cursor, cursorAt, items, count } = stored
    return cursor === null || cursorAt === null ? null : { digest, cursor, cursorAt, items, count }
  }

  async page(page: ListedPage): Promise<void> {
    this.#position += 1
    // Whether a page is known is asked before the page in front of it has arrived, and that page may differ.
    if (page.isKnown && this.#isSame) {
      this.#skipped += 1
      return
    }
    const cut = cutAtCursor(page.body, page.cursor)
    if (this.#isSame && (await this.#isSamePage(page, cut.digest))) return
    this.#pages.push({ row: this.#rowOf(page, cut), body: packCut(page.body, cut) })
    this.#take(page.read(), this.#position)
    if (this.#isEnough()) await this.#flush()
  }

  /** Ends the list and returns whether it equals the last pull's. */
  async end(): Promise<boolean> {
    if (this.#isSame && this.#position !== this.#parts.last?.list.pages) await this.#differ()
    await this.#flush()
    await this.#writing
    return this.#isSame
  }

  /** Waits until no batch is being written, whether writes succeed or fail. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.#writing])
  }

  get malformed(): number {
    return this.#malformed
  }

  /** Skips a page when it equals the last pull's page at this place. */
  async #isSamePage({ request, status }: ListedPage, digest: Buffer): Promise<boolean> {
    const { database, last } = this.#parts
    const stored = pageStatements(database).known.get({ pull: last?.pagesOf, position: this.#position })
    if (stored?.digest.equals(digest) && stored.request === request && stored.status === status) {
      this.#skipped += 1
      return true
    }
    await this.#differ()
    return false
  }

  /**
   * Called when the list differs from the last pull's: from here on pages are rows of this pull, and skipped ones are read
   * from their stored bodies.
   */
  async #differ(): Promise<void> {
    const { database, stamp, last, reread } = this.#parts
    this.#isSame = false
    if (this.#skipped === 0) return
    await database.writeQueue.write(() =>
      database.db.run(sql`
        INSERT INTO listing_page (pull, position, request, status, digest, body, cursor, cursor_at, items, count)
        SELECT ${stamp().pull}, position, request, status, digest, body, cursor, cursor_at, items, count
        FROM listing_page WHERE pull = ${last?.pagesOf} AND position <= ${this.#skipped}`),
    )
    for (let position = 1; position <= this.#skipped; position += 1) {
      const stored = pageStatements(database).bodyOf.get({ pull: last?.pagesOf, position })
      if (stored === undefined) throw new Error(`page ${position} of pull ${last?.pagesOf} is not there`)
      this.#take(reread(wholeBody(stored.gzip, stored.cursor, stored.cursorAt)), position)
      if (this.#isEnough()) await this.#flush()
    }
  }

  #take(records: readonly ParsedRecord[], page: number): void {
    for (const [index, parsed] of records.entries()) {
      if (parsed.kind === 'invoice') this.#rows.push(invoiceToWrite(parsed.invoice))
      else this.#quarantined.push({ page, item: index + 1, ...parsed.record })
    }
  }

  #isEnough(): boolean {
    return this.#pages.length >= PAGES_WAITING || this.#rows.length + this.#quarantined.length >= ROWS_WAITING
  }

  #rowOf(page: ListedPage, cut: CutBody): KeptPage['row'] {
    const { request, status, items, count } = page
    const cursor = page.cursor ?? null
    const { digest, cursorAt } = cut
    return { position: this.#position, request, status, digest, cursor, cursorAt, items, count }
  }

  /** Writes the waiting pages, after the previous batch. A failed write is reported by the next one, or at the end. */
  async #flush(): Promise<void> {
    const [pages, quarantined, rows] = [this.#pages, this.#quarantined, this.#rows.sort(byId)]
    this.#pages = []
    this.#malformed += quarantined.length
    this.#quarantined = []
    this.#rows = []
    await this.#writing
    this.#writing = this.#parts.database.writeQueue.writeAllUnflushed(this.#steps(pages, quarantined, rows))
    this.#writing.catch(() => undefined)
  }

  *#steps(
    pages: readonly KeptPage[],
    malformed: readonly QuarantineRow[],
    rows: readonly InvoiceToWrite[],
  ): Generator<() => void> {
    const { database, invoices, stamp } = this.#parts
    for (const page of pages) {
      yield () => {
        // Stamps first, since the stamp records the bodies that existed before this pull.
        const { pull } = stamp()
        const body = keepBody(database, page.body)
        pageStatements(database).insert.run({ pull, ...page.row, body })
      }
    }
    for (const record of malformed) {
      yield () => {
        if (!this.#isSampled(record)) return
        database.db
          .insert(quarantine)
          .values({ pull: stamp().pull, ...record })
          .run()
      }
    }
    for (const row of rows) yield () => invoices.put(row)
  }

  /** The first records of a list, and those of invoices that the slot listed before. */
  #isSampled({ invoiceId = null }: QuarantineRow): boolean {
    if (this.#sampled < SAMPLE_MAX) {
      this.#sampled += 1
      return true
    }
    if (invoiceId === null || this.#beyondSample.has(invoiceId) || !this.#parts.invoices.isKnown(invoiceId))
      return false
    this.#beyondSample.add(invoiceId)
    return true
  }
}
