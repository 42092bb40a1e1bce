import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { caseTable } from '../../reports/documents/case-table.ts'
import {
  DISCREPANCIES_LIST,
  DISCREPANCIES_SHOW,
  type DiscrepancyDetails,
  type PullOfDiscrepancy,
  pullsOfDiscrepancy,
  type SelectedDiscrepancies,
} from '../../reports/documents/discrepancies.ts'
import { DISPOSITION_LEDGER, dispositionRows } from '../../reports/ledgers/disposition-rows.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { Row } from '../core/cell.ts'
import { isDecision, ticketOf } from '../core/findings/act.ts'
import {
  DISCREPANCY_STATES,
  type Discrepancy,
  type DiscrepancyFilter,
  type DiscrepancyState,
  differenceOf,
  type Figures,
  SEVERITIES,
  settledDays,
  UNRESOLVED,
} from '../core/findings/discrepancy.ts'
import type { TimelineStep } from '../core/findings/timeline.ts'
import { slotInWords } from '../core/slot.ts'
import { datesIn } from '../input/dates.ts'
import { type Asked, CYCLES, DAYS, many, once } from '../input/options.ts'
import { idShownBy, NAME_ONE, oneOf, optional, text, wholeNumberWithin } from '../input/readers.ts'
import { sumIn, timeIn } from '../print/in-table.ts'
import { EVENT_NAMES, inEach, nameIn, SEVERITY_NAMES, STATE_NAMES, VERDICT_NAMES } from '../print/names.ts'
import { column, type Fact, note, type Report, type ReportTable, table } from '../print/report.ts'
import { decisionOf } from '../rules/account/disposition.ts'
import { caseLines } from '../rules/account/to-do.ts'
import { type Both, eachOf, inBoth } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import { PLAIN_START, typed } from '../std/start.ts'
import { dayIn } from '../words/dates.ts'
import { SAY, subjectIn } from '../words/say.ts'
import { messageIn } from '../words/sentences.ts'
import { terminalWords } from '../words/terminal.ts'
import { TO_WRITE } from '../words/to-write.ts'
import { question } from './question.ts'

/** The options that select discrepancies. */
export const DISCREPANCY_FILTER = {
  states: many(
    'state',
    {
      en: 'new, open, accepted, claimed or resolved; may be given again',
      es: 'new, open, accepted, claimed o resolved; se puede repetir',
    },
    oneOf(DISCREPANCY_STATES),
    NAME_ONE,
  ),
  codes: many(
    'code',
    {
      en: 'Only this code, like COUNT_MISMATCH; may be given again',
      es: 'Solo este código, como COUNT_MISMATCH; se puede repetir',
    },
    text,
  ),
  severities: many(
    'severity',
    { en: 'error, warning or info; may be given again', es: 'error, warning o info; se puede repetir' },
    oneOf(SEVERITIES),
  ),
  ...DAYS,
  ...CYCLES,
  olderThanDays: {
    ...once(
      { en: 'Of settlements at least so many days old', es: 'De liquidaciones con al menos tantos días' },
      optional(wholeNumberWithin(0, 99_999)),
    ),
    flag: 'older-than',
  },
  newerThanDays: {
    ...once(
      { en: 'Of settlements less than so many days old', es: 'De liquidaciones con menos de tantos días' },
      optional(wholeNumberWithin(0, 99_999)),
    ),
    flag: 'newer-than',
  },
}

/** The filter asked for; `states` apply when none is named. */
export const filterOf = (
  asked: Asked<Record<never, never>, typeof DISCREPANCY_FILTER>,
  states: readonly DiscrepancyState[] = UNRESOLVED,
): DiscrepancyFilter => {
  const { olderThanDays = null, newerThanDays = null, severities, cycles } = asked
  if (olderThanDays !== null && newerThanDays !== null && olderThanDays >= newerThanDays)
    throw usageError(
      {
        en: `nothing is older than ${olderThanDays} and newer than ${newerThanDays} days`,
        es: `nada tiene a la vez más de ${olderThanDays} y menos de ${newerThanDays} días`,
      },
      { en: 'swap the two numbers', es: 'invierta los dos números' },
    )
  return {
    states: asked.states.length > 0 ? asked.states : states,
    codes: asked.codes.map((one) => one.toUpperCase()),
    ...{ severities, cycles, olderThanDays, newerThanDays, dates: datesIn(asked) },
  }
}

