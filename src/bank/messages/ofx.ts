import { accountOf } from '../../domain/bank/account-of.ts'
import type { BankEntry, BankFile, BankStatement } from '../../domain/bank/bank-statement.ts'
import { type Centavos, negate } from '../../domain/money.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { BankFileFault, faultAt, GET_AGAIN, LINES } from '../bank-file-fault.ts'
import { plainAmount } from '../values/amount.ts'
import { bankDay } from '../values/bank-day.ts'
import { type BankZone, dayOfTime } from '../values/day-of-time.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'
import { type Element, elementAt, elementsAt, readMarkup, textAt } from './markup.ts'

/** OFX 1 has its own header, OFX 2 is XML. */
export const isOfx = (head: string): boolean => /^OFXHEADER:|<\?OFX\s|<OFX>/.test(head)

/**
 * OFX 1 (SGML) and 2 (XML): the statements of bank accounts. A ledger balance is that of the time of the download, not
 * of the last entry, so a statement has no balances. Every sum and day is parsed from its text.
 */
export const readOfx = (text: string, zone: BankZone): BankFile => {
  const start = text.search(/<OFX>/)
  const isSgml = !/^\s*<\?xml/.test(text)
  // Blank lines in place of the header, so that line numbers stay right.
  const body = start === -1 ? text : `${text.slice(0, start).replace(/[^\n]/g, '')}${text.slice(start)}`
  const root = readMarkup(body, isSgml ? 'sgml' : 'xml')
  const statements = elementsAt(elementAt(root, 'BANKMSGSRSV1'), 'STMTTRNRS').flatMap((one) =>
    elementsAt(one, 'STMTRS'),
  )
  if (statements.length === 0)
    throw new BankFileFault(
      { en: 'it has no statement of a bank account', es: 'no tiene un extracto de cuenta' },
      GET_AGAIN,
    )
  return { format: 'ofx', statements: statements.map((statement) => statementOf(statement, zone)) }
}

const statementOf = (statement: Element, zone: BankZone): BankStatement => {
  if (textAt(statement, 'CURDEF') !== 'COP') throw notPesos(statement)
  const list = elementAt(statement, 'BANKTRANLIST')
  const entries = entriesOf(elementsAt(list, 'STMTTRN'), zone)
  const [start, end] = [dayIn(list, 'DTSTART', zone), dayIn(list, 'DTEND', zone)]
  const days = [start, end, ...entries.map(({ bookedOn }) => bookedOn)].filter((day) => day !== null).toSorted()
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

/** Some banks write no signs; the type of the transaction then shows which is a debit. */
const entriesOf = (elements: readonly Element[], zone: BankZone): readonly BankEntry[] => {
  const entries = elements.map((element) => ({ element, entry: entryOf(element, zone) }))
  const hasSigns = entries.some(({ entry }) => entry.value < 0n)
  return entries.map(({ element, entry }) =>
    hasSigns || !DEBITS.includes(textAt(element, 'TRNTYPE')) ? entry : { ...entry, value: negate(entry.value) },
  )
}
const DEBITS = ['DEBIT', 'FEE', 'SRVCHG', 'CHECK', 'PAYMENT', 'CASH', 'DIRECTDEBIT', 'REPEATPMT']

const entryOf = (element: Element, zone: BankZone): BankEntry => {
  if (elementAt(element, 'CURRENCY') !== undefined && textAt(element, 'CURRENCY', 'CURSYM') !== 'COP')
    throw notPesos(element)
  const [bookedOn, value] = [dayIn(element, 'DTPOSTED', zone), sumOf(textAt(element, 'TRNAMT'))]
  if (bookedOn === null) throw ofxFault(element, { en: 'it has no day', es: 'no tiene día' })
  if (value === null) throw ofxFault(element, { en: 'it has no sum', es: 'no tiene una suma' })
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
const sumOf = (text: string): Centavos | null => {
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim())) return null
  return plainAmount(text, text.includes(',') ? ',' : '.')
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
