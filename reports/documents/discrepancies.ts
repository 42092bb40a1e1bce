import type { Instant } from '../../src/core/calendar/calendar.ts'
import { type Act, isDecision, type Recovery, ticketOf } from '../../src/core/findings/act.ts'
import { type Discrepancy, SEVERITIES } from '../../src/core/findings/discrepancy.ts'
import { type Sighting, TIMELINE_EVENTS, type TimelineStep } from '../../src/core/findings/timeline.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  figure,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import type { ClaimPayment, KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { casesInOrder } from '../../src/rules/account/to-do.ts'
import type { SlotAnswer } from '../../src/rules/assessment/slot-report.ts'
import { type AnswerDocument, OF_SLOT } from './answer-document.ts'
import { UNREAD_PULL } from './pull-steps.ts'
import { DISCREPANCY } from './run-document.ts'

const untilOf = (act: Act | null): string | null => (act !== null && isDecision(act) ? (act.until?.date ?? null) : null)

const recoveryOf = (act: Act | null): Recovery | null => (act?.kind === 'settle' ? act.recovery : null)

/** What paid a claim elsewhere: the adjustments of a settlement, or an entry of the bank. */
const RECOVERY = shape<Pick<Recovery, 'by' | 'sum' | 'on'>>()({
  sum: cop,
  on: dateText.as('The day on which it was paid.'),
  date: dateText.orNull(({ by }) => (by.kind === 'adjustment' ? by.slot.date : null)),
  cycle: text.orNull(({ by }) => (by.kind === 'adjustment' ? by.slot.cycle : null)),
  entry: text.orNull(({ by }) => (by.kind === 'entry' ? by.entry : null)),
})

const STEP = shape<TimelineStep>()({
  number: number.as('The place in the event sequence.'),
  at: time,
  event: wordOf(TIMELINE_EVENTS),
  state: text,
  by: text.orNull.as('The author; null for a check.'),
  reason: text.orNull(({ why }) => why?.en ?? null),
  until: dateText.orNull(({ act }) => untilOf(act), 'The last day of an acceptance; for a claim, the promised day.'),
  ticket: text.orNull(({ act }) => ticketOf(act), "The operator's reference for a claim."),
  recovery: RECOVERY.orNull(({ act }) => recoveryOf(act)),
  pull: number.orNull(({ sighting }) => sighting?.pull ?? null, 'The pull that was checked.'),
  severity: wordOf(SEVERITIES).orNull(({ sighting }) => sighting?.finding?.severity ?? null),
  reported: figure.orNull(({ sighting }) => sighting?.finding?.figures.reported ?? null),
  expected: figure.orNull(({ sighting }) => sighting?.finding?.figures.expected ?? null),
})

/** A discrepancy with its merchant and its whole timeline. */
type Told = Discrepancy & Pick<KnownDiscrepancy, 'steps'> & { readonly merchant: string }

const told = ({ discrepancy, steps }: KnownDiscrepancy, merchant: string): Told => ({
  ...discrepancy,
  steps,
  merchant,
})

const { id, ...REST } = DISCREPANCY.members

/** A discrepancy as in `run --json`, with its settlement, when it was first and last seen, and its history. */
const KNOWN_DISCREPANCY = shape<Told>()({
  id,
  merchant: text,
  ...OF_SLOT,
  ...REST,
  firstSeen: time,
  lastSeen: time,
  history: list(STEP)(({ steps }) => steps),
})

/** One discrepancy, the findings of its case, and every pull of its slot, oldest first. */
export interface DiscrepancyDetails extends KnownDiscrepancy {
  readonly findings: readonly Discrepancy[]
  readonly pulls: readonly PastPull[]
  /** Of a claim: what may have paid it elsewhere. */
  readonly payments: readonly ClaimPayment[]
}

/** The discrepancy and its timeline, with the findings of its case and the pulls that show it. */
const FULL_DISCREPANCY = shape<Told & Omit<DiscrepancyDetails, 'discrepancy'>>()({
  ...KNOWN_DISCREPANCY.members,
  findings: list(DISCREPANCY).as('Every finding of its case, itself among them.'),
  payments: list(RECOVERY)(
    ({ payments }) => payments.map(({ by, on, left: sum }) => ({ by, on, sum })),
    'Of a claim: adjustments and credits of exactly its sum that nothing explains; proposed, never taken.',
  ),
  pulls: list(
    shape<PullOfDiscrepancy>()({
      number: number.orNull(({ pull }) => pull.number),
      at: time(({ pull }) => pull.at),
      shows: truth.orNull.as('Whether it shows the discrepancy; null for an attempt that was not read whole.'),
      verdict: text.orNull(({ pull }) => pull.verdict),
      incomplete: UNREAD_PULL.orNull(({ pull }) => pull.incomplete),
    }),
  )((told) => pullsOfDiscrepancy(told)),
})

/** What is selected of a merchant's discrepancies. */
export interface SelectedDiscrepancies {
  readonly merchant: string
  readonly isAnythingPulled: boolean
  readonly found: readonly KnownDiscrepancy[]
  /** With what else is shown of the cases of those that are not resolved: a case is listed whole. */
  readonly whole: readonly KnownDiscrepancy[]
}

