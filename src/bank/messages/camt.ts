import { accountOf, type BankEntry, type BankStatement } from '../../core/bank/bank-statement.ts'
import { type Centavos, negate } from '../../core/money.ts'
import { addDays, asSlotDate, type SlotDate } from '../../core/slot.ts'
import { wholeCharacters } from '../../std/whole-characters.ts'
import { plainAmount } from '../../tables/amount.ts'
import { type BankZone, dayBeforeEnd, dayOfTime, inOrderOfDays } from '../../tables/bank-day.ts'
import { FileFault, faultAt, foldSpaces, GET_AGAIN, LINES } from '../../tables/file-fault.ts'
import { type Element, elementAt, elementFault, elementsAt, readMarkup, textAt } from '../../tables/markup.ts'
import type { BankReading } from '../bank-reading.ts'
import { checkClosing, knownParts, knownWithin, noSum, partsOf } from './known-parts.ts'

/** Statuses before booking: pending, for information, future. */
const NOT_BOOKED = ['PDNG', 'INFO', 'FUTR']
const TEXT_MAX_CHARACTERS = 1_000

/**
 * An entry as booked; null when it is not booked yet. A batch is one entry. The credit or debit indicator of a reversal
 * describes the reversal, not the reversed entry.
 */
const camtEntry = (element: Element, zone: BankZone): BankEntry | null => {
  const status = textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts')
  if (NOT_BOOKED.includes(status)) return null
  if (status !== 'BOOK')
    throw elementFault(element, { en: 'it is neither booked nor pending', es: 'no está contabilizado ni pendiente' })
  const [booked, valueOn] = [dayIn(element, 'BookgDt', zone), dayIn(element, 'ValDt', zone)]
  const bookedOn = booked ?? valueOn
  if (bookedOn === null) throw elementFault(element, { en: 'it has no day', es: 'no tiene día' })
  return {
    bookedOn,
    valueOn,
    value: sumIn(element),
    text: textOf(element),
    reference: referenceOf(element),
    position: element.position,
  }
}

