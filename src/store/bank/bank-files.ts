import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import {
  type BankFileRecord,
  compareEntries,
  type EntryComparison,
  entriesBeside,
  type IdentifiedEntry,
} from '../../core/bank/bank-file-record.ts'
import {
  type AccountStatement,
  type BankFile,
  coversMoreDays,
  type EntryInFile,
  type StatementOfAccount,
} from '../../core/bank/bank-statement.ts'
import type { ActStamp } from '../../core/findings/act.ts'
import { groupBy } from '../../std/group-by.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { pick } from '../connection/rows.ts'
import { keepBody, type PackedBody } from '../evidence/body.ts'
import { bankEntry, bankFile, bankStatement, bankText, bankVoid, eventSequence } from '../schema.ts'

/** A bank file to import. */
export interface BankFileToImport extends Pick<ActStamp, 'by' | 'at'> {
  readonly file: Omit<BankFile, 'statements'> & { readonly statements: readonly StatementOfAccount[] }
  /** The bytes of the whole file as received. */
  readonly bytes: Uint8Array
  /** Without its folder. */
  readonly name: string
  /** Whether text and reference of an entry may be stored, by its text. */
  readonly isReadable: (text: string) => boolean
  /** Whether every text may be stored, and so the file itself. */
  readonly isKeptWhole: boolean
}

/** The result of importing a file. `known` is the number of an earlier file with these bytes, which left nothing to import. */
export type BankFileResult =
  | { readonly kind: 'known'; readonly number: number }
  | {
      readonly kind: 'imported'
      readonly number: number
      /** Entries that no earlier file had. */
      readonly added: number
      /** Entries that an earlier file had. */
      readonly repeated: number
      /** Those of them that it had with another text or reference. */
      readonly renewed: number
    }

/** Writes the file, its statements and its new entries in one transaction, unless it adds neither entries nor days. */
export const writeBankFile = (database: MerchantDatabase, toImport: BankFileToImport): Promise<BankFileResult> => {
  const { file, bytes, isKeptWhole } = toImport
  const digest = createHash('sha256').update(bytes).digest()
  const isReadable = isKeptWhole ? () => true : toImport.isReadable
  const evidence = packEvidence(isKeptWhole ? bytes : readingWithoutOthers(file, isReadable))
  const { hasText, addEntry, addText } = ofEntries(database)
  return database.writeQueue.write(() => {
    const { known, renewed, added } = compareFile(database, toImport, storedIn(database))
    const entries = [...known, ...renewed, ...added]
    const texts = entries.filter(({ id, text }) => isReadable(text) && hasText.get(id) === undefined)
    const twin = bankFiles(database).findLast((one) => one.voided === null && one.digest === digest.toString('hex'))
    const addsNothing = added.length + texts.length === 0 && (twin?.isOriginal || !isKeptWhole)
    if (twin !== undefined && addsNothing && !hasMoreDays(database, file.statements, twin.number))
      return { kind: 'known', number: twin.number }
    const number = nextInSequence(database, 'act', toImport.at)
    const { name, by } = toImport
    const { format } = file
    const body = keepBody(database, evidence)
    database.db.insert(bankFile).values({ number, name, format, by, digest, isOriginal: isKeptWhole, body }).run()
    writeStatements(database, number, file.statements)
    for (const entry of added) addEntry.run({ ...entry, merchant: database.merchant, file: number })
    for (const { id, text, reference } of texts) addText.run({ id, file: number, text, reference })
    addLink(database, 'bank_file', number)
    return {
      kind: 'imported',
      number,
      added: added.length,
      repeated: entries.length - added.length,
      renewed: renewed.length,
    }
  })
}

/** The part of a file that is compared with what is stored. */
export type FileToCompare = Pick<BankFileToImport, 'file' | 'isReadable'>

/** Compares each file with what is stored, and with the files before it. What those would add has the file number 0. */
export const compareFiles = (
  database: MerchantDatabase,
  files: readonly FileToCompare[],
): readonly EntryComparison[] => {
  let stored = storedIn(database)
  return files.map((toCompare) => {
    const comparison = compareFile(database, toCompare, stored)
    const statements = toCompare.file.statements.map((statement) => ({ ...statement, file: 0 }))
    const added = comparison.added.map((entry) => ({ ...entry, file: 0 }))
    stored = { statements: [...stored.statements, ...statements], entries: [...stored.entries, ...added] }
    return comparison
  })
}

/** What the files in force have. */
interface StoredEntries {
  readonly statements: readonly AccountStatement[]
  readonly entries: readonly EntryInFile[]
}

const storedIn = (database: MerchantDatabase): StoredEntries => ({
  statements: bankStatements(database),
  entries: bankEntries(database),
})

