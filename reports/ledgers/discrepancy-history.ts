import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Row } from '../../src/domain/cell.ts'
import { byCodeAndSubject, differenceOf, type Finding } from '../../src/domain/findings/discrepancy.ts'
import type { Step } from '../../src/domain/findings/life.ts'
import { compareText } from '../../src/std/compare-text.ts'

export const HISTORY_COLUMNS = [
  'id',
  'code',
  'subject',
  'step',
  'at',
  'event',
  'state',
  'severity',
  'unit',
  'stated',
  'recomputed',
  'difference',
  'causes',
  'message',
  'by',
  'why',
] as const

/**
 * One row per step in the life of every discrepancy a slot ever had: what checks saw, with the figures of that time, and what people
 * did, with who and why. By code and subject, each oldest first; `step` is the number in the one sequence of the books.
 */
export const historyRows = (lives: ReadonlyMap<string, readonly Step[]>, zone: Zone): readonly Row[] =>
  [...lives]
    .flatMap(([id, steps]) => {
      const first = steps.find(({ sighting }) => sighting?.finding)?.sighting?.finding
      return first ? [{ id, steps, code: first.code, subject: first.subject }] : []
    })
    .sort((a, b) => byCodeAndSubject(a, b) || compareText(a.id, b.id))
    .flatMap(({ id, steps, code, subject }) =>
      steps.map((step) => [
        ...[id, code, subject, step.number, zone.clockAt(step.at), step.event, step.state],
        ...shownCells(step.sighting?.finding ?? null),
        ...[step.by, step.why],
      ]),
    )

const shownCells = (finding: Finding | null): Row => {
  if (finding === null) return [null, null, null, null, null, null, null]
  const { severity, figures, causes, message } = finding
  const codes = causes.map(({ code }) => code).sort()
  return [
    severity,
    figures.unit,
    figures.stated,
    figures.recomputed,
    differenceOf(figures),
    codes.length === 0 ? null : codes.join(' '),
    message,
  ]
}