/** The sum of an entry or a balance: positive for a credit. */
const sumIn = (element: Element): Centavos => {
  const amount = elementAt(element, 'Amt')
  const digits = amount?.text ?? ''
  const value = plainAmount(digits, '.')
  const side = textAt(element, 'CdtDbtInd')
  if (value === null || digits.startsWith('-')) throw elementFault(element, noSum(digits))
  if (side !== 'CRDT' && side !== 'DBIT')
    throw elementFault(element, { en: 'it is neither credit nor debit', es: 'no es crédito ni débito' })
  if (amount?.attributes.get('Ccy') !== 'COP')
    throw faultAt(
      LINES,
      element.position,
      { en: `<${element.name}>: its currency is not COP`, es: `<${element.name}>: su moneda no es COP` },
      { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
    )
  return side === 'DBIT' ? negate(value) : value
}

/** The day in a child that has it as `Dt` or, with its time, as `DtTm`. */
const dayIn = (element: Element | undefined, name: string, zone: BankZone): SlotDate | null =>
  asSlotDate(textAt(element, name, 'Dt')) ?? dayOfTime(textAt(element, name, 'DtTm'), zone)

/** The bank's text of the entry and, for each transaction in it, the other party and the purpose. */
const textOf = (element: Element): string => {
  const party = textAt(element, 'CdtDbtInd') === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const texts = transactionsOf(element).flatMap((one) => [
    textAt(one, 'RltdPties', party, 'Nm') || textAt(one, 'RltdPties', party, 'Pty', 'Nm'),
    ...elementsAt(elementAt(one, 'RmtInf'), 'Ustrd').map(({ text }) => text),
    textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') || textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'CdtrRef'),
    textAt(one, 'AddtlTxInf'),
  ])
  const distinct = new Set([textAt(element, 'AddtlNtryInf'), ...texts].map(foldSpaces).filter((text) => text !== ''))
  return wholeCharacters([...distinct].join(' ').slice(0, TEXT_MAX_CHARACTERS))
}

const transactionsOf = (element: Element): readonly Element[] =>
  [element, ...elementsAt(element, 'NtryDtls')].flatMap((part) => elementsAt(part, 'TxDtls'))

const referenceOf = (element: Element): string | null => {
  const [only, second] = transactionsOf(element)
  const inside = second === undefined ? [textAt(only, 'Refs', 'AcctSvcrRef'), textAt(only, 'Refs', 'EndToEndId')] : []
  const all = [textAt(element, 'AcctSvcrRef'), textAt(element, 'NtryRef'), ...inside].map(foldSpaces)
  return all.find((text) => text !== '' && text !== 'NOTPROVIDED') ?? null
}

/** Statements (053), reports within the day (052) and notifications (054) in a message. */
const REPORTS = ['Stmt', 'Rpt', 'Ntfctn'] as const

const MESSAGE = partsOf({ nothing: 'GrpHdr SplmtryData', each: REPORTS.join(' ') })

const REPORT = partsOf({
  text: 'Id ElctrncSeqNb LglSeqNb CreDtTm CpyDplctInd',
  once: 'Acct FrToDt',
  each: 'Bal Ntry',
  nothing: [
    'StmtPgntn RptPgntn NtfctnPgntn RptgSeq RptgSrc RltdAcct Intrst TxsSummry',
    'AddtlStmtInf AddtlRptInf AddtlNtfctnInf',
  ].join(' '),
})

/** In version 1, names of messages end in `V01`. */
const MESSAGE_NAMES = ['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn']
const MESSAGES: readonly string[] = MESSAGE_NAMES.flatMap((name) => [name, `${name}V01`])

/** The parts of a message from its root down to an entry, in all versions. In version 1, `TxDtls` stands in the entry. */
const camtParts = knownParts({
  ...Object.fromEntries(MESSAGES.map((name) => [name, MESSAGE])),
  ...Object.fromEntries(REPORTS.map((name) => [name, REPORT])),
  Bal: partsOf({ text: 'Amt CdtDbtInd', once: 'Tp Dt', nothing: 'CdtLine Avlbty' }),
  Ntry: partsOf({
    text: 'NtryRef Amt CdtDbtInd RvslInd AcctSvcrRef ComssnWvrInd AddtlNtryInf',
    once: 'Sts BookgDt ValDt',
    each: 'NtryDtls TxDtls',
    nothing: 'Btch Avlbty BkTxCd AddtlInfInd AmtDtls Chrgs TechInptChanl Intrst CardTx',
  }),
  NtryDtls: partsOf({ nothing: 'Btch', each: 'TxDtls' }),
})

/** Whether a file is ISO 20022: camt.052, camt.053 or camt.054, in an envelope or bare. */
export const isCamt = (head: string): boolean =>
  head.startsWith('<') && /\bcamt\.05[234]\.|<(\w+:)?BkToCstmr/.test(head)

/** camt.053, .052 and .054 in versions 1 to 8 and later. Entries that are not booked yet are left out, and counted. */
export const readCamt = (text: string, zone: BankZone): BankReading => {
  const root = readMarkup(text, 'xml')
  // A document is known by what is in it: it may stand bare, or in any envelope.
  const envelope = { ...root, children: [root], text: '' }
  const reports = knownWithin(envelope, MESSAGES, camtParts).flatMap((message) =>
    REPORTS.flatMap((name) => elementsAt(message, name)),
  )
  if (reports.length === 0)
    throw new FileFault({ en: 'it has no statement', es: 'no tiene ningún extracto' }, GET_AGAIN)
  const entries = reports.map((report) => elementsAt(report, 'Ntry').map((element) => camtEntry(element, zone)))
  return {
    format: 'camt',
    statements: reports.map((report, at) =>
      statementOf(report, entries[at]?.filter((entry) => entry !== null) ?? [], zone),
    ),
    notBooked: entries.flat().filter((entry) => entry === null).length,
  }
}

const statementOf = (report: Element, entries: readonly BankEntry[], zone: BankZone): BankStatement => {
  const [opening, closing] = [balanceOf(report, 'OPBD') ?? balanceOf(report, 'PRCD'), balanceOf(report, 'CLBD')]
  const statement = {
    account: accountIn(elementAt(report, 'Acct', 'Id')),
    number: textAt(report, 'ElctrncSeqNb') || textAt(report, 'LglSeqNb') || textAt(report, 'Id') || null,
    ...daysOf(report, entries, zone),
    opening: opening === undefined ? null : sumIn(opening),
    closing: closing === undefined ? null : sumIn(closing),
    entries: inOrderOfDays(entries),
  }
  return checkClosing(statement, closing?.position ?? report.position)
}

/** Version 1 has the number of the bank itself in `PrtryAcct`, later ones in `Othr`. */
const accountIn = (id: Element | undefined): string | null =>
  [['Othr', 'Id'], ['IBAN'], ['PrtryAcct', 'Id'], ['BBAN'], ['UPIC']]
    .map((path) => accountOf(textAt(id, ...path)))
    .find((account) => account !== null) ?? null

/** The balance with that code; in version 1 the code stands one step higher. */
const balanceOf = (report: Element, code: string): Element | undefined => {
  const [found, second] = elementsAt(report, 'Bal').filter(
    (balance) => (textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') || textAt(balance, 'Tp', 'Cd')) === code,
  )
  if (second === undefined) return found
  throw faultAt(LINES, second.position, {
    en: `<Bal>: the balance ${code} stands a second time in a statement`,
    es: `<Bal>: el saldo ${code} está por segunda vez en un extracto`,
  })
}

/** The days named in the file; else those of its balances, of its entries, or of its creation. */
const daysOf = (report: Element, entries: readonly BankEntry[], zone: BankZone): { from: SlotDate; to: SlotDate } => {
  const [from, to] = [textAt(report, 'FrToDt', 'FrDtTm'), textAt(report, 'FrToDt', 'ToDtTm')]
  const [opening, previous, closing] = ['OPBD', 'PRCD', 'CLBD'].map((code) =>
    dayIn(balanceOf(report, code), 'Dt', zone),
  )
  const first = dayOfTime(from, zone) ?? opening ?? (previous == null ? null : addDays(previous, 1))
  const last = dayBeforeEnd(to, zone) ?? closing
  const days = [first, last, ...entries.map(({ bookedOn }) => bookedOn)].filter((day) => day != null).toSorted()
  const made = dayOfTime(textAt(report, 'CreDtTm'), zone)
  const [start, end] = [days[0] ?? made, days.at(-1) ?? made]
  if (start != null && end != null) return { from: start, to: end }
  throw faultAt(LINES, report.position, { en: 'it covers no days', es: 'no cubre ningún día' })
}
