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
  | 'accepted'
  | 'acceptance-ended'
  | 'claimed'
  | 'claim-ended'
  | 'reopened'
  | 'noted'

/** One step of a discrepancy's life, and how it stood afterwards. */
export interface TimelineStep {
  readonly event: TimelineEvent
  readonly state: 'open' | 'accepted' | 'claimed' | 'resolved'
  readonly at: Instant
  /** In the one sequence: the number of the act; of a sighting, how far the sequence had come. */
  readonly number: number
  /** Null for what a check saw. */
  readonly by: string | null
  /** The reason a person gave, or why an acceptance or a claim ended by itself. */
  readonly why: string | null
  /** The act, when a person did it. */
  readonly act: Act | null
  /** The sighting, when a check saw it. */
  readonly sighting: Sighting | null
}

/** How a discrepancy stands in the middle of its life. */
interface Standing {
  readonly shown: Finding | null
  /** That it was accepted or claimed, and what was shown then; null when it is neither. */
  readonly decided: { readonly as: 'accepted' | 'claimed'; readonly finding: Finding | null } | null
}

/** The steps of a discrepancy's life, from what checks saw and what people did, each oldest first. */
export const timelineOf = (sightings: readonly Sighting[], acts: readonly Act[]): readonly TimelineStep[] => {
  const steps: TimelineStep[] = []
  let standing: Standing = { shown: null, decided: null }
  for (const event of inOrder(sightings, acts)) {
    const [step, next] = 'after' in event ? seen(event, standing, steps.length === 0) : done(event, standing)
    steps.push({ ...step, state: stateOf(next) })
    standing = next
  }
  return steps
}

/** A person accepted or claimed it, and since then neither has it gone, nor have its numbers changed, nor has it become graver, nor was it reopened. */
export const isDecided = (steps: readonly TimelineStep[]): boolean => {
  const state = steps.at(-1)?.state
  return state === 'accepted' || state === 'claimed'
}

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

const stateOf = ({ shown, decided }: Standing): TimelineStep['state'] =>
  shown === null ? 'resolved' : (decided?.as ?? 'open')

type StatelessStep = Omit<TimelineStep, 'state'>

const seen = (sighting: Sighting, before: Standing, isFirst: boolean): readonly [StatelessStep, Standing] => {
  const { finding: shown, at, after: number } = sighting
  const told = { at, number, by: null, act: null, sighting }
  if (shown === null) {
    const why = before.decided === null ? null : `it is gone, and with it its ${NAMES[before.decided.as]}`
    return [
      { event: 'resolved', why, ...told },
      { shown, decided: null },
    ]
  }
  const event = isFirst ? 'found' : before.shown === null ? 'returned' : 'changed'
  const why = before.decided === null ? null : whyReopened(before.decided, shown)
  return [
    { event, why, ...told },
    { shown, decided: why === null ? before.decided : null },
  ]
}

const NAMES = { accepted: 'acceptance', claimed: 'claim' } as const

const done = (act: Act, { shown, decided }: Standing): readonly [StatelessStep, Standing] => {
  const told = { at: act.at, number: act.number, by: act.by, why: act.reason, act, sighting: null }
  switch (act.kind) {
    case 'accept':
      return [
        { event: 'accepted', ...told },
        { shown, decided: { as: 'accepted', finding: shown } },
      ]
    case 'claim':
      return [
        { event: 'claimed', ...told },
        { shown, decided: { as: 'claimed', finding: shown } },
      ]
    case 'reopen': {
      const ended = decided?.as === 'claimed' ? 'claim-ended' : 'acceptance-ended'
      return [
        { event: act.byItself ? ended : 'reopened', ...told },
        { shown, decided: null },
      ]
    }
    case 'note':
      return [
        { event: 'noted', ...told },
        { shown, decided },
      ]
  }
}

/** Why a decision about what was shown then does not hold for what is shown now; null when it does. Other words or causes do not end it. */
const whyReopened = ({ as, finding: then }: NonNullable<Standing['decided']>, now: Finding): string | null => {
  if (then === null) return null
  const [a, b] = [then.figures, now.figures]
  if (a.unit !== b.unit || a.reported !== b.reported || a.expected !== b.expected)
    return `its numbers changed, and so its ${NAMES[as]} ended`
  if (!isAtLeast(then.severity, now.severity))
    return `it was ${withArticle(then.severity)} when it was ${as}, and is ${withArticle(now.severity)} now`
  return null
}

const withArticle = (severity: Finding['severity']): string =>
  severity === 'info' ? 'for information' : severity === 'error' ? 'an error' : 'a warning'
