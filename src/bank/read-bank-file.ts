import type { BankMapping } from '../core/bank/bank-mapping.ts'
import type { BankEntry, BankFile, BankFormat, BankStatement } from '../core/bank/bank-statement.ts'
import { isExact } from '../core/money.ts'
import type { Both } from '../std/both.ts'
import { BankFileFault, bankText, GET_AGAIN, ROWS } from './bank-file-fault.ts'
import type { BankReading } from './bank-reading.ts'
import { kindOfBankFile } from './kind-of-bank-file.ts'
import { isCamt, readCamt } from './messages/camt.ts'
import { isMt940, readMt940 } from './messages/mt940.ts'
import { isOfx, readOfx } from './messages/ofx.ts'
import type { BankRow } from './tables/csv-rows.ts'
import { type KnownTable, knownRows, knownText, readKnownForm } from './tables/read-known-form.ts'
import { readMapped } from './tables/read-mapped.ts'
import type { BankZone } from './values/bank-day.ts'
import { withFileName } from './with-file-name.ts'
import { workbookRows } from './workbook/workbook-rows.ts'

export interface BankFileOptions {
  /** The file's name without its folder, for messages. */
  readonly name: string
  /** The zone of days whose times have an offset. */
  readonly zone: BankZone
  /** Detected from the bytes when absent. */
  readonly format?: BankFormat
  /** The columns of a CSV file or a workbook in none of the known formats. */
  readonly mapping?: BankMapping
}

/** A bank file as read, with the number of entries that stand in it but in none of its statements. */
export interface WholeBankFile extends BankFile {
  readonly leftOut: {
    /** Not booked by the bank. */
    readonly notBooked: number
    /** Of a statement or report that stands in the file twice. */
    readonly doubled: number
  }
}

/** Reads a whole bank file, or throws a fault with the place of the error. */
export const readBankFile = (bytes: Uint8Array, { name, ...options }: BankFileOptions): WholeBankFile =>
  withFileName(name, () => {
    const { format, statements, notBooked = 0 } = read(bytes, options)
    const once = withoutRepeatedReports(withoutCopies(statements))
    if (once.some(isBeyondExact)) throw new BankFileFault(BEYOND_EXACT, GET_AGAIN)
    return { format, statements: once, leftOut: { notBooked, doubled: countEntries(statements) - countEntries(once) } }
  })

const countEntries = (statements: readonly BankStatement[]): number =>
  statements.reduce((sum, { entries }) => sum + entries.length, 0)

/**
 * A file may have the same statement twice: it counts once. Equal rows of one statement stay, and so do equal statements
 * with neither a number nor balances.
 */
const withoutCopies = (statements: readonly BankStatement[]): readonly BankStatement[] => {
  const seen = new Set<string>()
  return statements.filter((statement) => {
    if (statement.number === null && statement.opening === null && statement.closing === null) return true
    const contents = contentsOf(statement)
    return !seen.has(contents) && seen.add(contents)
  })
}

/**
 * Reports of one day may each repeat what the one before had. An entry with a reference counts once in reports without
 * balances; balances would show whether it came twice.
 */
const withoutRepeatedReports = (statements: readonly BankStatement[]): readonly BankStatement[] => {
  const seen = new Set<string>()
  return statements.map((statement) => {
    if (statement.opening !== null || statement.closing !== null) return statement
    const keyed = statement.entries.map((entry) => ({ entry, key: keyOf(statement.account, entry) }))
    const left = keyed.filter(({ entry, key }) => entry.reference === null || !seen.has(key))
    for (const { key } of keyed) seen.add(key)
    return { ...statement, entries: left.map(({ entry }) => entry) }
  })
}

const keyOf = (account: string | null, { bookedOn, value, text, reference }: BankEntry): string =>
  JSON.stringify([account, bookedOn, value.toString(), text, reference])

/** All but the places of its entries in the file. */
const contentsOf = ({ entries, ...days }: BankStatement): string =>
  JSON.stringify([days, entries.map(({ position, ...entry }) => entry)], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** A computed balance may exceed every sum that was read. */
const isBeyondExact = ({ opening, closing }: BankStatement): boolean =>
  [opening, closing].some((balance) => balance !== null && !isExact(balance))

const BEYOND_EXACT: Both<string> = {
  en: 'its balances are beyond the sums that can be held exactly',
  es: 'sus saldos superan las sumas que se pueden guardar con exactitud',
}

/** The form of a file of messages, by its text; null for a table, which has columns. */
export const messageForm = (text: string): BankFormat | null => messageIn(text)?.format ?? null

const messageIn = (text: string): MessageForm | undefined => {
  const head = headOf(text)
  return MESSAGES.find(({ isOf }) => isOf(head))
}

const headOf = (text: string): string => text.slice(0, HEAD_CHARACTERS).trimStart()
const HEAD_CHARACTERS = 4_000

interface MessageForm {
  readonly format: BankFormat
  /** Whether a file has this format, by its first characters. */
  readonly isOf: (head: string) => boolean
  readonly read: (text: string, zone: BankZone) => BankReading
}

const MESSAGES: readonly MessageForm[] = [
  { format: 'mt940', isOf: isMt940, read: readMt940 },
  { format: 'camt', isOf: isCamt, read: readCamt },
  { format: 'ofx', isOf: isOfx, read: readOfx },
]

const read = (bytes: Uint8Array, { format, mapping, zone }: Omit<BankFileOptions, 'name'>): BankReading => {
  const sheet = sheetIn(bytes)
  if (format === 'mapped') return readWithMapping(bytes, sheet, mapping)
  const text = sheet === null ? bankText(bytes) : ''
  const message = messageIn(text)
  const table = message === undefined ? knownTable(bytes, sheet) : null
  const found = message?.format ?? table?.form.format
  const wanted = format === undefined ? message : MESSAGES.find((one) => one.format === format)
  if (format !== undefined && found !== undefined && format !== found) throw otherForm(found, format)
  if (wanted !== undefined) return wanted.read(text, zone)
  return table === null ? readWithMapping(bytes, sheet, mapping) : readKnownForm(table)
}

/** The rows of a workbook; null for a text. */
export const sheetIn = (bytes: Uint8Array): readonly BankRow[] | null =>
  kindOfBankFile(bytes) === 'workbook' ? workbookRows(bytes) : null

/** The table of a file in a known form; null when it has none of them. */
export const knownTable = (bytes: Uint8Array, sheet: readonly BankRow[] | null): KnownTable | null =>
  sheet === null ? knownText(bankText(bytes)) : knownRows(sheet, ROWS)

const readWithMapping = (
  bytes: Uint8Array,
  sheet: readonly BankRow[] | null,
  mapping: BankMapping | undefined,
): BankFile => {
  if (mapping !== undefined) return readMapped(bytes, sheet, mapping)
  throw new BankFileFault(
    {
      en: 'its format is not recognised, and bankMapping does not describe its columns',
      es: 'no se reconoce su formato, y bankMapping no describe sus columnas',
    },
    MAP_IT,
  )
}

const otherForm = (form: BankFormat, wanted: BankFormat): BankFileFault =>
  new BankFileFault(
    { en: `it is ${form}, not ${wanted}`, es: `es ${form}, no ${wanted}` },
    { en: 'omit the format: it is detected from the file', es: 'omita el formato: se detecta a partir del archivo' },
  )

const MAP_IT: Both<string> = {
  en: 'run "cuadre bank import --guess" with the file: it proposes a mapping of its columns',
  es: 'ejecute "cuadre bank import --guess" con el archivo: propone cómo leer sus columnas',
}
