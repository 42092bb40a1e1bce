import { accountOf } from '../../domain/bank/account-of.ts'
import type { BankEntry, BankFile, BankStatement } from '../../domain/bank/bank-statement.ts'
import { addDays, type SlotDate } from '../../domain/slot.ts'
import { BankFileFault, faultAt, GET_AGAIN, LINES } from '../bank-file-fault.ts'
import { type BankZone, dayBeforeEnd, dayOfTime } from '../values/day-of-time.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'
import { camtEntry, dayIn, sumIn } from './camt-entry.ts'
import { checkClosing } from './check-closing.ts'
import { type Element, elementAt, elementsAt, readMarkup, textAt } from './markup.ts'

/** Whether a file is ISO 20022: camt.052, camt.053 or camt.054. */
export const isCamt = (head: string): boolean =>
  /^(<\?xml|<!--|<(\w+:)?Document)/.test(head) && /camt\.05[234]\.|<(\w+:)?BkToCstmr/.test(head)

/** Statements (053), reports within the day (052) and notifications (054), with their place below `Document`. */
const REPORTS = [
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
] as const

/** camt.053, .052 and .054 in versions 2 to 8. Entries that are not booked yet are left out. */
export const readCamt = (text: string, zone: BankZone): BankFile => {
  const root = readMarkup(text, 'xml')
  const reports = REPORTS.flatMap(([message, report]) => elementsAt(elementAt(root, message), report))
  if (reports.length === 0)
    throw new BankFileFault({ en: 'it has no statement', es: 'no tiene ningún extracto' }, GET_AGAIN)
  return { format: 'camt', statements: reports.map((report) => statementOf(report, zone)) }
}

const statementOf = (report: Element, zone: BankZone): BankStatement => {
  const entries = elementsAt(report, 'Ntry').flatMap((element) => camtEntry(element, zone) ?? [])
  const [opening, closing] = [balanceOf(report, 'OPBD') ?? balanceOf(report, 'PRCD'), balanceOf(report, 'CLBD')]
  const statement = {
    account: accountOf(textAt(report, 'Acct', 'Id', 'Othr', 'Id') || textAt(report, 'Acct', 'Id', 'IBAN')),
    number: textAt(report, 'ElctrncSeqNb') || textAt(report, 'LglSeqNb') || textAt(report, 'Id') || null,
    ...daysOf(report, entries, zone),
    opening: opening === undefined ? null : sumIn(opening),
    closing: closing === undefined ? null : sumIn(closing),
    entries: inOrderOfDays(entries),
  }
  return checkClosing(statement, closing?.position ?? report.position)
}

const balanceOf = (report: Element, code: string): Element | undefined =>
  elementsAt(report, 'Bal').find((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code)

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
