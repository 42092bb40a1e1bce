import { BY_EXACT_SUMS } from '../../src/domain/bank/tie-out.ts'
import type { Instant } from '../../src/domain/calendar/calendar.ts'
import type { Json } from '../../src/domain/cell.ts'
import { type Act, isDecision, type PastClosing, ticketOf } from '../../src/domain/findings/act.ts'
import { byCodeAndSubject, type Discrepancy, differenceOf, SEVERITIES } from '../../src/domain/findings/discrepancy.ts'
import type { Sighting, TimelineStep } from '../../src/domain/findings/timeline.ts'
import type { Moment } from '../../src/domain/past-run.ts'
import type { InvoiceChange } from '../../src/domain/pull/invoice-in-pull.ts'
import type { PastPull } from '../../src/domain/pull/pull.ts'
import type { Slot } from '../../src/domain/slot.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { momentDocument } from './moment.ts'
import { type PullStep, pullSteps } from './pull-steps.ts'

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

const numberOf = (entry: HistoryEntry): number | null => {
  switch (entry.kind) {
    case 'pull':
    case 'attempt':
      return entry.step.number
    case 'act':
      return entry.act.number
    case 'closing':
      return entry.closing.number
    case 'undo':
      return entry.undone.number
    case 'check':
      return entry.number
  }
}

/** Inserts the entry before the first entry with a greater number, after the attempts before that. */
const putIn = (entries: HistoryEntry[], one: HistoryEntry): HistoryEntry[] => {
  const isLater = (other: HistoryEntry): boolean => (numberOf(other) ?? 0) > (numberOf(one) ?? 0)
  const found = entries.findIndex((other) => isLater(other) || (numberOf(other) === null && atOf(other) > atOf(one)))
  return found < 0 ? [...entries, one] : entries.toSpliced(found, 0, one)
}

const atOf = (entry: HistoryEntry): number => {
  switch (entry.kind) {
    case 'pull':
    case 'attempt':
      return entry.step.at
    case 'act':
      return entry.act.at
    case 'closing':
      return entry.closing.at
    case 'undo':
      return entry.undone.at
    case 'check':
      return entry.at
  }
}

/** The `--json` document. */
export const historyDocument = ({ merchant, slot, asOf, entries }: History): { readonly [name: string]: Json } => ({
  merchant,
  date: slot.date,
  cycle: slot.cycle,
  asOf: momentDocument(asOf),
  history: entries.map((entry) => ({
    kind: entry.kind,
    number: numberOf(entry),
    at: new Date(atOf(entry)).toISOString(),
    ...restOf(entry),
  })),
})

const restOf = (entry: HistoryEntry): { readonly [name: string]: Json } => {
  switch (entry.kind) {
    case 'pull':
      return pullDocument(entry)
    case 'attempt':
      return { incomplete: entry.step.incomplete === null ? null : { ...entry.step.incomplete } }
    case 'act': {
      const { act, discrepancy } = entry
      const until = isDecision(act) ? (act.until?.date ?? null) : null
      const { by, kind, reason } = act
      return { by, act: kind, reason, until, ticket: ticketOf(act), discrepancy: namedDocument(discrepancy) }
    }
    case 'closing': {
      const { by, through, reason, isForced } = entry.closing
      return { by, through, reason, forced: isForced }
    }
    case 'undo': {
      const { by, reason } = entry.undone
      return { by, reason, closing: entry.closing.number, through: entry.closing.through }
    }
    case 'check': {
      const { bank, found } = entry
      return {
        bank: bank && { event: bank.kind, number: bank.number, by: bank.by, text: bank.text },
        found: found.map(foundDocument),
      }
    }
  }
}

const pullDocument = ({
  step,
  moved,
  changes,
  moreChanges,
  found,
}: Extract<HistoryEntry, { kind: 'pull' }>): { readonly [name: string]: Json } => {
  const { added, left, changed } = step.invoices
  return {
    verdict: step.verdict,
    status: step.status,
    settlement: step.settlement.map((change) => ({ ...change })),
    invoices: { added, left: left - moved, moved, altered: changed },
    changes: changes.map(changeDocument),
    moreChanges,
    found: found.map(foundDocument),
  }
}

const foundDocument = ({ discrepancy, event, finding, number }: CheckOfPull) => ({
  ...namedDocument(discrepancy),
  event,
  number,
  severity: finding?.severity ?? null,
  unit: finding?.figures.unit ?? null,
  reported: finding?.figures.reported ?? null,
  expected: finding?.figures.expected ?? null,
  difference: finding === null ? null : differenceOf(finding.figures),
})

const namedDocument = ({ id, code, subject }: NamedDiscrepancy) => ({ id, code, subject })

const changeDocument = (change: InvoiceChange): Json => {
  const { kind, invoiceId } = change
  switch (change.kind) {
    case 'added':
      return { kind, invoiceId, isBack: change.isBack }
    case 'altered':
      return {
        kind,
        invoiceId,
        fields: change.fields.map((field) => ({ ...field })),
      }
    default: {
      const { became } = change
      const { status = null, ownDate = null, ownCycle = null } = became ?? {}
      return { kind, invoiceId, became: became === null ? null : { status, date: ownDate, cycle: ownCycle } }
    }
  }
}
