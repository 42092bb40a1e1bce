import { haveOneCause } from '../../../reports/pages/problem-list.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Zone } from '../../domain/calendar/calendar.ts'
import { amountTogether } from '../../domain/findings/amount-together.ts'
import { compareAmounts, type Discrepancy, isOpen, SEVERITIES, settledDays } from '../../domain/findings/discrepancy.ts'
import type { Centavos } from '../../domain/money.ts'
import { recordOf } from '../../domain/rules/registry.ts'
import { compareSlots } from '../../domain/slot.ts'
import { terminalWords } from '../../i18n/terminal.ts'
import { wordsIn } from '../../i18n/words.ts'
import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import { type Display, paint } from './display.ts'
import { fitTable, type TableColumn } from './fit-table.ts'
import { inTable, slotInTable } from './in-table.ts'

/** One line of the list of problems: the open findings of one code in one settlement, or of several codes with the same causes. */
interface Problem {
  readonly first: Discrepancy
  /** Other findings with the same causes; the pesos of the line are those of the first finding. */
  readonly others: readonly Discrepancy[]
  readonly number: number
  readonly amount: Centavos | null
}

/** The most lines on the screen; the files list all findings. */
const LINES_MAX = 20

/**
 * The open findings, gravest first, then by pesos: the pesos, the settlement, the problem, who has to act, the days since the settlement,
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
  const open = reports.flatMap(({ discrepancies }) => discrepancies.filter(isOpen))
  const groups = groupBy(open, ({ slot, code, severity }) => `${slot.date} ${slot.cycle} ${code} ${severity}`)
  return [...groups.values()]
    .map((group) => ({ first: group[0], others: [], number: group.length, amount: amountTogether(group) }))
    .sort(byGravity)
    .reduce(withOneCause, [])
}

/** Joins a finding to the line before it when both have the same causes. */
const withOneCause = (lines: readonly Problem[], next: Problem): readonly Problem[] => {
  const joined = lines.find(({ first, number }) => number === 1 && next.number === 1 && haveOneCause(first, next.first))
  return joined === undefined
    ? [...lines, next]
    : lines.map((line) => (line === joined ? { ...line, others: [...line.others, next.first] } : line))
}

/** Findings without pesos come last. */
const byGravity = (a: Problem, b: Problem): number =>
  SEVERITIES.indexOf(b.first.severity) - SEVERITIES.indexOf(a.first.severity) ||
  compareAmounts(b.amount, a.amount) ||
  compareSlots(a.first.slot, b.first.slot) ||
  compareText(a.first.code, b.first.code)

/** The fewest characters of a problem's description on the narrowest screen. */
const COLUMN_MIN_CHARACTERS = 16

/** The digits of an id that are shown; commands accept them for the whole id. */
const ID = 8

/** From this width on, a line shows the ids of all its findings. */
const WIDE = 100

const columnsOf = (zone: Zone, { width, language }: Display): readonly TableColumn<Problem>[] => {
  const words = terminalWords(language)
  return [
    { head: words.amount, isNumber: true, of: ({ amount }) => inTable(amount, language) },
    { head: words.settlement, of: ({ first: { slot } }) => slotInTable(slot, language) },
    { head: words.what, of: (problem) => titleOf(problem, language), least: COLUMN_MIN_CHARACTERS },
    { head: words.acts, of: ({ first }) => words.actors[recordOf(first.code)?.acts ?? 'operator'] },
    { head: words.days, isNumber: true, of: ({ first }) => String(settledDays(first, zone)) },
    { head: words.id, of: (problem) => idsOf(problem, width) },
  ]
}

const titleOf = ({ first, others, number }: Problem, language: Display['language']): string => {
  const titles = [first, ...others].map(({ code }) => recordOf(code)?.title[language] ?? code).join('; ')
  return number === 1 ? titles : `${number} x ${titles}`
}

/** On a narrow screen: the first id and the number of others. Once the first is settled, the next one has its own line. */
const idsOf = ({ first, others, number }: Problem, width: number): string => {
  if (number > 1) return `${number} ids`
  const ids = [first, ...others].map(({ id }) => id.slice(0, ID))
  return width >= WIDE || others.length === 0 ? ids.join(' ') : `${ids[0]} +${others.length}`
}
