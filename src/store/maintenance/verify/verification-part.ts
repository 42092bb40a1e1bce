import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Instant } from '../../../core/calendar/calendar.ts'
import type { ParsedRecord } from '../../../core/invoice.ts'
import type { Settlement } from '../../../core/settlement.ts'
import type { Both } from '../../../std/both.ts'
import type { OpenDatabase } from '../../connection/database.ts'
import { type RowPosition, type SlicePlan, slicesOf } from '../../connection/rows.ts'
import { wholeBody } from '../../evidence/body.ts'

export interface DatabaseToVerify extends Pick<OpenDatabase, 'sqlite' | 'db'> {
  readonly reader: AnswerReader
  /** The number of a single slot; null for all slots. */
  readonly slot: number | null
}

/** Called with each damage that is found, as one line. */
export type ReportDamage = (damage: Both<string>) => void

/** One part of the verification of a database: reports damage and returns the number of things checked. */
export type VerificationPart = (
  database: DatabaseToVerify,
  report: ReportDamage,
  signal: AbortSignal,
) => Promise<number>

/** Slices of rows, after each of which other work has its turn. */
export async function* inTurns<R, P extends RowPosition>(
  plan: SlicePlan<R, P>,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  for (const rows of slicesOf(plan)) {
    yield rows
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
}

export const sqlCount = (sqlite: Database.Database, query: string): number =>
  Number(sqlite.prepare<[], number>(query).pluck().get() ?? 0)

/** Reads stored answers into our words again. Passed in, since the store does not know the service's spelling. */
export interface AnswerReader {
  /** The version of cuadre of this reader: rows read by another version are not compared. */
  readonly version: string
  /** The items of a page under a policy, given as its stored text; null when it is not a page. */
  readonly page: (body: Uint8Array, policy: string) => readonly ParsedRecord[] | null
  /** Null when the answer means that there is no settlement. */
  readonly settlement: (status: number, body: Uint8Array) => Settlement | null
}

/** A pull whose content this version of cuadre has read. */
export interface ReadPull {
  readonly id: number
  readonly slot: number
  readonly kept: number
  /** The pull that has its pages, and the pull that has its quarantine and repeats. */
  readonly pagesOf: number
  readonly readingOf: number
  readonly policy: string
}

/** The bytes of an answer; null when they no longer unpack, which the check of the answers reports. */
export const bytesOf = (gzip: Buffer, cursor: string | null, cursorAt: number | null): Buffer | null => {
  try {
    return wholeBody(gzip, cursor, cursorAt)
  } catch {
    return null
  }
}

/** The parts of the database that were checked, and the damage found. */
export interface DatabaseVerification {
  readonly checked: readonly { readonly what: string; readonly number: number }[]
  /** One line for each of the first damages. */
  readonly damage: readonly Both<string>[]
  /** The number of all damages. */
  readonly damages: number
  /** The time of the last pull, act or change of policy. Null when there is none. */
  readonly upTo: Instant | null
}
