import type { Slot } from './calendar.ts'
import type { Sqlite } from './database.ts'

/** The money of a charged back invoice that was settled already, to be taken back in a later settlement. */
export interface Debits {
  readonly add: (merchant: number, invoice: string, amount: number) => void
  /** Takes everything still owed into the settlement of this slot and answers its sum. */
  readonly takeInto: (merchant: number, slot: Slot) => number
}

export const openDebits = (sqlite: Sqlite): Debits => {
  const insert = sqlite.prepare<[number, string, number]>(
    'INSERT INTO debits (merchant, invoice, amount) VALUES (?, ?, ?)',
  )
  const owed = sqlite.prepare<[number], { owed: number | null }>(
    'SELECT sum(amount) AS owed FROM debits WHERE merchant = ? AND date IS NULL',
  )
  const take = sqlite.prepare<[string, string, number]>(
    'UPDATE debits SET date = ?, cycle = ? WHERE merchant = ? AND date IS NULL',
  )
  return {
    add: (merchant, invoice, amount) => {
      insert.run(merchant, invoice, amount)
    },
    takeInto: (merchant, slot) => {
      const sum = owed.get(merchant)?.owed ?? 0
      if (sum !== 0) take.run(slot.date, slot.cycle, merchant)
      return sum
    },
  }
}
