import type { Both } from '../std/both.ts'
import { FileFault, GET_AGAIN } from './file-fault.ts'

/** Far more than a year of a busy account, and little enough for the memory of any machine. */
export const FILE_MAX_BYTES = 64 * 1024 * 1024

/** The kind of a file by its first bytes. Throws for a file that no reader supports, by its size or these bytes. */
export const kindOfFile = (bytes: Uint8Array): 'text' | 'workbook' => {
  if (bytes.length === 0) throw new FileFault({ en: 'it is empty', es: 'está vacío' }, GET_AGAIN)
  if (bytes.length > FILE_MAX_BYTES) throw tooLarge(bytes.length)
  const found = FOREIGN.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (found !== undefined) throw new FileFault(found.what, found.next)
  return ZIP.every((byte, at) => bytes[at] === byte) ? 'workbook' : 'text'
}

/** The fault of a file beyond the limit. */
export const tooLarge = (bytes: number): FileFault =>
  new FileFault(
    {
      en: `it has ${Math.ceil(bytes / 2 ** 20)} MB, and at most ${FILE_MAX_BYTES / 2 ** 20} MB are read`,
      es: `tiene ${Math.ceil(bytes / 2 ** 20)} MB, y se leen como máximo ${FILE_MAX_BYTES / 2 ** 20} MB`,
    },
    {
      en: 'get it in parts, month by month',
      es: 'obténgalo por partes, mes a mes',
    },
  )

const ZIP = [0x50, 0x4b, 0x03, 0x04]

const FOREIGN: readonly { mark: readonly number[]; what: Both<string>; next: Both<string> }[] = [
  {
    mark: [0x25, 0x50, 0x44, 0x46],
    what: { en: 'it is a PDF', es: 'es un PDF' },
    next: {
      en: 'get it in a form that is read, such as CSV or XLSX',
      es: 'obténgalo en un formato que se lea, como CSV o XLSX',
    },
  },
  {
    mark: [0xd0, 0xcf, 0x11, 0xe0],
    what: {
      en: 'it is an old Excel file (.xls) or locked by a password',
      es: 'es un Excel antiguo (.xls) o con contraseña',
    },
    next: {
      en: 'open it, save it as .xlsx or CSV without a password, and import that',
      es: 'ábralo, guárdelo como .xlsx o CSV sin contraseña, e impórtelo',
    },
  },
]
