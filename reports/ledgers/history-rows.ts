import type { Row } from '../../src/core/cell.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import { byCodeAndSubject, differenceOf, type Finding } from '../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { codesOf, type DiscrepancyContext } from './discrepancy-row.ts'
import { csvColumn, ledger } from './ledger.ts'

/** Sentences are in the language of the settings, all else as in JSON. */
type HistoryContext = Pick<DiscrepancyContext, 'zone' | 'language'>

interface StepOfDiscrepancy {
  readonly id: string
  readonly code: string
  readonly subject: string
  readonly step: TimelineStep
  /** What a check found; null for an act of a person, and for a check that no longer finds it. */
  readonly finding: Finding | null
}

export const HISTORY_LEDGER = ledger<StepOfDiscrepancy, HistoryContext>('discrepancy-history.csv', [
  csvColumn('id', ({ id }) => id, 'the discrepancy'),
  csvColumn('code', ({ code }) => code, 'the check that found it'),
  csvColumn('subject', ({ subject }) => subject, 'what it is about'),
  csvColumn('step', ({ step }) => step.number, 'the number of the step in the one sequence'),
  csvColumn('at', ({ step }, { zone }) => zone.clockAt(step.at), 'when'),
  csvColumn('event', ({ step }) => step.event, 'what happened: found, changed, gone, or what a person did'),
  csvColumn('state', ({ step }) => step.state, 'the state after it'),
  csvColumn('severity', ({ finding }) => finding?.severity ?? null, 'error, warning or info'),
  csvColumn('unit', ({ finding }) => finding?.figures.unit ?? null, 'what both figures are'),
  csvColumn('reported', ({ finding }) => finding?.figures.reported ?? null, 'what the service said then'),
  csvColumn('expected', ({ finding }) => finding?.figures.expected ?? null, 'what it should have been'),
  csvColumn(
    'difference',
    ({ finding }) => (finding === null ? null : differenceOf(finding.figures)),
    'reported less expected',
  ),
  csvColumn(
    'causes',
    ({ finding }) => (finding === null ? null : codesOf(finding.causes)),
    'the causes that fitted then',
  ),
  csvColumn(
    'message',
    ({ finding }, { language }) => (finding === null ? null : messageIn(finding, language).text),
    'the discrepancy in a sentence, in the language of the settings',
  ),
  csvColumn('by', ({ step }) => step.by, 'who; empty for a check'),
  csvColumn('why', ({ step }, { language }) => step.why?.[language] ?? null, 'the reason that was given'),
  csvColumn('ticket', ({ step }) => ticketOf(step.act), "the operator's number of a claim"),
  csvColumn(
    'until',
    ({ step: { act } }) => (act !== null && isDecision(act) ? (act.until?.date ?? null) : null),
    'the last day of an acceptance, or the promised day of a claim',
  ),
])

/**
 * One row for each step in the timeline of every discrepancy of a slot: findings with the figures of their time, and
 * acts of people with author and reason. By code and subject, each oldest first.
 */
export const historyRows = (
  timelines: ReadonlyMap<string, readonly TimelineStep[]>,
  context: HistoryContext,
): readonly Row[] =>
  [...timelines]
    .flatMap(([id, steps]) => {
      const first = steps.find(({ sighting }) => sighting?.finding)?.sighting?.finding
      return first ? [{ id, steps, code: first.code, subject: first.subject }] : []
    })
    .sort((a, b) => byCodeAndSubject(a, b) || compareText(a.id, b.id))
    .flatMap(({ steps, ...discrepancy }) =>
      steps.map((step) =>
        HISTORY_LEDGER.row({ ...discrepancy, step, finding: step.sighting?.finding ?? null }, context),
      ),
    )
