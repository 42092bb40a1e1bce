import type { AccountEntry, AccountStatement, EntryInFile } from '../../domain/bank/account-entry.ts'
import type { BankFileRecord } from '../../domain/bank/bank-file-record.ts'
import type { BankTie, TieIntent } from '../../domain/bank/bank-tie.ts'
import type { Days } from '../../domain/calendar/month.ts'
import type { ActStamp } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { bankEntries, bankFiles, bankStatements, isBankKnown } from './bank-entries.ts'
import { bankTies, tiesInForceOf, writeTies, writeUntie } from './ties.ts'
import { type BankFileResult, type BankFileToImport, writeBankFile } from './write-bank-file.ts'

/** The statements of the merchant's bank, and the ties of their entries to payouts. */
export interface BankRepository {
  /** Whether any bank file was ever imported; without one nothing about the bank is read. */
  isKnown(): Promise<boolean>
  /** Imports a file whole or not at all. The bytes of an earlier file change nothing, unless they cover more days now. */
  importFile(toImport: BankFileToImport): Promise<BankFileResult>
  /** The imported files, oldest first. */
  files(): Promise<readonly BankFileRecord[]>
  /** The statements of all files, by account and day. */
  statements(): Promise<readonly AccountStatement[]>
  /** The entries of all accounts, each once, in order of account, day and id. */
  entries(): Promise<readonly EntryInFile[]>
  /** Every tie, including those that were undone, oldest first. */
  ties(): Promise<readonly BankTie[]>
  /** The ties in force for settlements of these days, each with its entries. */
  tiesOf(days: Days): Promise<readonly TieWithEntries[]>
  /** Ties payouts to entries: all of these or none. Returns their numbers. */
  tie(intents: readonly TieIntent[], by: Pick<ActStamp, 'by' | 'at'>): Promise<readonly number[]>
  /** Undoes a tie, and returns the number of the undoing. */
  untie(tie: BankTie, undo: Pick<ActStamp, 'by' | 'at'> & { readonly reason: string }): Promise<number>
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
    files: () => bankFiles(database),
    statements: () => bankStatements(database),
    entries: () => bankEntries(database),
    ties: () => bankTies(database),
    tiesOf: (days) =>
      tiesInForceOf(database, days).map((tie) => ({ tie, credits: bankEntries(database, tie.entries) })),
    tie: (intents, by) => writeTies(database, intents, by),
    untie: (tie, undo) => writeUntie(database, tie, undo),
  })
