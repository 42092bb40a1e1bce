import { basename, dirname, join, sep } from 'node:path'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { VERDICTS } from '../../domain/assessment/verdict.ts'
import { isOpen, SEVERITIES, type Severity } from '../../domain/findings/discrepancy.ts'
import { type Centavos, inWords, minus, plus, ZERO } from '../../domain/money.ts'
import type { JobReport } from '../../pipeline/run/context.ts'
import { alignColumns } from '../../std/align-columns.ts'
import { harmless } from '../../std/harmless.ts'

/** What `run` and `check` print for a person: the slots, what is open about them, the files, and one plain sentence. */
export const reportText = (report: JobReport, files: readonly string[]): string =>
  [slotTable(report.slots), findings(report.slots), closedLines(report), fileList(files), sentence(report)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const HEAD = ['slot (COP)', 'verdict', 'collected', 'listed', 'diff', 'payout', 'expected', 'diff', 'open'] as const

export const slotTable = (slots: readonly SlotReport[]): readonly string[] => {
  if (slots.length === 0) return []
  const [head = '', ...lines] = alignColumns([HEAD, ...slots.map(slotCells), ...totalRows(slots)], 2)
  const rule = '-'.repeat(Math.max(head.length, ...lines.map((line) => line.length)))
  return [head, rule, ...lines.slice(0, slots.length), rule, ...lines.slice(slots.length)]
}

const slotCells = (report: SlotReport): readonly string[] => [
  `${report.slot.date} ${report.slot.cycle}`,
  report.verdict,
  ...figuresOf(report).map(cop),
  openOf([report]),
]

/** The sums of what was compared, whose difference is that of the sums; and apart from them the sums of the rest. */
const totalRows = (slots: readonly SlotReport[]): readonly (readonly string[])[] => {
  const rest = totalOf(slots, false)
  const compared = ['total', '', ...totalOf(slots, true).map(cop), openOf(slots)]
  return rest.every((sum) => sum === null || sum === ZERO)
    ? [compared]
    : [compared, ['not compared', '', ...rest.map(cop), '']]
}

/** The columns of a comparison stand together: collected with listed, payout with expected. */
const totalOf = (slots: readonly SlotReport[], compared: boolean): readonly (Centavos | null)[] =>
  FIGURES.map((figure) => sumOf(slots.filter(({ money }) => (money.notCompared === null) === compared).map(figure)))

/** The six sums of a slot; null where there is none, and for a difference where nothing was judged. */
const FIGURES: readonly ((report: SlotReport) => Centavos | null)[] = [
  ({ settlement }) => settlement?.collected ?? null,
  ({ totals }) => totals?.collected ?? null,
  ({ money, settlement, totals }) =>
    money.notCompared === null ? difference(settlement?.collected, totals?.collected) : null,
  ({ settlement }) => settlement?.payout ?? null,
  ({ money }) => money.expected,
  ({ money }) => money.difference,
]
const figuresOf = (report: SlotReport): readonly (Centavos | null)[] => FIGURES.map((figure) => figure(report))

const difference = (reported: Centavos | undefined, expected: Centavos | null | undefined): Centavos | null =>
  reported === undefined || expected === undefined || expected === null ? null : minus(reported, expected)

const sumOf = (sums: readonly (Centavos | null)[]): Centavos | null =>
  sums.reduce((sum, next) => (next === null ? sum : plus(sum ?? ZERO, next)), null)

/** `COP` stands in the head of the table, once. */
const cop = (sum: Centavos | null): string => (sum === null ? '' : inWords(sum).replace('COP ', ''))

/** How many are open, gravest first: `2E 1W`. */
const openOf = (slots: readonly SlotReport[]): string =>
  SEVERITIES.toReversed()
    .map((severity) => ({ severity, number: openAt(slots, severity) }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => `${number}${severity.charAt(0).toUpperCase()}`)
    .join(' ')

const openAt = (slots: readonly SlotReport[], severity: Severity): number =>
  slots.reduce(
    (sum, { discrepancies }) => sum + discrepancies.filter((one) => isOpen(one) && one.severity === severity).length,
    0,
  )

/** A slot may have ten thousand; its file has them all. */
const MOST_OF_A_SLOT = 10

/** Open errors and warnings, a line each, and why a slot could not be read whole. */
export const findings = (slots: readonly SlotReport[]): readonly string[] => alignColumns(slots.flatMap(findingsOf), 4)

const findingsOf = (report: SlotReport): readonly (readonly string[])[] => {
  const slot = `${report.slot.date} ${report.slot.cycle}`
  const open = (['error', 'warning'] as const).flatMap((severity) =>
    report.discrepancies.filter((one) => isOpen(one) && one.severity === severity),
  )
  const rest = open.length - MOST_OF_A_SLOT
  return [
    ...(report.incomplete === null ? [] : [[slot, 'incomplete', '', harmless(report.incomplete.reason)]]),
    ...open.slice(0, MOST_OF_A_SLOT).map(({ severity, code, message }) => [slot, severity, code, harmless(message)]),
    ...(rest > 0 ? [[slot, '', '', `and ${rest} more, in discrepancies.csv`]] : []),
  ]
}

/** What is shown of a closed date is what is known now; its files are not. */
const closedLines = ({ closedDates = [] }: JobReport): readonly string[] => {
  const last = closedDates.at(-1)
  if (last === undefined) return []
  const which = closedDates.length === 1 ? `${last} is` : `${closedDates.length} of these dates, up to ${last}, are`
  return [
    `${which} closed: the table shows what is known now, and the files stay as they were at the closing. What changed since is in`,
    `restatements.csv of the day on which it was found; "cuadre check --as-of" shows what was known then.`,
  ]
}

const MOST_FOLDERS = 12

/** A line for each folder, with what is in it. */
export const fileList = (files: readonly string[]): readonly string[] => {
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)])
  const lines = [...folders].map(([folder, names]) => harmless(`${join(folder, sep)}  ${names.join(' ')}`))
  const rest = lines.length - MOST_FOLDERS
  if (lines.length === 0) return []
  return [
    'Files:',
    ...lines.slice(0, MOST_FOLDERS),
    ...(rest > 0 ? [`and ${rest} more ${rest === 1 ? 'folder' : 'folders'}`] : []),
  ].map(indented)
}

