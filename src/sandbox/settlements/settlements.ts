import type { Sqlite } from '../database.ts'
import type { SandboxSlot } from './calendar.ts'
import { misstated } from './misstatement.ts'

type SettlementStatus = 'processing' | 'paid' | 'credited' | 'error'

/** A stored settlement: the columns of one row. */
export interface SettlementRow {
  readonly merchant: number
  readonly date: string
  readonly cycle: string
  readonly status: SettlementStatus
  readonly invoices: number
  readonly collected: number
  readonly fees: number
  readonly fees_postpaid: number
  readonly adjustments: number
  readonly gateway: number
  readonly payout: number
  /** When its cycle was run. */
  readonly opened_at: number
  /** The time of its next status; null once it is final. */
  readonly next_at: number | null
  /** Whether its next status is `error`. */
  readonly fails: number
  readonly patch: string | null
}

/** A settlement with the ten fields of api.md, in their order. */
export const settlementBody = (row: SettlementRow): Readonly<Record<string, unknown>> => {
  const body = {
    date: row.date,
    cycle: row.cycle,
    status: row.status,
    numberOfInvoices: row.invoices,
    amountCollected: row.collected,
    fees: row.fees,
    feesPostpaid: row.fees_postpaid === 1,
    adjustments: row.adjustments,
    gateway: row.gateway === 1,
    paymentAmount: row.payout,
  }
  return row.patch === null ? body : misstated(body, row.patch)
}

export interface Settlements {
  readonly get: (merchant: number, slot: SandboxSlot) => SettlementRow | undefined
  readonly put: (settlement: SettlementRow) => void
  readonly remove: (merchant: number, slot: SandboxSlot) => void
  /** The settlement with the earliest next status. */
  readonly next: () => (SettlementRow & { readonly next_at: number }) | undefined
  readonly all: (merchant: number) => readonly SettlementRow[]
  /** The first and the last day that has a settlement. */
  readonly days: () => SettlementDays | null
}

export interface SettlementDays {
  readonly from: string
  readonly to: string
}

const COLUMNS = [
  'merchant',
  'date',
  'cycle',
  'status',
  'invoices',
  'collected',
  'fees',
  'fees_postpaid',
  'adjustments',
  'gateway',
  'payout',
  'opened_at',
  'next_at',
  'fails',
  'patch',
] as const

export const openSettlements = (sqlite: Sqlite): Settlements => {
  const one = sqlite.prepare<[number, string, string], SettlementRow>(
    'SELECT * FROM settlements WHERE merchant = ? AND date = ? AND cycle = ?',
  )
  const upsert = sqlite.prepare<unknown[]>(
    `INSERT OR REPLACE INTO settlements (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  )
  const erase = sqlite.prepare<[number, string, string]>(
    'DELETE FROM settlements WHERE merchant = ? AND date = ? AND cycle = ?',
  )
  const due = sqlite.prepare<[], SettlementRow & { next_at: number }>(
    'SELECT * FROM settlements WHERE next_at IS NOT NULL ORDER BY next_at, merchant, date, cycle LIMIT 1',
  )
  const every = sqlite.prepare<[number], SettlementRow>(
    'SELECT * FROM settlements WHERE merchant = ? ORDER BY date, cycle',
  )
  const span = sqlite.prepare<[], { from: string | null; to: string | null }>(
    'SELECT min(date) AS "from", max(date) AS "to" FROM settlements',
  )
  return {
    get: (merchant, { date, cycle }) => one.get(merchant, date, cycle),
    put: (settlement) => {
      upsert.run(...COLUMNS.map((column) => settlement[column]))
    },
    remove: (merchant, { date, cycle }) => {
      erase.run(merchant, date, cycle)
    },
    next: () => due.get(),
    all: (merchant) => every.all(merchant),
    days: () => {
      const { from = null, to = null } = span.get() ?? {}
      return from === null || to === null ? null : { from, to }
    },
  }
}

/** Sums of charged-back invoices that were settled already; a later settlement takes them back. */
export interface Debits {
  readonly add: (merchant: number, invoice: string, amount: number, collectedIn: SandboxSlot) => void
  /** Takes all open sums of this slot or earlier ones into its settlement, and returns the total. */
  readonly takeInto: (merchant: number, slot: SandboxSlot) => number
}

export const openDebits = (sqlite: Sqlite): Debits => {
  const insert = sqlite.prepare<[number, string, number, string, string]>(
    'INSERT INTO debits (merchant, invoice, amount, from_date, from_cycle) VALUES (?, ?, ?, ?, ?)',
  )
  // Cycles have two digits, so that a slot's text sorts as its hour does.
  const due = 'merchant = ? AND date IS NULL AND (from_date, from_cycle) <= (?, ?)'
  const owed = sqlite.prepare<[number, string, string], { owed: number | null }>(
    `SELECT sum(amount) AS owed FROM debits WHERE ${due}`,
  )
  const take = sqlite.prepare<[string, string, number, string, string]>(
    `UPDATE debits SET date = ?, cycle = ? WHERE ${due}`,
  )
  return {
    add: (merchant, invoice, amount, { date, cycle }) => {
      insert.run(merchant, invoice, amount, date, cycle)
    },
    takeInto: (merchant, { date, cycle }) => {
      const sum = owed.get(merchant, date, cycle)?.owed ?? 0
      if (sum !== 0) take.run(date, cycle, merchant, date, cycle)
      return sum
    },
  }
}

/** A control request that the sandbox executes at a set time. */
export interface PlannedRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

interface SettlementPlan {
  readonly number: number
  readonly at: number
  readonly request: PlannedRequest
}

export interface Plans {
  readonly add: (at: number, request: PlannedRequest) => void
  readonly next: () => SettlementPlan | undefined
  readonly all: () => readonly SettlementPlan[]
  readonly remove: (number: number) => void
}

interface PlanRow {
  readonly number: number
  readonly at: number
  readonly request: string
}

const fromRow = ({ number, at, request }: PlanRow): SettlementPlan => ({ number, at, request: JSON.parse(request) })

export const openPlans = (sqlite: Sqlite): Plans => {
  const insert = sqlite.prepare<[number, string]>('INSERT INTO plans (at, request) VALUES (?, ?)')
  const every = sqlite.prepare<[], PlanRow>('SELECT * FROM plans ORDER BY at, number')
  const first = sqlite.prepare<[], PlanRow>('SELECT * FROM plans ORDER BY at, number LIMIT 1')
  const erase = sqlite.prepare<[number]>('DELETE FROM plans WHERE number = ?')
  return {
    add: (at, request) => {
      insert.run(at, JSON.stringify(request))
    },
    next: () => {
      const row = first.get()
      return row === undefined ? undefined : fromRow(row)
    },
    all: () => every.all().map(fromRow),
    remove: (number) => {
      erase.run(number)
    },
  }
}
