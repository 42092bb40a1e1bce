import { createHash } from 'node:crypto'
import {
  compareEntries,
  type EntryComparison,
  entriesBeside,
  type IdentifiedEntry,
} from '../../domain/bank/bank-file-record.ts'
import {
  type AccountStatement,
  type BankFile,
  coversMoreDays,
  type EntryInFile,
  type StatementOfAccount,
} from '../../domain/bank/bank-statement.ts'
import type { ActStamp } from '../../domain/findings/act.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { keepBody } from '../evidence/body.ts'
import { bankFile, bankStatement } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'
import { bankEntries, bankFiles, bankStatements } from './bank-entries.ts'
import { entriesWithIds } from './entries-with-ids.ts'
import { packEvidence, readingWithoutOthers } from './pack-evidence.ts'

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
