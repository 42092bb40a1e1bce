import { createHash } from 'node:crypto'
import type { IdentifiedEntry } from '../../domain/bank/bank-file-record.ts'
import type { StatementOfAccount } from '../../domain/bank/bank-statement.ts'

/**
 * Gives entries their ids. An id is made of account, day, value, text and reference, and of the entry's ordinal among
 * the equal ones of that day in its file: overlapping files give an entry the same id, and two equal rows of one file
 * get two ids. An id of a file that was voided is not used again, nor is that of an entry that the statement cannot
 * contain (`isBeside`).
 */
export const entriesWithIds = (
  merchant: string,
  statements: readonly StatementOfAccount[],
  isVoid: (id: string) => boolean,
  isBeside: (statement: StatementOfAccount, id: string) => boolean,
): readonly IdentifiedEntry[] => {
  const ordinals = new Map<string, number>()
  return statements.flatMap((statement) =>
    statement.entries.map((entry) => {
      const { account } = statement
      const said = JSON.stringify([
        merchant,
        account,
        entry.bookedOn,
        entry.value.toString(),
        entry.text,
        entry.reference,
      ])
      let ordinal = ordinals.get(said) ?? 0
      let id: string
      do {
        ordinal += 1
        id = firstId(`${said} ${ordinal}`, isVoid)
      } while (isBeside(statement, id))
      ordinals.set(said, ordinal)
      return { ...entry, account, id }
    }),
  )
}

const ID_DIGITS = 16

/** The id of contents that were not voided: how often they were is part of it. */
const firstId = (contents: string, isVoid: (id: string) => boolean): string => {
  let id = digestOf(contents)
  for (let voids = 1; isVoid(id); voids += 1) id = digestOf(`${contents} ${voids}`)
  return id
}

const digestOf = (contents: string): string => createHash('sha256').update(contents).digest('hex').slice(0, ID_DIGITS)
