import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { BANK_FILE_MAX_BYTES, tooLarge } from './hold-to-kinds.ts'
import { withFileName } from './with-file-name.ts'

/** The bytes of a file of the bank. One that is too large to be a statement is refused unread. */
export const bytesOfBankFile = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size <= BANK_FILE_MAX_BYTES) return await file.readFile()
    return withFileName(basename(path), () => {
      throw tooLarge(size)
    })
  } finally {
    await file.close()
  }
}
