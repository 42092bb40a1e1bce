import type { EntryInFile } from './account-entry.ts'
import type { BankFileRecord } from './bank-file-record.ts'

/**
 * The later files that cover a day of an entry which this file had first: they may have that entry as well, and it is
 * stored once, with this file. Voided files are none of them.
 */
export const laterFiles = (
  { number }: Pick<BankFileRecord, 'number'>,
  files: readonly BankFileRecord[],
  entries: readonly EntryInFile[],
): readonly BankFileRecord[] => {
  const own = entries.filter(({ file }) => file === number)
  return files.filter(
    (later) =>
      later.number > number &&
      later.voided === null &&
      later.statements.some(({ account, from, to }) =>
        own.some((entry) => entry.account === account && entry.bookedOn >= from && entry.bookedOn <= to),
      ),
  )
}
