import { stripVTControlCharacters } from 'node:util'

/**
 * Control and format characters (among them escape sequences and bidirectional overrides), lone surrogates, line ends.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Makes foreign text safe for one line of a terminal: no escape sequences or control characters remain. */
export const harmless = (text: string): string => stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').trim()
