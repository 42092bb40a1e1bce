import type { BankMapping } from '../core/bank/bank-mapping.ts'
import type { Both } from '../std/both.ts'

/** A fault in a file that people import: what, where, and what to do. It becomes an error once the file's name is known. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
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
  /** The setting that maps its columns; null in a form of its own. */
  readonly setting: string | null
}

/** A fault at a row of a file. */
export const faultAt = (
  { at, next }: RowPlaces,
  position: number,
  what: Both<string>,
  instead: Both<string> = next,
): FileFault => {
  const place = at(position)
  return new FileFault({ en: `${place.en}: ${what.en}`, es: `${place.es}: ${what.es}` }, instead)
}

export const GET_AGAIN: Both<string> = {
  en: 'get the file once more, and import it unchanged',
  es: 'obtenga de nuevo el archivo e impórtelo sin cambios',
}

/** The pattern of a text without its content, which may be a name or a document: `99/99/9999`, `aaa 99`. */
export const formOf = (text: string): string =>
  text
    .slice(0, 24)
    .replace(/\p{N}/gu, '9')
    .replace(/\p{L}/gu, 'a')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')

export const noEntries = (): FileFault =>
  new FileFault({ en: 'it has no entries', es: 'no tiene movimientos' }, GET_AGAIN)

/** Lines of a text in a form of its own. */
export const LINES: RowPlaces = {
  at: (position) => ({ en: `line ${position}`, es: `línea ${position}` }),
  next: GET_AGAIN,
  setting: null,
}

/** Lines of a text, and rows of a workbook, that are read by a mapping of the settings. */
export const mappedPlaces = (setting: string, command: string): Record<'lines' | 'rows', RowPlaces> => {
  const next = {
    en: `set ${setting} to match the file's rows and columns ("${command} FILE --guess" proposes one), or get the file again`,
    es: `ajuste ${setting} a las filas y columnas del archivo ("${command} ARCHIVO --guess" propone uno), u obténgalo de nuevo`,
  }
  return { lines: { ...LINES, next, setting }, rows: { ...ROWS, next, setting } }
}

/** Rows of a workbook in a form of its own. */
export const ROWS: RowPlaces = {
  at: (position) => ({ en: `row ${position}`, es: `fila ${position}` }),
  next: GET_AGAIN,
  setting: null,
}

/**
 * The text of a file without byte order marks and the signs that frame it: UTF-8, UTF-16 or Windows-1252, unless the mapping names the encoding.
 */
export const textOfFile = (bytes: Uint8Array, encoding: BankMapping['encoding'] = null): string => {
  const text = decodeText(bytes, encoding).replace(FRAMES, '')
  if (text.trim() === '') throw new FileFault({ en: 'it is empty', es: 'está vacío' }, GET_AGAIN)
  if (NO_TEXT.test(text)) throw new FileFault({ en: 'it is not text', es: 'no es un texto' }, AS_TEXT)
  return text
}

/** At the ends of a line: the end of a file in DOS (^Z), and marks of a file that was joined to another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: signs of transmission.
const FRAMES = /^(?:[\x1a\ufeff]|\u00ef\u00bb\u00bf)+|[\x1a\ufeff]+$/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that text does not contain.
const NO_TEXT = /[\0\x02\x04-\x08\x0e-\x19\ufffd]/

const AS_TEXT: Both<string> = {
  en: 'get it in a form that is read, such as CSV or XLSX; if it is one, name its encoding in the mapping of the settings',
  es: 'obténgalo en un formato que se lea, como CSV o XLSX; si ya lo es, indique su codificación en los parámetros',
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
