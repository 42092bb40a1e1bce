import { setImmediate as breathe } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { wholeBody } from '../evidence.ts'
import { listComparer } from './compared-list.ts'
import { settlementComparer } from './compared-settlement.ts'
import type { Part } from './part.ts'
import type { AnswerReader } from './reader.ts'

/** A pull whose content this version of cuadre has read. */
export interface ReadPull {
  readonly id: number
  readonly slot: number
  readonly kept: number
  /** The pulls whose pages and whose quarantine and repeats are this one's. */
  readonly pagesOf: number
  readonly readingOf: number
  readonly policy: string
}

/** Every settlement and every invoice of every list is what the stored answers say, column by column. */
export const content: Part = {
  name: 'pulls compared with their answers',
  look: async ({ sqlite, reader }, tell, signal) => {
    const pulls = pullsRead(sqlite, reader, null)
    await comparePulls(sqlite, reader, pulls, tell, signal)
    return pulls.length
  },
}

/** A list in which no invoice began or ended is that of the pull before, and was compared there. */
export const comparePulls = async (
  sqlite: Database.Database,
  reader: AnswerReader,
  pulls: readonly ReadPull[],
  tell: (damage: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const changed = pullsWithChanges(sqlite)
  const compareSettlement = settlementComparer(sqlite, reader, tell)
  const compareList = listComparer(sqlite, reader, tell)
  for (const pull of pulls) {
    compareSettlement(pull)
    if (changed.has(pull.id)) await compareList(pull, signal)
    await breathe()
    signal.throwIfAborted()
  }
}

/** Those of one slot, or of all. What is in the chain as it was read is not compared again: see `linkEarlier`. */
export const pullsRead = (
  sqlite: Database.Database,
  { version }: AnswerReader,
  slot: number | null,
): readonly ReadPull[] =>
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

const pullsWithChanges = (sqlite: Database.Database): ReadonlySet<number | null> =>
  new Set(
    sqlite.prepare<[], number | null>('SELECT from_pull FROM version UNION SELECT to_pull FROM version').pluck().all(),
  )

/** The bytes of an answer; null where they no longer unpack, which is told where the answers are looked at. */
export const bytesOf = (gzip: Buffer, cursor: string | null, cursorAt: number | null): Buffer | null => {
  try {
    return wholeBody(gzip, cursor, cursorAt)
  } catch {
    return null
  }
}
