import type { BankFormat } from '../../src/core/bank/bank-statement.ts'

/**
 * The number of entries that anybody can see in a text of that format, counted without reading it: fields, elements
 * outside of comments and texts, or lines with a day.
 */
export const visibleEntries = (text: string, format: BankFormat): number => {
  if (format === 'mt940') return count(text, /:61:/g)
  if (format === 'ofx') return count(withoutComments(text), /<(\w+:)?STMTTRN\s*\/?>/g)
  if (format === 'camt') return count(withoutComments(text), /<(\w+:)?Ntry[\s/>]/g)
  // A row of another bank above the names of columns is a letterhead: days stand where those of most rows do.
  const columns = text.split(/\r\n|\r|\n/).flatMap((line) => columnOfDay(line) ?? [])
  const most = columns.toSorted((a, b) => a - b)[columns.length >> 1]
  return columns.filter((column) => column === most).length
}

/** The number of delimiters before the day of a row; null for a line without a day and a number that fill cells. */
const columnOfDay = (line: string): number | null => {
  const at = line.search(DAY)
  return at === -1 || !NUMBER.test(line.slice(at)) ? null : line.slice(0, at).split(DELIMITER).length - 1
}

const DELIMITER = /[;,\t|]/
const NUMBER = /[;,\t|] *"?-?[\d.,]*\d"? *([;,\t|\r]|$)/

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const withoutComments = (text: string): string =>
  text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '')

const DAY = /(\b2026\d{4}|\b2026-\d\d-\d\d|\b\d\d\/\d\d\/2026)( \d\d:\d\d(:\d\d)?)?\s*[;,\t|]/
