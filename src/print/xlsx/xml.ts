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

/**
 * Lines in a cell end with LF. Excel reads `_x0041_` as the letter A (ECMA-376, ST_Xstring), so an underscore that
 * begins such an escape is itself escaped.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (letter) => (letter === '&' ? '&amp;' : letter === '<' ? '&lt;' : '&gt;'))
