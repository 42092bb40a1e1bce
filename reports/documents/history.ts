import { BY_EXACT_SUMS } from '../../src/core/bank/tie-out.ts'
import type { Instant } from '../../src/core/calendar/calendar.ts'
import { type Act, isDecision, type PastClosing, ticketOf } from '../../src/core/findings/act.ts'
import { byCodeAndSubject, type Discrepancy, differenceOf, SEVERITIES } from '../../src/core/findings/discrepancy.ts'
import { type Sighting, TIMELINE_EVENTS, type TimelineStep } from '../../src/core/findings/timeline.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { InvoiceChange } from '../../src/core/pull/invoice-in-pull.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import type { Slot } from '../../src/core/slot.ts'
import { VERDICTS } from '../../src/core/verdict.ts'
import {
  type DocumentOf,
  dateText,
  figure,
  list,
  number,
  oneOf,
  quantity,
  shape,
  single,
  text,
  time,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { type AnswerDocument, MOMENT, OF_SLOT } from './answer-document.ts'
import { type PullStep, pullSteps, SETTLEMENT_CHANGE, UNREAD_PULL } from './pull-steps.ts'

/** A sighting of a discrepancy: what a check found when it looked at a pull. */
export interface CheckOfPull {
  readonly discrepancy: NamedDiscrepancy
  readonly event: TimelineStep['event']
  readonly finding: Sighting['finding']
  /** Why the acceptance ended with this finding; null without one, or while it holds. */
  readonly why: TimelineStep['why']
  /** The place in the event sequence. */
  readonly number: number
}

type NamedDiscrepancy = Pick<Discrepancy, 'id' | 'code' | 'subject'>

/** An event at the bank: a file that was imported, or a tie that was made or undone. */
export interface BankEvent {
  readonly kind: 'import' | 'void' | 'tie' | 'untie'
  readonly number: number
  readonly by: string
  /** The file's name, or the reason of the tie. */
  readonly text: string
}

/** What happened to a slot, in order. An attempt that was not read whole has no number. */
export type HistoryEntry =
  | {
      readonly kind: 'pull'
      readonly step: PullStep
      readonly moved: number
      /** The first changes. */
      readonly changes: readonly InvoiceChange[]
      readonly moreChanges: number
      readonly found: readonly CheckOfPull[]
    }
  | { readonly kind: 'attempt'; readonly step: PullStep }
  | {
      readonly kind: 'act'
      readonly act: Act
      readonly why: TimelineStep['why']
      readonly discrepancy: NamedDiscrepancy
    }
  | { readonly kind: 'closing'; readonly closing: PastClosing }
  | { readonly kind: 'undo'; readonly closing: PastClosing; readonly undone: NonNullable<PastClosing['undone']> }
  /** A later check of a pull found something: because of the bank, another slot, an act or a policy. */
  | {
      readonly kind: 'check'
      readonly number: number
      readonly at: Instant
      readonly bank: BankEvent | null
      readonly found: readonly CheckOfPull[]
    }

export interface History {
  readonly merchant: string
  readonly slot: Slot
  readonly asOf: Moment | null
  readonly entries: readonly HistoryEntry[]
}

/**
 * What one pull changed in the invoices of its slot: how many moved, the first changes, and the number of the others.
 */
export interface ChangesOfPull {
  readonly moved: number
  readonly changes: readonly InvoiceChange[]
  readonly moreChanges: number
}

/** The facts from the database that the history of a slot needs. */
export interface HistoryFacts {
  readonly pulls: readonly PastPull[]
  /** By id of the pull. */
  readonly changes: ReadonlyMap<number, ChangesOfPull>
  /** The timelines of the slot's discrepancies, by id. */
  readonly timelines: ReadonlyMap<string, readonly TimelineStep[]>
  /** The closings of the slot's date, also those that were undone. */
  readonly closings: readonly PastClosing[]
  /** In their order; absent where there is no bank. */
  readonly bank?: readonly BankEvent[]
}

const NONE: ChangesOfPull = { moved: 0, changes: [], moreChanges: 0 }

/**
 * Pulls and attempts in order, with the acts of people and the findings of later checks placed among them by number: a pull holds only what
 * its first check found.
 */
export const historyEntries = ({ pulls, changes, timelines, closings, bank = [] }: HistoryFacts): HistoryEntry[] => {
  const steps = [...timelines].flatMap(([id, timeline]) =>
    timeline.map((step) => ({ discrepancy: discrepancyNamed(id, timeline), step })),
  )
  const firstChecks = new Map(
    pulls.map(({ number, checkedAfter }) => [number, checkedAfter ?? Number.MAX_SAFE_INTEGER]),
  )
  const found = steps.flatMap(({ discrepancy, step: { sighting, event, why, number, at } }) =>
    sighting === null
      ? []
      : [{ pull: sighting.pull, at, check: { discrepancy, event, finding: sighting.finding, why, number } }],
  )
  const isOfPull = ({ pull, check }: (typeof found)[number]): boolean => check.number <= (firstChecks.get(pull) ?? 0)
  const ofPulls = groupBy(found.filter(isOfPull), ({ pull }) => pull)
  const later = groupBy(
    found.filter((one) => !isOfPull(one)),
    ({ check }) => check.number,
  )
  const checksOf = (some: readonly (typeof found)[number][] = []): CheckOfPull[] =>
    some.map(({ check }) => check).sort(gravestFirst)
  const read = pullSteps(pulls).map((step): HistoryEntry => {
    if (step.incomplete !== null) return { kind: 'attempt', step }
    return { kind: 'pull', step, ...(changes.get(step.id) ?? NONE), found: checksOf(ofPulls.get(step.number ?? 0)) }
  })
  const done = [
    ...steps.flatMap(({ discrepancy, step: { act, why } }): HistoryEntry[] =>
      act === null ? [] : [{ kind: 'act', act, why, discrepancy }],
    ),
    ...closings.flatMap((closing): HistoryEntry[] => [
      { kind: 'closing', closing },
      ...(closing.undone === null ? [] : [{ kind: 'undo', closing, undone: closing.undone } as const]),
    ]),
    ...[...later].map(
      ([number, some]): HistoryEntry => ({
        kind: 'check',
        number,
        at: some[0]?.at ?? 0,
        bank: bankBehind(number, bank),
        found: checksOf(some),
      }),
    ),
  ].sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0))
  return done.reduce(putIn, read)
}