const headOf = (name: 'code' | 'severity' | 'state' | 'acts' | 'days' | 'what' | 'id'): Both<string> =>
  inEach((language) => terminalWords(language)[name])

const messageOf = (one: Discrepancy): Both<string> => inEach((language) => messageIn(one, language).text)

/** The discrepancies that are not resolved, or those of a filter, by case. */
export const DISCREPANCIES = question({
  name: 'discrepancies list',
  group: 'discrepancies',
  describe: {
    en: 'The discrepancies that are new, open, accepted or claimed, or those of a state',
    es: 'Las novedades nuevas, abiertas, aceptadas o reclamadas, o las de un estado',
  },
  inSight: { en: 'what is open, the largest sum first', es: 'lo pendiente, la suma mayor primero' },
  manual:
    'A line for each [case](discrepancies.md#a-case), the largest sum first; `+2` are two more findings of it. `--csv` prints a sheet to fill in.',
  examples: [
    ['cuadre discrepancies list', { en: 'all that is not resolved', es: 'todo lo que no está resuelto' }],
    [
      'cuadre discrepancies list --severity error --older-than 7',
      { en: 'errors of settlements a week old or more', es: 'errores de liquidaciones de hace una semana o más' },
    ],
    [
      'cuadre discrepancies list --state claimed',
      { en: 'what the operator still has to answer', es: 'lo que el operador aún debe responder' },
    ],
    [
      'cuadre discrepancies list --state resolved --from 2026-03-01 --to 2026-03-31',
      { en: 'what went away in March', es: 'lo que se resolvió en marzo' },
    ],
    [
      'cuadre discrepancies list --csv > open.csv',
      { en: 'to be filled in, and read back with import', es: 'para llenarla y leerla de vuelta con import' },
    ],
  ],
  operands: {},
  options: DISCREPANCY_FILTER,
  csv: {
    en: 'Print a CSV file that "cuadre discrepancies import" reads back',
    es: 'Imprime un archivo CSV que "cuadre discrepancies import" lee de vuelta',
  },
  read: async (context, asked) => {
    const { listDiscrepancies } = await import('../../jobs/list-discrepancies.ts')
    return listDiscrepancies(context, { kind: 'filter', filter: filterOf(asked) })
  },
  shape: DISCREPANCIES_LIST,
  report: (selected, context) => discrepanciesReport(selected, context),
})

export const discrepanciesReport = (selected: SelectedDiscrepancies, context: QueryContext): Report => ({
  merchant: selected.merchant,
  title: { en: 'Discrepancies', es: 'Novedades' },
  sections: [casesTable(selected, context.zone), sheetToFillIn(selected, context)],
})

const casesTable = ({ whole, isAnythingPulled }: SelectedDiscrepancies, zone: Zone): ReportTable =>
  caseTable({
    title: null,
    only: ['text', 'html', 'xlsx'],
    none:
      whole.length > 0 || isAnythingPulled
        ? { en: 'No discrepancy.', es: 'No hay novedades.' }
        : {
            en: 'Nothing was pulled yet; pull with: cuadre run',
            es: 'Aún no se ha leído nada; lea con: cuadre run',
          },
    lines: caseLines(
      whole.map(({ discrepancy }) => discrepancy),
      'each',
    ),
    messageOf,
    zone,
  })

/** What `discrepancies import` reads back. */
const sheetToFillIn = ({ whole, merchant }: SelectedDiscrepancies, { zone, settings }: QueryContext): ReportTable =>
  table({
    name: 'sheet',
    title: null,
    only: ['csv'],
    rows: dispositionRows(whole, { merchant, zone, language: settings.language }),
    columns: DISPOSITION_LEDGER.heads.map((name, at) => ({
      name,
      kind: 'text',
      head: inBoth(name),
      of: (row: Row) => row[at] ?? null,
    })),
  })

