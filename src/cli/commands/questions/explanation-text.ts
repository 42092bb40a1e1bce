import { type Explanation, standing } from '../../../../reports/documents/explanation.ts'
import { isWithoutChange, type PullStep, type SettlementChange } from '../../../../reports/documents/pull-steps.ts'
import type { InvoiceToReview } from '../../../../reports/pages/invoices-to-review.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Cause } from '../../../domain/causes/cause.ts'
import { gapOf } from '../../../domain/causes/causes.ts'
import { CAUSE_CODES } from '../../../domain/causes/registry.ts'
import { type Discrepancy, SEVERITIES } from '../../../domain/findings/discrepancy.ts'
import { inWords } from '../../../domain/money.ts'
import { isOfWhole } from '../../../domain/rules/subject.ts'
import { nameOf, sameSlot } from '../../../domain/slot.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { asOfLines } from '../../framework/as-of.ts'
import { USUAL_WIDTH } from '../../terminal/display.ts'
import { chargebackLines } from './chargeback-lines.ts'
import { figures } from './figures.ts'

/** One screen about one settlement: what a tired person needs to know of it, from the top down. */
export const explanationText = (told: Explanation, zone: Zone, width = USUAL_WIDTH): string =>
  [
    head(told, zone, width),
    figures(told, width),
    open(told, width),
    causes(told, width),
    chargebacks(told, width),
    invoices(told),
    pulls(told, zone, width),
    next(told),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = (told: Explanation, zone: Zone, width: number): readonly string[] => {
  const { report } = told
  const { slot, verdict, merchant, settlement, pulledAt, list, incomplete } = report
  const state = settlement === null ? 'no settlement' : `settlement ${harmless(settlement.status)}`
  const read =
    pulledAt === null || list === null
      ? 'never read whole'
      : `read ${zone.clockAt(pulledAt)} ${zone.name}, ${list.kept} invoices listed`
  return [
    `${nameOf(slot)}: ${verdict.toUpperCase()}  (merchant ${merchant})`,
    ...asOfLines(told.asOf, zone),
    `${state}; ${read}`,
    ...(incomplete === null
      ? []
      : wrapText('The last attempt could not be read whole: ', harmless(incomplete.reason), width)),
  ]
}

/** A slot may have ten thousand; its file has them all. */
const MOST = 8

const open = ({ report }: Explanation, width: number): readonly string[] => {
  const found = SEVERITIES.toReversed().flatMap((severity) =>
    report.discrepancies.filter((one) => one.severity === severity).toSorted(byAmount),
  )
  if (found.length === 0) return ['Nothing is open.']
  const rest = found.length - MOST
  return [
    'What was found',
    ...found.slice(0, MOST).flatMap((one) => discrepancyLines(one, width)),
    ...(rest > 0 ? [`  and ${rest} more, in discrepancies.csv`] : []),
  ]
}

/** The largest sum first; what is about no sum comes last. */
const byAmount = (a: Discrepancy, b: Discrepancy): number => Number((b.amount ?? -1n) - (a.amount ?? -1n))

const discrepancyLines = (discrepancy: Discrepancy, width: number): readonly string[] => {
  const { id, severity, state, code, message, subject, amount } = discrepancy
  const about = isOfWhole(discrepancy) ? '' : `${harmless(subject)}: `
  const sum = amount === null || amount === 0n ? '' : `, ${inWords(amount)}`
  return [`  ${severity} ${code}, ${state}${sum}  ${id}`, ...wrapText('    ', harmless(`${about}${message}`), width)]
}

/** Each cause once, with the codes of the gaps it closes. */
const causes = (told: Explanation, width: number): readonly string[] => {
  const gaps = standing(told.report).filter((one) => gapOf(one) !== null)
  if (gaps.length === 0) return []
  const closing = new Map<string, { cause: Cause; codes: string[] }>()
  for (const { code, causes: ofGap } of gaps)
    for (const cause of ofGap) {
      const known = closing.get(cause.detail)
      if (known === undefined) closing.set(cause.detail, { cause, codes: [code] })
      else known.codes.push(code)
    }
  if (closing.size === 0)
    return ['Causes that fit', `  none of the ${CAUSE_CODES.length} that are tried closes the gap to the centavo`]
  const ties = [...closing.values()].some(({ cause }) => cause.tiedWith.length > 0)
  return [
    `Causes that fit${ties ? '; the figures cannot tell them apart' : ''} (what fits is not yet explained)`,
    ...[...closing.values()].flatMap(({ cause, codes }) => [
      `  ${cause.code}, closes ${codes.join(' and ')}`,
      ...wrapText('    ', harmless(cause.detail), width),
    ]),
  ]
}

/** Said where there is something to say: most months have neither. */
const chargebacks = ({ chargebacks: balance }: Explanation, width: number): readonly string[] =>
  balance.seen === 0 && balance.adjustments === 0n
    ? []
    : ['Chargebacks and adjustments', ...chargebackLines(balance).flatMap((line) => wrapText('  ', line, width))]

/** Under the codes that name them. */
const invoices = ({ report, invoices: shown, moreInvoices }: Explanation): readonly string[] => {
  if (shown.length === 0) return []
  const lines = alignColumns(
    shown.map((invoice) => invoiceCells(invoice, sameSlot(invoice.slot, report.slot))),
    5,
  )
  const reasons = [...new Set(shown.map(({ why }) => why.join(' ')))]
  return [
    'Invoices to look at (id, settlement, status, reference, contract, paid in COP)',
    ...reasons.flatMap((reason) => [
      `  ${reason}`,
      ...lines.filter((_, at) => shown[at]?.why.join(' ') === reason).map((line) => `    ${line}`),
    ]),
    ...(moreInvoices > 0 ? [`  and ${moreInvoices} more, in discrepancies.csv`] : []),
  ]
}

const invoiceCells = (invoice: InvoiceToReview, isHere: boolean): readonly string[] => [
  short(invoice.id),
  isHere ? 'this one' : `${invoice.slot.date} ${invoice.slot.cycle}`,
  short(invoice.status),
  short(invoice.reference ?? ''),
  short(invoice.contract ?? ''),
  invoice.paid === null ? '' : inWords(invoice.paid).replace('COP ', ''),
]

const LONGEST = 40
const short = (text: string): string => {
  const shown = harmless(text)
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown
}

/** The first pull, those that changed something, and the last: the quiet ones between are counted. */
const pulls = ({ pulls: steps }: Explanation, zone: Zone, width: number): readonly string[] => {
  const lines: string[] = []
  let quiet = 0
  for (const [at, step] of steps.entries()) {
    const isQuiet = isWithoutChange(step) && !step.isFirst && at < steps.length - 1
    if (isQuiet) quiet += 1
    else {
      if (quiet > 0) lines.push(`  ${howMany(quiet, 'reading')} found nothing changed`)
      lines.push(...pullLines(step, zone, width))
      quiet = 0
    }
  }
  return ['Readings, and what changed', ...lines.slice(-MOST_PULLS)]
}
const MOST_PULLS = 12

const pullLines = (step: PullStep, zone: Zone, width: number): readonly string[] =>
  wrapText(
    `  ${zone.clockAt(step.at)}  ${(step.verdict ?? (step.incomplete === null ? 'not checked' : 'incomplete')).padEnd(12)}  `,
    harmless(whatHappened(step)),
    width,
  )

const whatHappened = (step: PullStep): string => {
  const { incomplete, isFirst, settlement, invoices: changed, status } = step
  if (incomplete !== null) return incomplete.reason
  if (isFirst)
    return `first read: ${changed.added} invoices, ${status === null ? 'no settlement' : `settlement ${status}`}`
  if (isWithoutChange(step)) return 'nothing changed'
  const counts = Object.entries(changed).filter(([, number]) => number > 0)
  const ofList =
    counts.length === 0 ? [] : [`invoices: ${counts.map(([how, number]) => `${number} ${how}`).join(', ')}`]
  return [...settlement.map(changeInWords), ...ofList].join('; ')
}

const changeInWords = ({ field, before, now }: SettlementChange): string => `${field} ${plain(before)} -> ${plain(now)}`

const plain = (value: SettlementChange['now']): string => {
  if (value === null) return 'absent'
  return typeof value === 'bigint' ? inWords(value).replace('COP ', '') : String(value)
}

const next = ({ next: steps }: Explanation): readonly string[] =>
  steps.length === 0
    ? ['Next: nothing to do.']
    : ['Next', ...steps.flatMap(({ command, why }) => [`  ${command}`, `    ${why}`])]
