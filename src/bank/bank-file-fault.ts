import type { Both } from '../std/both.ts'

/** A fault in a bank file: what, where, and what to do. It becomes an error once the file's name is known. */
export class BankFileFault extends Error {
  override readonly name = 'BankFileFault'
  readonly what: Both<string>
  readonly next: Both<string>

  constructor(what: Both<string>, next: Both<string>, options?: ErrorOptions) {
    super(what.en, options)
    this.what = what
    this.next = next
  }
}

/** A kind of file with rows: the name of a position in it, and what to do about a wrong row. */
export interface RowPlaces {
  readonly at: (position: number) => Both<string>
  readonly next: Both<string>
}

/** A fault at a row of a file. */
export const faultAt = (
  { at, next }: RowPlaces,
  position: number,
  what: Both<string>,
  instead: Both<string> = next,
): BankFileFault => {
  const place = at(position)
  return new BankFileFault({ en: `${place.en}: ${what.en}`, es: `${place.es}: ${what.es}` }, instead)
}

export const GET_AGAIN: Both<string> = {
  en: 'get the file from the bank once more, and import it unchanged',
  es: 'descargue de nuevo el archivo del banco e impórtelo sin cambios',
}

/** The pattern of a text without its content, which may be a name or a document: `99/99/9999`, `aaa 99`. */
export const formOf = (text: string): string =>
  text
    .slice(0, 24)
    .replace(/\p{N}/gu, '9')
    .replace(/\p{L}/gu, 'a')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')

export const noEntries = (): BankFileFault =>
  new BankFileFault({ en: 'it has no entries', es: 'no tiene movimientos' }, GET_AGAIN)

/** Lines of a text in a bank's own format. */
export const LINES: RowPlaces = {
  at: (position) => ({ en: `line ${position}`, es: `línea ${position}` }),
  next: GET_AGAIN,
}

const AS_MAPPED: Both<string> = {
  en: `set bankMapping to match the file's rows and columns ("cuadre bank import --guess" proposes one), or get the file again`,
  es: 'ajuste bankMapping a las filas y columnas del archivo ("cuadre bank import --guess" propone uno), o descárguelo de nuevo',
}

/** Lines of a text that is read by a mapping. */
export const MAPPED_LINES: RowPlaces = { ...LINES, next: AS_MAPPED }

/** Rows of a workbook in a bank's own format. */
export const ROWS: RowPlaces = {
  at: (position) => ({ en: `row ${position}`, es: `fila ${position}` }),
  next: GET_AGAIN,
}

/** Rows of a workbook that is read by a mapping. */
export const MAPPED_ROWS: RowPlaces = { ...ROWS, next: AS_MAPPED }
