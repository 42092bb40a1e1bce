import type { Sqlite } from '../database.ts'
import type { SandboxSlot } from './calendar.ts'
import type { SettlementRow } from './settlement.ts'

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
