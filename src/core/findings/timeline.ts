import { type Both, inBoth } from '../../std/both.ts'
import type { Instant } from '../calendar/calendar.ts'
import { ZERO } from '../money.ts'
import { hasSucceeded, isWorkDone, type PastRun } from '../past-run.ts'
import { dayMonthYear, type Slot } from '../slot.ts'
import { type Act, recoveriesIn, sumOfRecoveries, type Until } from './act.ts'
import { type Finding, isAtLeast, leftOf, type Severity } from './discrepancy.ts'

/** A check showed a discrepancy with these figures, or no longer showed it. */
export interface Sighting {
  /** Null when it was no longer shown. */
  readonly finding: Finding | null
  /** The last number of the event sequence at that time. Acts with numbers up to this one came before. */
  readonly after: number
  /** The moment of that number. */
  readonly at: Instant
  /** The number of the pull that was checked. */
  readonly pull: number
}

export const TIMELINE_EVENTS = [
  'found',
  'changed',
  'resolved',
  'returned',
  'accepted',
  'acceptance-ended',
  'claimed',
  'claim-ended',
  'paid',
  'reopened',
  'noted',
] as const
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number]

/** One step of a discrepancy's timeline, and its state afterwards. */
export interface TimelineStep {
  readonly event: TimelineEvent
  readonly state: 'open' | 'accepted' | 'claimed' | 'paid' | 'resolved'
  readonly at: Instant
  /** The number in the event sequence; for a sighting, the last number by then. */
  readonly number: number
  /** Null for a sighting. */
  readonly by: string | null
  /** The reason a person gave, or why an acceptance or a claim ended by itself. */
  readonly why: Both<string> | null
  /** The act; null for a sighting. */
  readonly act: Act | null
  /** The sighting; null for an act. */
  readonly sighting: Sighting | null
}

/** The state of a discrepancy after the steps so far. */
interface StateSoFar {
  readonly shown: Finding | null
  /** The decision in force, and the finding at the time it was made; null without one. */
  readonly decided: {
    readonly as: 'accepted' | 'claimed' | 'paid'
    readonly finding: Finding | null
    readonly until: Until | null
  } | null
  /** The acts so far. */
  readonly acts: readonly Act[]
}

/** The timeline of a discrepancy, from sightings and acts, each oldest first. */
export const timelineOf = (sightings: readonly Sighting[], acts: readonly Act[]): readonly TimelineStep[] => {
  const steps: TimelineStep[] = []
  let current: StateSoFar = { shown: null, decided: null, acts: [] }
  for (const event of inOrder(sightings, acts)) {
    const [step, next] =
      'after' in event ? stepOfSighting(event, current, steps.length === 0) : stepOfAct(event, current)
    steps.push({ ...step, state: stateOf(next) })
    current = next
  }
  return steps
}

/**
 * Whether a decision is in force: a person accepted or claimed the discrepancy, and since then it was always shown, its
 * numbers did not change, it did not become graver, and nobody reopened it.
 */
export const isDecisionInForce = (steps: readonly TimelineStep[]): boolean => {
  const state = steps.at(-1)?.state
  return state === 'accepted' || state === 'claimed' || state === 'paid'
}

/**
 * Whether it is an open error now, and was none before that number of the event sequence: it was found, returned, became
 * graver, or its acceptance or claim ended since.
 */
export const hasOpenedSince = (steps: readonly TimelineStep[], number: number): boolean =>
  isOpenError(steps) && !isOpenError(steps.filter((step) => step.number < number))

