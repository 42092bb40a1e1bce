import type Database from 'better-sqlite3'
import type { OpenDatabase } from '../../connection/database.ts'
import type { AnswerReader } from './reader.ts'

export interface DatabaseToVerify extends Pick<OpenDatabase, 'sqlite' | 'db'> {
  readonly reader: AnswerReader
  /** The number of a single slot; null for all slots. */
  readonly slot: number | null
}

/** One part of the verification of a database. */
export interface Part {
  /** The name of the counted things: `answers`. */
  readonly name: string
  /** Reports damage, one line each, and returns the number of things checked. The signal aborts it. */
  readonly look: (database: DatabaseToVerify, tell: (damage: string) => void, signal: AbortSignal) => Promise<number>
}

export const sqlCount = (sqlite: Database.Database, query: string): number =>
  Number(sqlite.prepare<[], number>(query).pluck().get() ?? 0)
