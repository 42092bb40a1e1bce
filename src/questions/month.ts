import { caseTable } from '../../reports/documents/case-table.ts'
import { MONTH, type MonthReport } from '../../reports/documents/month.ts'
import type { Days, Zone } from '../core/calendar/calendar.ts'
import { month } from '../input/dates.ts'
import { optional } from '../input/readers.ts'
import { inEach } from '../print/names.ts'
import { type Note, note, type Report, table } from '../print/report.ts'
import type { MonthStep } from '../rules/account/month-end.ts'
import { inBoth } from '../std/both.ts'
import { monthIn } from '../words/dates.ts'
import { STEP_STATE_WORDS, STEP_WORDS, stepsDone } from '../words/month-words.ts'
import { asOfNotes, question } from './question.ts'

/** The month-end as a list that ticks itself. */
export const MONTH_END = question({
  name: 'month',
  group: 'month-end',
  describe: {
    en: 'The month-end as a list: what is done, what is to do, and its command',
    es: 'El cierre de mes como lista: qué está listo, qué falta y su comando',
  },
  inSight: { en: 'what is left to do before closing', es: 'lo que falta para cerrar el mes' },
  manual: 'Without a month: that of the newest settlement.',
  examples: [
    ['cuadre month', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre month 2026-02 --json', { en: 'February, for a program', es: 'febrero, para un programa' }],
  ],
  operands: { month: optional<Days>(month) },
  hasOptionalOperands: true,
  options: {},
  isOfPast: true,
  read: async (context, { month: days }): Promise<MonthReport> => {
    const { readMonth } = await import('../../jobs/steps/query/month-steps.ts')
    return readMonth(context, days ?? null)
  },
  shape: MONTH,
  report: (report, { zone }) => ({
    merchant: report.merchant,
    title: inEach((language) => monthIn(report.days.from, language)),
    sections: [
      note(
        inEach((language) => stepsDone(report, language)),
        { isStrong: true },
      ),
      ...asOfNotes(report.asOf, zone),
      stepsTable(report.steps),
      ...nextNotes(report.steps),
      ...openSections(report, zone),
    ],
  }),
})

/** So many of what is open are named. */
const OPEN_MAX = 5

const openSections = ({ toDo: lines }: MonthReport, zone: Zone): Report['sections'] => {
  const title = { en: 'Open differences', es: 'Novedades por resolver' }
  if (lines.length === 0) return []
  const table = caseTable({ title, lines, zone, most: OPEN_MAX })
  const more = note({ en: 'All of them:', es: 'Todas:' }, { command: 'cuadre discrepancies list' })
  return [table, ...(lines.length > OPEN_MAX ? [more] : [])]
}

/** The command of the first step that is to do. */
const nextNotes = (steps: readonly MonthStep[]): readonly Note[] => {
  const command = steps.find(({ next }) => next !== null)?.next ?? null
  return command === null ? [] : [note({ en: 'Next:', es: 'Siguiente:' }, { command })]
}

const stepsTable = (steps: readonly MonthStep[]) =>
  table({
    name: 'steps',
    title: null,
    rows: steps,
    columns: [
      { name: 'state', kind: 'text', head: inBoth(''), words: STEP_STATE_WORDS, of: ({ state }) => state },
      { name: 'step', kind: 'text', head: { en: 'step', es: 'paso' }, words: STEP_WORDS, of: ({ step }) => step },
      { name: 'done', kind: 'count', head: { en: 'done', es: 'listas' }, of: ({ facts }) => facts.done },
      { name: 'of', kind: 'count', head: { en: 'of', es: 'de' }, of: ({ facts }) => facts.of },
      { name: 'sum', kind: 'money', head: inBoth('COP'), of: ({ facts }) => facts.sum },
    ],
  })
