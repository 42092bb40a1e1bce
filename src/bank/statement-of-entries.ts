import type { BankEntry, BankStatement } from '../domain/bank/bank-statement.ts'
import { BankFileFault, GET_AGAIN } from './bank-file-fault.ts'
import { inOrderOfDays } from './in-order-of-days.ts'

/** An account number without spaces, hyphens and dots; null for none. */
export const accountOf = (text: string): string | null => text.replace(/[\s.-]/g, '') || null

/** A statement of a file without balances: it covers the days from its first entry to its last. */
export const statementOfEntries = (account: string | null, entries: readonly BankEntry[]): BankStatement => {
  const ordered = inOrderOfDays(entries)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (first === undefined || last === undefined)
    throw new BankFileFault({ en: 'it has no entries', es: 'no tiene movimientos' }, GET_AGAIN)
  return {
    account,
    number: null,
    from: first.bookedOn,
    to: last.bookedOn,
    opening: null,
    closing: null,
    entries: ordered,
  }
}

/** What has the same account, by account, in the order of the file. */
export const byAccount = <T>(
  rows: readonly T[],
  accountIn: (row: T) => string | null,
): ReadonlyMap<string | null, T[]> => {
  const groups = new Map<string | null, T[]>()
  for (const row of rows) {
    const account = accountIn(row)
    const group = groups.get(account)
    if (group === undefined) groups.set(account, [row])
    else group.push(row)
  }
  return groups
}
