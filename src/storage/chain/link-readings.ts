import type Database from 'better-sqlite3'
import { linkWriter } from './link-writer.ts'
import { versionDigests } from './version-digests.ts'

/**
 * Links the invoices that another version of cuadre has read, as stored, since this version may read the same bytes
 * differently.
 */
export const linkReadings = (sqlite: Database.Database, version: string): void => {
  const pulls = pullsReadOtherwise(sqlite, version)
  if (pulls.length === 0) return
  const { append } = linkWriter(sqlite)
  sqlite
    .transaction(() => {
      for (const [pull, digest] of versionDigests(sqlite, pulls)) append('reading', pull, digest)
    })
    .immediate()
}

const pullsReadOtherwise = (sqlite: Database.Database, version: string): readonly number[] =>
  sqlite
    .prepare<[string], number>(
      `SELECT pull.id FROM pull JOIN run ON run.id = pull.run
       WHERE pull.state = 'closed' AND run.version <> ?
         AND NOT EXISTS (SELECT 1 FROM link WHERE kind = 'reading' AND row = pull.id) ORDER BY pull.id`,
    )
    .pluck()
    .all(version)
