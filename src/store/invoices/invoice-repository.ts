import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { type Centavos, fromCentavos, plus, ZERO } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import {
  type InvoiceChange,
  type InvoiceInPull,
  type InvoiceVersion,
  invoiceChanges,
  invoiceInPull,
  type ListedInvoice,
  type PullsOfSlot,
} from '../../core/pull/invoice-in-pull.ts'
import type { Pull } from '../../core/pull/pull.ts'
import {
  type InvoiceMatch,
  type InvoiceSearch,
  type SearchField,
  SUM_FIELDS,
  TEXT_FIELDS,
} from '../../core/pull/unlisted-invoice.ts'
import type { Slot } from '../../core/slot.ts'
import type { Chargeback } from '../../rules/assessment/chargeback-account.ts'
import { damagedError } from '../connection/fault.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { FIRST_POSITION, slicesOf } from '../connection/rows.ts'
import { inSlot, pagesInSlot } from '../pulls/slots.ts'
import { departure, pull, version } from '../schema.ts'
import { IS_ASKED_FOR, VERSION_COLUMNS, type VersionRow, versionOf, versionsOfInvoices } from './versions.ts'

export type InvoiceRepository = ReturnType<typeof createInvoiceRepository>

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
async function* versionsByInvoice(
  database: MerchantDatabase,
  slot: number,
  { id }: Pick<Pull, 'id'>,
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

/** Every invoice that the slot held up to that pull, folded as of it. `baselinePull` is the id of the slot's baseline; null without one. */
async function* invoicesOfPull(
  database: MerchantDatabase,
  slot: number,
  pull: Pick<Pull, 'id'>,
  baselinePull: number | null,
): AsyncGenerator<readonly InvoiceInPull[]> {
  for await (const page of versionsByInvoice(database, slot, pull)) {
    yield page.map((versions) => invoiceInPull(versions, pull.id, baselinePull))
  }
}

/** The versions of one invoice of the slot up to that pull, oldest first. */
const versionsOfInvoice = (
  database: MerchantDatabase,
  slot: number,
  { id }: Pick<Pull, 'id'>,
  invoiceId: string,
): readonly InvoiceVersion[] => versionsById(database).all(slot, invoiceId, id).map(versionOf)

/** The invoices with these ids that the slot listed at any time up to that pull, in the order asked for. */
const invoicesWithIds = (
  database: MerchantDatabase,
  slot: number,
  pull: Pick<Pull, 'id'>,
  invoiceIds: readonly string[],
): readonly InvoiceInPull[] =>
  invoiceIds.flatMap((invoiceId) => {
    const [first, ...later] = versionsOfInvoice(database, slot, pull, invoiceId)
    return first === undefined ? [] : [invoiceInPull([first, ...later], pull.id, null)]
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

interface Asked {
  readonly slot: number
  readonly first: number
  readonly last: number
}

/** Most invoices of most slots have one version, from the first pull. These are not read. */
const statements = prepared(({ sqlite }) => ({
  changed: sqlite
    .prepare<Asked, string>(
      `SELECT invoice_id FROM version WHERE slot = :slot AND from_pull > :first AND from_pull <= :last
       UNION SELECT invoice_id FROM version WHERE slot = :slot AND to_pull IS NOT NULL AND to_pull <= :last
       ORDER BY invoice_id`,
    )
    .pluck(),
  versions: sqlite
    .prepare<Asked & { readonly ids: string }, VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version
       WHERE slot = :slot AND from_pull <= :last AND ${IS_ASKED_FOR} ORDER BY invoice_id, from_pull`,
    )
    .raw(),
}))

/** The changes to the invoices of a slot by its pulls after the first, in order of invoice id. */
async function* changesOfInvoices(
  database: MerchantDatabase,
  slot: number,
  pulls: PullsOfSlot,
  policy: Policy,
): AsyncGenerator<readonly InvoiceChange[]> {
  const { first, last } = pulls
  const departures = departuresByInvoice(database, slot, last)
  const changesOf = (versions: readonly InvoiceVersion[]): InvoiceChange[] =>
    invoiceChanges({ versions, departures: departures.get(versions[0]?.invoice.id ?? '') ?? [] }, pulls, policy)
  let waiting: InvoiceVersion[] = []
  const { changed, versions } = statements(database)
  const asked = { slot, first, last }
  for (const rows of versionsOfInvoices(changed.all(asked), versions, asked)) {
    const page: InvoiceChange[] = []
    for (const row of rows) {
      if (waiting[0] !== undefined && waiting[0].invoice.id !== row[3]) {
        page.push(...changesOf(waiting))
        waiting = []
      }
      waiting.push(versionOf(row))
    }
    yield page
    await yieldToEventLoop()
  }
  if (waiting.length > 0) yield changesOf(waiting)
}

const departuresByInvoice = (
  { db }: MerchantDatabase,
  slot: number,
  last: number,
): ReadonlyMap<string, ListedInvoice['departures']> => {
  const rows = db
    .select()
    .from(departure)
    .where(and(eq(departure.slot, slot), lte(departure.pull, last)))
    .orderBy(asc(departure.pull))
    .all()
  const found = new Map<string, ListedInvoice['departures']>()
  for (const { pull, invoiceId, status, ownDate, ownCycle } of rows)
    found.set(invoiceId, [
      ...(found.get(invoiceId) ?? []),
      { pull, departure: { invoiceId, status, ownDate, ownCycle } },
    ])
  return found
}

interface CurrentChargeback extends Slot {
  readonly invoiceId: string
  readonly paid: number | null
  readonly isReversed: number
}

/**
 * Every invoice that is a chargeback, in order of slot and id: as the latest pull of its slot lists it, as it was read by its id after it
 * had left the list, or as one that was a chargeback and is paid again.
 */
const currentChargebacks = ({ db, merchant }: MerchantDatabase): readonly Chargeback[] =>
  db
    .all<CurrentChargeback>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot),
      gone AS MATERIALIZED (
        SELECT departure.slot, departure.invoice_id, max(departure.pull), departure.status
        FROM departure JOIN latest ON latest.slot = departure.slot AND departure.pull <= latest.id
        GROUP BY departure.slot, departure.invoice_id),
      candidate AS (
        SELECT version.slot, version.invoice_id
        FROM version JOIN latest ON latest.slot = version.slot AND version.from_pull <= latest.id
        WHERE version.status = 'chargeback'
        UNION SELECT slot, invoice_id FROM gone WHERE status = 'chargeback')
      SELECT slot.date, slot.cycle, version.invoice_id AS invoiceId, version.paid,
        version.status = 'paid' AND gone.status IS NOT 'chargeback' AS isReversed
      FROM candidate
        JOIN slot ON slot.id = candidate.slot AND slot.merchant = ${merchant}
        JOIN latest ON latest.slot = candidate.slot
        JOIN version ON version.slot = candidate.slot AND version.invoice_id = candidate.invoice_id
          AND version.from_pull = (
            SELECT max(later.from_pull) FROM version later WHERE later.slot = candidate.slot
              AND later.invoice_id = candidate.invoice_id AND later.from_pull <= latest.id)
        LEFT JOIN gone ON gone.slot = candidate.slot AND gone.invoice_id = candidate.invoice_id
          AND version.to_pull <= latest.id
      WHERE CASE WHEN version.to_pull <= latest.id THEN gone.status = 'chargeback'
        ELSE version.status IN ('chargeback', 'paid') END
      ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)
    .map(({ date, cycle, invoiceId, paid, isReversed }) => ({
      slot: { date, cycle },
      invoiceId,
      paid: fromCentavos(paid ?? 0),
      isReversed: isReversed === 1,
    }))

const COLUMNS = {
  id: version.invoiceId,
  reference: version.reference,
  contract: version.contract,
  customerDocument: version.customerDocument,
  paymentId: version.paymentId,
  amount: version.amount,
  paid: version.paid,
} as const satisfies Record<SearchField, unknown>

/** Greater than every character of a text. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * The invoices of whole pulls that carry the text or the sum in any of their versions, newest slots first, at most `most`. No
 * index has these fields, since it would cost every night more than an occasional search does. The versions are read
 * once, in the order of the file.
 */
const invoicesMatching = (
  { db, merchant }: MerchantDatabase,
  search: InvoiceSearch,
  most: number,
): readonly InvoiceMatch[] => {
  const fits = (column: SQL): SQL => {
    if (search.mode === 'sum') return sql`${column} = ${search.sum}`
    const { text, mode } = search
    return mode === 'exact'
      ? sql`${column} = ${text}`
      : sql`(${column} >= ${text} AND ${column} < ${text + LAST_CHARACTER})`
  }
  const anyField = sql.join(
    (search.mode === 'sum' ? SUM_FIELDS : TEXT_FIELDS).map((field) => fits(sql`${COLUMNS[field]}`)),
    sql` OR `,
  )
  return db
    .all<Slot & { readonly invoiceId: string }>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot),
        fitting AS MATERIALIZED (SELECT slot, invoice_id, from_pull FROM version NOT INDEXED WHERE ${anyField})
      SELECT DISTINCT slot.date, slot.cycle, fitting.invoice_id AS invoiceId
      FROM fitting
        JOIN slot ON slot.id = fitting.slot
        JOIN latest ON latest.slot = fitting.slot
      WHERE slot.merchant = ${merchant} AND fitting.from_pull <= latest.id
      ORDER BY slot.date DESC, slot.minute DESC, slot.cycle DESC, fitting.invoice_id
      LIMIT ${most}`)
    .map(({ date, cycle, invoiceId }) => ({ slot: { date, cycle }, invoiceId }))
}

/** The invoices of slots. */
export const createInvoiceRepository = repository({
  asOf: pagesInSlot(invoicesOfPull),
  withIds: inSlot([], invoicesWithIds),
  versions: pagesInSlot(versionsByInvoice),
  versionsOf: inSlot([], versionsOfInvoice),
  changes: (database: MerchantDatabase, pulls: PullsOfSlot, policy: Policy) =>
    pagesInSlot(changesOfInvoices)(database, pulls.slot, pulls, policy),
  matching: invoicesMatching,
  chargebacks: currentChargebacks,
})