/** Everything known about one discrepancy. */
export const DISCREPANCY_SHOWN = question({
  name: 'discrepancies show',
  group: 'discrepancies',
  describe: {
    en: 'Everything known about one discrepancy: its figures, its history, the pulls behind it',
    es: 'Todo lo que se sabe de una novedad: sus cifras, su historia y las lecturas que lo respaldan',
  },
  examples: [
    ['cuadre discrepancies show 1f0c9a2b77ab01f2', { en: 'the one with this id', es: 'el que tiene este id' }],
    [
      'cuadre discrepancies show 1f0c9a2b',
      { en: 'the beginning will do, if no other begins so', es: 'basta el comienzo, si ningún otro empieza así' },
    ],
  ],
  operands: { id: idShownBy('discrepancies list') },
  options: {},
  about: 'one',
  read: async (context, { id }) => {
    const { showDiscrepancy } = await import('../../jobs/list-discrepancies.ts')
    return { ...(await showDiscrepancy(context, id)), merchant: context.settings.merchant }
  },
  shape: DISCREPANCIES_SHOW,
  report: (shown, context): Report => {
    const { discrepancy } = shown
    const slot = slotInWords(discrepancy.slot)
    return {
      merchant: shown.merchant,
      title: { en: `${discrepancy.code} of ${slot.en}`, es: `${discrepancy.code} de ${slot.es}` },
      facts: discrepancyInFacts(shown, context.zone),
      sections: [
        note(messageOf(discrepancy), { isStrong: true }),
        ...othersOfCase(shown),
        stepsTable(shown, context.zone),
        ...pullsTables(shown, context.zone),
        paymentsTable(shown),
        nextTable(shown, context),
      ],
    }
  },
})

type Shown = DiscrepancyDetails & { readonly merchant: string }

const discrepancyInFacts = ({ discrepancy, steps, merchant }: Shown, zone: Zone): readonly Fact[] => {
  const { id, code, slot, severity, state, subject, figures, amount, causes, firstSeen, lastSeen } = discrepancy
  const decision = decisionOf(steps)
  const until = decision?.until?.date ?? null
  const days = settledDays(discrepancy, zone)
  const difference = differenceOf(figures)
  const fact = (name: string, head: Both<string>, value: Both<string> | null): readonly Fact[] =>
    value === null || value.en === '' ? [] : [{ name, head, value }]
  const time = (at: number) => inEach((language) => `${timeIn(at, zone, language)} ${zone.name}`)
  const [of, standing] = [slotInWords(slot), (language: 'en' | 'es') => nameIn(STATE_NAMES, state, language)]
  return [
    ...fact('finding', { en: 'finding', es: 'novedad' }, { en: `${code} of ${of.en}`, es: `${code} de ${of.es}` }),
    ...fact('merchant', { en: 'merchant', es: 'comercio' }, inBoth(merchant)),
    ...fact(
      'state',
      headOf('state'),
      until === null
        ? inEach(standing)
        : {
            en: `${standing('en')} until ${until}`,
            es: `${standing('es')} hasta el ${dayIn(until, 'es')}`,
          },
    ),
    ...fact(
      'severity',
      headOf('severity'),
      inEach((language) => nameIn(SEVERITY_NAMES, severity, language)),
    ),
    ...fact('id', { en: 'id', es: 'id' }, inBoth(id)),
    ...fact(
      'subject',
      { en: 'subject', es: 'asunto' },
      inEach((language) => subjectIn(subject, language)),
    ),
    ...fact('reported', REPORTED, figureIn(figures.reported)),
    ...fact('expected', EXPECTED, figureIn(figures.expected)),
    ...fact('difference', DIFFERENCE, figureIn(difference)),
    ...fact('amount', { en: 'amount', es: 'valor' }, figureIn(amount)),
    ...fact('ticket', TICKET, inBoth(ticketOf(decision) ?? '')),
    ...fact(
      'causes',
      { en: 'causes', es: 'causas posibles' },
      causes.length === 0
        ? { en: 'none known', es: 'ninguna conocida' }
        : inBoth(causes.map((cause) => cause.code).join(' ')),
    ),
    ...fact('first_seen', { en: 'first seen', es: 'visto por primera vez' }, time(firstSeen)),
    ...fact('last_seen', { en: 'last seen', es: 'visto por última vez' }, time(lastSeen)),
    ...fact(
      'age',
      { en: 'age', es: 'antigüedad' },
      {
        en: `${days} ${days === 1 ? 'day' : 'days'} since the date of its settlement`,
        es: `${days} ${days === 1 ? 'día' : 'días'} desde la fecha de su liquidación`,
      },
    ),
  ]
}

