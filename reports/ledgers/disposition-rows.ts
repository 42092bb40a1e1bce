import type { Json, Row } from '../../src/core/cell.ts'
import { type Decision, isDecision, type Recovery, ticketOf } from '../../src/core/findings/act.ts'
import { type Discrepancy, isDecided } from '../../src/core/findings/discrepancy.ts'
import type { Sighting, TimelineStep } from '../../src/core/findings/timeline.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { type ClaimPayment, decisionOf, type KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { type CaseGroup, casesByPesos } from '../../src/rules/assessment/case.ts'
import { DISCREPANCY } from '../documents/run-document.ts'
import { DISCREPANCY_LEDGER, type DiscrepancyContext } from './discrepancy-row.ts'
import { column, ledger } from './ledger.ts'

/** A case of which a person decides, with its findings and the decision in force about all of it. */
interface CaseToDecide extends CaseGroup<Discrepancy> {
  readonly decision: Decision | null
}

/**
 * The columns that `discrepancies list --csv` adds to those of discrepancies.csv, which has a row a finding: here a row is a
 * case, by its gravest finding. People fill them in, `discrepancies import` reads them.
 */
export const DISPOSITION_LEDGER = ledger<CaseToDecide, DiscrepancyContext>('discrepancies.csv', [
  ...DISCREPANCY_LEDGER.columns.map(({ name, of, meaning }) =>
    column(name, {
      of: ({ first }: CaseToDecide, context: DiscrepancyContext) => of(first, context),
      meaning,
    }),
  ),
  column('case_amount', {
    of: ({ amount }) => amount,
    meaning: 'the pesos of the case',
  }),
  column('findings', {
    of: ({ others }) => 1 + others.length,
    meaning: 'the number of findings of the case',
  }),
  column('disposition', {
    of: ({ decision }) => decision?.kind ?? null,
    meaning: 'what to do about it',
  }),
  column('reason', {
    of: ({ decision }) => decision?.reason ?? null,
    meaning: 'why',
  }),
  column('ticket', {
    of: ({ decision }) => ticketOf(decision),
    meaning: "the operator's name for a claim",
  }),
  column('until', {
    of: ({ decision }) => decision?.until?.date ?? null,
    meaning: 'the last day of it, for a claim the day that was promised; empty for good',
  }),
])

/** One row for each case. An accepted or claimed one shows the decision as a person would have entered it. */
export const dispositionRows = (known: readonly KnownDiscrepancy[], context: DiscrepancyContext): Row[] => {
  const steps = new Map(known.map((one) => [one.discrepancy.id, one.steps]))
  return casesByPesos(known.map(({ discrepancy }) => discrepancy)).map((one) => {
    const decision = isDecided(one) ? decisionOf(steps.get(one.first.id) ?? []) : null
    return DISPOSITION_LEDGER.row({ ...one, decision }, context)
  })
}

const timeOf = (at: number): string => new Date(at).toISOString()

/**
 * A discrepancy as in `run --json`, with its merchant and settlement, when it was first and last seen, and its whole
 * timeline.
 */
export const discrepancyHistoryDocument = (
  { discrepancy, steps }: KnownDiscrepancy,
  merchant: string,
): { readonly [name: string]: Json } => {
  const { id, ...rest } = DISCREPANCY.of(discrepancy)
  const { slot, firstSeen, lastSeen } = discrepancy
  return {
    id: id ?? null,
    merchant,
    date: slot.date,
    cycle: slot.cycle,
    ...rest,
    firstSeen: timeOf(firstSeen),
    lastSeen: timeOf(lastSeen),
    history: steps.map(stepDocument),
  }
}

/** The discrepancy and its timeline, with the findings of its case and the pulls that show it. */
export const knownDiscrepancyDocument = (
  shown: KnownDiscrepancy & {
    readonly findings: readonly Discrepancy[]
    readonly pulls: readonly PastPull[]
    readonly payments: readonly ClaimPayment[]
  },
  merchant: string,
) => ({
  ...discrepancyHistoryDocument(shown, merchant),
  findings: shown.findings.map(DISCREPANCY.of),
  payments: shown.payments.map(({ by, on, left }) => recoveryDocument({ by, on, sum: left })),
  pulls: pullsOfDiscrepancy(shown.pulls, shown.steps).map(
    ({ pull, shows }): Json => ({
      number: pull.number,
      at: timeOf(pull.at),
      shows,
      verdict: pull.verdict,
      incomplete: pull.incomplete === null ? null : { ...pull.incomplete },
    }),
  ),
})

/** `number` is the place in the event sequence, `pull` the pull that was checked; figures are those of that check. */
const stepDocument = (step: TimelineStep): Json => {
  const finding = step.sighting?.finding ?? null
  return {
    number: step.number,
    at: timeOf(step.at),
    event: step.event,
    state: step.state,
    by: step.by,
    reason: step.why?.en ?? null,
    until: step.act !== null && isDecision(step.act) ? (step.act.until?.date ?? null) : null,
    ticket: ticketOf(step.act),
    recovery: step.act?.kind === 'settle' ? recoveryDocument(step.act.recovery) : null,
    pull: step.sighting?.pull ?? null,
    severity: finding?.severity ?? null,
    reported: finding?.figures.reported ?? null,
    expected: finding?.figures.expected ?? null,
  }
}

/** What paid a claim elsewhere. */
export const recoveryDocument = ({ by, sum, on }: Recovery): Json => ({
  sum,
  on,
  date: by.kind === 'adjustment' ? by.slot.date : null,
  cycle: by.kind === 'adjustment' ? by.slot.cycle : null,
  entry: by.kind === 'entry' ? by.entry : null,
})

/** A pull of the slot, and whether it shows the discrepancy; null for an attempt that was not read whole. */
export interface PullOfDiscrepancy {
  readonly pull: PastPull
  readonly shows: boolean | null
}

/** The pulls behind a discrepancy, oldest first, starting with the last one that did not show it. */
export const pullsOfDiscrepancy = (
  pulls: readonly PastPull[],
  steps: readonly TimelineStep[],
): readonly PullOfDiscrepancy[] => {
  const sightings = steps.flatMap(({ sighting }) => sighting ?? [])
  const first = sightings[0]?.pull ?? 0
  const before = pulls.findLast(({ number }) => number !== null && number < first)?.number ?? first
  const from = pulls.findIndex(({ number }) => number === before)
  return pulls.slice(Math.max(from, 0)).map((pull) => ({ pull, shows: showsIn(pull.number, sightings) }))
}

/** Whether the last check of this pull, or of an earlier one, showed the discrepancy. */
const showsIn = (number: number | null, sightings: readonly Sighting[]): boolean | null => {
  if (number === null) return null
  const last = sightings.findLast(({ pull }) => pull <= number)
  return last !== undefined && last.finding !== null
}
