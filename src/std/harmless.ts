import { stripVTControlCharacters } from 'node:util'

/** Control and format characters (escape sequences and bidirectional overrides among them), lone surrogates, line ends. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Text as it may stand on one line of a terminal: nothing in it is obeyed, whoever wrote it. */
export const harmless = (text: string): string => stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').trim()
