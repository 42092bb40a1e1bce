import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Zone } from '../../domain/calendar/calendar.ts'
import { type CaseGroup, groupCases } from '../../domain/findings/case.ts'
import { compareAmounts, type Discrepancy, isOpen, SEVERITIES, settledDays } from '../../domain/findings/discrepancy.ts'
import { sumOfKnown } from '../../domain/money.ts'
import { recordOf } from '../../domain/rules/registry.ts'
import { compareSlots } from '../../domain/slot.ts'
import { terminalWords } from '../../i18n/terminal.ts'
import { wordsIn } from '../../i18n/words.ts'
import { type Display, paint } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { caseId, inTable, slotInTable } from '../../print/in-table.ts'
import { groupBy } from '../../std/group-by.ts'

/** One line of the list of problems: a case, or many cases of one code in one settlement, with their sum. */
interface Problem extends Pick<CaseGroup<Discrepancy>, 'first' | 'others' | 'amount'> {
  readonly number: number
}

/** The most cases of one code in one settlement that have a line each. */
const ALIKE_MAX = 3

/** The most lines on the screen; the files list all findings. */
const LINES_MAX = 20

/**
 * The open cases, gravest first, then by pesos: the pesos, the settlement, the problem, who has to act, the days since the settlement,
 * and the id for `accept` and `claim`. Without `all`, infos are left out and the list is cut to one screen.
 */
export const problemLines = (
  reports: readonly SlotReport[],
  all: boolean,
  zone: Zone,
  display: Display,
): readonly string[] => {
  const problems = problemsIn(reports).filter(({ first }) => all || first.severity !== 'info')
  const shown = all ? problems : problems.slice(0, LINES_MAX)
  const rest = problems.length - shown.length
  if (shown.length === 0) return []
  const table = fitTable([columnsOf(zone, display)], shown, display)
  return [
    table.head,
    ...SEVERITIES.toReversed().flatMap((severity) => {
      const lines = table.rows.filter((_, at) => shown[at]?.first.severity === severity)
      const tone = severity === 'error' ? 'bad' : severity === 'warning' ? 'warning' : 'quiet'
      return lines.length === 0
        ? []
        : [paint(`${wordsIn(display.language).severities[severity]}:`, tone, display), ...lines]
    }),
    ...(rest > 0
      ? [
          {
            en: `and ${rest} more: --all shows them, and discrepancies.csv of each day has them`,
            es: `y ${rest} más: --all los muestra, y discrepancies.csv de cada día los tiene`,
          }[display.language],
        ]
      : []),
  ]
}

/** The problem to look at first; null when no error or warning is open. */
export const gravestProblem = (reports: readonly SlotReport[]): Discrepancy | null => {
  const first = problemsIn(reports)[0]?.first ?? null
  return first === null || first.severity === 'info' ? null : first
}

const problemsIn = (reports: readonly SlotReport[]): readonly Problem[] => {
  const open = groupCases(reports.flatMap(({ discrepancies }) => discrepancies)).filter(isOpen)
  const alike = groupBy(open, ({ first: { slot, code, severity } }) => `${slot.date} ${slot.cycle} ${code} ${severity}`)
  return [...alike.values()]
    .flatMap((cases) => (cases.length > ALIKE_MAX ? [together(cases)] : cases.map(alone)))
    .sort(byGravity)
}

const alone = (one: CaseGroup<Discrepancy>): Problem => ({ ...one, number: 1 })

const together = (cases: readonly [CaseGroup<Discrepancy>, ...CaseGroup<Discrepancy>[]]): Problem => ({
  first: cases[0].first,
  others: [],
  amount: sumOfKnown(cases.map(({ amount }) => amount)),
  number: cases.length,
})

const byGravity = (a: Problem, b: Problem): number =>
  SEVERITIES.indexOf(b.first.severity) - SEVERITIES.indexOf(a.first.severity) ||
  compareAmounts(b.amount, a.amount) ||
  compareSlots(a.first.slot, b.first.slot)

/** The fewest characters of a problem's description on the narrowest screen. */
const COLUMN_MIN_CHARACTERS = 16

/** The digits of an id that are shown; commands accept them for the whole id. */
const ID = 8

const columnsOf = (zone: Zone, { language }: Display): readonly TableColumn<Problem>[] => {
  const words = terminalWords(language)
  return [
    { head: words.amount, isNumber: true, of: ({ amount }) => inTable(amount, language) },
    { head: words.settlement, of: ({ first: { slot } }) => slotInTable(slot, language) },
    { head: words.what, of: (problem) => titleOf(problem, language), least: COLUMN_MIN_CHARACTERS },
    { head: words.acts, of: ({ first }) => words.actors[recordOf(first.code)?.acts ?? 'operator'] },
    { head: words.days, isNumber: true, of: ({ first }) => String(settledDays(first, zone)) },
    { head: words.id, of: idOf },
  ]
}

const titleOf = ({ first, number }: Problem, language: Display['language']): string => {
  const title = recordOf(first.code)?.title[language] ?? first.code
  return number === 1 ? title : `${number} x ${title}`
}

/** The id of the case, and the number of its other findings. */
const idOf = ({ first, others, number }: Problem): string =>
  number > 1 ? `${number} ids` : caseId(first.case.slice(0, ID), others.length)