const indented = (line: string, at: number): string => (at === 0 ? line : `  ${line}`)

export const sentence = ({ outcome, slots, error, closedDates = [] }: JobReport): readonly string[] => {
  if (error !== null) return ['The run stopped early; standard error says why. What was read before is kept.']
  switch (outcome) {
    case 'nothing-due':
      return ['Nothing is due yet. To read a slot anyway, name it with --date and --cycle.']
    case 'incomplete':
      return [
        `${some(slots, ['incomplete'])} could not be read whole. Read again with cuadre run; what is missing is not judged until then.`,
      ]
    case 'differs':
      return [
        `${some(slots, DIFFERING)} ${numberOf(slots, DIFFERING) === 1 ? 'differs' : 'differ'}. Look into the errors above; discrepancies.csv of the day has them all${closedDates.length === 0 ? '' : ', restatements.csv those of closed dates'}.`,
      ]
    default:
      return [agreed(slots)]
  }
}

const DIFFERING = ['discrepant', 'failed']

/** With outcome `agrees`, somebody has accepted the errors of what is accepted or failed. */
const agreed = (slots: readonly SlotReport[]): string => {
  const accepted = slots.filter(({ verdict }) => verdict === 'accepted' || verdict === 'failed')
  return `${accepted.length === 0 ? 'Nothing differs' : 'Nothing open differs'}: ${byVerdict(slots)}.`
}

const some = (slots: readonly SlotReport[], verdicts: readonly string[]): string =>
  `${numberOf(slots, verdicts)} of ${slots.length} ${slots.length === 1 ? 'slot' : 'slots'}`

const numberOf = (slots: readonly SlotReport[], verdicts: readonly string[]): number =>
  slots.filter(({ verdict }) => verdicts.includes(verdict)).length

/** `4 reconciled, 1 provisional` */
const byVerdict = (slots: readonly SlotReport[]): string =>
  VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: slots.filter((slot) => slot.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => `${number} ${verdict}`)
    .join(', ')
