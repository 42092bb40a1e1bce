import type { BankMapping } from '../../core/bank/bank-mapping.ts'
import type { BankEntry, BankFormat, BankStatement } from '../../core/bank/bank-statement.ts'
import type { Both } from '../../std/both.ts'
import { FileFault } from '../../tables/file-fault.ts'
import { withFileName } from '../../tables/with-file-name.ts'
import { type BankFileOptions, formatOfFile, readBankFile, type WholeBankFile } from '../read-bank-file.ts'
import { guessMapping } from './guess-mapping.ts'

/** How a file would be read, before anything of it is stored. */
export interface BankGuess {
  /** `mapped` where its form is none of those that are known. */
  readonly format: BankFormat
  /** The columns by which it is read: those of the settings where they read it, else those proposed; null where the form is known. */
  readonly bankMapping: BankMapping | null
  /** Whether these columns are no more than proposed: the file is refused until they stand in the settings. */
  readonly isProposed: boolean
  readonly statements: readonly BankStatement[]
  /** Its first rows as they would be read, in the order of the file. */
  readonly rows: readonly BankEntry[]
  /** The number of all its rows that would be read. */
  readonly count: number
  /** Why it would be refused; null where it would not. */
  readonly refusal: Both<string> | null
}

const ROWS_SHOWN = 5

/** Reads a file as it would be imported. Where its form is none that is known, and no mapping of the settings reads it, proposes one. */
export const guessFile = (bytes: Uint8Array, options: Omit<BankFileOptions, 'format'>): BankGuess => {
  const { name, zone, mapping = null } = options
  const format = withFileName(name, () => formatOfFile(bytes))
  if (format !== null)
    return { format, bankMapping: null, isProposed: false, ...shownOf(() => readBankFile(bytes, { name, zone })) }
  const by = (bankMapping: BankMapping, isProposed: boolean): BankGuess => ({
    ...{ format: 'mapped', bankMapping, isProposed },
    ...shownOf(() => readBankFile(bytes, { name, zone, mapping: bankMapping })),
  })
  const own = mapping === null ? null : by(mapping, false)
  return own?.refusal === null ? own : by(guessMapping(bytes, { name }), true)
}

const shownOf = (read: () => WholeBankFile): Omit<BankGuess, 'format' | 'bankMapping' | 'isProposed'> => {
  try {
    const { statements } = read()
    const entries = statements.flatMap((one) => one.entries).toSorted((a, b) => a.position - b.position)
    return { statements, rows: entries.slice(0, ROWS_SHOWN), count: entries.length, refusal: null }
  } catch (error) {
    const fault = error instanceof Error ? error.cause : null
    if (!(fault instanceof FileFault)) throw error
    return { statements: [], rows: [], count: 0, refusal: fault.what }
  }
}
