import type Database from 'better-sqlite3'
import type { Both } from '../../../std/both.ts'
import type { OpenDatabase } from '../../connection/database.ts'
import type { AnswerReader } from './reader.ts'

export interface DatabaseToVerify extends Pick<OpenDatabase, 'sqlite' | 'db'> {
  readonly reader: AnswerReader
  /** The number of a single slot; null for all slots. */
  readonly slot: number | null
}

/** Called with each damage that is found, as one line. */
export type ReportDamage = (damage: Both<string>) => void

/** One part of the verification of a database. */
export interface VerificationPart {
  /** The name of the counted things: `answers`. */
  readonly name: string
  /** Reports damage and returns the number of things checked. The signal aborts it. */
  readonly check: (database: DatabaseToVerify, report: ReportDamage, signal: AbortSignal) => Promise<number>
}

export const sqlCount = (sqlite: Database.Database, query: string): number =>
  Number(sqlite.prepare<[], number>(query).pluck().get() ?? 0)
