import { and, asc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BankTie, TieIntent, TiePayout } from '../../domain/bank/tie-out.ts'
import type { Days } from '../../domain/calendar/calendar.ts'
import type { ActStamp } from '../../domain/findings/act.ts'
import { groupBy } from '../../std/group-by.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { ensureSlot } from '../pulls/slots.ts'
import { bankTie, bankTieEntry, bankTiePayout, eventSequence, slot } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'

/** Writes ties in one transaction: all or none. */
export const writeTies = (
  database: MerchantDatabase,
  intents: readonly TieIntent[],
  { by, at }: Pick<ActStamp, 'by' | 'at'>,
): Promise<readonly number[]> =>
  database.writeQueue.write(() =>
    intents.map(({ payouts, entries, reason }) => {
      const number = nextInSequence(database, 'act', at)
      database.db.insert(bankTie).values({ number, kind: 'tie', by, reason }).run()
      for (const payout of payouts) writePayout(database, number, payout)
      for (const entry of entries) database.db.insert(bankTieEntry).values({ tie: number, entry }).run()
      addLink(database, 'bank_tie', number)
      return number
    }),
  )

const writePayout = (database: MerchantDatabase, tie: number, { slot, payout }: TiePayout): void => {
  database.db
    .insert(bankTiePayout)
    .values({ tie, slot: ensureSlot(database, slot), payout })
    .run()
}

/** Who undoes a tie or voids a file, when and why. */
export type Undoing = Pick<ActStamp, 'by' | 'at'> & { readonly reason: string }

export const writeUntie = (database: MerchantDatabase, tie: BankTie, undoing: Undoing): Promise<number> =>
  database.writeQueue.write(() => insertUntie(database, tie, undoing))

/** Call it within a write transaction. Returns the number in the event sequence. */
export const insertUntie = (
  database: MerchantDatabase,
  { number: tie }: BankTie,
  { by, at, reason }: Undoing,
): number => {
  const number = nextInSequence(database, 'act', at)
  database.db.insert(bankTie).values({ number, kind: 'untie', by, reason, tie }).run()
  addLink(database, 'bank_tie', number)
  return number
}

const tiesOfDays = prepared(({ db, merchant }) =>
  db
    .selectDistinct({ tie: bankTiePayout.tie })
    .from(bankTiePayout)
    .innerJoin(slot, eq(slot.id, bankTiePayout.slot))
    .where(
      and(eq(slot.merchant, merchant), gte(slot.date, sql.placeholder('from')), lte(slot.date, sql.placeholder('to'))),
    )
    .prepare(),
)

/** The ties in force for settlements of these days. */
export const tiesInForceOf = (database: MerchantDatabase, days: Days): readonly BankTie[] => {
  const numbers = tiesOfDays(database)
    .all({ ...days })
    .map(({ tie }) => tie)
  if (numbers.length === 0) return []
  return tiesWhere(database, or(inArray(bankTie.number, numbers), inArray(bankTie.tie, numbers)), numbers).filter(
    ({ undone }) => undone === null,
  )
}

export const bankTies = (database: MerchantDatabase): readonly BankTie[] => tiesWhere(database, undefined, null)

const tiesWhere = (
  database: MerchantDatabase,
  where: SQL | undefined,
  numbers: readonly number[] | null,
): readonly BankTie[] => {
  const rows = database.db
    .select({ row: bankTie, at: eventSequence.at })
    .from(bankTie)
    .innerJoin(eventSequence, eq(eventSequence.number, bankTie.number))
    .where(and(eq(eventSequence.merchant, database.merchant), where))
    .orderBy(asc(bankTie.number))
    .all()
  const payouts = groupBy(payoutsOfTies(database, numbers), ({ tie }) => tie)
  const entries = groupBy(entriesOfTies(database, numbers), ({ tie }) => tie)
  const untied = new Map(rows.map((untie) => [untie.row.tie, untie]))
  return rows
    .filter(({ row }) => row.kind === 'tie')
    .map(({ row: { number, by, reason }, at }) => {
      const undone = untied.get(number)
      return {
        number,
        at,
        by,
        reason,
        payouts: (payouts.get(number) ?? []).map(({ slot, payout }) => ({ slot, payout })),
        entries: (entries.get(number) ?? []).map(({ entry }) => entry),
        undone: undone === undefined ? null : { ...undone.row, at: undone.at },
      }
    })
}

const entriesOfTies = ({ db }: MerchantDatabase, numbers: readonly number[] | null) =>
  db
    .select()
    .from(bankTieEntry)
    .where(numbers === null ? undefined : inArray(bankTieEntry.tie, [...numbers]))
    .all()

const payoutsOfTies = (
  { db }: MerchantDatabase,
  numbers: readonly number[] | null,
): readonly (TiePayout & { readonly tie: number })[] =>
  db
    .select({ tie: bankTiePayout.tie, payout: bankTiePayout.payout, date: slot.date, cycle: slot.cycle })
    .from(bankTiePayout)
    .innerJoin(slot, eq(slot.id, bankTiePayout.slot))
    .where(numbers === null ? undefined : inArray(bankTiePayout.tie, [...numbers]))
    .orderBy(asc(bankTiePayout.tie), asc(slot.date), asc(slot.minute), asc(slot.cycle))
    .all()
    .map(({ tie, payout, date, cycle }) => ({ tie, payout, slot: { date, cycle } }))
