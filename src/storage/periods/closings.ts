import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Closing, PastClosing } from '../../domain/findings/act.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { detailsOf, jsonOf, writeActRow } from '../dispositions/act-row.ts'
import { act, eventSequence } from '../schema.ts'

export const writeClosing = (database: MerchantDatabase, closing: Omit<Closing, 'number'>): Promise<Closing> =>
  database.writeQueue.write(() => {
    const { through, reason, isForced, by, at } = closing
    const detail = jsonOf({ through, forced: isForced })
    return {
      ...closing,
      number: writeActRow(database, { kind: 'close', by, reason, until: null, discrepancy: null, detail }, at),
    }
  })

/** Undoes a closing; both stay in the database. Returns the number of the undoing. */
export const writeUndo = (
  database: MerchantDatabase,
  closing: Closing,
  { by, at, reason }: Pick<Closing, 'by' | 'at' | 'reason'>,
): Promise<number> =>
  database.writeQueue.write(() =>
    writeActRow(
      database,
      { kind: 'undo', by, reason, until: null, discrepancy: null, detail: jsonOf({ closing: closing.number }) },
      at,
    ),
  )

/** The closings in force, now or as of a number, oldest first. An undoing removes the last one. */
export const closingsInForce = (database: MerchantDatabase, upTo?: number): readonly Closing[] =>
  pastClosings(database, upTo).flatMap(({ undone, ...closing }) => (undone === null ? [closing] : []))

/** Every closing up to a number, oldest first, including those that were undone by then. */
export const pastClosings = (
  { db, merchant }: MerchantDatabase,
  upTo: number = Number.MAX_SAFE_INTEGER,
): readonly PastClosing[] => {
  const rows = db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(and(eq(eventSequence.merchant, merchant), inArray(act.kind, ['close', 'undo']), lte(act.number, upTo)))
    .orderBy(asc(act.number))
    .all()
  const undoings = new Map(
    rows.map(({ row: { number, by, reason, ...row }, at }) => [detailsOf(row).closing, { number, at, by, reason }]),
  )
  return rows.flatMap(({ row: { number, by, reason, ...row }, at }) => {
    const { through, forced } = detailsOf(row)
    if (through === undefined) return []
    return [{ number, at, by, reason, through, isForced: forced === true, undone: undoings.get(number) ?? null }]
  })
}

/** The last day that any closing reached, even one that was undone; null when there was none. */
export const everClosedThrough = ({ db, merchant }: MerchantDatabase): SlotDate | null =>
  db.get<{ readonly through: SlotDate | null }>(sql`
    SELECT max(json_extract(a.detail, '$.through')) AS through FROM act a JOIN moment m ON m.number = a.number
    WHERE m.merchant = ${merchant} AND a.kind = 'close'`).through
