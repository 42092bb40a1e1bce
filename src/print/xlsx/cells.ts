import type { Cell, Row } from '../../core/cell.ts'
import { type Centavos, toPesos } from '../../core/money.ts'
import { wholeCharacters } from '../../std/whole-characters.ts'
import { numberOf, type StyleName } from './styles.ts'
import type { CellChanges, Column } from './workbook.ts'
import { escapeXml, letterOf } from './xml.ts'

/** Day 0 of spreadsheets. Excel counts the first two months of 1900 wrongly, so these stay text. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST = 61
const DAY = 86_400_000

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A cache of the last few days: a ledger's rows are of one day or a few. */
const known = new Map<string, number | null>()
const KNOWN_DAYS_MAX = 1_000

/** The serial number of a day written `YYYY-MM-DD`; null for a day outside the range of spreadsheets. */
const serialOfDate = (text: string): number | null => {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= KNOWN_DAYS_MAX) known.clear()
  const serial = serialOf(text)
  known.set(text, serial)
  return serial
}

const serialOf = (text: string): number | null => {
  if (!DATE.test(text)) return null
  const midnight = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) return null
  const serial = (midnight - DAY_ZERO) / DAY
  return serial < FIRST ? null : serial
}

/** The serial number of a local time written `YYYY-MM-DD HH:mm:ss`, as text: a time is a fraction of its day. */
const serialOfTime = (text: string): string | null => {
  if (text.length !== LONG || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':') return null
  const day = serialOfDate(text.slice(0, 10))
  const seconds = (two(text, 11, 23) * 60 + two(text, 14, 59)) * 60 + two(text, 17, 59)
  return day === null || Number.isNaN(seconds) ? null : `${day}${fractionOf(seconds)}`
}
const LONG = 'YYYY-MM-DD HH:mm:ss'.length

/** A two-digit number of at most `most`, or NaN. */
const two = (text: string, at: number, most: number): number => {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  const number = tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
  return number <= most ? number : Number.NaN
}
const ZERO = 48

/**
 * `.9377893519` of a day: ten digits distinguish seconds. Cached in an array of fixed length, since a sparse one is
 * slow.
 */
const fractionOf = (seconds: number): string => {
  const fraction = FRACTIONS[seconds] ?? (seconds / 86_400).toFixed(10).slice(1)
  FRACTIONS[seconds] = fraction
  return fraction
}
const FRACTIONS = new Array<string | undefined>(86_400)

export type CountedRows = { -readonly [change in keyof CellChanges]: number }

/** Counts from nothing. */
export const noChanges = (): CountedRows => ({ cut: 0, replaced: 0, asText: 0, centavos: 0 })

export const addChanges = (to: CountedRows, more: CellChanges): void => {
  to.cut += more.cut
  to.replaced += more.replaced
  to.asText += more.asText
  to.centavos += more.centavos
}

/** The styles of a row's cells, by type. */
interface Looks {
  readonly text: StyleName
  readonly date: StyleName
  readonly time: StyleName
  readonly money: StyleName
  readonly count: StyleName
}

export const BODY: Looks = {
  text: 'text',
  date: 'date',
  time: 'time',
  money: 'money',
  count: 'count',
}
export const STRONG: Looks = {
  text: 'strongText',
  date: 'strongText',
  time: 'strongText',
  money: 'strongMoney',
  count: 'strongCount',
}

/** Makes the XML of a table's rows; the first row is 1. Counts the texts that a cell cannot hold unchanged. */
export const rowsOf = (
  columns: readonly Column[],
  changes: CountedRows,
  looks: Looks = BODY,
): ((row: Row, number: number) => string) => {
  const cells = columns.map((column, at) => cellOf(column, letterOf(at), changes, looks))
  return (row, number) => {
    let xml = `<row r="${number}">`
    for (let at = 0; at < cells.length; at += 1) xml += cells[at]?.(row[at] ?? null, number) ?? ''
    return `${xml}</row>`
  }
}

/** A cell of text with its own style. */
export const textCell = (column: number, row: number, look: StyleName, text: string): string =>
  `<c r="${letterOf(column)}${row}${styledCell(look, asText(text, NOWHERE))}`

/** A cell with its own style and these contents. */
export const cellXml = (column: number, row: number, look: StyleName, contents: string): string =>
  `<c r="${letterOf(column)}${row}${styledCell(look, `>${contents}</c>`)}`

/** Cells of our own words: changes are not counted. */
const NOWHERE: CountedRows = noChanges()