const REPORTED = { en: 'reported', es: 'reportado' }
const EXPECTED = { en: 'expected', es: 'esperado' }
const DIFFERENCE = { en: 'difference', es: 'diferencia' }
const TICKET = { en: 'ticket', es: 'radicado' }

const figureIn = (value: Figures['reported']): Both<string> | null =>
  value === null
    ? null
    : inEach((language) => {
        if (typeof value === 'bigint') return sumIn(value, language)
        return typeof value === 'string' ? SAY[language].status(value) : String(value)
      })

/** A screen shows so many lines of a list; the other forms have all. */
const FINDINGS_MAX = 8
const PULLS_MAX = 12
const NOT_ON_SCREENS = { only: ['csv', 'html', 'xlsx'] } as const

/** The other findings of its case; nothing of a case that is this finding alone. */
const othersOfCase = ({ discrepancy, findings }: Shown): Report['sections'] => {
  const others = findings.filter(({ id }) => id !== discrepancy.id)
  const { case: id, caseAmount } = discrepancy
  const rest = others.length - FINDINGS_MAX
  const sum = inEach((language) => (caseAmount === null ? '' : `, ${sumIn(caseAmount, language)}`))
  return [
    table({
      name: 'findings',
      title: {
        en: `Case ${id}${sum.en}: a decision covers these too`,
        es: `Caso ${id}${sum.es}: una decisión vale también para estos`,
      },
      rows: others.map((one, at) => ({ one, at })),
      line: ({ at }) => (at < FINDINGS_MAX ? {} : NOT_ON_SCREENS),
      columns: [
        { name: 'id', kind: 'text', head: headOf('id'), of: ({ one }) => one.id },
        { name: 'code', kind: 'text', head: headOf('code'), of: ({ one }) => one.code },
        { name: 'state', kind: 'word', head: headOf('state'), words: STATE_NAMES, of: ({ one }) => one.state },
        { name: 'amount', kind: 'money', head: { en: 'COP', es: 'COP' }, of: ({ one }) => one.amount },
        { name: 'message', kind: 'text', head: headOf('what'), least: 30, of: ({ one }) => messageOf(one) },
      ],
    }),
    ...(rest > 0
      ? [
          note(
            { en: `and ${rest} more, in discrepancies.csv`, es: `y ${rest} más, en discrepancies.csv` },
            { only: ['text'] },
          ),
        ]
      : []),
  ]
}

const stepsTable = ({ steps }: Shown, zone: Zone): ReportTable =>
  table<Shown['steps'][number]>({
    name: 'history',
    title: { en: 'History', es: 'Historia' },
    rows: steps,
    columns: [
      { name: 'number', kind: 'id', head: { en: 'no.', es: 'n.º' }, of: ({ number }) => number },
      { name: 'at', kind: 'time', head: { en: 'when', es: 'cuándo' }, of: ({ at }) => zone.clockAt(at) },
      column('event', 'word', { en: 'event', es: 'suceso' }, ({ event }) => event, { words: EVENT_NAMES }),
      { name: 'by', kind: 'text', head: { en: 'by', es: 'por' }, of: authorOf },
      { name: 'ticket', kind: 'text', head: TICKET, of: ({ act }) => ticketOf(act) },
      column('until', 'date', { en: 'until', es: 'hasta' }, ({ act }) =>
        act !== null && isDecision(act) ? (act.until?.date ?? null) : null,
      ),
      column('reported', 'money', REPORTED, ({ sighting }) => sighting?.finding?.figures.reported ?? null, {
        spare: 2,
        words: STATUS_NAMES,
        isSummed: false,
      }),
      column('expected', 'money', EXPECTED, ({ sighting }) => sighting?.finding?.figures.expected ?? null, {
        spare: 1,
        words: STATUS_NAMES,
        isSummed: false,
      }),
      column(
        'difference',
        'change',
        DIFFERENCE,
        ({ sighting }) => (sighting?.finding ? differenceOf(sighting.finding.figures) : null),
        { isSummed: false },
      ),
      { name: 'why', kind: 'text', head: { en: 'why', es: 'por qué' }, least: 10, of: ({ why }) => why },
    ],
  })

