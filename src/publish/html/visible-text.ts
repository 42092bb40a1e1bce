import { stripVTControlCharacters } from 'node:util'

/** Longer text is cut: a name of a megabyte must not make a page of one. */
const LONGEST = 120
/** Control and format characters (escape sequences, NUL and bidirectional overrides among them), lone surrogates, line ends. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
const SIGN = '\ufffd'

/**
 * Foreign text as it may stand on a page: one line of bounded length on which nothing is obeyed and no letter changes the order
 * of its neighbours. What was taken out leaves a sign, so that nobody takes it for ordinary text. The template escapes it.
 */
export const visibleText = (text: string, longest = LONGEST): string => {
  // Cut before anything else looks at it, with room for what is taken out.
  const start = text.slice(0, longest * 8)
  const line = stripVTControlCharacters(start).replace(UNPRINTABLE, SIGN).trim()
  const letters = [...line]
  const isCut = letters.length > longest || start.length < text.length
  return isCut ? `${letters.slice(0, longest - 1).join('')}…` : line
}
