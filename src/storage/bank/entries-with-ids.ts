import { createHash } from 'node:crypto'
import type { BankEntry } from '../../domain/bank/bank-statement.ts'
import type { StatementOfAccount } from '../../domain/bank/name-statements.ts'

/** An entry of a file, with the id it has in every file that shows it. */
export interface IdentifiedEntry extends BankEntry {
  readonly id: string
  readonly account: string
}

/**
 * An entry is its account, day, value, text and reference, and its ordinal among the equal ones of that day in its file: a file that
 * overlaps another gives it the same id, and two equal rows of one file get two.
 */
export const entriesWithIds = (
  merchant: string,
  statements: readonly StatementOfAccount[],
): readonly IdentifiedEntry[] => {
  const ordinals = new Map<string, number>()
  return statements.flatMap(({ account, entries }) =>
    entries.map((entry) => {
      const said = JSON.stringify([
        merchant,
        account,
        entry.bookedOn,
        entry.value.toString(),
        entry.text,
        entry.reference,
      ])
      const ordinal = (ordinals.get(said) ?? 0) + 1
      ordinals.set(said, ordinal)
      return { ...entry, account, id: idOf(said, ordinal) }
    }),
  )
}

const ID_DIGITS = 16

const idOf = (said: string, ordinal: number): string =>
  createHash('sha256').update(`${said} ${ordinal}`).digest('hex').slice(0, ID_DIGITS)
