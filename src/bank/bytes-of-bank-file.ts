import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Both } from '../std/both.ts'
import { codeOf } from '../std/errors.ts'
import { BankFileFault } from './bank-file-fault.ts'
import { BANK_FILE_MAX_BYTES, tooLarge } from './kind-of-bank-file.ts'
import { withFileName } from './with-file-name.ts'

/** The bytes of a bank file, or of another that is imported. A folder, or a file too large for one, is refused unread. */
export const bytesOfBankFile = async (path: string, named: typeof withFileName = withFileName): Promise<Buffer> => {
  const refuse = (fault: BankFileFault): never =>
    named(basename(path), () => {
      throw fault
    })
  const file = await openFile(path, refuse)
  try {
    const found = await file.stat()
    if (found.isDirectory()) return refuse(new BankFileFault(A_FOLDER, NAME_A_FILE))
    return found.size > BANK_FILE_MAX_BYTES ? refuse(tooLarge(found.size)) : await file.readFile()
  } finally {
    await file.close()
  }
}

const openFile = async (path: string, refuse: (fault: BankFileFault) => never): Promise<FileHandle> => {
  try {
    return await open(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return refuse(new BankFileFault(ABSENT, NAME_A_FILE))
    throw error
  }
}

const A_FOLDER: Both<string> = { en: 'it is a folder, not a file', es: 'es una carpeta, no un archivo' }
const ABSENT: Both<string> = { en: 'there is no such file', es: 'ese archivo no existe' }
const NAME_A_FILE: Both<string> = {
  en: 'name a file that you got from the bank',
  es: 'indique un archivo que haya descargado del banco',
}
