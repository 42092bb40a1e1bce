import { dirname } from 'node:path'
import { ledgerSheets } from '../../../../reports/workbook/ledger-sheets.ts'
import type { Centavos } from '../../../domain/money.ts'
import type { InvoiceInPull } from '../../../domain/pull/invoice-in-pull.ts'
import type { Pull } from '../../../domain/pull/pull.ts'
import { csvOf } from '../../../publish/csv/csv.ts'
import { FIRST_ROW } from '../../../publish/xlsx/sheet-rows.ts'
import type { MadeRows } from '../../../publish/xlsx/workbook.ts'
import { errnoOf } from '../../../std/errors.ts'
import { removeLeftovers } from '../../../std/files/leftover-files.ts'
import { type NamelessFile, openNamelessFile } from '../../../std/files/nameless-file.ts'
import type { Piece } from '../../../std/files/whole-file.ts'
import type { PageListener } from '../../assess/assessment-context.ts'
import type { JobContext } from '../../run/context.ts'
import { requireCollected, rowsOfSlot } from '../ledger-rows.ts'
import { type DayReader, rowsBeforeIn } from './rows-before.ts'
import { type SpooledCsv, spoolCsv } from './spool-csv.ts'
import { type SpooledSheet, spoolSheet } from './spool-sheet.ts'

/** The invoice rows of one pull, made while its list was checked. */
export interface SpooledRows {
  /** Its rows of `invoice-ledger.csv`. */
  readonly csv: () => AsyncIterable<Piece>
  /** Its rows of the invoice sheet; null when no workbook is written. */
  readonly sheet: MadeRows | null
}

/** Rows of the invoice ledgers made while the lists were checked, so that these need not be read back. */
export interface SpooledLedgers {
  readonly onPage: PageListener
  /**
   * The rows of a pull, or null when they must be read back. Throws when their counted sum is not `collected`, in
   * centavos.
   */
  take(pull: Pull, collected: Centavos): Promise<SpooledRows | null>
  close(): void
}

/**
 * Stores the rows of changed lists in an unnamed file next to the database. When that file cannot be written, rows are
 * read back instead. Removes the files of killed processes.
 */
export const spoolLedgers = async (
  job: JobContext,
  merchant: string,
  runId: string,
  readDay: DayReader,
): Promise<SpooledLedgers> => {
  const folder = dirname(job.settings.db)
  await removeLeftovers(folder).catch(() => {})
  const rowsBefore = rowsBeforeIn(readDay)
  const spool = new Spool(folder, (pull, file) => beginPull(job, merchant, pull, file, rowsBefore))
  return {
    onPage: async (pull, page) => {
      if (pull.runId === runId && pull.contentId === pull.id) await spool.add(pull, page)
    },
    take: async (pull, collected) => {
      const rows = await spool.endOf(pull)
      if (rows === null || rows.csv.rows() !== pull.list.kept) return null
      requireCollected(pull, rows.rowsOf.counted(), collected)
      return { csv: () => rows.csv.pieces(folder), sheet: rows.made }
    },
    close: () => spool.close(),
  }
}

/** The rows of one pull so far. */
interface PullRows {
  readonly id: number
  readonly rowsOf: ReturnType<typeof rowsOfSlot>
  readonly csv: SpooledCsv
  /** Null when no workbook is written, and once its rows are made. */
  sheet: SpooledSheet | null
  made: MadeRows | null
}

const beginPull = async (
  job: JobContext,
  merchant: string,
  pull: Pull,
  file: NamelessFile,
  rowsBefore: (pull: Pull) => Promise<number>,
): Promise<PullRows> => {
  const { csvProfile, xlsx, language } = job.settings
  const { invoices: table } = ledgerSheets(language)
  return {
    id: pull.id,
    rowsOf: rowsOfSlot(job, merchant, pull),
    csv: spoolCsv(csvOf(csvProfile), file),
    sheet: xlsx ? spoolSheet(table, FIRST_ROW + (await rowsBefore(pull)), file) : null,
    made: null,
  }
}

/** The rows of all pulls in one file, until that file cannot be written. */
class Spool {
  readonly #folder: string
  readonly #begin: (pull: Pull, file: NamelessFile) => Promise<PullRows>
  readonly #pulls = new Map<number, PullRows>()
  #current: PullRows | null = null
  #file: NamelessFile | null = null
  #isBroken = false

  constructor(folder: string, begin: (pull: Pull, file: NamelessFile) => Promise<PullRows>) {
    this.#folder = folder
    this.#begin = begin
  }

  add(pull: Pull, page: readonly InvoiceInPull[]): Promise<void> {
    return this.#unlessBroken(async () => {
      const { rowsOf, csv, sheet } = await this.#rowsOf(pull)
      const rows = rowsOf.of(page)
      csv.add(rows)
      await sheet?.add(rows)
    })
  }

  /** All rows of a pull; null when there are none, or not all could be written. */
  async endOf(pull: Pull): Promise<PullRows | null> {
    const rows = this.#pulls.get(pull.id) ?? null
    if (rows !== null) await this.#unlessBroken(() => this.#end(rows))
    return this.#isBroken ? null : rows
  }

  close(): void {
    this.#file?.close()
  }

  async #rowsOf(pull: Pull): Promise<PullRows> {
    if (this.#current?.id === pull.id) return this.#current
    // Lists are shown one after the other, and a sheet takes room until it ends.
    if (this.#current !== null) await this.#end(this.#current)
    this.#file ??= openNamelessFile(this.#folder)
    this.#current = this.#pulls.get(pull.id) ?? (await this.#begin(pull, this.#file))
    this.#pulls.set(pull.id, this.#current)
    return this.#current
  }

  async #end(rows: PullRows): Promise<void> {
    if (rows.sheet !== null) rows.made = await rows.sheet.end(this.#folder)
    rows.sheet = null
  }

  async #unlessBroken(write: () => Promise<void>): Promise<void> {
    if (this.#isBroken) return
    try {
      await write()
    } catch (error) {
      if (errnoOf(error) === null) throw error
      this.#isBroken = true
    }
  }
}
