import type Database from 'better-sqlite3'
import type { OpenDatabase } from '../../connection/database.ts'
import type { AnswerReader } from './reader.ts'

export interface DatabaseToVerify extends Pick<OpenDatabase, 'sqlite' | 'db'> {
  readonly reader: AnswerReader
  /** The number of the one slot that is asked for; null when all of them are. */
  readonly slot: number | null
}

/** One thing that is looked at when a database is verified. */
export interface Part {
  /** What it counts, as a person reads it: `answers`. */
  readonly name: string
  /** Tells what is damaged, a line each, and gives how many things were looked at. An abort of the signal ends it. */
  readonly look: (database: DatabaseToVerify, tell: (damage: string) => void, signal: AbortSignal) => Promise<number>
}

export const sqlCount = (sqlite: Database.Database, query: string): number =>
  Number(sqlite.prepare<[], number>(query).pluck().get() ?? 0)
