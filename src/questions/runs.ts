import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { RUNS, secondsOf, verdictIn, verdictsOf, WHOLE_RUN } from '../../reports/documents/runs.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { isOpen } from '../core/findings/discrepancy.ts'
import { type AsOf, JOBS, type PastRun, type SlotOfRun, type WholeRun } from '../core/past-run.ts'
import { compareSlots, nameOf } from '../core/slot.ts'
import { aSwitch, once } from '../input/options.ts'
import { oneOf, optional, orElse, text, wholeNumberWithin } from '../input/readers.ts'
import { timeIn } from '../print/in-table.ts'
import { inEach, nameIn, OUTCOME_NAMES, VERDICT_NAMES } from '../print/names.ts'
import { column, table } from '../print/report.ts'
import { type Both, inBoth } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import type { Store } from '../store/store.ts'
import { countOf } from '../words/money.ts'
import { question } from './question.ts'

/** The runs of the past, newest first. */
export const RUNS_LIST = question({
  name: 'runs list',
  foldedInto: 'status --runs',
  group: 'look',
  describe: {
    en: 'The runs of the past, newest first: when, how long, what they read, how they ended',
    es: 'Las ejecuciones anteriores, la más reciente primero: cuándo, cuánto duraron, qué leyeron, cómo terminaron',
  },
  examples: [
    ['cuadre status --runs', { en: 'the newest 20', es: 'las 20 más recientes' }],
    [
      'cuadre status --runs --failed',
      { en: 'those that did not read everything, or never ended', es: 'las que no leyeron todo, o nunca terminaron' },
    ],
    [
      'cuadre status --runs --job run --last 365 --json',
      { en: 'a year of nights, for a program', es: 'un año de noches, para un programa' },
    ],
  ],
  operands: {},
  options: {
    job: once(
      { en: 'Only this job: run, check, sweep, ...', es: 'Solo este trabajo: run, check, sweep, ...' },
      optional(oneOf(JOBS)),
    ),
    last: once(
      { en: 'How many, 1 to 100000 (20)', es: 'Cuántas, de 1 a 100000 (20)' },
      orElse(wholeNumberWithin(1, 100_000), 20),
    ),
    failed: aSwitch({ en: 'Only those that did not end with 0 or 3', es: 'Solo las que no terminaron con 0 o 3' }),
  },
  read: async (context, { job = null, last, failed }): Promise<readonly PastRun[]> =>
    (await readDatabase(context, (store) => store.runs.list({ job, failed, most: last }))) ?? [],
  shape: RUNS,
  report: (runs, { settings, zone }) => ({
    merchant: settings.merchant,
    title: { en: 'Runs', es: 'Ejecuciones' },
    sections: [runsTable(runs, zone)],
  }),
})

const runsTable = (runs: readonly PastRun[], zone: Zone) =>
  table<PastRun>({
    name: 'runs',
    title: null,
    none: { en: 'No runs.', es: 'No hay ejecuciones.' },
    rows: runs,
    columns: [
      { name: 'began', kind: 'time', head: { en: 'began', es: 'empezó' }, of: ({ at }) => zone.clockAt(at) },
      { name: 'job', kind: 'text', head: { en: 'job', es: 'trabajo' }, of: ({ job }) => job },
      column('outcome', 'word', { en: 'outcome', es: 'resultado' }, ({ end }) => end?.outcome ?? 'not-ended', {
        words: { ...OUTCOME_NAMES, 'not-ended': { en: 'not ended', es: 'sin terminar' } },
      }),
      { name: 'run', kind: 'id', head: { en: 'run', es: 'paso' }, of: ({ ordinal }) => ordinal },
      column('exit_status', 'count', { en: 'exit', es: 'estado' }, ({ end }) => end?.exitCode ?? null, {
        isSummed: false,
      }),
      column(
        'seconds',
        'rate',
        { en: 'seconds', es: 'segundos' },
        (run) => {
          const seconds = secondsOf(run)
          return seconds === null ? null : { decimal: seconds.toFixed(1) }
        },
        { spare: 1 },
      ),
      { name: 'settlements', kind: 'count', head: { en: 'settlements', es: 'liquidaciones' }, of: ({ read }) => read },
      { name: 'not_read', kind: 'count', head: { en: 'not read', es: 'sin leer' }, of: ({ notRead }) => notRead },
      { name: 'invoices', kind: 'count', head: { en: 'invoices', es: 'facturas' }, of: ({ invoices }) => invoices },
    ],
  })

