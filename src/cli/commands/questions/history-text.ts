import type { CheckOfPull, History, HistoryEntry } from '../../../../reports/documents/history.ts'
import type { SettlementChange } from '../../../../reports/documents/pull-steps.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { isDecision } from '../../../domain/findings/act.ts'
import { inWords } from '../../../domain/money.ts'
import type { FieldChange, InvoiceChange } from '../../../domain/pull/invoice-changes.ts'
import { nameOf } from '../../../domain/slot.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { asOfLines } from '../../framework/as-of.ts'

/** A slot from its first pull on: a line for each pull, attempt and act, and below it what it changed. */
export const historyText = ({ merchant, slot, asOf, entries }: History, zone: Zone): string => {
  const pulls = entries.filter(({ kind }) => kind === 'pull').length
  const attempts = entries.filter(({ kind }) => kind === 'attempt').length
  const failed = attempts === 0 ? '' : `, ${howMany(attempts, 'attempt')} that could not be read whole`
  const lines = [
    `${nameOf(slot)}: ${howMany(pulls, 'reading')}${failed}  (merchant ${merchant})`,
    ...asOfLines(asOf, zone),
    '',
    `${'number'.padStart(8)}  ${`when (${zone.name})`.padEnd(WHEN)}  what`,
    ...entries.flatMap((entry) => entryLines(entry, zone)),
  ]
  return `${lines.join('\n')}\n`
}
const WHEN = 22

const entryLines = (entry: HistoryEntry, zone: Zone): readonly string[] => {
  switch (entry.kind) {
    case 'pull':
      return [
        ...headLines(entry.step.number, zone.clockAt(entry.step.at), headOf(entry)),
        ...entry.step.settlement.flatMap((change) => detail(`settlement ${settlementInWords(change)}`)),
        ...entry.changes.slice(0, MOST).flatMap((change) => detail(changeInWords(change))),
        ...more(entry.changes.length + entry.moreChanges, 'invoice'),
        ...entry.found.slice(0, MOST).flatMap((found) => detail(foundInWords(found))),
        ...more(entry.found.length, 'finding'),
      ]
    case 'attempt': {
      const { at, incomplete } = entry.step
      return headLines(null, zone.clockAt(at), `could not be read whole: ${incomplete?.reason ?? ''}`)
    }
    case 'act': {
      const { act, discrepancy } = entry
      const until = isDecision(act) && act.until !== null ? ` until ${act.until.date}` : ''
      const what = `${DONE[act.kind]} ${discrepancy.code} of ${discrepancy.subject}${until}: ${act.reason}`
      return headLines(act.number, zone.clockAt(act.at), `${act.by} ${what}`)
    }
    case 'closing': {
      const { number, at, by, through, reason } = entry.closing
      const why = reason === '' ? '' : `: ${reason}`
      return headLines(number, zone.clockAt(at), `${by} closed all days through ${through}${why}`)
    }
  }
}

/** As many as fit on a screen; the JSON has them. */
const MOST = 8
const DONE = { accept: 'accepted', claim: 'claimed', reopen: 'reopened', note: 'noted on' }

const headLines = (number: number | null, when: string, what: string): readonly string[] =>
  wrapText(`${String(number ?? '-').padStart(8)}  ${when.padEnd(WHEN)}  `, harmless(what))

const detail = (text: string): readonly string[] => wrapText(' '.repeat(12), harmless(text))

const more = (all: number, what: string): readonly string[] =>
  all > MOST ? detail(`and ${howMany(all - MOST, what)} more, all of them with --json`) : []

const headOf = ({ step, moved }: Extract<HistoryEntry, { kind: 'pull' }>): string => {
  const { isFirst, status, invoices, settlement, verdict } = step
  const said = verdict === null ? '' : `${verdict}; `
  if (isFirst) {
    const reported = status === null ? 'no settlement' : `settlement ${status}`
    return `${said}first read: ${howMany(invoices.added, 'invoice')}, ${reported}`
  }
  const counts = { added: invoices.added, left: invoices.left - moved, moved, altered: invoices.changed }
  const ofList = Object.entries(counts).flatMap(([how, number]) => (number > 0 ? [`${number} ${how}`] : []))
  const parts = [
    ...(settlement.length > 0 ? [`settlement changed`] : []),
    ...(ofList.length > 0 ? [`invoices: ${ofList.join(', ')}`] : []),
  ]
  return `${said}${parts.length === 0 ? 'nothing changed' : parts.join('; ')}`
}

const settlementInWords = ({ field, before, now }: SettlementChange): string =>
  `${field}: ${plain(before)} -> ${plain(now)}`

const changeInWords = (change: InvoiceChange): string => {
  const invoice = `invoice ${change.invoiceId}`
  switch (change.kind) {
    case 'added':
      return `${invoice} ${change.isBack ? 'came back' : 'was added'}`
    case 'altered':
      return `${invoice}: ${change.fields.map(fieldInWords).join('; ')}`
    case 'moved':
      return `${invoice} moved to ${change.became.ownDate} cycle ${change.became.ownCycle ?? '(none)'}`
    case 'left': {
      const { became } = change
      if (became === null) return `${invoice} left`
      return `${invoice} left; ${became.status === null ? 'the service no longer answers for it' : `read by its id it is ${became.status}`}`
    }
  }
}

const fieldInWords = ({ field, before, now, isPersonal }: FieldChange): string =>
  isPersonal ? `${field} changed` : `${field} ${plain(before)} -> ${plain(now)}`

const foundInWords = ({ discrepancy, event, finding, why }: CheckOfPull): string => {
  const about = discrepancy.subject === 'settlement' ? '' : ` of ${discrepancy.subject}`
  return `${event} ${discrepancy.code}${about}${finding === null ? '' : `: ${finding.message}`}${why === null ? '' : `; ${why}`}`
}

const plain = (value: FieldChange['now']): string => {
  if (value === null) return 'absent'
  return typeof value === 'bigint' ? inWords(value).replace('COP ', '') : String(value)
}
