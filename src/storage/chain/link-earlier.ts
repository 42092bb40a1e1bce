import type Database from 'better-sqlite3'
import { LINK_KINDS, type LinkKind } from './link-facts.ts'
import { linkWriter } from './link-writer.ts'
import { versionDigests } from './version-digests.ts'

/** The rows of each kind that are in the chain, including acts and sightings from before there were chains. */
export const LINKED_ROWS: Readonly<Record<LinkKind, string>> = {
  merchant: 'SELECT rowid FROM merchant',
  merchant_name: 'SELECT id FROM merchant_name',
  run: 'SELECT ordinal FROM run',
  slot: 'SELECT id FROM slot',
  policy: 'SELECT number FROM policy',
  act: 'SELECT number FROM act',
  pull: "SELECT id FROM pull WHERE state <> 'open'",
  date_listing: 'SELECT id FROM date_listing WHERE number IS NOT NULL',
  sighting: 'SELECT id FROM sighting WHERE chain IS NULL',
  assessment: 'SELECT id FROM assessment',
  audit_pack: 'SELECT id FROM audit_pack',
  bank_file: 'SELECT number FROM bank_file',
  bank_tie: 'SELECT number FROM bank_tie',
  bank_void: 'SELECT number FROM bank_void',
}

/**
 * Completes the chain in a database of an older version, or with rows that another version has read. A database without
 * links gets all of them. Rows of another version are linked as stored, since this version may read the same bytes
 * differently.
 */
export const linkEarlier = (sqlite: Database.Database, version: string | null): void => {
  const isLinked = sqlite.prepare('SELECT 1 FROM link LIMIT 1').get() !== undefined
  const unread = isLinked ? pullsReadOtherwise(sqlite, version) : null
  if (unread?.length === 0) return
  const { digestOf, append } = linkWriter(sqlite)
  sqlite
    .transaction(() => {
      if (unread === null) for (const [kind, row] of everyRow(sqlite)) append(kind, row, digestOf(kind, row))
      for (const [pull, digest] of versionDigests(sqlite, unread ?? committedPulls(sqlite)))
        append('reading', pull, digest)
    })
    .immediate()
}

const everyRow = (sqlite: Database.Database): readonly (readonly [LinkKind, number])[] =>
  LINK_KINDS.flatMap((kind) =>
    sqlite
      .prepare<[], number>(`${LINKED_ROWS[kind]} ORDER BY 1`)
      .pluck()
      .all()
      .map((row) => [kind, row] as const),
  )

const committedPulls = (sqlite: Database.Database): readonly number[] =>
  sqlite.prepare<[], number>("SELECT id FROM pull WHERE state = 'closed' ORDER BY id").pluck().all()

const pullsReadOtherwise = (sqlite: Database.Database, version: string | null): readonly number[] =>
  sqlite
    .prepare<[string | null], number>(
      `SELECT pull.id FROM pull JOIN run ON run.id = pull.run
       WHERE pull.state = 'closed' AND run.version <> ?
         AND NOT EXISTS (SELECT 1 FROM link WHERE kind = 'reading' AND row = pull.id) ORDER BY pull.id`,
    )
    .pluck()
    .all(version)
