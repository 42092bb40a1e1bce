import { and, asc, eq, inArray } from 'drizzle-orm'
import type { ChargebackTie } from '../../domain/assessment/chargeback-account.ts'
import type { ActStamp } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { act, eventSequence } from '../schema.ts'
import { detailsOf, jsonOf, writeActRow } from './act-row.ts'

type Who = Pick<ActStamp, 'by' | 'at'>

/** Writes what a person said: these adjustments debited these chargebacks. Returns its number. */
export const writeChargebackTie = (
  database: MerchantDatabase,
  { invoiceIds, adjustments, reason }: Pick<ChargebackTie, 'invoiceIds' | 'adjustments' | 'reason'>,
  { by, at }: Who,
): Promise<number> =>
  database.writeQueue.write(() => {
    const detail = jsonOf({ invoiceIds, adjustments })
    return writeActRow(database, { kind: 'tie', by, reason, until: null, discrepancy: null, detail }, at)
  })

/** Undoes a tie; both stay in the database. Returns the number of the undoing. */
export const writeChargebackUntie = (
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
export const chargebackTies = ({ db, merchant }: MerchantDatabase): readonly ChargebackTie[] => {
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
