import { accountOf, type BankEntry, type BankStatement } from '../../domain/bank/bank-statement.ts'
import { addDays, type SlotDate } from '../../domain/slot.ts'
import { BankFileFault, faultAt, GET_AGAIN, LINES } from '../bank-file-fault.ts'
import type { BankReading } from '../bank-reading.ts'
import { type BankZone, dayBeforeEnd, dayOfTime } from '../values/day-of-time.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'

import { camtEntry, dayIn, sumIn } from './camt-entry.ts'
import { camtParts, MESSAGES, REPORTS } from './camt-parts.ts'
import { checkClosing } from './check-closing.ts'
import { knownWithin } from './known-parts.ts'
import { type Element, elementAt, elementsAt, readMarkup, textAt } from './markup.ts'

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
    throw new BankFileFault({ en: 'it has no statement', es: 'no tiene ningún extracto' }, GET_AGAIN)
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
