import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { harmless } from '../std/harmless.ts'
import { FileFault } from './file-fault.ts'

/** Runs the reading, and adds the file's name to its faults. `next` replaces the advice about files. */
export const withFileName = <T>(
  name: string,
  read: () => T,
  code: 'BANK_FILE_WRONG' | 'FEES_INVOICE_WRONG' | 'RECEIVABLE_FILE_WRONG' = 'BANK_FILE_WRONG',
  next?: (fault: FileFault) => Both<string>,
): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const named = harmless(name)
    const message = { en: `${named}: ${error.what.en}`, es: `${named}: ${error.what.es}` }
    throw new CuadreError(code, message, next?.(error) ?? error.next, { cause: error })
  }
}