const cellOf = (column: Column, letter: string, changes: CountedRows, looks: Looks) => {
  const begun = `<c r="${letter}`
  const text = styledCell(column.kind === 'number' ? 'textAtRight' : looks.text, '')
  const date = styledCell(looks.date, '')
  const time = styledCell(looks.time, '')
  const tones = new Map(Object.entries(column.tones ?? {}).map(([word, tone]) => [word, styledCell(tone, '')]))

  const words = new Map(Object.entries(column.words ?? {}))
  const ofString = repeating(changes, (value) => {
    const serial = column.kind === 'date' ? serialOfDate(value) : column.kind === 'time' ? serialOfTime(value) : null
    if (serial !== null) return `${column.kind === 'date' ? date : time}><v>${serial}</v></c>`
    return `${tones.get(value) ?? text}${asText(words.get(value) ?? value, changes)}`
  })
  return (value: Cell, row: number): string => {
    if (value === null) return ''
    if (typeof value === 'string') return `${begun}${row}${ofString(value)}`
    return `${begun}${row}${typeof value === 'boolean' ? booleanCell(words.get(`${value}`) ?? `${value}`) : ofNumber(value, looks, changes)}`
  }
}

/**
 * Caches the cells of a column with few distinct words. Columns with many, and words that lose something, are made each
 * time.
 */
const repeating = (changes: CountedRows, make: (value: string) => string): ((value: string) => string) => {
  const known = new Map<string, string>()
  return (value) => {
    if (known.size === FEW) return make(value)
    const before = known.get(value)
    if (before !== undefined) return before
    const lost = changes.cut + changes.replaced
    const xml = make(value)
    if (changes.cut + changes.replaced === lost) known.set(value, xml)
    return xml
  }
}
const FEW = 32

/** An inline string: it is never evaluated as a formula. */
const asText = (value: string, changes: CountedRows): string => {
  if (isPlain(value)) return ` t="inlineStr"><is><t>${value}</t></is></c>`
  const { xml, isCut, isReplaced } = cellText(value)
  if (isCut) changes.cut += 1
  if (isReplaced) changes.replaced += 1
  const keep = value.trim() === value && !value.includes('\n') ? '' : ' xml:space="preserve"'
  return ` t="inlineStr"><is><t${keep}>${xml}</t></is></c>`
}

/** As in CSV files. Not a boolean cell, which LibreOffice turns into a formula; no cell of a row is one. */
const booleanCell = (word: string): string => styledCell('truth', ` t="inlineStr"><is><t>${word}</t></is></c>`)

const ofNumber = (value: Exclude<Cell, string | boolean | null>, looks: Looks, changes: CountedRows): string => {
  if (typeof value === 'bigint') return ofMoney(value, looks, changes)
  if (typeof value === 'number') return styledCell(looks.count, `><v>${value}</v></c>`)
  return styledCell('rate', `><v>${value.decimal}</v></c>`)
}

const ofMoney = (sum: Centavos, looks: Looks, changes: CountedRows): string => {
  const digits = toPesos(sum)
  if (sum % 100n !== 0n) changes.centavos += 1
  if (fitsNumber(sum)) return styledCell(looks.money, `><v>${digits}</v></c>`)
  changes.asText += 1
  return styledCell('textAtRight', ` t="inlineStr"><is><t>${digits}</t></is></c>`)
}

/** The XML after the reference of a cell. */
const styledCell = (look: StyleName, rest: string): string => `" s="${numberOf(look)}"${rest}`

/** A double keeps 15 digits exactly; a longer sum would be shown wrong. */
const DIGITS_MAX = 15

/** Fewer centavos than this have 15 digits at most: the quick answer for nearly every cell. */
const ALWAYS_FITS_BELOW = 10n ** 15n

/** Whether a number in a cell shows the sum exactly; any other sum is stored as text, and no total includes it. */
export const fitsNumber = (sum: Centavos): boolean =>
  (sum < ALWAYS_FITS_BELOW && sum > -ALWAYS_FITS_BELOW) || toPesos(sum).replace(/\D/g, '').length <= DIGITS_MAX

/** The most UTF-16 units in a cell. */
const CELL_MAX_CHARACTERS = 32_767
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
const isPlain = (text: string): boolean =>
  text.length <= CELL_MAX_CHARACTERS &&
  text.charCodeAt(0) > SPACE &&
  text.charCodeAt(0) < 127 &&
  text.charCodeAt(text.length - 1) > SPACE &&
  text.charCodeAt(text.length - 1) < 127 &&
  !ODD.test(text)

interface CellText {
  /** The escaped text between the tags. */
  readonly xml: string
  readonly isCut: boolean
  readonly isReplaced: boolean
}

/** Converts text to what a cell can hold, and counts what is lost. */
const cellText = (text: string): CellText => {
  const isCut = text.length > CELL_MAX_CHARACTERS
  const short = isCut ? `${wholeCharacters(text.slice(0, CELL_MAX_CHARACTERS - CUT.length))}${CUT}` : text
  if (!ODD.test(short)) return { xml: short, isCut, isReplaced: false }
  const writable = short.replace(UNWRITABLE, '\ufffd')
  return { xml: escapeXml(writable), isCut, isReplaced: writable !== short }
}
