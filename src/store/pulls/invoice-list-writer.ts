import { sql } from 'drizzle-orm'
import type { Invoice } from '../../core/invoice.ts'
import { type Centavos, fromCentavos, minus, plus, ZERO } from '../../core/money.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { RowSet, slicesOf } from '../connection/rows.ts'
import {
  cellsOf,
  hasCells,
  INSERT_VERSION,
  type ReportedCells,
  sumsOf,
  VERSION_COLUMNS,
  type VersionRow,
} from '../invoices/versions.ts'
import { repeat } from '../schema.ts'
import type { PullStamp } from './pull-stamp.ts'

/** Versions of the last pull read at a time. */
const UNSEEN_AT_ONCE = 2000

/** The statements on invoice versions that run once per invoice. */
const versionStatements = prepared(({ sqlite }) => ({
  last: sqlite
    .prepare<[slot: number, id: string], VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version WHERE slot = ? AND invoice_id = ? ORDER BY from_pull DESC LIMIT 1`,
    )
    .raw(),
  endedBy: sqlite
    .prepare<[slot: number, id: string, pull: number], VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version WHERE slot = ? AND invoice_id = ? AND to_pull = ?`,
    )
    .raw(),
  unseen: sqlite
    .prepare<[slot: number, after: string, pull: number], readonly [id: number, invoiceId: string]>(
      `SELECT id, invoice_id FROM version INDEXED BY version_of_invoice
       WHERE slot = ? AND invoice_id > ? AND to_pull IS NULL AND from_pull < ? ORDER BY invoice_id LIMIT ${UNSEEN_AT_ONCE}`,
    )
    .raw(),
  insert: sqlite.prepare(INSERT_VERSION),
  insertUnlessThere: sqlite.prepare(`${INSERT_VERSION} ON CONFLICT (slot, invoice_id, from_pull) DO NOTHING`),
  end: sqlite.prepare<[to: number | null, id: number]>('UPDATE version SET to_pull = ? WHERE id = ?'),
  remove: sqlite.prepare<[id: number]>('DELETE FROM version WHERE id = ?'),
}))

interface ListedTotals {
  readonly kept: number
  readonly repeated: number
  readonly amount: Centavos
  readonly paid: Centavos
  /** No version began or ended. */
  readonly unchanged: boolean
}

/**
 * Writes the invoices of one list as versions of an open pull. The result does not depend on order or repetition: an
 * unchanged invoice is marked as seen, any other begins a version, and of several copies the last one counts.
 */
export class InvoiceListWriter {
  readonly #statements: ReturnType<typeof versionStatements>
  readonly #database: MerchantDatabase
  readonly #stamp: PullStamp
  /**
   * The number of invoices in the last pull's list; null without one, in which case there is no version to look for.
   */
  readonly #countBefore: number | null
  readonly #seen = new RowSet()
  /** The number of the last pull's versions that this list has named so far, changed or not. */
  #found = 0
  #began = 0
  #ended = 0
  #kept = 0
  #repeated = 0
  #amount = ZERO
  #paid = ZERO

  constructor(database: MerchantDatabase, stamp: PullStamp, countBefore: number | null) {
    this.#database = database
    this.#statements = versionStatements(database)
    this.#stamp = stamp
    this.#countBefore = countBefore
  }

  /** Within a write transaction. */
  put(listed: InvoiceToWrite): void {
    if (this.#countBefore === null && this.#keepFirst(listed)) return
    const row = this.#statements.last.get(this.#stamp().slot, listed.id)
    if (row === undefined || row[2] !== null) this.#keep(listed)
    else if (row[1] === this.#stamp().pull || this.#seen.has(row[0])) this.#countRepeat(row, listed)
    else this.#updateListed(row, listed)
  }

  /** Whether the slot, or this list, listed the invoice before. */
  isKnown(id: string): boolean {
    return this.#statements.last.get(this.#stamp().slot, id) !== undefined
  }

  /**
   * In a slot without any version every invoice is new unless this list has named it, which saves a lookup for each.
   */
  #keepFirst({ id, cells }: InvoiceToWrite): boolean {
    const { slot, pull } = this.#stamp()
    if (this.#statements.insertUnlessThere.run(slot, pull, id, ...cells).changes === 0) return false
    this.#began += 1
    this.#kept += 1
    this.#add(cells)
    return true
  }

  /** Handles an invoice that is not in the last pull's list. */
  #keep(listed: InvoiceToWrite): void {
    this.#begin(listed)
    this.#kept += 1
    this.#add(listed.cells)
  }

  /** Handles an invoice that is in the last pull's list. */
  #updateListed(row: VersionRow, listed: InvoiceToWrite): void {
    this.#found += 1
    this.#kept += 1
    this.#add(listed.cells)
    if (hasCells(row, listed.cells)) this.#seen.add(row[0])
    else this.#replace(row, listed)
  }

