import { and, eq, sql } from 'drizzle-orm'
import { minuteOfDay, type Slot } from '../../core/slot.ts'
import { addLink } from '../chain/chain.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { slot } from '../schema.ts'

const named = prepared(({ db, merchant }) =>
  db
    .select({ id: slot.id })
    .from(slot)
    .where(
      and(
        eq(slot.merchant, merchant),
        eq(slot.date, sql.placeholder('date')),
        eq(slot.cycle, sql.placeholder('cycle')),
      ),
    )
    .prepare(),
)

/** The slot's own number in the database; null when it was never asked for. */
export const findSlot = (database: MerchantDatabase, { date, cycle }: Slot): number | null =>
  named(database).get({ date, cycle })?.id ?? null

/** Selects the numbers of the slots in `@slots`, which `namesOfSlots` made; those that were never asked for have none. */
export const SLOTS_NAMED = `SELECT named.id FROM json_each(@slots) AS one
  CROSS JOIN slot AS named ON named.merchant = @merchant AND named.date = one.value ->> 0 AND named.cycle = one.value ->> 1`
export const namesOfSlots = (slots: readonly Slot[]): string =>
  JSON.stringify(slots.map(({ date, cycle }) => [date, cycle]))

/** A query about a slot by its number, asked of the slot; its answer is `nothing` when the slot was never pulled. */
export const inSlot =
  <T, A extends readonly unknown[]>(
    nothing: NoInfer<T>,
    query: (database: MerchantDatabase, slot: number, ...asked: A) => T,
  ) =>
  (database: MerchantDatabase, slot: Slot, ...asked: A): T => {
    const number = findSlot(database, slot)
    return number === null ? nothing : query(database, number, ...asked)
  }

/** Like `inSlot`, for pages. */
export const pagesInSlot = <T, A extends readonly unknown[]>(
  query: (database: MerchantDatabase, slot: number, ...asked: A) => AsyncIterable<T>,
) =>
  async function* (database: MerchantDatabase, slot: Slot, ...asked: A): AsyncGenerator<T> {
    const number = findSlot(database, slot)
    if (number !== null) yield* query(database, number, ...asked)
  }

const insertSlot = prepared(({ db, merchant }) =>
  db
    .insert(slot)
    .values({
      merchant,
      date: sql.placeholder('date'),
      cycle: sql.placeholder('cycle'),
      minute: sql.placeholder('minute'),
    })
    .prepare(),
)

/** Returns the id of the slot; inserts the slot when it is new. Call it within a write transaction. */
export const ensureSlot = (database: MerchantDatabase, { date, cycle }: Slot): number => {
  const known = findSlot(database, { date, cycle })
  if (known !== null) return known
  const { lastInsertRowid } = insertSlot(database).run({ date, cycle, minute: minuteOfDay(cycle) })
  addLink(database, 'slot', Number(lastInsertRowid))
  return Number(lastInsertRowid)
}
