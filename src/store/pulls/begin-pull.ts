import { eq, sql } from 'drizzle-orm'
import type { Answer, IncompleteAttempt, KnownPage, ListedPage, ListFacts, Pull } from '../../core/pull/pull.ts'
import { type Settlement, sameSettlement } from '../../core/settlement.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { keepAnswer } from '../evidence/body.ts'
import { pull as pullTable } from '../schema.ts'
import { writeSettlement } from '../settlements/settlements.ts'
import { InvoiceListWriter } from './invoice-list-writer.ts'
import { ListPagesWriter } from './list-pages-writer.ts'
import type { DepartureRead, OpenPull, PullStart } from './open-pull.ts'
import { type PullStamp, pullStamp, undoPull } from './pull-stamp.ts'
import { type CommittedPull, committedPull, haveSameFlaws, latestPull, readBy, unreadableIn } from './pulls.ts'
import { ensureSlot, findSlot } from './slots.ts'

/** The columns of the pull that are known at the end of its list. */
interface ListEnd {
  readonly facts: ListFacts
  readonly sumAmount: string | null
  readonly sumPaid: string | null
  readonly listOf: number | null
  readonly readingOf: number | null
  readonly unchanged: boolean
}

/** Whether two lists have the same content, regardless of their pages. */
const isSameContent = (a: ListFacts, b: ListFacts): boolean =>
  a.kept === b.kept && a.repeated === b.repeated && a.malformed === b.malformed

const NONE: ReadonlySet<string> = new Set()

export const beginPull = (database: MerchantDatabase, start: PullStart): OpenPull => new PullInProgress(database, start)

/** The same version under the same policy reads the same bytes alike. Only then need the bytes not be read again. */
const readsAlike = (database: MerchantDatabase, runId: string, last: CommittedPull): boolean => {
  const now = readBy(database, runId)
  const then = readBy(database, last.row.run)
  return then?.version === database.version && then.policyNumber === now?.policyNumber
}

class PullInProgress implements OpenPull {
  readonly #database: MerchantDatabase
  readonly #stamp: PullStamp
  readonly #writtenStamp: () => ReturnType<PullStamp> | null
  readonly #last: CommittedPull | null
  readonly #pageWriter: ListPagesWriter
  readonly #invoices: InvoiceListWriter
  readonly #pages = new PageCount()
  readonly #idsToRead = new Set<string>()
  #list: ListEnd | null = null
  #settled: { readonly settlement: Settlement | null; readonly before: Answer; readonly after: Answer } | null = null

