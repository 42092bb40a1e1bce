import { createHash } from 'node:crypto'
import type { BankEntry } from '../../domain/bank/bank-statement.ts'
import type { StatementOfAccount } from '../../domain/bank/name-statements.ts'

/** An entry of a file, with its id, which is the same in every file with the entry. */
export interface IdentifiedEntry extends BankEntry {
  readonly id: string
  readonly account: string
}

/**
 * Gives entries their ids. An id is made of account, day, value, text and reference, and of the entry's ordinal among
 * the equal ones of that day in its file: overlapping files give an entry the same id, and two equal rows of one file
 * get two ids.
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