const isOpenError = (steps: readonly TimelineStep[]): boolean => {
  const shown = steps.findLast(({ sighting }) => sighting !== null)?.sighting?.finding ?? null
  return steps.at(-1)?.state === 'open' && shown?.severity === 'error'
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

const stateOf = ({ shown, decided }: StateSoFar): TimelineStep['state'] =>
  shown === null ? 'resolved' : (decided?.as ?? 'open')

type StatelessStep = Omit<TimelineStep, 'state'>

const stepOfSighting = (
  sighting: Sighting,
  before: StateSoFar,
  isFirst: boolean,
): readonly [StatelessStep, StateSoFar] => {
  const { finding: shown, at, after: number } = sighting
  const common = { at, number, by: null, act: null, sighting }
  if (shown === null) {
    const why = before.decided === null ? null : goneWith(before.decided.as)
    return [
      { event: 'resolved', why, ...common },
      { shown, decided: null, acts: before.acts },
    ]
  }
  const event = isFirst ? 'found' : before.shown === null ? 'returned' : 'changed'
  const why = before.decided === null ? null : whyReopened(before.decided, shown)
  return [
    { event, why: why ?? (hasSameFigures(before.shown, shown) ? WITH_SAME_FIGURES : null), ...common },
    { shown, decided: why === null ? before.decided : null, acts: before.acts },
  ]
}

const hasSameFigures = (before: Finding | null, now: Finding): boolean =>
  before !== null &&
  before.severity === now.severity &&
  before.amount === now.amount &&
  !haveNumbersChanged(before, now)

/** A check of another version may find other words or causes. */
const WITH_SAME_FIGURES: Both<string> = {
  en: 'its causes or its words changed, its figures did not',
  es: 'cambiaron sus causas o su redacción, no sus cifras',
}

const NAMES = {
  accepted: { en: 'acceptance', es: 'aceptación' },
  claimed: { en: 'claim', es: 'reclamación' },
  paid: { en: 'payment', es: 'pago' },
} as const

const goneWith = (as: keyof typeof NAMES): Both<string> => ({
  en: `it is gone, and with it its ${NAMES[as].en}`,
  es: `ya no está, y con ello terminó su ${NAMES[as].es}`,
})

const stepOfAct = (act: Act, { shown, decided, acts: before }: StateSoFar): readonly [StatelessStep, StateSoFar] => {
  const acts = [...before, act]
  const common = { at: act.at, number: act.number, by: act.by, why: inBoth(act.reason), act, sighting: null }
  switch (act.kind) {
    case 'accept':
      return [
        { event: 'accepted', ...common },
        { shown, decided: { as: 'accepted', finding: shown, until: act.until }, acts },
      ]
    case 'claim':
      return [
        { event: 'claimed', ...common },
        { shown, decided: { as: isPaid(shown, acts) ? 'paid' : 'claimed', finding: shown, until: act.until }, acts },
      ]
    case 'settle':
      return [
        { event: 'paid', ...common },
        {
          shown,
          // A claim may have ended by its date before it was paid.
          decided: act.recovery.isAll ? { finding: shown, until: null, ...decided, as: 'paid' } : decided,
          acts,
        },
      ]
    case 'reopen': {
      const ended = decided?.as === 'claimed' ? 'claim-ended' : 'acceptance-ended'
      return [
        act.isAutomatic
          ? { event: ended, ...common, why: whyEnded(act.reason, decided) }
          : { event: 'reopened', ...common },
        { shown, decided: null, acts },
      ]
    }
    case 'note':
      return [
        { event: 'noted', ...common },
        { shown, decided, acts },
      ]
  }
}

/** Whether all of its pesos were paid elsewhere. */
const isPaid = (shown: Finding | null, acts: readonly Act[]): boolean => {
  const recoveries = recoveriesIn(acts)
  return (
    recoveries.length > 0 && shown !== null && leftOf({ ...shown, recovered: sumOfRecoveries(recoveries) }) === ZERO
  )
}

/** Why a decision no longer holds for the present finding; null when it holds. Other words or causes do not end it. */
const whyReopened = ({ as, finding: then }: NonNullable<StateSoFar['decided']>, now: Finding): Both<string> | null => {
  if (then === null) return null
  if (haveNumbersChanged(then, now) || (as === 'paid' && then.amount !== now.amount))
    return {
      en: `its numbers changed, and so its ${NAMES[as].en} ended`,
      es: `cambiaron sus cifras, y con ello terminó su ${NAMES[as].es}`,
    }
  if (!isAtLeast(then.severity, now.severity))
    return {
      en: `it was ${KINDS[then.severity].en} when it was ${as}, and is ${KINDS[now.severity].en} now`,
      es: `era ${KINDS[then.severity].es} cuando ${AS_IN_SPANISH[as]}, y ahora es ${KINDS[now.severity].es}`,
    }
  return null
}

/** A ruling of the contract: a decision holds while these stay, whatever the sum that it is about does. */
const haveNumbersChanged = ({ figures: then }: Finding, { figures: now }: Finding): boolean =>
  then.unit !== now.unit || then.reported !== now.reported || then.expected !== now.expected

const AS_IN_SPANISH = { accepted: 'se aceptó', claimed: 'se reclamó', paid: 'se pagó' } as const

const KINDS: Readonly<Record<Finding['severity'], Both<string>>> = {
  info: { en: 'for information', es: 'un aviso' },
  warning: { en: 'a warning', es: 'una advertencia' },
  error: { en: 'an error', es: 'un error' },
}

/** The decision's last day was over. The English text is the stored one; the Spanish text is made from the decision that ended. */
const whyEnded = (stored: string, decided: StateSoFar['decided']): Both<string> =>
  decided === null || decided.until === null
    ? inBoth(stored)
    : { en: stored, es: `su ${NAMES[decided.as].es} terminó el ${dayMonthYear(decided.until.date)}` }

/** A whole pull of a slot. Two pulls with the same content show the same discrepancies, as far as these depend only on the slot. */
export interface TimedPull {
  readonly id: number
  readonly at: number
  readonly content: string
}

/** A pull that was checked, and the last number of the event sequence at that moment. */
export interface CheckedPull {
  readonly pull: number
  readonly after: number
}

/**
 * The first pull of the content that the check read: that pull, or an earlier one with the same content that was never
 * checked, for example because a run was killed before its checks.
 */
export const firstOfContent = (
  seen: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): TimedPull | undefined => {
  const end = pulls.findIndex(({ id }) => id === seen.pull)
  const before = lastChecked(seen, checked)
  const hasSameContentAt = (pull: TimedPull | undefined) =>
    pull !== undefined && pull.id > before && isLike(pull, pulls[end])
  let start = end
  while (hasSameContentAt(pulls[start - 1])) start -= 1
  return pulls[start]
}

/**
 * The last pull that showed a finding that is now gone: the last one that was checked, or a later one with the same
 * content that was never checked.
 */
export const lastShowing = (
  shown: CheckedPull,
  gone: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): TimedPull | undefined => {
  const last = Math.max(shown.pull, lastChecked(gone, checked))
  const start = pulls.findIndex(({ id }) => id === last)
  const end = pulls.findIndex(({ id }) => id === gone.pull)
  let reached = start
  if (!isLike(pulls[start], pulls[end])) while (isLike(pulls[reached + 1], pulls[start])) reached += 1
  return pulls[reached]
}

/**
 * The pull with which the slot had changed when a check showed something, the first that read so: null at the first check of
 * the slot, and when it read what the check before it read.
 */
export const changeAt = (
  seen: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): number | null => {
  const before = lastChecked(seen, checked)
  const contentOf = (pull: number) => pulls.find(({ id }) => id === pull)
  if (before === 0 || isLike(contentOf(before), contentOf(seen.pull))) return null
  return firstOfContent(seen, pulls, checked)?.id ?? null
}

const lastChecked = ({ pull, after }: CheckedPull, checked: readonly CheckedPull[]): number =>
  checked.reduce((last, one) => (one.after < after && one.pull <= pull ? Math.max(last, one.pull) : last), 0)

const isLike = (a: TimedPull | undefined, b: TimedPull | undefined): boolean => a?.content === b?.content

/** One discrepancy before and after a run; null when it was not shown. */
export interface Change {
  readonly id: string
  readonly slot: Slot
  readonly code: string
  readonly before: Severity | null
  readonly after: Severity | null
}

/** The changes that are reported to people: new, worse, resolved. */
export interface Changes {
  readonly appeared: readonly Change[]
  readonly worse: readonly Change[]
  readonly resolved: readonly Change[]
}

/** Changes of errors, and of the other codes about which the merchant wants notifications. */
export const changesToNotify = (changes: readonly Change[], codes: readonly string[]): Changes => {
  const matters = (severity: Severity | null, code: string): boolean =>
    severity !== null && (severity === 'error' || codes.includes(code))
  const now = changes.filter(({ after, code }) => matters(after, code))
  return {
    appeared: now.filter(({ before }) => before === null),
    worse: now.filter(({ before, after }) => before !== null && before !== 'error' && after === 'error'),
    resolved: changes.filter(({ before, after, code }) => after === null && matters(before, code)),
  }
}

/** Compares a run with the previous one: the first that failed, one that failed differently, or the first good one again. */
export const runTransition = (
  previous: Pick<PastRun, 'end'> | null,
  exitCode: number,
): 'stopped' | 'recovered' | 'as-before' => {
  const isGood = isWorkDone(exitCode)
  if (previous === null) return isGood ? 'as-before' : 'stopped'
  if (isGood) return hasSucceeded(previous) ? 'as-before' : 'recovered'
  return previous.end?.exitCode === exitCode ? 'as-before' : 'stopped'
}
