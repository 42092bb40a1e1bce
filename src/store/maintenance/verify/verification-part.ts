import type Database from 'better-sqlite3'
import type { ParsedRecord } from '../../../core/invoice.ts'
import type { Settlement } from '../../../core/settlement.ts'
import type { Both } from '../../../std/both.ts'
import type { OpenDatabase } from '../../connection/database.ts'
import { wholeBody } from '../../evidence/body.ts'

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

/** SQLite's own checks: every page, index and constraint, and that every referenced row exists. */
export const pagesOfFile = (sqlite: Database.Database, report: ReportDamage): number => {
  const found = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  for (const line of found)
    if (line !== 'ok')
      report({ en: `SQLite finds: ${line.replace(/\s+/g, ' ')}`, es: `SQLite encuentra: ${line.replace(/\s+/g, ' ')}` })
  const orphans = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all()
  for (const { table, rowid, parent } of orphans)
    report({
      en: `row ${rowid ?? 'without number'} of ${table} names a row of ${parent} that is not there`,
      es: `la fila ${rowid ?? 'sin número'} de ${table} nombra una fila de ${parent} que no está`,
    })
  return sqlCount(sqlite, 'PRAGMA page_count')
}

export const pages: VerificationPart = {
  name: 'pages',
  check: async ({ sqlite }, report) => pagesOfFile(sqlite, report),
}
