import type { Row } from '../../src/core/cell.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import { byCodeAndSubject, differenceOf, type Finding } from '../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { codesOf, type DiscrepancyContext } from './discrepancy-row.ts'
import { column, ledger } from './ledger.ts'

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
  column('id', {
    of: ({ id }) => id,
    meaning: 'the discrepancy',
  }),
  column('code', {
    of: ({ code }) => code,
    meaning: 'the check that found it',
  }),
  column('subject', {
    of: ({ subject }) => subject,
    meaning: 'what it is about',
  }),
  column('step', {
    of: ({ step }) => step.number,
    meaning: 'the number of the step in the one sequence',
  }),
  column('at', {
    of: ({ step }, { zone }) => zone.clockAt(step.at),
    meaning: 'when',
  }),
  column('event', {
    of: ({ step }) => step.event,
    meaning: 'what happened: found, changed, gone, or what a person did',
  }),
  column('state', {
    of: ({ step }) => step.state,
    meaning: 'the state after it',
  }),
  column('severity', {
    of: ({ finding }) => finding?.severity ?? null,
    meaning: 'error, warning or info',
  }),
  column('unit', {
    of: ({ finding }) => finding?.figures.unit ?? null,
    meaning: 'what both figures are',
  }),
  column('reported', {
    of: ({ finding }) => finding?.figures.reported ?? null,
    meaning: 'what the service said then',
  }),
  column('expected', {
    of: ({ finding }) => finding?.figures.expected ?? null,
    meaning: 'what it should have been',
  }),
  column('difference', {
    of: ({ finding }) => (finding === null ? null : differenceOf(finding.figures)),
    meaning: 'reported less expected',
  }),
  column('causes', {
    of: ({ finding }) => (finding === null ? null : codesOf(finding.causes)),
    meaning: 'the causes that fitted then',
  }),
  column('message', {
    of: ({ finding }, { language }) => (finding === null ? null : messageIn(finding, language).text),
    meaning: 'the discrepancy in a sentence, in the language of the settings',
  }),
  column('by', {
    of: ({ step }) => step.by,
    meaning: 'who; empty for a check',
  }),
  column('why', {
    of: ({ step }, { language }) => step.why?.[language] ?? null,
    meaning: 'the reason that was given',
  }),
  column('ticket', {
    of: ({ step }) => ticketOf(step.act),
    meaning: "the operator's number of a claim",
  }),
  column('until', {
    of: ({ step: { act } }) => (act !== null && isDecision(act) ? (act.until?.date ?? null) : null),
    meaning: 'the last day of an acceptance, or the promised day of a claim',
  }),
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