type ReadingEntry = Extract<HistoryEntry, { kind: 'pull' }>

/** What differs between two readings, by their numbers, as one step of the history; what came and went between them is no difference. */
export const betweenReadings = (entries: readonly HistoryEntry[], first: number, last: number): ReadingEntry | null => {
  const steps = entries.filter((entry) => {
    const number = numberOf(entry)
    return number !== null && number > first && number <= last
  })
  const readings = steps.filter((entry) => entry.kind === 'pull')
  const end = readings.at(-1)
  if (end === undefined) return null
  const settlement = netOf(
    readings.flatMap(({ step }) => step.settlement),
    ({ field }) => field,
  )
  const changes = [
    ...groupBy(
      readings.flatMap((one) => one.changes),
      ({ invoiceId }) => invoiceId,
    ).values(),
  ]
  const found = groupBy(
    steps.flatMap((entry) => ('found' in entry ? entry.found : [])),
    ({ discrepancy }) => discrepancy.id,
  )
  return {
    ...end,
    step: { ...end.step, settlement, isFirst: false },
    changes: changes.flatMap(netChange),
    moreChanges: readings.reduce((sum, one) => sum + one.moreChanges, 0),
    found: [...found.values()].flatMap((all) => {
      const [from, to] = [all[0], all.at(-1)]
      const isNew = from?.event === 'found' || from?.event === 'returned'
      return to === undefined || (isNew && to.event === 'resolved') ? [] : [to]
    }),
  }
}

/** Of each field its first value before and its last one, where they differ. */
const netOf = <F extends { readonly before: unknown; readonly now: unknown }>(
  all: readonly F[],
  nameOf: (one: F) => string,
): readonly F[] =>
  [...groupBy(all, nameOf).values()]
    .flatMap((same) => same.slice(-1).map((one) => ({ ...one, before: same[0]?.before ?? null })))
    .filter(({ before, now }) => before !== now)