  /** Handles a copy of an invoice that this list named before. */
  #countRepeat(row: VersionRow, listed: InvoiceToWrite): void {
    this.#repeated += 1
    const same = hasCells(row, listed.cells)
    this.#recordRepeat(listed.id, !same)
    if (same) return
    const before = sumsOf(row)
    this.#amount = minus(this.#amount, before.amount)
    this.#paid = minus(this.#paid, before.paid)
    this.#add(listed.cells)
    if (row[1] === this.#stamp().pull) this.#replaceOwnVersion(row, listed)
    else this.#replace(row, listed)
  }

  #replace(row: VersionRow, listed: InvoiceToWrite): void {
    this.#statements.end.run(this.#stamp().pull, row[0])
    this.#ended += 1
    this.#begin(listed)
  }

  /** Replaces a version of this pull by a later copy. If the copy equals the version of the last pull, nothing changed after all. */
  #replaceOwnVersion(row: VersionRow, listed: InvoiceToWrite): void {
    this.#statements.remove.run(row[0])
    this.#began -= 1
    const earlier = this.#statements.endedBy.get(this.#stamp().slot, listed.id, this.#stamp().pull)
    if (earlier === undefined || !hasCells(earlier, listed.cells)) {
      this.#begin(listed)
      return
    }
    this.#statements.end.run(null, earlier[0])
    this.#ended -= 1
    this.#seen.add(earlier[0])
  }

  #begin({ id, cells }: InvoiceToWrite): void {
    const { slot, pull } = this.#stamp()
    this.#statements.insert.run(slot, pull, id, ...cells)
    this.#began += 1
  }

  #add(cells: ReportedCells): void {
    this.#amount = plus(this.#amount, fromCentavos(BigInt(cells[1] ?? 0)))
    this.#paid = plus(this.#paid, fromCentavos(BigInt(cells[2] ?? 0)))
  }

  #recordRepeat(invoiceId: string, copiesDiffer: boolean): void {
    this.#database.db
      .insert(repeat)
      .values({ pull: this.#stamp().pull, invoiceId, copiesDiffer })
      .onConflictDoUpdate({
        target: [repeat.pull, repeat.invoiceId],
        set: { copiesDiffer: sql`max(copies_differ, excluded.copies_differ)` },
      })
      .run()
  }

  /** Ends the versions of invoices that this list lacks, and returns their ids. Does nothing when none is missing. */
  async endUnseen(): Promise<readonly string[]> {
    const left: string[] = []
    if (this.#found >= (this.#countBefore ?? 0)) return left
    const { slot, pull } = await this.#database.writeQueue.write(this.#stamp)
    const slices = slicesOf({
      sqlite: this.#database.sqlite,
      start: '',
      size: UNSEEN_AT_ONCE,
      read: (after: string) => this.#statements.unseen.all(slot, after, pull),
      positionOf: ([, invoiceId]) => invoiceId,
    })
    for (const rows of slices) {
      const gone = rows.filter(([id]) => !this.#seen.has(id))
      await this.#database.writeQueue.writeAllUnflushed(
        gone.map(
          ([id]) =>
            () =>
              this.#statements.end.run(pull, id),
        ),
      )
      this.#ended += gone.length
      for (const [, invoiceId] of gone) left.push(invoiceId)
    }
    return left
  }

  totals(): ListedTotals {
    return {
      kept: this.#kept,
      repeated: this.#repeated,
      amount: this.#amount,
      paid: this.#paid,
      unchanged: this.#began === 0 && this.#ended === 0,
    }
  }
}

/** An invoice waiting to be written. */
export interface InvoiceToWrite {
  readonly id: string
  readonly cells: ReportedCells
}
export const invoiceToWrite = (invoice: Invoice): InvoiceToWrite => ({ id: invoice.id, cells: cellsOf(invoice) })

/**
 * Orders buffered rows by id, so that neighbouring index pages are written together. The sort is stable, so that copies keep their order.
 */
export const byId = (a: InvoiceToWrite, b: InvoiceToWrite): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
