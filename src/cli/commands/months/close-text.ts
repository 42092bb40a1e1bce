import type { CloseReport } from '../../../../jobs/close.ts'
import type { SlotReport } from '../../../domain/assessment/slot-report.ts'
import { VERDICTS } from '../../../domain/assessment/verdict.ts'
import { isOpen } from '../../../domain/findings/discrepancy.ts'
import { inWords } from '../../../domain/money.ts'
import type { SlotDate } from '../../../domain/slot.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'

/** What was closed, or what stands in the way. */
export const closeText = ({ closing, slots, forbidding, statements }: CloseReport, through: SlotDate): string => {
  const said =
    closing === null
      ? [`Not closed: up to ${through} these settlements are unfinished.`]
      : [
          `Closed through ${through} by ${harmless(closing.by)}; its number is ${closing.number}, for --as-of.`,
          `${byVerdict(slots)}.`,
          ...(forbidding.length > 0 ? ['Closed in spite of these:'] : []),
        ]
  return `${[...said, ...unfinished(forbidding), ...pages(statements)].join('\n')}\n`
}

/** Each has its other files beside it. */
const pages = (statements: readonly string[]): readonly string[] =>
  statements
    .filter((file) => file.endsWith('.html'))
    .map((file) => `Account with the operator, to be signed: ${harmless(file)}`)

export const undoText = ({ closing, statements }: CloseReport): string =>
  `${[
    `The closing through ${closing?.through} is taken back; its days are open, and their files are those of what is known now.`,
    ...pages(statements),
  ].join('\n')}\n`

/** A screen holds no more; the JSON document has them all. */
const MOST = 40

const unfinished = (slots: readonly SlotReport[]): readonly string[] => {
  const rest = slots.length - MOST
  return [...alignColumns(slots.slice(0, MOST).map(cells), 4), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

const cells = ({ slot, verdict, money: { difference }, discrepancies }: SlotReport): readonly string[] => [
  `  ${slot.date} ${slot.cycle}`,
  verdict,
  difference === null || difference === 0n ? '' : `difference ${inWords(difference)}`,
  [...new Set(discrepancies.filter((one) => isOpen(one) && one.severity === 'error').map(({ code }) => code))].join(
    ' ',
  ),
]

const byVerdict = (slots: readonly SlotReport[]): string =>
  VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: slots.filter((slot) => slot.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => `${number} ${verdict}`)
    .join(', ')
