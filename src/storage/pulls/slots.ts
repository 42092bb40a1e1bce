import { and, eq, sql } from 'drizzle-orm'
import { minuteOfDay, type Slot } from '../../domain/slot.ts'
import { addLink } from '../chain/links.ts'
import type { Books } from '../connection/books.ts'
import { prepared } from '../connection/prepared.ts'
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

/** The slot's own number in the books, or null when nobody ever asked for it. */
export const findSlot = (books: Books, { date, cycle }: Slot): number | null =>
  named(books).get({ date, cycle })?.id ?? null

/** Asks for a slot by its number; of a slot that was never pulled there is nothing. */
export const ofSlot = <T>(books: Books, slot: Slot, nothing: T, ask: (number: number) => T): T => {
  const number = findSlot(books, slot)
  return number === null ? nothing : ask(number)
}

/** The same for what is read page by page. */
export async function* pagesOfSlot<T>(
  books: Books,
  slot: Slot,
  ask: (number: number) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const number = findSlot(books, slot)
  if (number !== null) yield* ask(number)
}

/** Within a write transaction. */
export const slotNumber = (books: Books, { date, cycle }: Slot): number => {
  const { db, merchant } = books
  const known = findSlot(books, { date, cycle })
  if (known !== null) return known
  const { lastInsertRowid } = db
    .insert(slot)
    .values({ merchant, date, cycle, minute: minuteOfDay(cycle) })
    .run()
  addLink(books, 'slot', Number(lastInsertRowid))
  return Number(lastInsertRowid)
}
