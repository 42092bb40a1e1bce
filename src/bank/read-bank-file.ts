import type { BankMapping } from '../core/bank/bank-mapping.ts'
import {
  accountOf,
  type BankEntry,
  type BankFile,
  type BankFormat,
  type BankStatement,
} from '../core/bank/bank-statement.ts'
import { type Centavos, isExact, negate } from '../core/money.ts'
import type { SlotDate } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { plainAmount } from '../tables/amount.ts'
import { type BankZone, bankDay, dayOfTime, inOrderOfDays } from '../tables/bank-day.ts'
import type { FileRow } from '../tables/csv-rows.ts'
import { FileFault, faultAt, foldSpaces, GET_AGAIN, LINES, ROWS, textOfFile } from '../tables/file-fault.ts'
import { type Element, elementAt, elementFault, elementsAt, readMarkup, textAt } from '../tables/markup.ts'
import { sheetIn } from '../tables/rows-of-file.ts'
import { withFileName } from '../tables/with-file-name.ts'
import type { BankReading } from './bank-reading.ts'
import { isCamt, readCamt } from './messages/camt.ts'
import { knownParts, noSum, openSum, partsOf, requireKnown } from './messages/known-parts.ts'
import { isMt940, readMt940 } from './messages/mt940.ts'
import { readKnownForm, type TableInForm, tableOfRows, tableOfText } from './tables/read-known-form.ts'
import { readMapped } from './tables/read-mapped.ts'

/**
 * The parts of an OFX file from its root down to an entry. Other message sets (cards, loans, investments) and a
 * correction of an entry that was sent before are refused; balances are those of the download.
 */
const ofxParts = knownParts({
  OFX: partsOf({ each: 'BANKMSGSRSV1', nothing: 'SIGNONMSGSRSV1 SIGNUPMSGSRSV1 EMAILMSGSRSV1 PROFMSGSRSV1' }),
  BANKMSGSRSV1: partsOf({ each: 'STMTTRNRS' }),
  STMTTRNRS: partsOf({ each: 'STMTRS', once: 'STATUS', text: 'TRNUID CLTCOOKIE', nothing: 'OFXEXTENSION' }),
  STATUS: partsOf({ text: 'CODE SEVERITY MESSAGE' }),
  STMTRS: partsOf({
    text: 'CURDEF CASHADVBALAMT INTRATE MKTGINFO',
    once: 'BANKACCTFROM',
    each: 'BANKTRANLIST',
    nothing: 'LEDGERBAL AVAILBAL BALLIST BANKTRANLISTP',
  }),
  BANKACCTFROM: partsOf({ text: 'BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY' }),
  BANKTRANLIST: partsOf({ text: 'DTSTART DTEND', each: 'STMTTRN' }),
  STMTTRN: partsOf({
    text: 'TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME MEMO MEMO2',
    once: 'PAYEE CURRENCY ORIGCURRENCY',
    nothing: 'BANKACCTTO CCACCTTO IMAGEDATA INV401KSOURCE',
  }),
})

/** OFX 1 has its own header, OFX 2 is XML. */
const isOfx = (head: string): boolean => /^OFXHEADER:|<\?OFX\s|<OFX>/.test(head)

/**
 * OFX 1 (SGML) and 2 (XML): the statements of bank accounts. A ledger balance is that of the time of the download, not
 * of the last entry, so a statement has no balances. Every sum and day is parsed from its text.
 */
const readOfx = (text: string, zone: BankZone): BankFile => {
  const root = rootOf(text)
  const statements = elementsAt(root, 'BANKMSGSRSV1')
    .flatMap((messages) => elementsAt(messages, 'STMTTRNRS'))
    .flatMap(statementsIn)
  if (statements.length === 0)
    throw new FileFault(
      { en: 'it has no statement of a bank account', es: 'no tiene un extracto de cuenta' },
      GET_AGAIN,
    )
  const debitsAreTyped = areDebitsTyped(statements.flatMap(transactionsOf))
  return { format: 'ofx', statements: statements.map((statement) => statementOf(statement, zone, debitsAreTyped)) }
}

const rootOf = (text: string): Element => {
  const start = text.search(/<OFX>/)
  const header = text.slice(0, Math.max(0, start))
  if (!HEADER.test(header.replace(INSTRUCTION, '')))
    throw faultAt(LINES, 1, { en: 'its header is not that of OFX', es: 'su encabezado no es el de OFX' })
  // Blank lines in place of the header, so that line numbers stay right.
  const body = `${header.replace(/[^\n]/g, '')}${text.slice(header.length)}`
  const root = readMarkup(body, /^\s*<\?xml/.test(text) ? 'xml' : 'sgml')
  requireKnown(root, ofxParts)
  return root
}
/** Names with a colon and a value; some banks write them all on one line. */
const HEADER = /^(\s*[A-Z]+:[\w.:-]*)*\s*$/
const INSTRUCTION = /<\?[^<>]*\?>|<!--(?:(?!-->)[\s\S])*-->/g

