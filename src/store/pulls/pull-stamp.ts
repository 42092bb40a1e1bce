import { and, eq, sql } from 'drizzle-orm'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
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

const ROWS_PER_SLICE = 5000

/**
 * Undoes an open pull in slices. Its rows are invisible, so that a half-undone pull does no harm; its own row is
 * deleted last, so that an interrupted undoing starts again. All its rows have numbers after those recorded at its
 * beginning.
 */
export const undoPull = async (database: MerchantDatabase, id: number): Promise<void> => {
  const { db, writeQueue } = database
  const open = db.select().from(pull).where(eq(pull.id, id)).get()
  if (open === undefined) return
  await removeVersions(database, id, open.versionsBefore)
  await untilNothing(() => writeQueue.write(() => reopenVersions(database, open.slot, id)))
  await writeQueue.write(() => {
    db.run(sql`DELETE FROM settlement_version WHERE slot = ${open.slot} AND from_pull = ${id}`)
    db.run(sql`UPDATE settlement_version SET to_pull = NULL WHERE slot = ${open.slot} AND to_pull = ${id}`)
    for (const table of ['departure', 'answer', 'quarantine', 'repeat', 'listing_page']) {
      db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE pull = ${id}`)
    }
  })
  await removeBodies(database, open.bodiesBefore)
  await writeQueue.write(() => db.run(sql`DELETE FROM pull WHERE id = ${id}`))
}

/**
 * Undoes pulls that a crash left open. Only for the holder of the run lock, since another run's open pull is in use.
 */
export const undoOpenPulls = async (database: MerchantDatabase): Promise<void> => {
  const open = database.db.select({ id: pull.id }).from(pull).where(eq(pull.state, sql`'open'`)).all()
  for (const { id } of open) await undoPull(database, id)
}

const removeVersions = async ({ db, writeQueue }: MerchantDatabase, id: number, before: number): Promise<void> => {
  let after = before
  for (;;) {
    const slice = db.get<{ readonly last: number | null }>(sql`
      SELECT max(id) last FROM (
        SELECT id FROM version WHERE id > ${after} AND from_pull = ${id} ORDER BY id LIMIT ${ROWS_PER_SLICE})`)
    const last = slice.last
    if (last === null) return
    await writeQueue.write(() =>
      db.run(sql`DELETE FROM version WHERE id > ${after} AND id <= ${last} AND from_pull = ${id}`),
    )
    after = last
  }
}

const reopenVersions = ({ db }: MerchantDatabase, slot: number, id: number): number =>
  db.run(sql`
    UPDATE version SET to_pull = NULL
    WHERE id IN (SELECT id FROM version WHERE slot = ${slot} AND to_pull = ${id} LIMIT ${ROWS_PER_SLICE})`).changes

/** Removes the bodies with ids above `before` that no row refers to. */
export const removeBodies = async ({ db, writeQueue }: MerchantDatabase, before: number): Promise<void> => {
  await untilNothing(() =>
    writeQueue.write(
      () =>
        db.run(sql`
          DELETE FROM body WHERE id IN (
            SELECT id FROM body WHERE id > ${before}
              AND NOT EXISTS (SELECT 1 FROM listing_page WHERE listing_page.body = body.id)
              AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.body = body.id)
              AND NOT EXISTS (SELECT 1 FROM date_listing_page WHERE date_listing_page.body = body.id)
              AND NOT EXISTS (SELECT 1 FROM bank_file WHERE bank_file.body = body.id)
              AND NOT EXISTS (SELECT 1 FROM operator_invoice WHERE operator_invoice.body = body.id)
              AND NOT EXISTS (SELECT 1 FROM receivable_file WHERE receivable_file.body = body.id) LIMIT ${ROWS_PER_SLICE})`)
          .changes,
    ),
  )
}

const untilNothing = async (slice: () => Promise<number>): Promise<void> => {
  while ((await slice()) > 0);
}
