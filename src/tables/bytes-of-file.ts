import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Both } from '../std/both.ts'
import { codeOf } from '../std/errors.ts'
import { FileFault } from './file-fault.ts'
import { FILE_MAX_BYTES, tooLarge } from './kind-of-file.ts'
import { withFileName } from './with-file-name.ts'

/** The bytes of a file to import. A folder, or a file too large for one, is refused unread. */
export const bytesOfFile = async (path: string, named: typeof withFileName = withFileName): Promise<Buffer> => {
  const refuse = (fault: FileFault): never =>
    named(basename(path), () => {
      throw fault
    })
  const file = await openFile(path, refuse)
  try {
    const found = await file.stat()
    if (found.isDirectory()) return refuse(new FileFault(A_FOLDER, NAME_A_FILE))
    return found.size > FILE_MAX_BYTES ? refuse(tooLarge(found.size)) : await file.readFile()
  } finally {
    await file.close()
  }
}

const openFile = async (path: string, refuse: (fault: FileFault) => never): Promise<FileHandle> => {
  try {
    return await open(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return refuse(new FileFault(ABSENT, NAME_A_FILE))
    throw error
  }
}

const A_FOLDER: Both<string> = { en: 'it is a folder, not a file', es: 'es una carpeta, no un archivo' }
const ABSENT: Both<string> = { en: 'there is no such file', es: 'ese archivo no existe' }
const NAME_A_FILE: Both<string> = {
  en: 'name the file to import',
  es: 'indique el archivo que va a importar',
}
