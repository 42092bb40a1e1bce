import { escapeXml } from './text.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** ` name="value"` for each. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replace(/"/g, '&quot;')}"`)
    .join('')

const LETTERS = 26

/** A, B, ... Z, AA, AB: the first column is 0. */
export const letterOf = (column: number): string =>
  (column < LETTERS ? '' : letterOf(Math.floor(column / LETTERS) - 1)) + String.fromCharCode(65 + (column % LETTERS))