/** In the order of the cases, each finding below the gravest of its case. */
export const DISCREPANCIES_LIST = shape<SelectedDiscrepancies>()({
  discrepancies: list(KNOWN_DISCREPANCY)(({ found, merchant }) => {
    const byId = new Map(found.map((one) => [one.discrepancy.id, one]))
    return casesInOrder(found.map(({ discrepancy }) => discrepancy)).flatMap(({ first, others }) =>
      [first, ...others].flatMap((one) => byId.get(one.id) ?? []).map((one) => told(one, merchant)),
    )
  }),
})

/** The discrepancy as `discrepancies show` has it. */
export const DISCREPANCIES_SHOW = shape<DiscrepancyDetails & { readonly merchant: string }>()({
  discrepancy: FULL_DISCREPANCY(({ merchant, ...shown }) => ({ ...shown, ...told(shown, merchant) })),
})

interface Disposition {
  readonly merchant: string
  readonly acts: readonly Act[]
  readonly unchanged: number
  readonly discrepancies: readonly KnownDiscrepancy[]
  readonly report: { readonly runId: string | null; readonly slots: readonly SlotAnswer[] } | null
  readonly files: readonly string[]
}

/** The acts of people on discrepancies, and their effects. */
export const DISPOSITION = shape<Disposition>()({
  runId: text.orNull(({ report }) => report?.runId ?? null),
  acts: list(
    shape<Act>()({
      number,
      kind: wordOf(['accept', 'claim', 'settle', 'reopen', 'note']),
      discrepancy: text,
      at: time,
      by: text,
      reason: text,
      until: dateText.orNull(untilOf),
      ticket: text.orNull(ticketOf),
      recovery: RECOVERY.orNull(recoveryOf),
    }),
  ),
  unchanged: number,
  discrepancies: list(KNOWN_DISCREPANCY)(({ discrepancies, merchant }) =>
    discrepancies.map((one) => told(one, merchant)),
  ),
  slots: list(
    shape<SlotAnswer>()({ ...OF_SLOT, verdict: text, difference: cop.orNull(({ money }) => money.difference) }),
  )(({ report }) => report?.slots ?? []),
  files: list(text),
})

/** A refused sheet: nothing of it was applied. */
export const REFUSED_SHEET = shape<{
  readonly rows: readonly { readonly line: number; readonly why: { readonly en: string } }[]
}>()({
  rows: list(
    shape<{ readonly line: number; readonly why: { readonly en: string } }>()({
      line: number,
      why: text(({ why }) => why.en),
    }),
  ).as('Every wrong row.'),
})

type Answer<Command extends string, S> = AnswerDocument<Command> & DocumentOf<S>

export type KnownDiscrepancyDocument = DocumentOf<typeof KNOWN_DISCREPANCY>
export type DiscrepancyEventDocument = DocumentOf<typeof STEP>
export type RecoveryDocument = DocumentOf<typeof RECOVERY>
export type FullDiscrepancyDocument = DocumentOf<typeof FULL_DISCREPANCY>
export type DiscrepanciesListDocument = Answer<'discrepancies list', typeof DISCREPANCIES_LIST>
export type DiscrepanciesShowDocument = Answer<'discrepancies show', typeof DISCREPANCIES_SHOW>
export type DispositionDocument = Answer<(typeof DISPOSITIONS)[number], typeof DISPOSITION>
export type RefusedSheetDocument = Answer<'discrepancies import', typeof REFUSED_SHEET>

export const DISPOSITIONS = [
  'discrepancies accept',
  'discrepancies claim',
  'discrepancies settle',
  'discrepancies reopen',
  'discrepancies note',
  'discrepancies import',
  'claims settle',
  'claims ticket',
] as const

/** A pull of the slot, and whether it shows the discrepancy; null for an attempt that was not read whole. */
export interface PullOfDiscrepancy {
  readonly pull: PastPull
  readonly shows: boolean | null
}

/** The pulls behind a discrepancy, oldest first, starting with the last one that did not show it. */
export const pullsOfDiscrepancy = ({
  firstSeen,
  pulls,
  steps,
}: Pick<Discrepancy, 'firstSeen'> & Pick<DiscrepancyDetails, 'pulls' | 'steps'>): readonly PullOfDiscrepancy[] => {
  const sightings = steps.flatMap(({ sighting }) => sighting ?? [])
  const first = sightings[0]?.pull ?? 0
  const before = pulls.findLast(({ number }) => number !== null && number < first)?.number ?? first
  const from = pulls.findIndex(({ number }) => number === before)
  return pulls.slice(Math.max(from, 0)).map((pull) => ({ pull, shows: showsIn(pull, firstSeen, sightings) }))
}

/**
 * Whether the last check of this pull, or of an earlier one, showed the discrepancy. A pull before it was first seen does
 * not: what contradicts it, as a statement of the bank, came later.
 */
const showsIn = ({ number, at }: PastPull, firstSeen: Instant, sightings: readonly Sighting[]): boolean | null => {
  if (number === null) return null
  if (at < firstSeen) return false
  const last = sightings.findLast(({ pull }) => pull <= number)
  return last !== undefined && last.finding !== null
}
