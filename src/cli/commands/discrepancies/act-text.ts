import type { ActReport } from '../../../../jobs/act.ts'
import { type Act, isDecision } from '../../../domain/findings/act.ts'
import type { KnownDiscrepancy } from '../../../domain/findings/disposition.ts'
import { inWords } from '../../../domain/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { fileLines } from '../../terminal/file-lines.ts'

/** What was done and what it changed, for a person. */
export const actText = (report: ActReport, files: readonly string[]): string =>
  [[sentence(report)], discrepancyLines(report), slotLines(report), closedLines(report), fileLines(files)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const DONE: Readonly<Record<Act['kind'], string>> = {
  accept: 'accepted',
  claim: 'claimed',
  reopen: 'reopened',
  note: 'noted',
}

const sentence = ({ acts, discrepancies, unchanged }: ActReport): string => {
  if (discrepancies.length === 0) return 'No discrepancy matches; nothing was done.'
  const whats = acts.map(doneTo)
  const done = [...new Set(whats)].map((what) => `${many(whats.filter((one) => one === what).length)} ${what}`)
  const same = unchanged === 0 ? [] : [`${unchanged} as they were: that was done already`]
  const by = acts[0] === undefined ? '' : `, by ${harmless(acts[0].by)}`
  return `${[...done, ...same].join('; ').replace(/^./, (first) => first.toUpperCase())}${by}.`
}

const doneTo = (act: Act): string =>
  isDecision(act) && act.until !== null ? `${DONE[act.kind]} until ${act.until.date}` : DONE[act.kind]

const many = (number: number): string => `${number} ${number === 1 ? 'discrepancy' : 'discrepancies'}`

/** A screen holds no more; `discrepancies list` has them all. */
const MOST = 40

const discrepancyLines = ({ discrepancies }: ActReport): readonly string[] => {
  const rest = discrepancies.length - MOST
  return [...alignColumns(discrepancies.slice(0, MOST).map(cells), 5), ...(rest > 0 ? [`and ${rest} more`] : [])]
}

const cells = ({ discrepancy: { id, slot, code, state, message } }: KnownDiscrepancy): readonly string[] => [
  id,
  `${slot.date} ${slot.cycle}`,
  code,
  state,
  harmless(message),
]

const closedLines = ({ closedDates }: ActReport): readonly string[] =>
  closedDates.map((date) => `${date} is closed: its files stay as they were.`)

const slotLines = ({ report }: ActReport): readonly string[] =>
  alignColumns(
    (report?.slots ?? []).map(({ slot, verdict, money: { difference } }) => [
      `${slot.date} ${slot.cycle}`,
      `is ${verdict}`,
      difference === null || difference === 0n ? '' : `difference ${inWords(difference)}`,
    ]),
    3,
  )