const netChange = (all: readonly InvoiceChange[]): readonly InvoiceChange[] => {
  const [moves, altered] = [all.filter(({ kind }) => kind !== 'altered'), all.filter((one) => one.kind === 'altered')]
  const wasListed = moves[0]?.kind !== 'added'
  const isListed = moves.length === 0 || moves.at(-1)?.kind === 'added'
  if (!isListed) return wasListed ? moves.slice(-1) : []
  if (!wasListed) return moves.slice(0, 1)
  const fields = netOf(
    altered.flatMap((one) => one.fields),
    ({ field }) => field,
  )
  return fields.length === 0 ? [] : altered.slice(-1).map((one) => ({ ...one, fields }))
}

/** The event of the bank that a check with this number followed. Ties by exact sums follow from the file before them. */
const bankBehind = (number: number, bank: readonly BankEvent[]): BankEvent | null => {
  const event = bank.find((one) => one.number === number) ?? null
  return event !== null && event.kind !== 'import' && event.by === BY_EXACT_SUMS
    ? (bankBehind(number - 1, bank) ?? event)
    : event
}

/** The gravest first. Findings of one discrepancy keep the order of its timeline. */
const gravestFirst = (a: CheckOfPull, b: CheckOfPull): number =>
  severityRank(b) - severityRank(a) || byCodeAndSubject(a.discrepancy, b.discrepancy)

/** A resolved discrepancy has no severity: it sorts last. */
const severityRank = ({ finding }: CheckOfPull): number =>
  finding === null ? -1 : SEVERITIES.indexOf(finding.severity)

/** The first step of a timeline is the finding. */
const discrepancyNamed = (id: string, [first]: readonly TimelineStep[]): NamedDiscrepancy => {
  const finding = first?.sighting?.finding
  if (!finding) throw new Error(`discrepancy ${id} was never found`)
  return { id, code: finding.code, subject: finding.subject }
}

/** What has the number and the time of an entry. */
const eventOf = (entry: HistoryEntry): { readonly number: number | null; readonly at: number } => {
  switch (entry.kind) {
    case 'pull':
    case 'attempt':
      return entry.step
    case 'act':
      return entry.act
    case 'closing':
      return entry.closing
    case 'undo':
      return entry.undone
    case 'check':
      return entry
  }
}
const numberOf = (entry: HistoryEntry): number | null => eventOf(entry).number
const atOf = (entry: HistoryEntry): number => eventOf(entry).at

/** Inserts the entry before the first entry with a greater number, after the attempts before that. */
const putIn = (entries: HistoryEntry[], one: HistoryEntry): HistoryEntry[] => {
  const isLater = (other: HistoryEntry): boolean => (numberOf(other) ?? 0) > (numberOf(one) ?? 0)
  const found = entries.findIndex((other) => isLater(other) || (numberOf(other) === null && atOf(other) > atOf(one)))
  return found < 0 ? [...entries, one] : entries.toSpliced(found, 0, one)
}

const EVENT = {
  number: number.orNull(numberOf, 'Null for an attempt that was not read whole.'),
  at: time(atOf),
}
type Entry<Kind extends HistoryEntry['kind']> = Extract<HistoryEntry, { readonly kind: Kind }>

const NAMED = shape<NamedDiscrepancy>()({ id: text, code: text, subject: text })

const CHECK_OF_PULL = shape<CheckOfPull>()({
  id: text(({ discrepancy }) => discrepancy.id),
  code: text(({ discrepancy }) => discrepancy.code),
  subject: text(({ discrepancy }) => discrepancy.subject),
  event: wordOf(TIMELINE_EVENTS),
  number,
  severity: wordOf(SEVERITIES).orNull(({ finding }) => finding?.severity ?? null),
  unit: wordOf(['COP', 'invoices']).orNull(({ finding }) => finding?.figures.unit ?? null),
  reported: figure.orNull(({ finding }) => finding?.figures.reported ?? null),
  expected: figure.orNull(({ finding }) => finding?.figures.expected ?? null),
  difference: quantity.orNull(({ finding }) => finding && differenceOf(finding.figures)),
})