  constructor(database: MerchantDatabase, start: PullStart) {
    this.#database = database
    const { stamp, writtenStamp } = pullStamp(database, start)
    this.#stamp = stamp
    this.#writtenStamp = writtenStamp
    const slot = findSlot(database, start.slot)
    const last = slot === null ? null : latestPull(database, slot)
    this.#last = last
    this.#invoices = new InvoiceListWriter(database, stamp, last?.pull.list.kept ?? null)
    this.#pageWriter = new ListPagesWriter({
      database,
      invoices: this.#invoices,
      stamp,
      last:
        last !== null && readsAlike(database, start.runId, last)
          ? { list: last.pull.list, pagesOf: last.row.listOf ?? last.row.id }
          : null,
      reread: start.reread,
    })
  }

  async known(position: number, request: string): Promise<KnownPage | null> {
    return this.#pageWriter.known(position, request)
  }

  async page(page: ListedPage): Promise<void> {
    this.#pages.add(page)
    await this.#pageWriter.page(page)
  }

  async endList(): Promise<{ readonly items: number; readonly left: readonly string[] }> {
    const isSame = await this.#pageWriter.end()
    const gone = isSame ? [] : await this.#invoices.endUnseen()
    this.#list = isSame ? this.#sameList() : this.#changedList()
    const reading = this.#list.readingOf ?? this.#writtenStamp()?.pull ?? null
    const unreadable = reading === null ? NONE : unreadableIn(this.#database, reading)
    for (const id of [...gone, ...this.#neverReadById()]) if (!unreadable.has(id)) this.#idsToRead.add(id)
    return { items: this.#list.facts.items, left: [...this.#idsToRead] }
  }

  /** For a list that equals that of the last pull, with its figures. */
  #sameList(): ListEnd {
    const last = this.#last
    if (last === null) throw new Error('a list was passed over without a last pull')
    return {
      facts: last.pull.list,
      sumAmount: last.row.sumAmount,
      sumPaid: last.row.sumPaid,
      listOf: last.row.listOf ?? last.row.id,
      readingOf: last.row.readingOf ?? last.row.id,
      unchanged: true,
    }
  }

  #changedList(): ListEnd {
    const { kept, repeated, amount, paid, unchanged } = this.#invoices.totals()
    const facts = { ...this.#pages.facts, kept, repeated, malformed: this.#pageWriter.malformed }
    return {
      facts,
      sumAmount: `${amount}`,
      sumPaid: `${paid}`,
      listOf: null,
      readingOf: null,
      unchanged: unchanged && this.#isListedAlike(facts),
    }
  }

  /** Whether a list that was read again has the content of the last pull's list, including its oddities. */
  #isListedAlike(facts: ListFacts): boolean {
    const last = this.#last
    if (last === null || !isSameContent(facts, last.pull.list)) return false
    const pull = this.#writtenStamp()?.pull
    return pull !== undefined && haveSameFlaws(this.#database, pull, last.row.readingOf ?? last.row.id)
  }

  /** Invoices that left in an earlier pull, and quarantined records, that have not returned and were never asked for by id. */
  #neverReadById(): readonly string[] {
    const last = this.#last
    if (last === null || (last.row.departuresOwed === 0 && last.pull.list.malformed === 0)) return []
    return this.#database.db
      .all<{ readonly id: string }>(sql`
        SELECT DISTINCT invoice_id AS id FROM version gone
        WHERE slot = ${last.row.slot} AND to_pull IS NOT NULL
          AND NOT EXISTS (
            SELECT 1 FROM version later
            WHERE later.slot = gone.slot AND later.invoice_id = gone.invoice_id AND later.from_pull >= gone.to_pull)
          AND NOT EXISTS (
            SELECT 1 FROM departure
            WHERE departure.slot = gone.slot AND departure.invoice_id = gone.invoice_id AND departure.pull >= gone.to_pull)
        UNION SELECT invoice_id FROM quarantine JOIN pull ON pull.id = quarantine.pull
        WHERE pull.slot = ${last.row.slot} AND pull.state = 'closed' AND invoice_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM version WHERE version.slot = pull.slot AND version.invoice_id = quarantine.invoice_id)
          AND NOT EXISTS (
            SELECT 1 FROM departure
            WHERE departure.slot = pull.slot AND departure.invoice_id = quarantine.invoice_id AND departure.pull > quarantine.pull)
        ORDER BY id`)
      .map(({ id }) => id)
  }

  async departures(read: readonly DepartureRead[]): Promise<void> {
    if (read.length === 0) return
    await this.#database.writeQueue.write(() => {
      const { slot, pull } = this.#stamp()
      for (const { departure: facts, answer } of read) {
        const kept = keepAnswer(this.#database, pull, 'departure', answer)
        insertDeparture(this.#database).run(
          slot,
          pull,
          facts.invoiceId,
          facts.status,
          facts.ownDate,
          facts.ownCycle,
          kept,
        )
      }
    })
    for (const { departure } of read) this.#idsToRead.delete(departure.invoiceId)
  }

  async settlement(settlement: Settlement | null, before: Answer, after: Answer): Promise<void> {
    this.#settled = { settlement, before, after }
  }

  async commit(): Promise<Pull> {
    const list = this.#list
    const settled = this.#settled
    if (list === null || settled === null) throw new Error('commit before the list and the settlement were stored')
    const { facts } = list
    if (facts.items !== facts.kept + facts.repeated + facts.malformed) {
      throw new Error(
        `${facts.items} items, but ${facts.kept} kept, ${facts.repeated} repeated, ${facts.malformed} malformed`,
      )
    }
    // The next durable write of the run flushes it. The pull is not reported before the assessments of the run are
    // written.
    await this.#database.writeQueue.writeAllUnflushed([
      () => {
        const { slot, pull } = this.#stamp()
        keepAnswer(this.#database, pull, 'before', settled.before)
        keepAnswer(this.#database, pull, 'after', settled.after)
        writeSettlement(this.#database, slot, pull, settled.settlement)
        this.#commitRow(pull, list, settled.settlement)
        addLink(this.#database, 'pull', pull)
      },
    ])
    return committedPull(this.#database, this.#stamp().pull)
  }

  /** Updates one row, and from then on the pull exists. */
  #commitRow(pull: number, { facts, unchanged, ...columns }: ListEnd, settlement: Settlement | null): void {
    const last = this.#last
    const repeatsContent = last !== null && unchanged && sameSettlement(last.pull.settlement, settlement)
    const at = this.#database.clock()
    commitPullRow(this.#database).run({
      pull,
      ...columns,
      number: nextInSequence(this.#database, 'pull', at),
      closedAt: at,
      facts: JSON.stringify(facts),
      kept: facts.kept,
      contentOf: repeatsContent ? last.pull.contentId : null,
      departuresOwed: this.#idsToRead.size,
    })
  }

  async abandon(): Promise<void> {
    await this.#pageWriter.idle()
    const writtenStamp = this.#writtenStamp()
    if (writtenStamp !== null) await undoPull(this.#database, writtenStamp.pull)
  }
}

const commitPullRow = prepared(({ db }) =>
  db
    .update(pullTable)
    .set({
      state: 'closed',
      sumAmount: sql`${sql.placeholder('sumAmount')}`,
      sumPaid: sql`${sql.placeholder('sumPaid')}`,
      listOf: sql`${sql.placeholder('listOf')}`,
      readingOf: sql`${sql.placeholder('readingOf')}`,
      number: sql`${sql.placeholder('number')}`,
      closedAt: sql`${sql.placeholder('closedAt')}`,
      facts: sql`${sql.placeholder('facts')}`,
      kept: sql`${sql.placeholder('kept')}`,
      contentOf: sql`${sql.placeholder('contentOf')}`,
      departuresOwed: sql`${sql.placeholder('departuresOwed')}`,
    })
    .where(eq(pullTable.id, sql.placeholder('pull')))
    .prepare(),
)

const insertDeparture = prepared(({ sqlite }) =>
  sqlite.prepare(
    `INSERT INTO departure (slot, pull, invoice_id, status, own_date, own_cycle, answer) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
)

/** Records that a slot could not be read whole, without contents. */
export const recordIncomplete = async (
  database: MerchantDatabase,
  { slot, at, code, reason, request, status, runId }: IncompleteAttempt & { readonly runId: string },
): Promise<void> => {
  await database.writeQueue.write(() => {
    const { lastInsertRowid } = database.db
      .insert(pullTable)
      .values({
        slot: ensureSlot(database, slot),
        run: runId,
        state: 'incomplete',
        startedAt: at,
        closedAt: database.clock(),
        reasonCode: code,
        reason,
        exchange: request === null ? null : JSON.stringify({ request, status }),
        versionsBefore: 0,
        bodiesBefore: 0,
      })
      .run()
    addLink(database, 'pull', Number(lastInsertRowid))
  })
}

type PageFacts = Omit<ListFacts, 'kept' | 'repeated' | 'malformed'>

/** Facts about the pages of a list, counted as they arrive. */
class PageCount {
  #facts: PageFacts = {
    pages: 0,
    items: 0,
    miscountedPages: 0,
    countReported: 0,
    cursorAbsent: false,
    unknownFields: {},
  }

  add(page: ListedPage): void {
    const facts = this.#facts
    this.#facts = {
      pages: facts.pages + 1,
      items: facts.items + page.items,
      miscountedPages: facts.miscountedPages + (page.count === null || page.count === page.items ? 0 : 1),
      countReported: facts.countReported + (page.count ?? page.items),
      cursorAbsent: page.cursor === undefined,
      unknownFields: withFields(facts.unknownFields, page.unknownFields),
    }
  }

  get facts(): PageFacts {
    return this.#facts
  }
}

const withFields = (
  counts: Readonly<Record<string, number>>,
  fields: readonly string[],
): Readonly<Record<string, number>> =>
  fields.length === 0
    ? counts
    : { ...counts, ...Object.fromEntries(fields.map((field) => [field, (counts[field] ?? 0) + 1])) }
