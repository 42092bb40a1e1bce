import { secondsOf, verdictIn, verdictsOf } from '../../../../reports/documents/run-facts.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { PastRun, SlotOfRun, WholeRun } from '../../../domain/past-run.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'

const HEAD = ['began', 'job', 'outcome', 'run', 'exit', 'seconds', 'settlements', 'not read', 'invoices'] as const

/** A line a run, newest first. */
export const runsText = (runs: readonly PastRun[], zone: Zone): string => {
  if (runs.length === 0) return 'No such run.\n'
  const rows = runs.map((run) => [
    zone.clockAt(run.at),
    harmless(run.job),
    outcomeOf(run),
    String(run.ordinal),
    String(run.end?.exitCode ?? ''),
    took(run),
    String(run.read),
    String(run.notRead),
    String(run.invoices),
  ])
  return `${alignColumns([HEAD, ...rows], 3).join('\n')}\n`
}

const outcomeOf = ({ end }: PastRun): string => (end === null ? 'not ended' : harmless(end.outcome))

const took = (run: PastRun): string => secondsOf(run)?.toFixed(1) ?? ''

/** What is known of one run, and then each slot it read. */
export const runText = (run: WholeRun, zone: Zone): string => {
  const facts = [
    ['Run', `${run.ordinal} (${harmless(run.id)})`],
    ['Job', `${harmless(run.job)}, cuadre ${harmless(run.version)}`],
    ['Began', `${zone.clockAt(run.at)} ${zone.name}`],
    ['Ended', endOf(run, zone)],
    [
      'Read',
      `${howMany(run.read, 'settlement')} with ${howMany(run.invoices, 'invoice')}; ${run.notRead} could not be read whole`,
    ],
    [
      'Results',
      verdictsOf(run.slots)
        .map(({ verdict, number }) => `${number} ${verdict}`)
        .join(', ') || 'none',
    ],
  ]
  const slots = run.slots.map((one) => [
    `${one.slot.date} ${one.slot.cycle}`,
    verdictIn(one) ?? '',
    one.at === null ? '' : zone.clockAt(one.at).slice(-8),
    harmless(one.reason ?? contentOf(one)),
  ])
  return [alignColumns(facts, 2), alignColumns(slots, 4)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

const contentOf = ({ at, pages, invoices }: SlotOfRun): string =>
  at === null
    ? 'not read: closed, and different from its closing'
    : `${howMany(pages, 'page')}, ${howMany(invoices, 'invoice')}`

const endOf = (run: PastRun, zone: Zone): string =>
  run.end === null
    ? 'not: it goes on, or was killed'
    : `${zone.clockAt(run.end.at)}, after ${took(run)} s, ${harmless(run.end.outcome)} (exit status ${run.end.exitCode})`
