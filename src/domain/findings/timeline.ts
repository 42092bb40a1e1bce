import type { Instant } from '../calendar/calendar.ts'
import type { Act } from './act.ts'
import { type Finding, isAtLeast } from './discrepancy.ts'

/** A check showed a discrepancy with these figures, or saw it gone. */
export interface Sighting {
  /** Null when it was gone. */
  readonly finding: Finding | null
  /** The last number of the one sequence at that time: acts up to it came before. */
  readonly after: number
  /** The moment of that number. */
  readonly at: Instant
  /** The number of the pull that was looked at. */
  readonly pull: number
}

export type TimelineEvent =
  | 'found'
  | 'changed'
  | 'resolved'
  | 'returned'
  | 'waived'
  | 'waiver-ended'
  | 'reopened'
  | 'noted'

/** One step of a discrepancy's life, and how it stood afterwards. */
export interface TimelineStep {
  readonly event: TimelineEvent
  readonly state: 'open' | 'waived' | 'resolved'
  readonly at: Instant
  /** In the one sequence: the number of the act; of a sighting, how far the sequence had come. */
  readonly number: number
  /** Null for what a check saw. */
  readonly by: string | null
  /** The reason a person gave, or why a waiver ended by itself. */
  readonly why: string | null
  /** The act, when a person did it. */
  readonly act: Act | null
  /** The sighting, when a check saw it. */
  readonly sighting: Sighting | null
}

/** How a discrepancy stands in the middle of its life. */
interface Standing {
  readonly shown: Finding | null
  /** What was shown when it was waived; null when it is not. */
  readonly waived: Finding | null
}

/** The steps of a discrepancy's life, from what checks saw and what people did, each oldest first. */
export const timelineOf = (sightings: readonly Sighting[], acts: readonly Act[]): readonly TimelineStep[] => {
  const steps: TimelineStep[] = []
  let standing: Standing = { shown: null, waived: null }
  for (const event of inOrder(sightings, acts)) {
    const [step, next] = 'after' in event ? seen(event, standing, steps.length === 0) : done(event, standing)
    steps.push({ ...step, state: stateOf(next) })
    standing = next
  }
  return steps
}

/** A person waived it, and since then neither has it gone, nor have its numbers changed, nor has it become graver, nor was it reopened. */
export const isWaived = (steps: readonly TimelineStep[]): boolean => steps.at(-1)?.state === 'waived'

const inOrder = (sightings: readonly Sighting[], acts: readonly Act[]): readonly (Sighting | Act)[] => {
  const ordered: (Sighting | Act)[] = []
  let next = 0
  for (const sighting of sightings) {
    for (let act = acts[next]; act !== undefined && act.number <= sighting.after; act = acts[next]) {
      ordered.push(act)
      next += 1
    }
    ordered.push(sighting)
  }
  return [...ordered, ...acts.slice(next)]
}

const stateOf = ({ shown, waived }: Standing): TimelineStep['state'] => {
  if (shown === null) return 'resolved'
  return waived === null ? 'open' : 'waived'
}

type StatelessStep = Omit<TimelineStep, 'state'>

const seen = (sighting: Sighting, before: Standing, isFirst: boolean): readonly [StatelessStep, Standing] => {
  const { finding: shown, at, after: number } = sighting
  const told = { at, number, by: null, act: null, sighting }
  if (shown === null) {
    const why = before.waived === null ? null : 'it is gone, and with it its waiver'
    return [
      { event: 'resolved', why, ...told },
      { shown, waived: null },
    ]
  }
  const event = isFirst ? 'found' : before.shown === null ? 'returned' : 'changed'
  const why = before.waived === null ? null : whyReopened(before.waived, shown)
  return [
    { event, why, ...told },
    { shown, waived: why === null ? before.waived : null },
  ]
}

const done = (act: Act, { shown, waived }: Standing): readonly [StatelessStep, Standing] => {
  const told = { at: act.at, number: act.number, by: act.by, why: act.reason, act, sighting: null }
  switch (act.kind) {
    case 'waive':
      return [
        { event: 'waived', ...told },
        { shown, waived: shown },
      ]
    case 'reopen':
      return [
        { event: act.byItself ? 'waiver-ended' : 'reopened', ...told },
        { shown, waived: null },
      ]
    case 'note':
      return [
        { event: 'noted', ...told },
        { shown, waived },
      ]
  }
}

/** Why a waiver of what was shown then does not hold for what is shown now; null when it does. Other words or causes do not end it. */
const whyReopened = (then: Finding, now: Finding): string | null => {
  const [a, b] = [then.figures, now.figures]
  if (a.unit !== b.unit || a.stated !== b.stated || a.recomputed !== b.recomputed)
    return 'its numbers changed, and so its waiver ended'
  if (!isAtLeast(then.severity, now.severity))
    return `it was ${withArticle(then.severity)} when it was waived, and is ${withArticle(now.severity)} now`
  return null
}

const withArticle = (severity: Finding['severity']): string =>
  severity === 'info' ? 'for information' : severity === 'error' ? 'an error' : 'a warning'
