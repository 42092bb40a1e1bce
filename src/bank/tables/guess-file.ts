import type { BankMapping } from '../../core/bank/bank-mapping.ts'
import type { BankEntry, BankFile, BankFormat } from '../../core/bank/bank-statement.ts'
import type { Both } from '../../std/both.ts'
import { FileFault } from '../../tables/file-fault.ts'
import { sheetIn } from '../../tables/rows-of-file.ts'
import { withFileName } from '../../tables/with-file-name.ts'
import { type BankFileOptions, knownTable } from '../read-bank-file.ts'
import { guessMapping } from './guess-mapping.ts'
import { readKnownForm } from './read-known-form.ts'
import { readMapped } from './read-mapped.ts'

/** How a file would be read, before anything of it is stored. */
export interface BankGuess {
  /** `mapped` where its form is none of those that are known. */
  readonly format: BankFormat
  /** The proposed columns; null where the form is known and needs none. */
  readonly bankMapping: BankMapping | null
  /** Its first rows as they would be read, in the order of the file. */
  readonly rows: readonly BankEntry[]
  /** The number of all its rows that would be read. */
  readonly count: number
  /** Why it would be refused as proposed; null where it would not. */
  readonly refusal: Both<string> | null
}

const ROWS_SHOWN = 5

/** Proposes how the columns of a file are read, and reads it so. */
export const guessFile = (bytes: Uint8Array, { name }: Pick<BankFileOptions, 'name'>): BankGuess => {
  const { sheet, known } = withFileName(name, () => {
    const rows = sheetIn(bytes)
    return { sheet: rows, known: knownTable(bytes, rows) }
  })
  if (known !== null) return { format: known.form.format, bankMapping: null, ...firstRows(() => readKnownForm(known)) }
  const bankMapping = guessMapping(bytes, { name })
  return { format: 'mapped', bankMapping, ...firstRows(() => readMapped(bytes, sheet, bankMapping)) }
}

const firstRows = (read: () => BankFile): Pick<BankGuess, 'rows' | 'count' | 'refusal'> => {
  try {
    const entries = read().statements.flatMap((one) => one.entries)
    const inOrder = entries.toSorted((a, b) => a.position - b.position)
    return { rows: inOrder.slice(0, ROWS_SHOWN), count: entries.length, refusal: null }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    return { rows: [], count: 0, refusal: error.what }
  }
}
