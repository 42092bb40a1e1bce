import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Act, ActStamp } from '../../core/findings/act.ts'
import type { ChargebackTie } from '../../rules/assessment/chargeback-account.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { type DecisionState, decisionsIn } from '../findings/shown.ts'
import { act, discrepancy, eventSequence } from '../schema.ts'
import { decisionsEndedBy, detailsOf, jsonOf, recoveriesInForce, writeActRow, writeActs, writeEnds } from './acts.ts'

/**
 * Reopens discrepancies whose acceptance or claim has ended. Those that are already open for another reason are not
 * changed.
 */
const endDecisions = async (database: MerchantDatabase, at: Instant): Promise<readonly Act[]> => {
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

type Who = Pick<ActStamp, 'by' | 'at'>

/** Writes what a person said: these adjustments debited these chargebacks. Returns its number. */
const writeChargebackTie = (
  database: MerchantDatabase,
  { invoiceIds, adjustments, reason }: Pick<ChargebackTie, 'invoiceIds' | 'adjustments' | 'reason'>,
  { by, at }: Who,
): Promise<number> =>
  database.writeQueue.write(() => {
    const detail = jsonOf({ invoiceIds, adjustments })
    return writeActRow(database, { kind: 'tie', by, reason, until: null, discrepancy: null, detail }, at)
  })

/** Undoes a tie; both stay in the database. Returns the number of the undoing. */
const writeChargebackUntie = (
  database: MerchantDatabase,
  tie: number,
  reason: string,
  { by, at }: Who,
): Promise<number> =>
  database.writeQueue.write(() => {
    const detail = jsonOf({ tie })
    return writeActRow(database, { kind: 'untie', by, reason, until: null, discrepancy: null, detail }, at)
  })

/** All ties of chargebacks and adjustments, oldest first, including those that were undone. */
const chargebackTies = ({ db, merchant }: MerchantDatabase): readonly ChargebackTie[] => {
  const rows = db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(and(eq(eventSequence.merchant, merchant), inArray(act.kind, ['tie', 'untie'])))
    .orderBy(asc(act.number))
    .all()
  const undoings = new Map(
    rows.map(({ row: { number, by, reason, ...row }, at }) => [detailsOf(row).tie, { number, at, by, reason }]),
  )
  return rows.flatMap(({ row: { number, by, reason, ...row }, at }) => {
    const { invoiceIds, adjustments } = detailsOf(row)
    if (invoiceIds === undefined || adjustments === undefined) return []
    return [{ number, at, by, reason, invoiceIds, adjustments, undone: undoings.get(number) ?? null }]
  })
}

/** People's dispositions of discrepancies, and what they say of chargebacks. */
export const createDispositionRepository = repository({
  record: writeActs,
  endDecisions,
  tieChargebacks: writeChargebackTie,
  untieChargebacks: writeChargebackUntie,
  chargebackTies,
  recoveries: recoveriesInForce,
})
