import type { Sqlite } from './database.ts'
import type { InvoiceRow } from './invoice.ts'
import { type Cells, COLUMNS, rowOf, STORED } from './invoice-columns.ts'
import type { InvoiceFilters } from './list-query.ts'
import { addedTo, type Misstatement } from './misstatement.ts'

export type NewInvoice = Omit<InvoiceRow, 'number'>

/** Where reading goes on: after this invoice, in the order of the list. */
export interface Reading {
  readonly merchant: number
  readonly filters: InvoiceFilters
  readonly after: number | undefined
  readonly limit: number
  readonly newestFirst: boolean
}

export interface Invoices {
  readonly add: (invoice: NewInvoice) => number
  readonly get: (id: string, merchant?: number) => InvoiceRow | undefined
  readonly list: (reading: Reading) => readonly InvoiceRow[]
  /** Takes the same invoice through a change of state. */
  readonly change: (invoice: InvoiceRow, change: Partial<NewInvoice>) => InvoiceRow
  readonly remove: (invoice: InvoiceRow) => void
  readonly misstate: (invoice: InvoiceRow, misstatement: Misstatement) => void
  readonly referenceTaken: (merchant: number, reference: string) => boolean
  /** Of the ready invoices, the one whose link ends first. */
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

/** The number of an invoice grows with its creation, so reading on from one neither skips nor repeats whatever is added. */
const listSql = (named: readonly (keyof InvoiceFilters)[], newestFirst: boolean, goesOn: boolean): string => {
  const where = ['merchant = ?', ...named.map((name) => `${FILTER_COLUMNS[name]} = ?`)]
  if (goesOn) where.push(newestFirst ? 'number < ?' : 'number > ?')
  return `SELECT ${COLUMNS.join(', ')} FROM invoices WHERE ${where.join(' AND ')} ORDER BY number ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`
}

export const openInvoices = (sqlite: Sqlite): Invoices => {
  const prepare = (sql: string) => sqlite.prepare<unknown[], Cells>(sql).raw()
  const lists = new Map<string, ReturnType<typeof prepare>>()
  const insert = sqlite.prepare<unknown[]>(
    `INSERT INTO invoices (${STORED.join(', ')}) VALUES (${STORED.map(() => '?').join(', ')})`,
  )
  const columns = COLUMNS.join(', ')
  const byId = prepare(`SELECT ${columns} FROM invoices WHERE id = ? ORDER BY number LIMIT 1`)
  const update = sqlite.prepare<unknown[]>(
    `UPDATE invoices SET ${STORED.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
  )
  const taken = sqlite.prepare<[number, string], unknown>(
    'SELECT 1 FROM invoices WHERE merchant = ? AND reference = ? LIMIT 1',
  )
  const end = 'max(expires_at, coalesce(busy_until, 0))'
  const expiring = prepare(`SELECT ${columns} FROM invoices WHERE status = 'ready' ORDER BY ${end}, number LIMIT 1`)
  const erase = sqlite.prepare<[string]>('DELETE FROM invoices WHERE id = ?')
  const total = sqlite.prepare<[], { total: number }>('SELECT count(*) AS total FROM invoices')

  const change = (invoice: InvoiceRow, changed: Partial<NewInvoice>): InvoiceRow => {
    const next = { ...invoice, ...changed }
    update.run(...STORED.map((column) => next[column]), invoice.number)
    return next
  }

  return {
    add: (invoice) => Number(insert.run(...STORED.map((column) => invoice[column])).lastInsertRowid),
    get: (id, merchant) => {
      const cells = byId.get(id)
      const found = cells === undefined ? undefined : rowOf(cells)
      return merchant === undefined || found?.merchant === merchant ? found : undefined
    },
    list: ({ merchant, filters, after, limit, newestFirst }) => {
      const named = filterNames.filter((name) => filters[name] !== undefined)
      const sql = listSql(named, newestFirst, after !== undefined)
      const statement = lists.get(sql) ?? prepare(sql)
      lists.set(sql, statement)
      const goesOn = after === undefined ? [] : [after]
      return statement.all(merchant, ...named.map((name) => filters[name]), ...goesOn, limit).map(rowOf)
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