/** One run, with the settlements that it read. */
export const RUNS_SHOW = question({
  name: 'runs show',
  foldedInto: 'status --run',
  group: 'look',
  describe: {
    en: 'One run: the settlements it read, their results, how long it took, how it ended',
    es: 'Una ejecución: las liquidaciones que leyó, sus resultados, cuánto duró, cómo terminó',
  },
  examples: [
    ['cuadre status --run 12', { en: 'by its number', es: 'por su número' }],
    ['cuadre status --run 6f1d0c1e', { en: 'by its id, or how it begins', es: 'por su id, o por su comienzo' }],
  ],
  operands: { run: text },
  options: {},
  about: 'one',
  read: async (context, { run: name }) => theOne(name, await runsCalled(context, name)),
  shape: WHOLE_RUN,
  report: (run, { settings, zone }) => ({
    merchant: settings.merchant,
    title: { en: `Run ${run.ordinal}`, es: `Ejecución ${run.ordinal}` },
    facts: runInFacts(run, zone),
    sections: [slotsTable(run.slots, zone)],
  }),
})

const fact = (name: string, head: Both<string>, value: Both<string>) => ({ name, head, value })

const runInFacts = (run: WholeRun, zone: Zone) => [
  fact('run', { en: 'Run', es: 'Ejecución' }, inBoth(`${run.ordinal} (${run.id})`)),
  fact('job', { en: 'Job', es: 'Trabajo' }, inBoth(`${run.job}, cuadre ${run.version}`)),
  fact(
    'began',
    { en: 'Began', es: 'Empezó' },
    inEach((language) => `${timeIn(run.at, zone, language)} ${zone.name}`),
  ),
  fact('ended', { en: 'Ended', es: 'Terminó' }, endInWords(run, zone)),
  fact(
    'read',
    { en: 'Read', es: 'Leyó' },
    {
      en: `${countOf(run.read, 'settlement', 'en')} with ${countOf(run.invoices, 'invoice', 'en')}; ${run.notRead} could not be read whole`,
      es: `${countOf(run.read, 'settlement', 'es')} con ${countOf(run.invoices, 'invoice', 'es')}; ${run.notRead} no se ${run.notRead === 1 ? 'pudo' : 'pudieron'} leer completas`,
    },
  ),
  fact(
    'results',
    { en: 'Results', es: 'Resultados' },
    inEach(
      (language) =>
        verdictsOf(run.slots)
          .map(({ verdict, number: count }) => `${count} ${nameIn(VERDICT_NAMES, verdict, language)}`)
          .join(', ') || { en: 'none', es: 'ninguno' }[language],
    ),
  ),
]

const endInWords = (run: WholeRun, zone: Zone): Both<string> => {
  const { end } = run
  if (end === null)
    return { en: 'not yet: it is still running, or was killed', es: 'aún no: sigue en marcha, o se interrumpió' }
  const seconds = secondsOf(run)?.toFixed(1)
  return {
    en: `${timeIn(end.at, zone, 'en')}, after ${seconds} s, ${nameIn(OUTCOME_NAMES, end.outcome, 'en')} (exit status ${end.exitCode})`,
    es: `${timeIn(end.at, zone, 'es')}, tras ${seconds} s, ${nameIn(OUTCOME_NAMES, end.outcome, 'es')} (estado de salida ${end.exitCode})`,
  }
}

const NOT_READ = {
  closed: {
    en: 'not read: closed, and different from its closing',
    es: 'no se leyó: cerrada, y distinta de su cierre',
  },
}

