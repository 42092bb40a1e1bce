import type { BankMapping } from '../domain/bank/bank-mapping.ts'
import type { BankFile, BankFormat } from '../domain/bank/bank-statement.ts'
import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { harmless } from '../std/harmless.ts'
import { isBancolombiaCsv, readBancolombiaCsv } from './bancolombia-csv.ts'
import { BankFileFault } from './bank-file-fault.ts'
import { bankText } from './bank-text.ts'

export interface BankFileOptions {
  /** The file's name without its folder: for messages. */
  readonly name: string
  /** Left out: by its bytes. */
  readonly format?: BankFormat
  /** How the columns of a CSV file or a workbook are read that is none of the known forms. */
  readonly mapping?: BankMapping
}

/** Reads a file of the bank whole, or refuses it with the place where it is wrong. */
export const readBankFile = (bytes: Uint8Array, { name, ...options }: BankFileOptions): BankFile => {
  try {
    return read(bytes, options)
  } catch (error) {
    if (!(error instanceof BankFileFault)) throw error
    const named = harmless(name)
    const message = { en: `${named}: ${error.what.en}`, es: `${named}: ${error.what.es}` }
    throw new CuadreError('BANK_FILE_WRONG', message, error.next, { cause: error })
  }
}

const read = (bytes: Uint8Array, { format }: Omit<BankFileOptions, 'name'>): BankFile => {
  const text = bankText(bytes)
  if (format === 'bancolombia-csv' || (format === undefined && isBancolombiaCsv(firstLineOf(text))))
    return readBancolombiaCsv(text)
  throw new BankFileFault({ en: 'its form is not known', es: 'su formato no se conoce' }, MAP_IT)
}

const firstLineOf = (text: string): string => /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''

const MAP_IT: Both<string> = {
  en: 'see "cuadre bank import --help"; "cuadre bank import --guess" proposes a mapping of its columns',
  es: 'vea "cuadre bank import --help"; "cuadre bank import --guess" propone cómo leer sus columnas',
}
