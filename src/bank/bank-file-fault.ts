import type { BankMapping } from '../core/bank/bank-mapping.ts'
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

/**
 * The text of a file without byte order marks and the signs that frame it: UTF-8, UTF-16 or Windows-1252, unless the mapping names the encoding.
 */
export const bankText = (bytes: Uint8Array, encoding: BankMapping['encoding'] = null): string => {
  const text = decodeText(bytes, encoding).replace(FRAMES, '')
  if (text.trim() === '') throw new BankFileFault({ en: 'it is empty', es: 'está vacío' }, GET_AGAIN)
  if (NO_TEXT.test(text)) throw new BankFileFault({ en: 'it is not text', es: 'no es un texto' }, AS_TEXT)
  return text
}

/** At the ends of a line: the end of a file in DOS (^Z), and marks of a file that was joined to another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: signs of transmission.
const FRAMES = /^(?:[\x1a\ufeff]|\u00ef\u00bb\u00bf)+|[\x1a\ufeff]+$/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that text does not contain.
const NO_TEXT = /[\0\x02\x04-\x08\x0e-\x19\ufffd]/

const AS_TEXT: Both<string> = {
  en: 'get it from the bank as CSV, XLSX, camt, MT940 or OFX; if it is one, name its encoding in bankMapping',
  es: 'descárguelo del banco como CSV, XLSX, camt, MT940 u OFX; si ya lo es, indique su codificación en bankMapping',
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** UTF-16 without a byte order mark: every other byte at the start is 0. */
const isLatinInPairs = (bytes: Uint8Array, zero: 0 | 1): boolean =>
  bytes.length >= 8 && bytes.subarray(0, 8).every((byte, at) => (byte === 0) === (at % 2 === zero))

const decodeText = (bytes: Uint8Array, encoding: BankMapping['encoding']): string => {
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  if (startsWith(bytes, [0xff, 0xfe]) || isLatinInPairs(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff]) || isLatinInPairs(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Replaces spaces, line ends and control characters by single spaces, and trims the ends. */
export const foldSpaces = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
