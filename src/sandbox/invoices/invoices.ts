import type { Sqlite } from '../database.ts'
import type { InvoiceFilters } from '../http/list-query.ts'
import type { Method, Source } from '../settlements/calendar.ts'
import { addedTo, type Misstatement, misstated } from '../settlements/misstatement.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 4_000

const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const three = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'))
const days = new Map<number, string>()

const dayText = (day: number): string => {
  const kept = days.get(day)
  if (kept !== undefined) return kept
  if (days.size >= KEPT_DAYS) days.clear()
  const text = new Date(day * DAY_MS).toISOString().slice(0, 11)
  days.set(day, text)
  return text
}

/** An instant as `toISOString` writes it, five times as fast: a page has three hundred instants on a few days. */
const isoText = (instant: number): string => {
  const day = Math.floor(instant / DAY_MS)
  const rest = instant - day * DAY_MS
  const seconds = Math.floor(rest / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${dayText(day)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1_000]}Z`
}

type InvoiceStatus = 'ready' | 'paid' | 'cancelled' | 'chargeback'

/** A stored invoice: the columns of one row. */
export interface InvoiceRow {
  readonly number: number
  readonly merchant: number
  readonly id: string
  readonly reference: string | null
  readonly status: InvoiceStatus
  readonly amount: number
  readonly description: string
  readonly contract: string
  readonly document: string
  readonly document_type: string | null
  readonly customer_name: string | null
  readonly redirect_url: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly busy_until: number | null
  readonly paid_at: number | null
  readonly paid_day: string | null
  readonly method: Method | null
  readonly source: Source | null
  readonly paid: number | null
  readonly date: string | null
  readonly cycle: string | null
  readonly payment_id: string | null
  /** 1 for an invoice of the made-up history. */
  readonly seeded: number
  readonly patch: string | null
}

export interface InvoiceRendering {
  /** The address of the hosted payment pages of this sandbox. */
  readonly pageUrl: string
  /** The address of payment pages in seeded invoices. */
  readonly seededPageUrl: string
  /** Whether every payload shows the link's expiry, or only the answer to creation. */
  readonly expirationDate: boolean
}

const quoted = (text: string): string => JSON.stringify(text)

const optional = (name: string, text: string | null): string => (text === null ? '' : `"${name}":${quoted(text)},`)

/** The fields that only a paid or charged back invoice has (api.md, Invoice). */
const paymentFields = (row: Omit<InvoiceRow, 'number'>): string =>
  row.status === 'paid' || row.status === 'chargeback'
    ? `"paymentDate":"${isoText(row.paid_at ?? 0)}","paymentMethod":"${row.method}","paymentSource":"${row.source}",` +
      `"paymentAmount":${row.paid},"settlementDate":"${row.date}","settlementTime":"${row.cycle}",` +
      `"paymentId":"${row.payment_id}",`
    : ''

/** An invoice with the fields of api.md, in their order; absent ones are left out. The JSON is written by hand, for speed. */
export const writeInvoice = (row: Omit<InvoiceRow, 'number'>, rendering: InvoiceRendering): string => {
  const expiration = rendering.expirationDate ? `"expirationDate":"${isoText(row.expires_at)}",` : ''
  const pageUrl = row.seeded === 1 ? rendering.seededPageUrl : rendering.pageUrl
  const truth =
    `{"id":"${row.id}",${optional('reference', row.reference)}"status":"${row.status}","amount":${row.amount},` +
    `"description":${quoted(row.description)},"contract":${quoted(row.contract)},${expiration}` +
    `"customerDocumentNumber":${quoted(row.document)},${optional('customerName', row.customer_name)}` +
    `"createdAt":"${isoText(row.created_at)}",${paymentFields(row)}"paymentUrl":"${pageUrl}/${row.id}"}`
  return row.patch === null ? truth : JSON.stringify(misstated(JSON.parse(truth), row.patch))
}

/** The columns of an invoice, in the order of its cells. */
const COLUMNS = [
  'number',
  'merchant',
  'id',
  'reference',
  'status',
  'amount',
  'description',
  'contract',
  'document',
  'document_type',
  'customer_name',
  'redirect_url',
  'created_at',
  'expires_at',
  'busy_until',
  'paid_at',
  'paid_day',
  'method',
  'source',
  'paid',
  'date',
  'cycle',
  'payment_id',
  'seeded',
  'patch',
] as const

/** The columns to insert; the database assigns the number. */
const STORED = COLUMNS.filter((column) => column !== 'number')

type Column = (typeof COLUMNS)[number]

type CellsOf<Names extends readonly Column[]> = { readonly [Index in keyof Names]: InvoiceRow[Names[Index]] }

/** A row as an array of cells: the driver makes those in less than half the time of objects. */
type StoredCells = CellsOf<typeof COLUMNS>

const rowOf = (cells: StoredCells): InvoiceRow => ({
  number: cells[0],
  merchant: cells[1],
  id: cells[2],
  reference: cells[3],
  status: cells[4],
  amount: cells[5],
  description: cells[6],
  contract: cells[7],
  document: cells[8],
  document_type: cells[9],
  customer_name: cells[10],
  redirect_url: cells[11],
  created_at: cells[12],
  expires_at: cells[13],
  busy_until: cells[14],
  paid_at: cells[15],
  paid_day: cells[16],
  method: cells[17],
  source: cells[18],
  paid: cells[19],
  date: cells[20],
  cycle: cells[21],
  payment_id: cells[22],
  seeded: cells[23],
  patch: cells[24],
})

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
