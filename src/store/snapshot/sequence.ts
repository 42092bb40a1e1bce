import { sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { eventSequence } from '../schema.ts'

const insertInSequence = prepared(({ db, merchant }) =>
  db
    .insert(eventSequence)
    .values({ kind: sql.placeholder('kind'), merchant, at: sql.placeholder('at') })
    .prepare(),
)

/** Takes the next number of the event sequence. Call it within a write transaction. */
export const nextInSequence = (database: MerchantDatabase, kind: 'pull' | 'act' | 'policy', at: Instant): number =>
  Number(insertInSequence(database).run({ kind, at }).lastInsertRowid)

/** The last number of the event sequence. */
export const lastInSequence = (database: MerchantDatabase): number => last(database).get() ?? 0

const last = prepared(({ sqlite }) => sqlite.prepare<[], number | null>('SELECT max(number) FROM moment').pluck())
