import type { BankEntry } from '../../domain/bank/bank-statement.ts'
import { compareText } from '../../std/compare-text.ts'

/** Entries from old to new: banks write the newest first, or last. Entries of one day keep the order of the file. */
export const inOrderOfDays = (entries: readonly BankEntry[]): readonly BankEntry[] => {
  const newestFirst = (entries[0]?.bookedOn ?? '') > (entries.at(-1)?.bookedOn ?? '')
  const ordered = newestFirst ? entries.toReversed() : [...entries]
  return ordered.sort((a, b) => compareText(a.bookedOn, b.bookedOn))
}