const slotsTable = (slots: readonly SlotOfRun[], zone: Zone) =>
  table<SlotOfRun>({
    name: 'settlements',
    title: { en: 'Settlements', es: 'Liquidaciones' },
    rows: slots,
    columns: [
      { name: 'date', kind: 'date', head: { en: 'date', es: 'fecha' }, of: ({ slot }) => slot.date },
      { name: 'cycle', kind: 'text', head: { en: 'cycle', es: 'ciclo' }, of: ({ slot }) => slot.cycle },
      { name: 'verdict', kind: 'word', head: { en: 'result', es: 'resultado' }, words: VERDICT_NAMES, of: verdictIn },
      column('read_at', 'text', { en: 'read at', es: 'leída a las' }, ({ at }) =>
        at === null ? null : zone.clockAt(at).slice(-8),
      ),
      column('pages', 'count', { en: 'pages', es: 'páginas' }, ({ at, pages }) => (at === null ? null : pages), {
        spare: 1,
        isSummed: false,
      }),
      column(
        'invoices',
        'count',
        { en: 'invoices', es: 'facturas' },
        ({ at, invoices }) => (at === null ? null : invoices),
        { spare: 2, isSummed: false },
      ),
      column(
        'reason',
        'word',
        { en: 'why not', es: 'por qué no' },
        ({ at, reason }) => (at === null ? 'closed' : reason),
        { words: NOT_READ, least: 30 },
      ),
    ],
  })

/** Returns the runs whose id begins with this name: none, one, or several when it is too short. */
export const runsCalled = async (context: QueryContext, name: string): Promise<readonly WholeRun[]> =>
  (await readDatabase(context, async (store) => {
    const runs: WholeRun[] = []
    for (const run of await store.runs.find(name)) runs.push(await withRestated(context, store, run))
    return runs
  })) ?? []

/**
 * Adds the closed slots that differ from their closing, including those that the night did not read, since the night
 * reported them.
 */
const withRestated = async (context: QueryContext, store: Store, run: WholeRun): Promise<WholeRun> => {
  const asOf = endOf(run)
  if (run.scope !== 'due' || asOf === null || (await store.periods.everClosedThrough()) === null) return run
  const read = new Set(run.slots.map(({ slot }) => nameOf(slot)))
  const restated = (await readDatabase({ ...context, asOf }, restatedSlots)) ?? []
  const slots = [...run.slots, ...restated.filter(({ slot }) => !read.has(nameOf(slot)))]
  return { ...run, slots: slots.toSorted((a, b) => compareSlots(a.slot, b.slot)) }
}

/** The moment at which the run ended; null while it is running. */
const endOf = ({ end, lastNumber }: WholeRun): AsOf | null => {
  if (end === null) return null
  return lastNumber === null ? { kind: 'time', at: end.at } : { kind: 'number', number: lastNumber }
}

const restatedSlots = async (store: Store): Promise<readonly SlotOfRun[]> => {
  const open = (await store.periods.restatements()).filter((one) => isOpen(one) && one.severity === 'error')
  const names = new Set(open.map(({ slot }) => nameOf(slot)))
  return (await store.slots.states())
    .filter(({ slot }) => names.has(nameOf(slot)))
    .map(({ slot, assessment }) => ({
      slot,
      at: null,
      verdict: assessment?.verdict ?? null,
      reason: null,
      pages: 0,
      invoices: 0,
    }))
}

const theOne = (name: string, [run, other]: readonly WholeRun[]): WholeRun => {
  if (run === undefined)
    throw usageError(
      { en: 'no run has this number or id', es: 'ninguna ejecución tiene este número o id' },
      { en: 'see "cuadre status --runs"', es: 'vea "cuadre status --runs"' },
    )
  const isExact = run.id === name || String(run.ordinal) === name
  if (other === undefined || isExact) return run
  throw usageError(
    { en: 'more than one run begins like this', es: 'más de una ejecución empieza así' },
    { en: 'write more of its id, or its number', es: 'escriba más de su id, o su número' },
  )
}
