import type { Sqlite } from '../database.ts'
import type { SandboxSlot } from './calendar.ts'

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