const STATUS_NAMES = Object.fromEntries(
  ['ready', 'paid', 'cancelled', 'chargeback', 'processing', 'credited', 'error'].map((status) => [
    status,
    inEach((language) => SAY[language].status(status)),
  ]),
)

/** A reopening that happened by itself has no author. */
const authorOf = ({ act, by }: TimelineStep): string | null => (act?.kind === 'reopen' && act.isAutomatic ? null : by)

const pullsTables = (shown: Shown, zone: Zone): Report['sections'] => {
  const behind = pullsOfDiscrepancy({ ...shown, ...shown.discrepancy })
  const left = behind.length - PULLS_MAX
  return [
    table<PullOfDiscrepancy & { readonly at: number }>({
      name: 'pulls',
      title: { en: 'Pulls behind it', es: 'Lecturas que lo respaldan' },
      rows: behind.map((one, at) => ({ ...one, at })),
      line: ({ at }) => (at < left ? NOT_ON_SCREENS : {}),
      columns: [
        { name: 'at', kind: 'time', head: { en: 'when', es: 'cuándo' }, of: ({ pull }) => zone.clockAt(pull.at) },
        { name: 'number', kind: 'id', head: { en: 'no.', es: 'n.º' }, of: ({ pull }) => pull.number },
        column('shows', 'word', { en: 'the finding', es: 'la novedad' }, ({ shows }) => shows ?? 'unread', {
          words: {
            true: { en: 'shows it', es: 'lo muestra' },
            false: { en: 'does not show it', es: 'no lo muestra' },
            unread: { en: 'not read whole', es: 'no se pudo leer completa' },
          },
        }),
        column('verdict', 'word', { en: 'result', es: 'resultado' }, ({ pull }) => pull.verdict, {
          words: VERDICT_NAMES,
        }),
        column('reason', 'text', { en: 'why not', es: 'por qué no' }, ({ pull }) => pull.incomplete?.code ?? null),
      ],
    }),
    ...(left > 0
      ? [
          note(
            {
              en: `${left} earlier ${left === 1 ? 'one' : 'ones'}`,
              es: left === 1 ? '1 anterior' : `${left} anteriores`,
            },
            { only: ['text'] },
          ),
        ]
      : []),
  ]
}

const paymentsTable = ({ payments }: Shown): ReportTable =>
  table<Shown['payments'][number]>({
    name: 'payments',
    title: { en: 'What may have paid it', es: 'Lo que pudo pagarlo' },
    rows: payments,
    columns: [
      { name: 'on', kind: 'date', head: { en: 'date', es: 'fecha' }, of: ({ on }) => on },
      column('payer', 'days', { en: 'adjustments or credit', es: 'ajustes o consignación' }, ({ by }) =>
        by.kind === 'adjustment' ? `${by.slot.date} ${by.slot.cycle}` : by.entry,
      ),
      { name: 'amount', kind: 'money', head: { en: 'COP', es: 'COP' }, of: ({ left }) => left },
    ],
  })

const nextTable = ({ discrepancy, payments }: Shown, { start = PLAIN_START }: QueryContext): ReportTable => {
  const { id, slot, state } = discrepancy
  const decided = state === 'accepted' || state === 'claimed' || state === 'paid'
  const acts = state === 'resolved' ? [] : decided ? ['reopen'] : ['accept', 'claim']
  const settle = payments.map(({ by }) =>
    by.kind === 'adjustment' ? `--by ${by.slot.date}/${by.slot.cycle}` : `--by-entry ${by.entry}`,
  )
  return table<Both<string>>({
    name: 'next',
    title: null,
    only: ['text', 'html'],
    rows: [
      inBoth(`cuadre explain ${slot.date} ${slot.cycle}`),
      ...(state === 'resolved' ? [] : settle.map((payer) => inBoth(`cuadre discrepancies settle ${id} ${payer}`))),
      ...acts.map((act) => eachOf(TO_WRITE.reason, (why) => `cuadre discrepancies ${act} ${id} --reason ${why}`)),
    ],
    columns: [
      column('command', 'text', { en: 'Next', es: 'Siguiente' }, (command) =>
        eachOf(command, (one) => typed(one, start)),
      ),
    ],
  })
}
