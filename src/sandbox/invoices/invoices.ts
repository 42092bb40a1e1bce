import type { Sqlite } from '../database.ts'
import type { InvoiceFilters } from '../http/list-query.ts'
import { addedTo, type Misstatement } from '../settlements/misstatement.ts'
import { COLUMNS, rowOf, STORED, type StoredCells } from './columns.ts'
import { type InvoiceRendering, type InvoiceRow, writeInvoice } from './invoice.ts'

export type InvoiceToCreate = Omit<InvoiceRow, 'number'>

/** A page of the list, as bytes. */
export interface WrittenPage {
  /** The bytes of an unfinished JSON object: `{"items":[{...},{...}],`. */
  readonly begun: Buffer
  readonly count: number
  /** The number of its last invoice, when another follows. */
  readonly nextAfter: number | undefined
}

/** The invoices that a change of rendering makes stale: none, those created here (not seeded), or all. */
export type Stale = 'none' | 'own' | 'all'

const STALE_SQL: Readonly<Record<Stale, string>> = { none: '0', own: 'seeded = 0', all: '1' }

/** The start of the page: after this invoice, in the order of the list. */
export interface PageQuery {
  readonly merchant: number
  readonly filters: InvoiceFilters
  readonly after: number | undefined
  readonly limit: number
  readonly newestFirst: boolean
}

export interface Invoices {
  readonly add: (invoice: InvoiceToCreate) => number
  readonly get: (id: string, merchant?: number) => InvoiceRow | undefined
  readonly list: (reading: PageQuery) => readonly InvoiceRow[]
  readonly page: (reading: PageQuery) => WrittenPage
  /** Sets the rendering of invoices, and renders the stale ones again. */
  readonly renderAs: (rendering: InvoiceRendering, stale: Stale) => void
  /** Changes the state of an invoice. */
  readonly change: (invoice: InvoiceRow, change: Partial<InvoiceToCreate>) => InvoiceRow
  readonly remove: (invoice: InvoiceRow) => void
  readonly misstate: (invoice: InvoiceRow, misstatement: Misstatement) => void
  readonly referenceTaken: (merchant: number, reference: string) => boolean
  /** The ready invoice whose link ends first. */
  readonly nextToExpire: () => InvoiceRow | undefined
  readonly count: () => number
}

/** Each filter of the list and the column it reads (api.md, List invoices). */
const FILTER_COLUMNS = {
  reference: 'reference',
  customerDocumentNumber: 'document',
  contract: 'contract',
  paymentDate: 'paid_day',
  settlementDate: 'date',
  settlementCycle: 'cycle',
} as const satisfies Record<keyof InvoiceFilters, string>

const filterNames = Object.keys(FILTER_COLUMNS).filter((name): name is keyof InvoiceFilters => name in FILTER_COLUMNS)

const namedIn = (filters: InvoiceFilters) => filterNames.filter((name) => filters[name] !== undefined)

/** Numbers grow with creation, so a page that starts after one neither skips nor repeats an invoice. */
const whereSql = ({ filters, after, newestFirst }: PageQuery): string => {
  const named = namedIn(filters).map((name) => `${FILTER_COLUMNS[name]} = ?`)
  // Without filters the rows are read in their own order; by the merchant's index, every page would sort them all.
  const where = [named.length === 0 ? '+merchant = ?' : 'merchant = ?', ...named]
  if (after !== undefined) where.push(newestFirst ? 'number < ?' : 'number > ?')
  return `FROM invoices WHERE ${where.join(' AND ')} ORDER BY number ${directionOf(newestFirst)} LIMIT ?`
}

const directionOf = (newestFirst: boolean): string => (newestFirst ? 'DESC' : 'ASC')

const valuesOf = ({ merchant, filters, after, limit }: PageQuery): readonly unknown[] => [
  merchant,
  ...namedIn(filters).map((name) => filters[name]),
  ...(after === undefined ? [] : [after]),
  limit,
]

/** Each combination of filters has its own statement, prepared once. */
const preparedOnce = <Statement>(prepare: (sql: string) => Statement): ((sql: string) => Statement) => {
  const known = new Map<string, Statement>()
  return (sql) => {
    const statement = known.get(sql) ?? prepare(sql)
    known.set(sql, statement)
    return statement
  }
}

interface PageRow {
  /** Null, like the last number, for an empty page. */
  readonly begun: Buffer | null
  readonly count: number
  readonly last: number | null
}

/**
 * The database itself joins the texts of a page and returns bytes: no invoice becomes a JavaScript value. The inner
 * query determines the order of the rows; ordering again would cost a third of the page. The bytes around them are
 * joined here as well: a second copy of every page kept garbage collection as busy as the page itself.
 */
