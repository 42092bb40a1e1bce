import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BankFileRecord } from '../../domain/bank/bank-file-record.ts'
import type { AccountStatement, EntryInFile } from '../../domain/bank/bank-statement.ts'
import { groupBy } from '../../std/group-by.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { bankEntry, bankFile, bankStatement, bankText, bankVoid, eventSequence } from '../schema.ts'

/** Whether the file with this number counts: nobody voided it. */
const isInForce = (file: AnySQLiteColumn): SQL => sql`${file} NOT IN (SELECT ${bankVoid.file} FROM ${bankVoid})`

export const isBankKnown = ({ db, merchant }: MerchantDatabase): boolean =>
  db
    .select({ number: bankFile.number })
    .from(bankFile)
    .innerJoin(eventSequence, eq(eventSequence.number, bankFile.number))
    .where(and(eq(eventSequence.merchant, merchant), isInForce(bankFile.number)))
    .limit(1)
    .get() !== undefined

/** All files, oldest first, including those that were voided. */
export const bankFiles = (database: MerchantDatabase): readonly BankFileRecord[] => {
  const { db, merchant } = database
  const statements = groupBy(statementsOfFiles(database), ({ file }) => file)
  const voids = new Map(voidsOf(database).map((one) => [one.file, one]))
  return db
    .select({ row: bankFile, at: eventSequence.at })
    .from(bankFile)
    .innerJoin(eventSequence, eq(eventSequence.number, bankFile.number))
    .where(eq(eventSequence.merchant, merchant))
    .orderBy(asc(bankFile.number))
    .all()
    .map(({ row: { number, name, format, by, digest, isOriginal }, at }) => ({
      number,
      name,
      format,
      by,
      at,
      digest: digest.toString('hex'),
      isOriginal,
      statements: (statements.get(number) ?? []).map(({ file: _file, ...days }) => days),
      voided: withoutFile(voids.get(number)),
    }))
}

const statementsOfFiles = ({ db }: MerchantDatabase) =>
  db
    .select({
      file: bankStatement.file,
      account: bankStatement.account,
      from: bankStatement.fromDay,
      to: bankStatement.toDay,
      entries: bankStatement.entries,
    })
    .from(bankStatement)
    .orderBy(asc(bankStatement.file), asc(bankStatement.position))
    .all()

const voidsOf = ({ db }: MerchantDatabase) =>
  db
    .select({
      file: bankVoid.file,
      number: bankVoid.number,
      at: eventSequence.at,
      by: bankVoid.by,
      reason: bankVoid.reason,
    })
    .from(bankVoid)
    .innerJoin(eventSequence, eq(eventSequence.number, bankVoid.number))
    .all()

const withoutFile = (one: ReturnType<typeof voidsOf>[number] | undefined): BankFileRecord['voided'] => {
  if (one === undefined) return null
  const { file: _file, ...voided } = one
  return voided
}

/** The statements of the files that count, by account and day. */
export const bankStatements = ({ db, merchant }: MerchantDatabase): readonly AccountStatement[] =>
  db
    .select({
      file: bankStatement.file,
      account: bankStatement.account,
      number: bankStatement.statementNumber,
      from: bankStatement.fromDay,
      to: bankStatement.toDay,
      opening: bankStatement.opening,
      closing: bankStatement.closing,
    })
    .from(bankStatement)
    .innerJoin(eventSequence, eq(eventSequence.number, bankStatement.file))
    .where(and(eq(eventSequence.merchant, merchant), isInForce(bankStatement.file)))
    .orderBy(
      asc(bankStatement.account),
      asc(bankStatement.fromDay),
      asc(bankStatement.toDay),
      asc(bankStatement.file),
      asc(bankStatement.position),
    )
    .all()

/** The entries of the files that count: all, or those with these ids. Their order does not depend on that of the files. */
export const bankEntries = (
  { db, merchant }: MerchantDatabase,
  ids: readonly string[] | null = null,
): readonly EntryInFile[] =>
  db
    .select({
      id: bankEntry.id,
      file: bankEntry.file,
      position: bankEntry.position,
      account: bankEntry.account,
      bookedOn: bankEntry.bookedOn,
      valueOn: bankEntry.valueOn,
      value: bankEntry.value,
      text: bankText.text,
      reference: bankText.reference,
    })
    .from(bankEntry)
    .leftJoin(bankText, eq(bankText.entry, bankEntry.id))
    .where(
      and(
        eq(bankEntry.merchant, merchant),
        isInForce(bankEntry.file),
        ids === null ? undefined : inArray(bankEntry.id, [...ids]),
      ),
    )
    .orderBy(asc(bankEntry.account), asc(bankEntry.bookedOn), asc(bankEntry.id))
    .all()