const statementsIn = (answer: Element): readonly Element[] => {
  const status = elementAt(answer, 'STATUS')
  if (status !== undefined && textAt(status, 'SEVERITY') === 'ERROR')
    throw elementFault(status, {
      en: 'the bank could not give this statement',
      es: 'el banco no pudo dar este extracto',
    })
  return elementsAt(answer, 'STMTRS')
}

const transactionsOf = (statement: Element): readonly Element[] =>
  elementsAt(statement, 'BANKTRANLIST').flatMap((list) => elementsAt(list, 'STMTTRN'))

const statementOf = (statement: Element, zone: BankZone, debitsAreTyped: boolean): BankStatement => {
  if (textAt(statement, 'CURDEF') !== 'COP') throw notPesos(statement)
  const entries = transactionsOf(statement).map((one) => entryOf(one, zone, debitsAreTyped))
  const ends = elementsAt(statement, 'BANKTRANLIST').flatMap((list) =>
    ['DTSTART', 'DTEND'].map((name) => dayIn(list, name, zone)),
  )
  const days = [...ends, ...entries.map(({ bookedOn }) => bookedOn)].filter((day) => day !== null).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined)
    throw elementFault(statement, { en: 'it covers no days', es: 'no cubre ningún día' })
  return {
    account: accountOf(textAt(statement, 'BANKACCTFROM', 'ACCTID')),
    number: null,
    from,
    to,
    opening: null,
    closing: null,
    entries: inOrderOfDays(entries),
  }
}

