import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { type Act, isDecision, recoveriesIn, sumOfRecoveries } from '../../domain/findings/act.ts'
import { type Sighting, type TimelineStep, timelineOf } from '../../domain/findings/timeline.ts'
import type { Centavos } from '../../domain/money.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { actsOfSlot, decisionsEndedBy, writeEnds } from '../dispositions/acts.ts'
import { discrepancy, eventSequence, pull, sighting } from '../schema.ts'
import { findingOf } from './shown.ts'

const timelineOfDiscrepancy = (
  database: MerchantDatabase,
  id: string,
  acts: readonly Act[] = [],
): readonly TimelineStep[] => timelineOf(sightingsOf(database).all({ id }).map(toSighting), acts)

/** The acts of people on the discrepancies of a slot, by id. */
const actsById = (database: MerchantDatabase, slot: number): ReadonlyMap<string, readonly Act[]> => {
  const byId = new Map<string, Act[]>()
  for (const act of actsOfSlot(database, slot)) {
    const known = byId.get(act.discrepancy)
    if (known === undefined) byId.set(act.discrepancy, [act])
    else known.push(act)
  }
  return byId
}

/** The steps of every discrepancy of a slot, by its id. */
export const timelinesIn = (database: MerchantDatabase, slot: number): ReadonlyMap<string, readonly TimelineStep[]> => {
  const acts = actsById(database, slot)
  const ids = database.db.select({ id: discrepancy.id }).from(discrepancy).where(eq(discrepancy.slot, slot)).all()
  return new Map(ids.map(({ id }) => [id, timelineOfDiscrepancy(database, id, acts.get(id))]))
}

/** The present effect of a person's last decision about a discrepancy (`open` when none holds), and what was paid of it elsewhere. */
export interface DecisionState {
  readonly state: 'accepted' | 'claimed' | 'paid' | 'open'
  /** Null where nothing was. */
  readonly recovered: Centavos | null
}

/**
 * The discrepancies of a slot that were ever accepted or claimed, and their present state. Few slots have one; for the
 * others nothing more is read.
 */
export const decisionsIn = (database: MerchantDatabase, slot: number): ReadonlyMap<string, DecisionState> => {
  const touched = [...actsById(database, slot)].filter(([, acts]) => acts.some(isDecision))
  return new Map(touched.map(([id, acts]) => [id, decisionState(timelineOfDiscrepancy(database, id, acts), acts)]))
}

/**
 * Reopens discrepancies whose acceptance or claim has ended. Those that are already open for another reason are not
 * changed.
 */
export const endDecisions = async (database: MerchantDatabase, at: Instant): Promise<readonly Act[]> => {
  const inSlots = new Map<number, ReadonlyMap<string, DecisionState>>()
  const isToEnd = (id: string): boolean => {
    const slot = slotOf(database, id)
    if (slot === undefined) return false
    const states = inSlots.get(slot) ?? decisionsIn(database, slot)
    inSlots.set(slot, states)
    const state = states.get(id)?.state
    return state === 'accepted' || state === 'claimed'
  }
  const ended = decisionsEndedBy(database, at).filter(({ discrepancy: id }) => isToEnd(id))
  return ended.length === 0 ? [] : writeEnds(database, ended, at)
}

const slotOf = ({ db }: MerchantDatabase, id: string): number | undefined =>
  db.select({ slot: discrepancy.slot }).from(discrepancy).where(eq(discrepancy.id, id)).get()?.slot

const decisionState = (steps: readonly TimelineStep[], acts: readonly Act[]): DecisionState => {
  const state = steps.at(-1)?.state
  const recoveries = recoveriesIn(acts)
  return {
    state: state === 'accepted' || state === 'claimed' || state === 'paid' ? state : 'open',
    recovered: recoveries.length === 0 ? null : sumOfRecoveries(recoveries),
  }
}

const checked = alias(pull, 'checked')

const sightingsOf = prepared(({ db }) =>
  db
    .select({
      row: sighting,
      code: discrepancy.code,
      subject: discrepancy.subject,
      at: eventSequence.at,
      pull: checked.number,
    })
    .from(sighting)
    .innerJoin(discrepancy, eq(discrepancy.id, sighting.discrepancy))
    .innerJoin(checked, eq(checked.id, sighting.pull))
    .innerJoin(eventSequence, eq(eventSequence.number, sighting.after))
    .where(eq(sighting.discrepancy, sql.placeholder('id')))
    .orderBy(asc(sighting.id))
    .prepare(),
)

type SightingRow = ReturnType<ReturnType<typeof sightingsOf>['all']>[number]

const toSighting = ({ row, code, subject, at, pull: number }: SightingRow): Sighting => {
  if (number === null) throw new Error(`sighting ${row.id} is of no committed pull`)
  const { severity, message } = row
  const shown = {
    ...row,
    amount: row.amount === null ? null : Number(row.amount),
    code,
    subject,
    severity: severity ?? '',
    message: message ?? '',
  }
  return { finding: row.event === 'gone' ? null : findingOf(shown), after: row.after, at, pull: number }
}
