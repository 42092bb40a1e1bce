import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { CuadreError } from '../std/errors.ts'
import { harmless } from '../std/harmless.ts'
import { BANK_FILE_MAX_BYTES, tooLarge } from './hold-to-kinds.ts'

/** The bytes of a file of the bank. One that is too large to be a statement is refused unread. */
export const bytesOfBankFile = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size <= BANK_FILE_MAX_BYTES) return await file.readFile()
    const { what, next } = tooLarge(size)
    const name = harmless(basename(path))
    throw new CuadreError('BANK_FILE_WRONG', { en: `${name}: ${what.en}`, es: `${name}: ${what.es}` }, next)
  } finally {
    await file.close()
  }
}
