import { wholeCharacters } from '../../std/whole-characters.ts'

/** The most UTF-16 units in a cell. */
export const CELL_MAX_CHARACTERS = 32_767
const CUT = ' […]'

/** Characters that XML 1.0 cannot express, including lone surrogates. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Characters that need a closer look; nearly all text has none. An underscore may begin one of Excel's own escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const ODD = /[&<>_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/

const SPACE = 32
/** Whether a text needs no escaping, as nearly all text. */
export const isPlain = (text: string): boolean =>
  text.length <= CELL_MAX_CHARACTERS &&
  text.charCodeAt(0) > SPACE &&
  text.charCodeAt(0) < 127 &&
  text.charCodeAt(text.length - 1) > SPACE &&
  text.charCodeAt(text.length - 1) < 127 &&
  !ODD.test(text)

export interface CellText {
  /** The escaped text between the tags. */
  readonly xml: string
  readonly isCut: boolean
  readonly isReplaced: boolean
}

/** Converts text to what a cell can hold, and counts what is lost. */
export const cellText = (text: string): CellText => {
  const isCut = text.length > CELL_MAX_CHARACTERS
  const short = isCut ? `${wholeCharacters(text.slice(0, CELL_MAX_CHARACTERS - CUT.length))}${CUT}` : text
  if (!ODD.test(short)) return { xml: short, isCut, isReplaced: false }
  const writable = short.replace(UNWRITABLE, '\ufffd')
  return { xml: escapeXml(writable), isCut, isReplaced: writable !== short }
}

/**
 * Lines in a cell end with LF. Excel reads `_x0041_` as the letter A (ECMA-376, ST_Xstring), so an underscore that
 * begins such an escape is itself escaped.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (letter) => (letter === '&' ? '&amp;' : letter === '<' ? '&lt;' : '&gt;'))
