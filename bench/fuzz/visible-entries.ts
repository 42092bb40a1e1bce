import type { BankFormat } from '../../src/domain/bank/bank-statement.ts'

/**
 * The number of entries that anybody can see in a text of that format, counted without reading it: fields, elements
 * outside of comments and texts, or lines with a day.
 */
export const visibleEntries = (text: string, format: BankFormat): number => {
  if (format === 'mt940') return count(text, /:61:/g)
  if (format === 'ofx') return count(withoutComments(text), /<(\w+:)?STMTTRN\s*\/?>/g)
  if (format === 'camt') return count(withoutComments(text), /<(\w+:)?Ntry[\s/>]/g)
  return text.split(/\r\n|\r|\n/).filter((line) => DAY.test(line)).length
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const withoutComments = (text: string): string =>
  text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '')

const DAY = /\b2026\d{4}\b|\b2026-\d\d-\d\d\b|\b\d\d\/\d\d\/2026\b/
