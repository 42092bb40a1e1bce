import { eq } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Act, ActStamp } from '../../core/findings/act.ts'
import type { ChargebackTie } from '../../rules/assessment/chargeback-account.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { type DecisionState, decisionsIn } from '../findings/shown.ts'
import { discrepancy } from '../schema.ts'
import {
  decisionsEndedBy,
  decisionsOfKind,
  recoveriesInForce,
  slotsOfActs,
  storeDecision,
  writeActs,
  writeEnds,
  writeUntie,
} from './acts.ts'

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

/** Writes what a person said: these adjustments debited these chargebacks. Returns its number. */
const tieChargebacks = (
  database: MerchantDatabase,
  { invoiceIds, adjustments, reason }: Pick<ChargebackTie, 'invoiceIds' | 'adjustments' | 'reason'>,
  { by, at }: Pick<ActStamp, 'by' | 'at'>,
): Promise<number> => storeDecision(database, 'tie', { invoiceIds, adjustments }, { by, at, reason })

/** All ties of chargebacks and adjustments, oldest first, including those that were undone. */
const chargebackTies = (database: MerchantDatabase): readonly ChargebackTie[] =>
  decisionsOfKind(database, 'tie').flatMap(({ details: { invoiceIds, adjustments }, ...tie }) =>
    invoiceIds === undefined || adjustments === undefined ? [] : [{ ...tie, invoiceIds, adjustments }],
  )

/** People's dispositions of discrepancies, and what they say of chargebacks. */
export const createDispositionRepository = repository({
  record: writeActs,
  endDecisions,
  tieChargebacks,
  untie: writeUntie,
  chargebackTies,
  recoveries: recoveriesInForce,
  slots: slotsOfActs,
})
