import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import { byCodeAndSubject, differenceOf, type Finding } from '../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { HIDDEN } from '../../src/core/personal/personal.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import type { PackEntry } from '../../src/print/pack/manifest.ts'
import { compareText } from '../../src/std/compare-text.ts'
import type { KeptAnswer } from '../../src/store/evidence/evidence-repository.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { codesOf, type DiscrepancyContext } from './discrepancy-row.ts'
import { csvColumn, ledger } from './ledger.ts'

/** One row for each pull or attempt, oldest first. An attempt that was not read whole has no number and no contents. */
export const PULL_LEDGER = ledger<PastPull, Zone>('pulls.csv', [
  csvColumn('pull', ({ number }) => number, 'its number in the one sequence; empty for an attempt'),
  csvColumn('read_at', ({ at }, zone) => zone.clockAt(at), 'when'),
  csvColumn('read_whole', ({ incomplete }) => incomplete === null, 'whether everything could be read'),
  csvColumn('reason_code', ({ incomplete }) => incomplete?.code ?? null, 'why not'),
  csvColumn('reason', ({ incomplete }) => incomplete?.reason ?? null, 'why not, in words'),
  csvColumn('verdict', ({ verdict }) => verdict, 'what the first check of it said'),
  csvColumn(
    'settlement_status',
    ({ settlement }) => settlement?.status ?? null,
    'the status that the settlement reported',
  ),
  csvColumn(
    'invoices_added',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.added : null),
    'invoices that came to the list',
  ),
  csvColumn(
    'invoices_left',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.left : null),
    'invoices that left it',
  ),
  csvColumn(
    'invoices_changed',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.changed : null),
    'invoices that say something else than before',
  ),
])

/** One answer of a pull, and the file of the pack with its bytes. */
interface AuditedAnswer extends Omit<KeptAnswer, 'digest' | 'bytes'> {
  readonly file: AnswerFile
}

/** A file with the bytes of an answer. Identical answers share a file. */
export interface AnswerFile extends PackEntry {
  /**
   * SHA-256 of the answer as received. In a masked copy it differs from that of the file; null when it would reveal
   * masked data.
   */
  readonly original: string | null
}

/** One row for each answer of a pull, in the order of reading. The context maps the number of a pull to its time. */
export const ANSWER_LEDGER = ledger<AuditedAnswer, ReadonlyMap<number, string>>('answers.csv', [
  csvColumn('pull', ({ pull }) => pull, 'the number of the pull that read it'),
  csvColumn('read_at', ({ pull }, readAt) => readAt.get(pull) ?? null, 'when'),
  csvColumn(
    'part',
    ({ part }) => part,
    'the settlement before the list or after it, a page of the list, or an invoice that had left',
  ),
  csvColumn('place', ({ place }) => place, 'its place among the answers of that part'),
  csvColumn('request', ({ request }) => request, 'the path and query that were asked for'),
  csvColumn('status', ({ status }) => status, 'the HTTP status'),
  csvColumn('bytes', ({ file }) => file.bytes, 'the size of the file'),
  csvColumn('sha256', ({ file }) => file.sha256, 'the SHA-256 of the file'),
  csvColumn('file', ({ file }) => file.name, 'the file that has the answer; answers that are alike share one'),
  csvColumn(
    'original_sha256',
    ({ file }) => file.original,
    'the SHA-256 of the answer as it came; in a masked pack it differs from that of the file, or is empty',
  ),
])

/** The time of each pull by its number, in the zone. */
export const pullTimes = (pulls: readonly PastPull[], zone: Zone): ReadonlyMap<number, string> =>
  new Map(pulls.flatMap(({ number, at }) => (number === null ? [] : [[number, zone.clockAt(at)]])))

/** Sentences are in the language of the settings, all else as in JSON. */
type HistoryContext = Pick<DiscrepancyContext, 'zone' | 'language'> & {
  /** The author of a step is a name, too. */
  readonly masked: boolean
}

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
  csvColumn('by', ({ step: { by } }, { masked }) => (masked && by !== null ? HIDDEN : by), 'who; empty for a check'),
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
