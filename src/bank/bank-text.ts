import type { BankMapping } from '../domain/bank/bank-mapping.ts'
import type { Both } from '../std/both.ts'
import { BankFileFault, GET_AGAIN } from './bank-file-fault.ts'

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
