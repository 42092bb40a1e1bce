import { caseTable } from '../../reports/documents/case-table.ts'
import { MONTH, type MonthReport } from '../../reports/documents/month.ts'
import type { Days, Zone } from '../core/calendar/calendar.ts'
import { month } from '../input/dates.ts'
import { optional } from '../input/readers.ts'
import { inEach } from '../print/names.ts'
import { type Note, note, type Report, table } from '../print/report.ts'
import type { MonthStep, MonthStepName, StepState } from '../rules/account/month-end.ts'
import { type Both, inBoth } from '../std/both.ts'
import { monthIn } from '../words/dates.ts'
import { asOfNotes, question } from './question.ts'

const STEPS: Readonly<Record<MonthStepName, Both<string>>> = {
  read: { en: 'every settlement is read whole', es: 'cada liquidación se leyó completa' },
  swept: { en: 'each was read again after the month', es: 'cada una se releyó pasado el mes' },
  bank: { en: 'each payout is at the bank', es: 'cada abono está en el banco' },
  open: { en: 'no difference is open', es: 'no hay novedades por resolver' },
  claims: { en: 'what the operator owes is claimed', es: 'lo que debe el operador está reclamado' },
  fees: { en: 'fees agree with tariff and invoice', es: 'comisiones según tarifa y factura' },
  receivables: { en: 'what tenants owe is known', es: 'se sabe qué deben los inquilinos' },
  statement: { en: 'the account with the operator', es: 'la cuenta con el operador' },
  closed: { en: 'the month is closed', es: 'el mes está cerrado' },
  journal: { en: 'the journal for the ledger', es: 'los comprobantes contables' },
  pack: { en: 'the pack for the auditor', es: 'el paquete para el auditor' },
}

const STATES: Readonly<Record<StepState, Both<string>>> = {
  done: { en: '✓ done', es: '✓ listo' },
  'to-do': { en: '→ to do', es: '→ por hacer' },
  blocked: { en: '… waits', es: '… espera' },
  'not-used': { en: '· not used', es: '· no se usa' },
}

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
    const { readMonth } = await import('../../jobs/month.ts')
    return readMonth(context, days ?? null)
  },
  shape: MONTH,
  report: (report, { zone }) => ({
    merchant: report.merchant,
    title: inEach((language) => monthIn(report.days.from, language)),
    sections: [
      note(conclusion(report), { isStrong: true }),
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

const conclusion = ({ days, steps }: MonthReport): Both<string> =>
  inEach((language) => {
    const used = steps.filter(({ state }) => state !== 'not-used')
    const done = used.filter(({ state }) => state === 'done').length
    const name = monthIn(days.from, language)
    return {
      en: `${name}: ${done} of ${used.length} steps are done.`,
      es: `${name}: ${done} de ${used.length} pasos están listos.`,
    }[language]
  })

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
      { name: 'state', kind: 'text', head: inBoth(''), words: STATES, of: ({ state }) => state },
      { name: 'step', kind: 'text', head: { en: 'step', es: 'paso' }, words: STEPS, of: ({ step }) => step },
      { name: 'done', kind: 'count', head: { en: 'done', es: 'listas' }, of: ({ facts }) => facts.done },
      { name: 'of', kind: 'count', head: { en: 'of', es: 'de' }, of: ({ facts }) => facts.of },
      { name: 'sum', kind: 'money', head: inBoth('COP'), of: ({ facts }) => facts.sum },
    ],
  })
