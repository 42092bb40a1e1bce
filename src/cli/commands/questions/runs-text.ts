import { secondsOf, verdictIn, verdictsOf } from '../../../../reports/documents/run-facts.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { PastRun, SlotOfRun, WholeRun } from '../../../domain/past-run.ts'
import { countOf } from '../../../i18n/counts.ts'
import type { Language } from '../../../i18n/language.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { countInTable, slotInTable, timeIn } from '../../terminal/in-table.ts'
import { nameOfVerdict, outcomeIn } from '../../terminal/outcome-in.ts'

const HEAD: Both<readonly string[]> = {
  en: ['began', 'job', 'outcome', 'run', 'exit', 'seconds', 'settlements', 'not read', 'invoices'],
  es: ['empezó', 'trabajo', 'resultado', 'paso', 'estado', 'segundos', 'liquidaciones', 'sin leer', 'facturas'],
}

/** One line for each run, newest first. */
export const runsText = (runs: readonly PastRun[], zone: Zone, language: Language): string => {
  if (runs.length === 0) return { en: 'No runs.\n', es: 'No hay ejecuciones.\n' }[language]
  const rows = runs.map((run) => [
    timeIn(run.at, zone, language),
    harmless(run.job),
    outcomeOf(run, language),
    String(run.ordinal),
    String(run.end?.exitCode ?? ''),
    secondsText(run),
    countInTable(run.read, language),
    countInTable(run.notRead, language),
    countInTable(run.invoices, language),
  ])
  return `${alignColumns([HEAD[language], ...rows], 3).join('\n')}\n`
}

const outcomeOf = ({ end }: PastRun, language: Language): string =>
  end === null ? { en: 'not ended', es: 'sin terminar' }[language] : outcomeIn(end.outcome, language)

const secondsText = (run: PastRun): string => secondsOf(run)?.toFixed(1) ?? ''

/** One run, and then each settlement it read. */
export const runText = (run: WholeRun, zone: Zone, language: Language): string => {
  const facts = [
    [{ en: 'Run', es: 'Ejecución' }[language], `${run.ordinal} (${harmless(run.id)})`],
    [{ en: 'Job', es: 'Trabajo' }[language], `${harmless(run.job)}, cuadre ${harmless(run.version)}`],
    [{ en: 'Began', es: 'Empezó' }[language], `${timeIn(run.at, zone, language)} ${zone.name}`],
    [{ en: 'Ended', es: 'Terminó' }[language], endOf(run, zone, language)],
    [
      { en: 'Read', es: 'Leyó' }[language],
      {
        en: `${countOf(run.read, 'settlement', language)} with ${countOf(run.invoices, 'invoice', language)}; ${run.notRead} could not be read whole`,
        es: `${countOf(run.read, 'settlement', language)} con ${countOf(run.invoices, 'invoice', language)}; ${run.notRead} no se ${run.notRead === 1 ? 'pudo' : 'pudieron'} leer completas`,
      }[language],
    ],
    [
      { en: 'Results', es: 'Resultados' }[language],
      verdictsOf(run.slots)
        .map(({ verdict, number }) => `${number} ${nameOfVerdict(verdict, language)}`)
        .join(', ') || { en: 'none', es: 'ninguno' }[language],
    ],
  ]
  const slots = run.slots.map((one) => [
    slotInTable(one.slot, language),
    nameOfVerdict(verdictIn(one) ?? '', language),
    one.at === null ? '' : zone.clockAt(one.at).slice(-8),
    harmless(one.reason ?? contentOf(one, language)),
  ])
  return [alignColumns(facts, 2), alignColumns(slots, 4)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

const contentOf = ({ at, pages, invoices }: SlotOfRun, language: Language): string =>
  at === null
    ? { en: 'not read: closed, and different from its closing', es: 'no se leyó: cerrada, y distinta de su cierre' }[
        language
      ]
    : {
        en: `${countOf(pages, 'page', language)}, ${countOf(invoices, 'invoice', language)}`,
        es: `${countOf(pages, 'page', language)}, ${countOf(invoices, 'invoice', language)}`,
      }[language]

const endOf = (run: PastRun, zone: Zone, language: Language): string =>
  run.end === null
    ? { en: 'not yet: it is still running, or was killed', es: 'aún no: sigue en marcha, o se interrumpió' }[language]
    : {
        en: `${timeIn(run.end.at, zone, language)}, after ${secondsText(run)} s, ${outcomeIn(run.end.outcome, language)} (exit status ${run.end.exitCode})`,
        es: `${timeIn(run.end.at, zone, language)}, tras ${secondsText(run)} s, ${outcomeIn(run.end.outcome, language)} (estado de salida ${run.end.exitCode})`,
      }[language]
