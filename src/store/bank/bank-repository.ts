import { and, asc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BankFileRecord } from '../../core/bank/bank-file-record.ts'
import type { BankTie, TieIntent, TiePayout } from '../../core/bank/tie-out.ts'
import type { Days } from '../../core/calendar/calendar.ts'
import type { ActStamp } from '../../core/findings/act.ts'
import { groupBy } from '../../std/group-by.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { ensureSlot } from '../pulls/slots.ts'
import { bankEntry, bankTie, bankTieEntry, bankTiePayout, bankVoid, eventSequence, slot } from '../schema.ts'
import { bankEntries, bankFiles, bankStatements, compareFiles, isBankKnown, writeBankFile } from './bank-files.ts'

/** Writes ties in one transaction: all or none. */
const writeTies = (
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
type Undoing = Pick<ActStamp, 'by' | 'at'> & { readonly reason: string }

/** Undoes a tie, and returns the number of the undoing. */
const writeUntie = (database: MerchantDatabase, tie: BankTie, undoing: Undoing): Promise<number> =>
  database.writeQueue.write(() => insertUntie(database, tie, undoing))

/** Call it within a write transaction. Returns the number in the event sequence. */
const insertUntie = (database: MerchantDatabase, { number: tie }: BankTie, { by, at, reason }: Undoing): number => {
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

/** The ties in force for settlements of these days, each with its entries. */
const tiesInForceOf = (database: MerchantDatabase, days: Days) => {
  const numbers = tiesOfDays(database)
    .all({ ...days })
    .map(({ tie }) => tie)
  if (numbers.length === 0) return []
  return tiesWhere(database, or(inArray(bankTie.number, numbers), inArray(bankTie.tie, numbers)), numbers)
    .filter(({ undone }) => undone === null)
    .map((tie) => ({ tie, credits: bankEntries(database, tie.entries) }))
}

/** Every tie, including those that were undone, oldest first. */
const bankTies = (database: MerchantDatabase): readonly BankTie[] => tiesWhere(database, undefined, null)

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

/** As they stand in the statements: a copy of the database as of a past moment has its rows in another order. */
const entriesOfTies = ({ db }: MerchantDatabase, numbers: readonly number[] | null) =>
  db
    .select({ tie: bankTieEntry.tie, entry: bankTieEntry.entry })
    .from(bankTieEntry)
    .innerJoin(bankEntry, eq(bankEntry.id, bankTieEntry.entry))
    .where(numbers === null ? undefined : inArray(bankTieEntry.tie, [...numbers]))
    .orderBy(asc(bankTieEntry.tie), asc(bankEntry.bookedOn), asc(bankEntry.file), asc(bankEntry.position))
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

/** Voids a file and undoes these ties in one transaction. Returns the number of the voiding. */
const writeBankVoid = (
  database: MerchantDatabase,
  { number: file, name }: BankFileRecord,
  ties: readonly BankTie[],
  { by, at, reason }: Undoing,
): Promise<number> =>
  database.writeQueue.write(() => {
    const number = nextInSequence(database, 'act', at)
    database.db.insert(bankVoid).values({ number, file, by, reason }).run()
    addLink(database, 'bank_void', number)
    for (const tie of ties) insertUntie(database, tie, { by, at, reason: `the file ${name} was voided: ${reason}` })
    return number
  })

/** The numbers of the last file, tie and void: with each the records of the bank change. */
const lastOfBank = prepared(({ sqlite }) =>
  sqlite
    .prepare<[], string>(`SELECT json_array((SELECT max(number) FROM bank_file), (SELECT max(number) FROM bank_tie),
      (SELECT max(number) FROM bank_void))`)
    .pluck(),
)

/** A job asks many times for all of them; five years are thousands. */
const once = <T>(read: (database: MerchantDatabase) => readonly T[]) => {
  const known = prepared((): { last?: string | undefined; all: readonly T[] } => ({ all: [] }))
  return (database: MerchantDatabase): readonly T[] => {
    const last = lastOfBank(database).get()
    if (known(database).last !== last) Object.assign(known(database), { last, all: read(database) })
    return known(database).all
  }
}

const allEntries = once((database) => bankEntries(database))

/** The statements of the merchant's bank, and the ties of their entries to payouts. */
export const createBankRepository = repository({
  isKnown: isBankKnown,
  importFile: writeBankFile,
  compareFiles,
  files: bankFiles,
  statements: once(bankStatements),
  entries: (database: MerchantDatabase, ids?: readonly string[]) =>
    ids === undefined ? allEntries(database) : bankEntries(database, ids),
  ties: once(bankTies),
  tiesOf: tiesInForceOf,
  tie: writeTies,
  untie: writeUntie,
  voidFile: writeBankVoid,
})
