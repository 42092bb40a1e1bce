import { and, eq, sql } from 'drizzle-orm'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { body, pull, version } from '../schema.ts'
import type { PullStart } from './open-pull.ts'
import { ensureSlot, findSlot } from './slots.ts'

/**
 * The numbers that rows of an open pull carry. The pull's own row is written with the first of them, in one
 * transaction. That saves a commit for each slot, and a pull that fails earlier leaves nothing to undo.
 */
export type PullStamp = () => { readonly slot: number; readonly pull: number }

const lastIds = prepared(({ db }) =>
  db
    .select({
      version: sql<number>`coalesce((SELECT max(id) FROM ${version}), 0)`,
      body: sql<number>`coalesce((SELECT max(id) FROM ${body}), 0)`,
    })
    .from(sql`(SELECT 1)`)
    .prepare(),
)
const insertPull = prepared(({ db }) =>
  db
    .insert(pull)
    .values({
      slot: sql.placeholder('slot'),
      run: sql.placeholder('run'),
      state: 'open',
      startedAt: sql.placeholder('startedAt'),
      versionsBefore: sql.placeholder('versionsBefore'),
      bodiesBefore: sql.placeholder('bodiesBefore'),
    })
    .prepare(),
)

const openPull = prepared(({ db }) =>
  db
    .select({ id: pull.id })
    .from(pull)
    .where(
      and(
        eq(pull.id, sql.placeholder('pull')),
        eq(pull.slot, sql.placeholder('slot')),
        eq(pull.run, sql.placeholder('run')),
        eq(pull.state, sql`'open'`),
      ),
    )
    .prepare(),
)

/**
 * The stamp is made within a write transaction; `writtenStamp` returns it while the pull's row is in the database, else
 * null. A failed transaction removes the row, and its numbers may then belong to another slot's pull.
 */
export const pullStamp = (
  database: MerchantDatabase,
  { slot, runId, at }: PullStart,
): { readonly stamp: PullStamp; readonly writtenStamp: () => ReturnType<PullStamp> | null } => {
  let writtenStamp: ReturnType<PullStamp> | null = null
  const take = (): ReturnType<PullStamp> => {
    const number = ensureSlot(database, slot)
    const { version, body } = lastIds(database).get() ?? { version: 0, body: 0 }
    const row = { slot: number, run: runId, startedAt: at, versionsBefore: version, bodiesBefore: body }
    return { slot: number, pull: Number(insertPull(database).run(row).lastInsertRowid) }
  }
  return {
    stamp: () => {
      writtenStamp ??= take()
      return writtenStamp
    },
    writtenStamp: () => {
      const number = findSlot(database, slot)
      if (writtenStamp === null || number === null) return null
      return openPull(database).get({ pull: writtenStamp.pull, slot: number, run: runId }) === undefined
        ? null
        : writtenStamp
    },
  }
}
