import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AccountStatement, EntryInFile } from '../../domain/bank/account-entry.ts'
import type { BankFileRecord } from '../../domain/bank/bank-file-record.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { bankEntry, bankFile, bankStatement, bankText, eventSequence } from '../schema.ts'

export const isBankKnown = ({ db, merchant }: MerchantDatabase): boolean =>
  db
    .select({ number: bankFile.number })
    .from(bankFile)
    .innerJoin(eventSequence, eq(eventSequence.number, bankFile.number))
    .where(eq(eventSequence.merchant, merchant))
    .limit(1)
    .get() !== undefined

export const bankFiles = ({ db, merchant }: MerchantDatabase): readonly BankFileRecord[] =>
  db
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
    }))

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
    .where(eq(eventSequence.merchant, merchant))
    .orderBy(
      asc(bankStatement.account),
      asc(bankStatement.fromDay),
      asc(bankStatement.toDay),
      asc(bankStatement.file),
      asc(bankStatement.position),
    )
    .all()

/** All entries, or those with these ids. Their order does not depend on that of the files. */
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
    .where(and(eq(bankEntry.merchant, merchant), ids === null ? undefined : inArray(bankEntry.id, [...ids])))
    .orderBy(asc(bankEntry.account), asc(bankEntry.bookedOn), asc(bankEntry.id))
    .all()