type Change<Kind extends InvoiceChange['kind']> = Extract<InvoiceChange, { readonly kind: Kind }>
const GONE = shape<Change<'left' | 'moved'>>()({
  kind: wordOf(['left', 'moved']),
  invoiceId: text,
  became: shape<NonNullable<Change<'left' | 'moved'>['became']>>()({
    status: text.orNull(({ status }) => status ?? null),
    date: text.orNull(({ ownDate }) => ownDate ?? null),
    cycle: text.orNull(({ ownCycle }) => ownCycle ?? null),
  }).orNull,
})

const CHANGE = oneOf<InvoiceChange>()({
  added: shape<Change<'added'>>()({ kind: wordOf(['added']), invoiceId: text, isBack: truth }),
  altered: shape<Change<'altered'>>()({
    kind: wordOf(['altered']),
    invoiceId: text,
    fields: list(
      shape<Change<'altered'>['fields'][number]>()({ field: text, isPersonal: truth, before: single, now: single }),
    ),
  }),
  left: GONE,
  moved: GONE,
})

const PULL = shape<Entry<'pull'>>()({
  kind: wordOf(['pull']),
  ...EVENT,
  verdict: wordOf(VERDICTS).orNull(({ step }) => step.verdict),
  status: text.orNull(({ step }) => step.status),
  settlement: list(SETTLEMENT_CHANGE)(({ step }) => step.settlement),
  invoices: shape<Entry<'pull'>>()({
    added: number(({ step }) => step.invoices.added),
    left: number(({ step, moved }) => step.invoices.left - moved),
    moved: number,
    altered: number(({ step }) => step.invoices.changed),
  })((entry) => entry),
  changes: list(CHANGE).as('The first changes.'),
  moreChanges: number,
  found: list(CHECK_OF_PULL).as('What the first check of the reading found.'),
})

const ENTRY = oneOf<HistoryEntry>()({
  pull: PULL,
  attempt: shape<Entry<'attempt'>>()({
    kind: wordOf(['attempt']),
    ...EVENT,
    incomplete: UNREAD_PULL.orNull(({ step }) => step.incomplete),
  }),
  act: shape<Entry<'act'>>()({
    kind: wordOf(['act']),
    ...EVENT,
    by: text(({ act }) => act.by),
    act: wordOf(['accept', 'claim', 'settle', 'reopen', 'note'])(({ act }) => act.kind),
    reason: text(({ act }) => act.reason),
    until: dateText.orNull(({ act }) => (isDecision(act) ? (act.until?.date ?? null) : null)),
    ticket: text.orNull(({ act }) => ticketOf(act)),
    discrepancy: NAMED,
  }),
  closing: shape<Entry<'closing'>>()({
    kind: wordOf(['closing']),
    ...EVENT,
    by: text(({ closing }) => closing.by),
    through: dateText(({ closing }) => closing.through),
    reason: text(({ closing }) => closing.reason),
    forced: truth(({ closing }) => closing.isForced),
  }),
  undo: shape<Entry<'undo'>>()({
    kind: wordOf(['undo']),
    ...EVENT,
    by: text(({ undone }) => undone.by),
    reason: text(({ undone }) => undone.reason),
    closing: number(({ closing }) => closing.number, 'The number of the closing.'),
    through: dateText(({ closing }) => closing.through, 'The last day that it had closed.'),
  }),
  check: shape<Entry<'check'>>()({
    kind: wordOf(['check']),
    ...EVENT,
    bank: shape<BankEvent>()({
      event: wordOf(['import', 'void', 'tie', 'untie'])(({ kind }) => kind),
      number,
      by: text,
      text: text.as('The name of the file, or the reason of the tie.'),
    }).orNull.as('The import or the tie before it, if it was one.'),
    found: list(CHECK_OF_PULL),
  }),
})

/** The history of one settlement, oldest first. */
export const HISTORY = shape<History>()({
  merchant: text,
  ...OF_SLOT,
  asOf: MOMENT.orNull,
  history: list(ENTRY)(({ entries }) => entries),
})

export type HistoryDocument = AnswerDocument<'history'> & DocumentOf<typeof HISTORY>
