import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { JobReport } from '../../pipeline/run/context.ts'
import { harmless } from '../../std/harmless.ts'
import { howMany } from '../../std/how-many.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { conclusion } from './conclusion.ts'
import type { Display } from './display.ts'
import { fileLines } from './file-lines.ts'
import type { Printing } from './printing.ts'
import { problemLines } from './problem-lines.ts'
import { settlementRows } from './settlement-rows.ts'
import { settlementTable } from './settlement-table.ts'

/** What `run` and `check` print for a person: the conclusion, what is open by pesos, the settlements, and the files. */
export const reportText = (report: JobReport, files: readonly string[], printing: Printing): string =>
  sections([
    conclusion(report, printing),
    ...settlementSections(report, printing),
    closedLines(report, printing.display),
    fileLines(files, printing.display.width),
  ])

/** Parts of a screen, an empty line between any two. */
export const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

export const settlementSections = (
  { slots, error }: Pick<JobReport, 'slots' | 'error'>,
  { display, zone, all }: Printing,
): readonly (readonly string[])[] => [
  incompleteLines(slots, all, display),
  problemLines(slots, all, zone, display),
  settlementTable(slots, all, display),
  noteLines(slots, all, error !== null, display),
]

const MOST_INCOMPLETE = 5

/** Why settlements could not be read whole. */
const incompleteLines = (slots: readonly SlotReport[], all: boolean, { width }: Display): readonly string[] => {
  const lines = slots.flatMap(({ slot, incomplete }) =>
    incomplete === null
      ? []
      : [[`  ${slot.date} ${slot.cycle}`, ...wrapText('    ', harmless(incomplete.reason), width)]],
  )
  if (lines.length === 0) return []
  const shown = all ? lines : lines.slice(0, MOST_INCOMPLETE)
  const rest = lines.length - shown.length
  return ['Could not be read whole:', ...shown.flat(), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

/** What the table leaves out, and what its signs mean. */
const noteLines = (
  slots: readonly SlotReport[],
  all: boolean,
  isStopped: boolean,
  { width }: Display,
): readonly string[] => {
  const { withoutInvoices, neverRead } = settlementRows(slots, all)
  const isOld = slots.some(({ verdict, settlement }) => verdict === 'incomplete' && settlement !== null)
  const notes = [
    ...(isOld ? ['* could not be read whole now: these are the figures of its last whole reading.'] : []),
    ...(withoutInvoices.length === 0 ? [] : [`Without invoices: ${rangeOf(withoutInvoices)}.`]),
    ...(neverRead.length === 0 ? [] : [`Never read${isStopped ? '' : ', though due'}: ${rangeOf(neverRead)}.`]),
  ]
  return notes.flatMap((note) => wrapText('', note, width))
}

const MOST_NAMED = 3

/** `2026-03-12 11, 2026-03-12 13`, or how many and of which days. */
const rangeOf = (slots: readonly SlotReport[]): string => {
  if (slots.length <= MOST_NAMED) return slots.map(({ slot }) => `${slot.date} ${slot.cycle}`).join(', ')
  const dates = [...new Set(slots.map(({ slot }) => slot.date))]
  const [first, last] = [dates[0], dates.at(-1)]
  const days = first === last ? first : dates.length === 2 ? `${first} and ${last}` : `${first} to ${last}`
  return `${howMany(slots.length, 'settlement')} of ${days}`
}

/** What is shown of a closed date is what is known now; its files are not. */
const closedLines = ({ closedDates = [] }: JobReport, { width }: Display): readonly string[] => {
  const last = closedDates.at(-1)
  if (last === undefined) return []
  const which = closedDates.length === 1 ? `${last} is` : `${closedDates.length} of these dates, up to ${last}, are`
  return wrapText(
    '',
    `${which} closed: the table shows what is known now, and the files stay as they were at the closing. What changed since is in restatements.csv of the day on which it was found; "cuadre check --as-of" shows what was known then.`,
    width,
  )
}