const pageSql = (reading: PageQuery): string => {
  const last = reading.newestFirst ? 'min' : 'max'
  return `SELECT CAST('{"items":[' || group_concat(said, ',') || '],' AS BLOB) AS begun, count(*) AS count, ${last}(number) AS last
    FROM (SELECT number, said ${whereSql(reading)})`
}

const statementsOf = (sqlite: Sqlite) => {
  const prepare = (sql: string) => sqlite.prepare<unknown[], StoredCells>(sql).raw()
  const lists = preparedOnce(prepare)
  const pages = preparedOnce((sql) => sqlite.prepare<unknown[], PageRow>(sql))
  const numbers = preparedOnce((sql) => sqlite.prepare<unknown[], unknown>(sql))
  const insert = sqlite.prepare<unknown[]>(
    `INSERT INTO invoices (${STORED.join(', ')}, said) VALUES (${STORED.map(() => '?').join(', ')}, ?)`,
  )
  const columns = COLUMNS.join(', ')
  const byId = prepare(`SELECT ${columns} FROM invoices WHERE id = ? ORDER BY number LIMIT 1`)
  const update = sqlite.prepare<unknown[]>(
    `UPDATE invoices SET ${STORED.map((column) => `${column} = ?`).join(', ')}, said = ? WHERE number = ?`,
  )
  const taken = sqlite.prepare<[number, string], unknown>(
    'SELECT 1 FROM invoices WHERE merchant = ? AND reference = ? LIMIT 1',
  )
  const end = 'max(expires_at, coalesce(busy_until, 0))'
  const expiring = prepare(`SELECT ${columns} FROM invoices WHERE status = 'ready' ORDER BY ${end}, number LIMIT 1`)
  const erase = sqlite.prepare<[string]>('DELETE FROM invoices WHERE id = ?')
  const total = sqlite.prepare<[], { total: number }>('SELECT count(*) AS total FROM invoices')
  return { lists, pages, numbers, insert, columns, byId, update, taken, expiring, erase, total }
}

export const openInvoices = (sqlite: Sqlite, initially: InvoiceRendering): Invoices => {
  let rendering = initially
  const { lists, pages, numbers, insert, columns, byId, update, taken, expiring, erase, total } = statementsOf(sqlite)

  const change = (invoice: InvoiceRow, changed: Partial<InvoiceToCreate>): InvoiceRow => {
    const next = { ...invoice, ...changed }
    update.run(...STORED.map((column) => next[column]), writeInvoice(next, rendering), invoice.number)
    return next
  }

  const rewritable = (stale: Stale, after: number): readonly InvoiceRow[] =>
    lists(`SELECT ${columns} FROM invoices WHERE ${STALE_SQL[stale]} AND number > ? ORDER BY number LIMIT 1000`)
      .all(after)
      .map(rowOf)

  const list = (reading: PageQuery): readonly InvoiceRow[] =>
    lists(`SELECT ${columns} ${whereSql(reading)}`)
      .all(...valuesOf(reading))
      .map(rowOf)

  return {
    add: (invoice) => {
      const said = writeInvoice(invoice, rendering)
      return Number(insert.run(...STORED.map((column) => invoice[column]), said).lastInsertRowid)
    },
    get: (id, merchant) => {
      const cells = byId.get(id)
      const found = cells === undefined ? undefined : rowOf(cells)
      return merchant === undefined || found?.merchant === merchant ? found : undefined
    },
    list,
    page: (reading) => {
      const row = pages(pageSql(reading)).get(...valuesOf(reading))
      if (row === undefined || row.begun === null || row.last === null) return EMPTY_PAGE
      const next = { ...reading, after: row.last, limit: 1 }
      const goesOn =
        row.count === reading.limit && numbers(`SELECT 1 ${whereSql(next)}`).get(...valuesOf(next)) !== undefined
      return { begun: row.begun, count: row.count, nextAfter: goesOn ? row.last : undefined }
    },
    renderAs: (next, stale) => {
      rendering = next
      for (let batch = rewritable(stale, 0); batch.length > 0; batch = rewritable(stale, batch.at(-1)?.number ?? 0)) {
        for (const invoice of batch) change(invoice, {})
      }
    },
    change,
    misstate: (invoice, misstatement) => {
      change(invoice, { patch: addedTo(invoice.patch, misstatement) })
    },
    remove: ({ id }) => {
      erase.run(id)
    },
    referenceTaken: (merchant, reference) => taken.get(merchant, reference) !== undefined,
    nextToExpire: () => {
      const cells = expiring.get()
      return cells === undefined ? undefined : rowOf(cells)
    },
    count: () => total.get()?.total ?? 0,
  }
}

const EMPTY_PAGE: WrittenPage = { begun: Buffer.from('{"items":[],'), count: 0, nextAfter: undefined }
