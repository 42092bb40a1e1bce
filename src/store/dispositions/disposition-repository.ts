import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { ActStamp, DispositionIntent } from '../../core/findings/act.ts'
import type { ChargebackTie } from '../../rules/assessment/chargeback-account.ts'
import { withStoreErrors } from '../connection/fault.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { endDecisions } from '../findings/shown.ts'
import { act, eventSequence } from '../schema.ts'
import { detailsOf, jsonOf, recoveriesInForce, writeActRow, writeActs } from './acts.ts'

/** People's dispositions of discrepancies, and what they say of chargebacks. */
export const createDispositionRepository = (database: MerchantDatabase) =>
  withStoreErrors(database.path, {
    /** Records a person's dispositions of discrepancies of this merchant: all or none. */
    record: (intents: readonly DispositionIntent[], who: Pick<ActStamp, 'by' | 'at'>) =>
      writeActs(database, intents, who),
    /**
     * Reopens discrepancies whose acceptance or claim ended before that moment. No other method of the store depends on
     * the time.
     */
    endDecisions: (at: Instant) => endDecisions(database, at),
    /** Stores that these adjustments debited these chargebacks. Returns the number of the tie. */
    tieChargebacks: (
      tie: Pick<ChargebackTie, 'invoiceIds' | 'adjustments' | 'reason'>,
      who: Pick<ActStamp, 'by' | 'at'>,
    ) => writeChargebackTie(database, tie, who),
    /** Undoes the tie with this number. */
    untieChargebacks: (tie: number, reason: string, who: Pick<ActStamp, 'by' | 'at'>) =>
      writeChargebackUntie(database, tie, reason, who),
    /** All ties of chargebacks, oldest first, including those that were undone. */
    chargebackTies: () => chargebackTies(database),
    /** What was paid of claims elsewhere, oldest first. */
    recoveries: async () => recoveriesInForce(database),
  })

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
