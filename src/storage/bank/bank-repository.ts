import type { BankFileRecord, EntryComparison } from '../../domain/bank/bank-file-record.ts'
import type { AccountEntry, AccountStatement, EntryInFile } from '../../domain/bank/bank-statement.ts'
import type { BankTie, TieIntent } from '../../domain/bank/tie-out.ts'
import type { Days } from '../../domain/calendar/calendar.ts'
import type { ActStamp } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { bankEntries, bankFiles, bankStatements, isBankKnown } from './bank-entries.ts'
import { bankTies, tiesInForceOf, type Undoing, writeTies, writeUntie } from './ties.ts'
import {
  type BankFileResult,
  type BankFileToImport,
  compareFiles,
  type FileToCompare,
  writeBankFile,
} from './write-bank-file.ts'
import { writeBankVoid } from './write-bank-void.ts'

/** The statements of the merchant's bank, and the ties of their entries to payouts. */
export interface BankRepository {
  /** Whether a bank file counts; without one nothing about the bank is read. */
  isKnown(): Promise<boolean>
  /** Imports a file whole or not at all. The bytes of an earlier file change nothing, unless they cover more days now. */
  importFile(toImport: BankFileToImport): Promise<BankFileResult>
  /** Compares each file with those that were imported, and with the files before it. Only reads. */
  compareFiles(files: readonly FileToCompare[]): Promise<readonly EntryComparison[]>
  /** The imported files, oldest first, including those that were voided. */
  files(): Promise<readonly BankFileRecord[]>
  /** The statements of the files that count, by account and day. */
  statements(): Promise<readonly AccountStatement[]>
  /** The entries of the files that count, each once, in order of account, day and id. */
  entries(): Promise<readonly EntryInFile[]>
  /** Every tie, including those that were undone, oldest first. */
  ties(): Promise<readonly BankTie[]>
  /** The ties in force for settlements of these days, each with its entries. */
  tiesOf(days: Days): Promise<readonly TieWithEntries[]>
  /** Ties payouts to entries: all of these or none. Returns their numbers. */
  tie(intents: readonly TieIntent[], by: Pick<ActStamp, 'by' | 'at'>): Promise<readonly number[]>
  /** Undoes a tie, and returns the number of the undoing. */
  untie(tie: BankTie, undoing: Undoing): Promise<number>
  /**
   * Voids a file: its statements and entries do not count any more, and these ties with its entries are undone, all in
   * one transaction. Returns the number of the voiding.
   */
  voidFile(file: BankFileRecord, ties: readonly BankTie[], voiding: Undoing): Promise<number>
}

/** A tie and its entries. */
export interface TieWithEntries {
  readonly tie: BankTie
  readonly credits: readonly AccountEntry[]
}

export const createBankRepository = (database: MerchantDatabase): BankRepository =>
  withStoreErrors<BankRepository>(database.path, {
    isKnown: () => isBankKnown(database),
    importFile: (toImport) => writeBankFile(database, toImport),
    compareFiles: (files) => compareFiles(database, files),
    files: () => bankFiles(database),
    statements: () => bankStatements(database),
    entries: () => bankEntries(database),
    ties: () => bankTies(database),
    tiesOf: (days) =>
      tiesInForceOf(database, days).map((tie) => ({ tie, credits: bankEntries(database, tie.entries) })),
    tie: (intents, by) => writeTies(database, intents, by),
    untie: (tie, undoing) => writeUntie(database, tie, undoing),
    voidFile: (file, ties, voiding) => writeBankVoid(database, file, ties, voiding),
  })