const compareFile = (
  database: MerchantDatabase,
  { file: { statements }, isReadable }: FileToCompare,
  stored: StoredEntries,
): EntryComparison => {
  const { isVoid } = ofEntries(database)
  const entryOf = new Map(stored.entries.map((entry) => [entry.id, entry]))
  const beside = new Map(statements.map((statement) => [statement, entriesBeside(statement, stored.statements)]))
  const isBeside = (statement: StatementOfAccount, id: string): boolean => {
    const entry = entryOf.get(id)
    return entry !== undefined && beside.get(statement)?.(entry) === true
  }
  const entries = entriesWithIds(database.merchant, statements, (id) => isVoid.get(id) !== undefined, isBeside)
  const isOfNone = (entry: EntryInFile): boolean => [...beside.values()].every((isBesideIt) => !isBesideIt(entry))
  return compareEntries(entries, stored.entries.filter(isOfNone), isReadable)
}

/** Whether a statement covers days that it did not in the earlier file with these bytes. */
const hasMoreDays = (database: MerchantDatabase, statements: readonly StatementOfAccount[], twin: number): boolean => {
  const earlier = bankStatements(database).filter((one) => one.file === twin)
  const entries = bankEntries(database)
  return statements.some((statement) => coversMoreDays(statement, earlier, entries))
}

const ofEntries = prepared(({ sqlite }) => ({
  isVoid: sqlite
    .prepare<[id: string], number>(
      'SELECT 1 FROM bank_entry JOIN bank_void ON bank_void.file = bank_entry.file WHERE bank_entry.id = ?',
    )
    .pluck(),
  hasText: sqlite.prepare<[entry: string], number>('SELECT 1 FROM bank_text WHERE entry = ?').pluck(),
  addEntry: sqlite.prepare<EntryRow>(`
    INSERT INTO bank_entry (id, merchant, file, position, account, booked_on, value_on, value)
    VALUES (@id, @merchant, @file, @position, @account, @bookedOn, @valueOn, @value)`),
  addText: sqlite.prepare<TextRow>(`
    INSERT INTO bank_text (entry, file, text, reference) VALUES (@id, @file, @text, @reference)`),
}))
type EntryRow = Pick<IdentifiedEntry, 'id' | 'position' | 'account' | 'bookedOn' | 'valueOn' | 'value'> & {
  readonly merchant: string
  readonly file: number
}
type TextRow = Pick<IdentifiedEntry, 'id' | 'text' | 'reference'> & { readonly file: number }

const writeStatements = ({ db }: MerchantDatabase, file: number, statements: readonly StatementOfAccount[]): void => {
  for (const [index, { account, number, from, to, opening, closing, entries }] of statements.entries()) {
    const days = { fromDay: from, toDay: to, opening, closing }
    db.insert(bankStatement)
      .values({ file, position: index + 1, account, statementNumber: number, ...days, entries: entries.length })
      .run()
  }
}

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
      ...pick(bankEntry, 'id', 'file', 'position', 'account', 'bookedOn', 'valueOn', 'value'),
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

/**
 * Gives entries their ids. An id is made of account, day, value, text and reference, and of the entry's ordinal among
 * the equal ones of that day in its file: overlapping files give an entry the same id, and two equal rows of one file
 * get two ids. An id of a file that was voided is not used again, nor is that of an entry that the statement cannot
 * contain (`isBeside`).
 */
const entriesWithIds = (
  merchant: string,
  statements: readonly StatementOfAccount[],
  isVoid: (id: string) => boolean,
  isBeside: (statement: StatementOfAccount, id: string) => boolean,
): readonly IdentifiedEntry[] => {
  const ordinals = new Map<string, number>()
  return statements.flatMap((statement) =>
    statement.entries.map((entry) => {
      const { account } = statement
      const said = JSON.stringify([
        merchant,
        account,
        entry.bookedOn,
        entry.value.toString(),
        entry.text,
        entry.reference,
      ])
      let ordinal = ordinals.get(said) ?? 0
      let id: string
      do {
        ordinal += 1
        id = firstId(`${said} ${ordinal}`, isVoid)
      } while (isBeside(statement, id))
      ordinals.set(said, ordinal)
      return { ...entry, account, id }
    }),
  )
}

const ID_DIGITS = 16

/** The id of contents that were not voided: how often they were is part of it. */
const firstId = (contents: string, isVoid: (id: string) => boolean): string => {
  let id = digestOf(contents)
  for (let voids = 1; isVoid(id); voids += 1) id = digestOf(`${contents} ${voids}`)
  return id
}

const digestOf = (contents: string): string => createHash('sha256').update(contents).digest('hex').slice(0, ID_DIGITS)

/**
 * The stored form of a file with texts about others: everything read from it, as JSON, with amounts in centavos as
 * decimal text, and without text and reference of entries about others. The digest of the file itself is stored as
 * well.
 */
const readingWithoutOthers = ({ format, statements }: BankFile, isReadable: (text: string) => boolean): Uint8Array =>
  Buffer.from(
    JSON.stringify(
      {
        format,
        statements: statements.map(({ entries, ...statement }) => ({
          ...statement,
          entries: entries.map((entry) => (isReadable(entry.text) ? entry : { ...entry, text: null, reference: null })),
        })),
      },
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    ),
  )

/** The bytes of a file as they are kept. */
export const packEvidence = (bytes: Uint8Array): PackedBody => ({
  digest: createHash('sha256').update(bytes).digest(),
  gzip: gzipSync(bytes),
  length: bytes.length,
})