const notPesos = ({ name, position }: Element): FileFault =>
  faultAt(
    LINES,
    position,
    { en: `<${name}>: its currency is not COP`, es: `<${name}>: su moneda no es COP` },
    { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
  )

/** Types of transactions that are debits; with the others the account may gain or lose. */
const DEBITS = ['DEBIT', 'FEE', 'SRVCHG', 'CHECK', 'CASH', 'DIRECTDEBIT']
const PAYMENTS = ['PAYMENT', 'REPEATPMT']
const CREDITS = ['CREDIT', 'DEP', 'DIRECTDEP', 'DIV']

/**
 * Whether a sum without a sign is a debit when its type is one: some banks write no minus. Where a minus stands, a sum
 * without a sign is a credit, as OFX requires; the type of a payment received is then often that of a payment. A type
 * of either side decides nothing, so a sum without a sign beside typed debits is refused.
 */
const areDebitsTyped = (elements: readonly Element[]): boolean => {
  const signs = elements.map((element) => /^[+-]/.exec(textAt(element, 'TRNAMT'))?.[0] ?? '')
  if (signs.includes('-')) return false
  const unsigned = elements.filter((element, at) => signs[at] === '' && /[1-9]/.test(textAt(element, 'TRNAMT')))
  const types = unsigned.map((element) => textAt(element, 'TRNTYPE'))
  const hasDebits = types.some((type) => DEBITS.includes(type))
  const isOpen = (type: string): boolean =>
    PAYMENTS.includes(type) || ((hasDebits || signs.includes('+')) && ![...DEBITS, ...CREDITS].includes(type))
  const open = unsigned[types.findIndex(isOpen)]
  if (open === undefined) return hasDebits
  throw elementFault(open, {
    en: 'its sum has no sign, and neither its type nor the other sums show which it is',
    es: 'su valor no tiene signo, y ni su tipo ni los otros valores muestran cuál es',
  })
}

const entryOf = (element: Element, zone: BankZone, debitsAreTyped: boolean): BankEntry => {
  if (elementAt(element, 'CURRENCY') !== undefined && textAt(element, 'CURRENCY', 'CURSYM') !== 'COP')
    throw notPesos(element)
  const bookedOn = dayIn(element, 'DTPOSTED', zone)
  if (bookedOn === null) throw elementFault(element, { en: 'it has no day', es: 'no tiene día' })
  const sum = sumIn(element)
  const isTypedDebit = debitsAreTyped && DEBITS.includes(textAt(element, 'TRNTYPE'))
  const value = isTypedDebit && !textAt(element, 'TRNAMT').startsWith('+') ? negate(sum) : sum
  const texts = new Set(
    [textAt(element, 'NAME'), textAt(element, 'PAYEE', 'NAME'), textAt(element, 'MEMO')].map(foldSpaces),
  )
  return {
    bookedOn,
    valueOn: dayIn(element, 'DTAVAIL', zone),
    value,
    text: foldSpaces([...texts].join(' ')),
    reference: foldSpaces(textAt(element, 'FITID')) || null,
    position: element.position,
  }
}

/** A point or a comma as the decimal sign, and no thousands separators: `1.250` and `1,250` could be either. */
const sumIn = (element: Element): Centavos => {
  const text = textAt(element, 'TRNAMT')
  const isOpen = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  const value = isOpen ? null : plainAmount(text, text.includes(',') ? ',' : '.')
  if (value !== null) return value
  throw elementFault(element, isOpen ? openSum(text) : noSum(text))
}

/** `20260312`, optionally with a time, `20260312183000`, and its offset in hours: `[-5:COT]`. */
const dayIn = (element: Element | undefined, name: string, zone: BankZone): SlotDate | null => {
  const text = textAt(element, name)
  const [, year, month, day, hour, minute, sign, hours = ''] = WITH_OFFSET.exec(text) ?? []
  return hours === ''
    ? bankDay(text.slice(0, 8), 'yyyymmdd')
    : dayOfTime(`${year}-${month}-${day}T${hour}:${minute}${sign || '+'}${hours.padStart(2, '0')}`, zone)
}
const WITH_OFFSET = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[\d.]*\[([+-]?)(\d{1,2})(?:\.0+)?(?::\w*)?\]$/

export interface BankFileOptions {
  /** The file's name without its folder, for messages. */
  readonly name: string
  /** The zone of days whose times have an offset. */
  readonly zone: BankZone
  /** Detected from the bytes when absent. */
  readonly format?: BankFormat
  /** The columns of a CSV file or a workbook in none of the known formats. */
  readonly mapping?: BankMapping | undefined
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
    if (once.some(isBeyondExact)) throw new FileFault(BEYOND_EXACT, GET_AGAIN)
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

/** The form of a file, by its bytes; null where its columns have to be named. */
export const formatOfFile = (bytes: Uint8Array): BankFormat | null => {
  const sheet = sheetIn(bytes)
  const message = sheet === null ? messageIn(textOfFile(bytes)) : undefined
  return message?.format ?? tableOfFile(bytes, sheet)?.form.format ?? null
}

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
  const text = sheet === null ? textOfFile(bytes) : ''
  const message = messageIn(text)
  const table = message === undefined ? tableOfFile(bytes, sheet) : null
  const found = message?.format ?? table?.form.format
  const wanted = format === undefined ? message : MESSAGES.find((one) => one.format === format)
  if (format !== undefined && found !== undefined && format !== found) throw otherForm(found, format)
  if (wanted !== undefined) return wanted.read(text, zone)
  return table === null ? readWithMapping(bytes, sheet, mapping) : readKnownForm(table)
}

/** The table of a file in a known form; null when it has none of them. */
const tableOfFile = (bytes: Uint8Array, sheet: readonly FileRow[] | null): TableInForm | null =>
  sheet === null ? tableOfText(textOfFile(bytes)) : tableOfRows(sheet, ROWS)

const readWithMapping = (
  bytes: Uint8Array,
  sheet: readonly FileRow[] | null,
  mapping: BankMapping | undefined,
): BankFile => {
  if (mapping !== undefined) return readMapped(bytes, sheet, mapping)
  if (sheet === null && headOf(textOfFile(bytes)).startsWith('<')) throw new FileFault(OTHER_XML, OTHER_FILE)
  throw new FileFault(
    {
      en: 'its format is not recognised, and bankMapping does not describe its columns',
      es: 'no se reconoce su formato, y bankMapping no describe sus columnas',
    },
    MAP_IT,
  )
}

const otherForm = (form: BankFormat, wanted: BankFormat): FileFault =>
  new FileFault(
    { en: `it is ${form}, not ${wanted}`, es: `es ${form}, no ${wanted}` },
    { en: 'omit the format: it is detected from the file', es: 'omita el formato: se detecta a partir del archivo' },
  )

const OTHER_XML: Both<string> = {
  en: 'it is XML, and no statement of an account (camt.052, 053 or 054)',
  es: 'es XML, y no es un extracto de cuenta (camt.052, 053 o 054)',
}
const OTHER_FILE: Both<string> = {
  en: 'import the statement that the bank gives; an invoice of the operator goes to "cuadre fees invoice import"',
  es: 'importe el extracto que da el banco; una factura del operador va con "cuadre fees invoice import"',
}

const MAP_IT: Both<string> = {
  en: 'run "cuadre bank import FILE --guess": it proposes a mapping of its columns',
  es: 'ejecute "cuadre bank import ARCHIVO --guess": propone cómo leer sus columnas',
}
