import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { type Centavos, plus, ZERO } from '../../domain/money.ts'
import { type InvoiceInPull, type InvoiceVersion, invoiceInPull } from '../../domain/pull/invoice-in-pull.ts'
import { damagedError } from '../connection/fault.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { FIRST_POSITION, slicesOf } from '../connection/slices-of.ts'
import { pull } from '../schema.ts'
import { VERSION_COLUMNS, type VersionRow, versionOf } from './versions.ts'

/**
 * Versions read at once; other statements run between two pages. With 500 a page the rows outlived the young
 * generation, and a million invoices took 60 MB more.
 */
const PAGE = 100

const versionsAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<[slot: number, invoiceId: string, from: number, pull: number], VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version
       WHERE slot = ? AND (invoice_id, from_pull) > (?, ?) AND from_pull <= ?
       ORDER BY invoice_id, from_pull LIMIT ${PAGE}`,
    )
    .raw(),
)

type Versions = readonly [InvoiceVersion, ...InvoiceVersion[]]

/**
 * Every invoice that the slot held up to that pull, with its versions, in order of id. Counts and sums what it reads,
 * and throws when the result is not what was written: the file is then damaged in a way that SQLite does not detect,
 * and nothing may be reported from it.
 */
export async function* versionsByInvoice(
  database: MerchantDatabase,
  slot: number,
  id: number,
): AsyncGenerator<readonly Versions[]> {
  const statement = versionsAfter(database)
  const listed = new Sums(id)
  let waiting: Versions | null = null
  const slices = slicesOf({
    sqlite: database.sqlite,
    start: FIRST_POSITION,
    size: PAGE,
    read: ([invoiceId, from]) => statement.all(slot, invoiceId, from, id),
    positionOf: (row) => [row[3], row[1]],
  })
  for (const rows of slices) {
    const page: Versions[] = []
    for (const row of rows) {
      const version = versionOf(row)
      if (waiting !== null && waiting[0].invoice.id === row[3]) {
        waiting = [...waiting, version]
        continue
      }
      if (waiting !== null) page.push(listed.added(waiting))
      waiting = [version]
    }
    if (page.length > 0) yield page
    await yieldToEventLoop()
  }
  if (waiting !== null) yield [listed.added(waiting)]
  listed.compare(database)
}

/** The invoices folded as of that pull. */
export async function* invoicesOfPull(
  database: MerchantDatabase,
  slot: number,
  id: number,
  baselinePull: number | null,
): AsyncGenerator<readonly InvoiceInPull[]> {
  for await (const page of versionsByInvoice(database, slot, id)) {
    yield page.map((versions) => invoiceInPull(versions, id, baselinePull))
  }
}

/** The versions of one invoice of the slot up to that pull, oldest first. */
export const versionsOfInvoice = (
  database: MerchantDatabase,
  slot: number,
  id: number,
  invoiceId: string,
): readonly InvoiceVersion[] => versionsById(database).all(slot, invoiceId, id).map(versionOf)

/** The invoices with these ids that the slot listed at any time up to that pull, in the order asked for. */
export const invoicesWithIds = (
  database: MerchantDatabase,
  slot: number,
  id: number,
  invoiceIds: readonly string[],
): readonly InvoiceInPull[] =>
  invoiceIds.flatMap((invoiceId) => {
    const [first, ...later] = versionsOfInvoice(database, slot, id, invoiceId)
    return first === undefined ? [] : [invoiceInPull([first, ...later], id, null)]
  })

const versionsById = prepared(({ sqlite }) =>
  sqlite
    .prepare<[slot: number, invoiceId: string, pull: number], VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version
       WHERE slot = ? AND invoice_id = ? AND from_pull <= ? ORDER BY from_pull`,
    )
    .raw(),
)

const sumsWritten = prepared(({ db }) =>
  db
    .select({ amount: pull.sumAmount, paid: pull.sumPaid, kept: pull.kept })
    .from(pull)
    .where(eq(pull.id, sql.placeholder('id')))
    .prepare(),
)

/** The sums of the list as read back. */
class Sums {
  #kept = 0
  #amount: Centavos = ZERO
  #paid: Centavos = ZERO
  readonly #pull: number

  constructor(pull: number) {
    this.#pull = pull
  }

  added(versions: Versions): Versions {
    const last = versions[versions.length - 1]
    if (last !== undefined && (last.to === null || last.to > this.#pull)) {
      this.#kept += 1
      this.#amount = plus(this.#amount, last.invoice.amount)
      this.#paid = plus(this.#paid, last.invoice.paid ?? ZERO)
    }
    return versions
  }

  compare(database: MerchantDatabase): void {
    const id = this.#pull
    const written = sumsWritten(database).get({ id })
    const agrees =
      written?.kept === this.#kept && written.amount === `${this.#amount}` && written.paid === `${this.#paid}`
    if (!agrees)
      throw damagedError(database.path, {
        en: `the invoices of pull ${id} do not come to what was written`,
        es: `las facturas de la lectura ${id} no suman lo que se escribió`,
      })
  }
}
