import { stripVTControlCharacters } from 'node:util'

/** Longer text is cut, so that a name of a megabyte does not make a page of a megabyte. */
const TEXT_MAX_CHARACTERS = 120
/**
 * Control and format characters (among them escape sequences, NUL and bidirectional overrides), lone surrogates, line
 * ends.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
const SIGN = '\ufffd'

/**
 * Makes foreign text safe for a page: one line of at most `longest` characters, without control or direction
 * characters. A sign marks what was removed. The template escapes it.
 */
export const visibleText = (text: string, longest = TEXT_MAX_CHARACTERS): string => {
  // Cut first, with room for the characters that are removed.
  const start = text.slice(0, longest * 8)
  const line = stripVTControlCharacters(start).replace(UNPRINTABLE, SIGN).trim()
  const letters = [...line]
  const isCut = letters.length > longest || start.length < text.length
  return isCut ? `${letters.slice(0, longest - 1).join('')}…` : line
}
