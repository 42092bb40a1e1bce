import { CuadreError } from '../std/errors.ts'
import { harmless } from '../std/harmless.ts'
import { BankFileFault } from './bank-file-fault.ts'

/** Runs the reading, and adds the file's name to its faults. */
export const withFileName = <T>(name: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BankFileFault)) throw error
    const named = harmless(name)
    const message = { en: `${named}: ${error.what.en}`, es: `${named}: ${error.what.es}` }
    throw new CuadreError('BANK_FILE_WRONG', message, error.next, { cause: error })
  }
}
