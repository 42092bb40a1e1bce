import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { listComparer } from './list-comparer.ts'
import type { ReadPull } from './read-pull.ts'
import type { AnswerReader } from './reader.ts'
import { settlementComparer } from './settlement-comparer.ts'
import type { VerificationPart } from './verification-part.ts'

/** Checks that every settlement and every invoice of every list equals the stored answers, column by column. */
export const content: VerificationPart = {
  name: 'pulls compared with their answers',
  check: async ({ sqlite, reader, slot }, report, signal) => {
    const pulls = pullsRead(sqlite, reader, slot)
    const changed = pullsWithChanges(sqlite, slot)
    const compareSettlement = settlementComparer(sqlite, reader, report)
    const compareList = listComparer(sqlite, reader, report)
    for (const pull of pulls) {
      compareSettlement(pull)
      // A list in which no invoice began or ended is that of the previous pull, and was compared there.
      if (changed.has(pull.id)) await compareList(pull, signal)
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    return pulls.length
  },
}

/** The pulls of one slot, or all. Rows in the chain as read are not compared again: see `linkReadings`. */
const pullsRead = (sqlite: Database.Database, { version }: AnswerReader, slot: number | null): readonly ReadPull[] =>
  sqlite
    .prepare<{ version: string; slot: number | null }, ReadPull>(
      `SELECT pull.id, pull.slot, pull.kept, coalesce(pull.list_of, pull.id) AS pagesOf,
         coalesce(pull.reading_of, pull.id) AS readingOf, policy.json AS policy
       FROM pull JOIN run ON run.id = pull.run JOIN policy ON policy.number = run.policy_number
       WHERE pull.state = 'closed' AND run.version = :version AND (:slot IS NULL OR pull.slot = :slot)
         AND NOT EXISTS (SELECT 1 FROM link WHERE kind = 'reading' AND row = pull.id)
       ORDER BY pull.slot, pull.id`,
    )
    .all({ version, slot })

/** The pulls with which an invoice begins or ends. */
const pullsWithChanges = (sqlite: Database.Database, slot: number | null): ReadonlySet<number | null> => {
  const versions = slot === null ? 'version' : '(SELECT from_pull, to_pull FROM version WHERE slot = :slot)'
  const query = `SELECT from_pull FROM ${versions} UNION SELECT to_pull FROM ${versions}`
  return new Set(sqlite.prepare<{ slot: number | null }, number | null>(query).pluck().all({ slot }))
}
