import { accountOf, type BankEntry, type BankFile, type BankStatement } from '../../core/bank/bank-statement.ts'
import { type Centavos, negate } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { BankFileFault, faultAt, foldSpaces, GET_AGAIN, LINES } from '../bank-file-fault.ts'
import { plainAmount } from '../values/amount.ts'
import { type BankZone, bankDay, dayOfTime, inOrderOfDays } from '../values/bank-day.ts'
import { knownParts, noSum, openSum, partsOf, requireKnown } from './known-parts.ts'
import { type Element, elementAt, elementsAt, readMarkup, textAt } from './markup.ts'

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
export const isOfx = (head: string): boolean => /^OFXHEADER:|<\?OFX\s|<OFX>/.test(head)

/**
 * OFX 1 (SGML) and 2 (XML): the statements of bank accounts. A ledger balance is that of the time of the download, not
 * of the last entry, so a statement has no balances. Every sum and day is parsed from its text.
 */
export const readOfx = (text: string, zone: BankZone): BankFile => {
  const root = rootOf(text)
  const statements = elementsAt(root, 'BANKMSGSRSV1')
    .flatMap((messages) => elementsAt(messages, 'STMTTRNRS'))
    .flatMap(statementsIn)
  if (statements.length === 0)
    throw new BankFileFault(
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
    throw ofxFault(status, { en: 'the bank could not give this statement', es: 'el banco no pudo dar este extracto' })
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
    throw ofxFault(statement, { en: 'it covers no days', es: 'no cubre ningún día' })
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

const ofxFault = ({ name, position }: Element, what: Both<string>): BankFileFault =>
  faultAt(LINES, position, { en: `<${name}>: ${what.en}`, es: `<${name}>: ${what.es}` })

const notPesos = ({ name, position }: Element): BankFileFault =>
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
  throw ofxFault(open, {
    en: 'its sum has no sign, and neither its type nor the other sums show which it is',
    es: 'su valor no tiene signo, y ni su tipo ni los otros valores muestran cuál es',
  })
}

const entryOf = (element: Element, zone: BankZone, debitsAreTyped: boolean): BankEntry => {
  if (elementAt(element, 'CURRENCY') !== undefined && textAt(element, 'CURRENCY', 'CURSYM') !== 'COP')
    throw notPesos(element)
  const bookedOn = dayIn(element, 'DTPOSTED', zone)
  if (bookedOn === null) throw ofxFault(element, { en: 'it has no day', es: 'no tiene día' })
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
  throw ofxFault(element, isOpen ? openSum(text) : noSum(text))
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
