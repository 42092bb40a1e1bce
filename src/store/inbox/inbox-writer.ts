import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Delivery, IntakeResult, WebhookFormat } from '../../core/notifications/notification.ts'
import { CuadreError } from '../../std/errors.ts'
import { faultsOf } from '../connection/fault.ts'
import { eventInserter, openInboxFile, rowChanger, rowDigester } from './inbox-database.ts'

/**
 * The receiver's side of the inbox: stores deliveries durably, and counts those that wait. Everything is synchronous
 * and fast.
 */
export interface InboxWriter {
  /**
   * Stores all of them in one transaction, durable on return. Throws a CuadreError when the file is locked, full or
   * failing: then none is stored.
   */
  readonly store: (deliveries: readonly Delivery[]) => readonly IntakeResult[]
  /** Records that a receiver is listening at this moment; fails as `store` would. */
  readonly listening: (at: Instant) => void
  /** The number of events that wait to be processed. */
  readonly waiting: () => number
  /** Whether a notification or an unreported conflict is ready to be processed at that moment. */
  readonly isReady: (at: Instant) => boolean
  /** Whether one of these kept events, which are now readable, is still to be processed. */
  readonly isRecoveredReady: (ids: readonly number[], at: Instant) => boolean
  readonly close: () => void
}

/** Never waits for a lock: waiting would block every other request, and the receiver tries again by itself. */
const NO_WAIT_MS = 0

export const openInboxWriter = (path: string, merchant: string, format: WebhookFormat): InboxWriter => {
  const sqlite = openInboxFile(path, NO_WAIT_MS)
  const storeAll = sqlite.transaction(deliveryStorer(sqlite, merchant))
  const note = sqlite.transaction(receiverRecorder(sqlite, { merchant, format, path }))
  const count = sqlite.prepare<[string], number>(`SELECT count(*) FROM event WHERE merchant = ? AND state = 'waiting'`)
  const ready = sqlite.prepare<[string, number, string], number>(
    `SELECT EXISTS (SELECT 1 FROM event WHERE merchant = ? AND state = 'waiting' AND next_try_at <= ?)
       OR EXISTS (SELECT 1 FROM event WHERE +merchant = ? AND date IS NOT NULL
         AND id IN (SELECT event FROM conflict WHERE run IS NULL))`,
  )
  const recovered = sqlite.prepare<[ids: string, at: number], number>(
    `SELECT EXISTS (SELECT 1 FROM json_each(?) wanted JOIN event ON event.id = wanted.value
       WHERE state = 'kept' AND reason IS NOT NULL AND next_try_at <= ?)`,
  )
  const wrapErrors = faultsOf(path)
  const stays = fileCheck(path)
  return {
    store: wrapErrors((deliveries) => stays(() => storeAll.immediate(deliveries))),
    listening: wrapErrors((at) => stays(() => void note.immediate(at))),
    waiting: wrapErrors(() => count.pluck().get(merchant) ?? 0),
    isReady: wrapErrors((at) => ready.pluck().get(merchant, at, merchant) === 1),
    isRecoveredReady: wrapErrors((ids, at) => recovered.pluck().get(JSON.stringify(ids), at) === 1),
    close: wrapErrors(() => void sqlite.close()),
  }
}

/**
 * Runs work, and checks before and after it that the file under this name is the one that was opened: SQLite keeps
 * writing to a deleted file.
 */
const fileCheck = (path: string): (<T>(work: () => T) => T) => {
  const fileAt = () => statSync(path, { throwIfNoEntry: false, bigint: true })
  const opened = fileAt()
  const check = (): void => {
    const file = fileAt()
    if (file?.ino === opened?.ino && file?.dev === opened?.dev) return
    const message =
      file === undefined
        ? { en: `${path} was deleted while it was in use`, es: `se borró ${path} mientras estaba en uso` }
        : {
            en: `${path} was replaced by another file while it was in use`,
            es: `otro archivo reemplazó a ${path} mientras estaba en uso`,
          }
    throw new CuadreError('INBOX_REPLACED', message, {
      en: 'start the receiver again',
      es: 'inicie de nuevo el receptor',
    })
  }
  return (work) => {
    check()
    const done = work()
    check()
    return done
  }
}

/** Returns a function that records the last moment at which the receiver listened. Call that one within a transaction. */
const receiverRecorder = (
  sqlite: Database.Database,
  { merchant, format, path }: { readonly merchant: string; readonly format: WebhookFormat; readonly path: string },
): ((at: Instant) => void) => {
  const find = sqlite
    .prepare<[string, string], number>('SELECT rowid FROM receiver WHERE merchant = ? AND format = ?')
    .pluck()
  const insert = sqlite.prepare('INSERT INTO receiver (merchant, format, first_at, seen_at) VALUES (?, ?, ?, ?)')
  const note = sqlite.prepare('UPDATE receiver SET seen_at = max(seen_at, ?) WHERE rowid = ?')
  const digest = rowDigester(sqlite, 'receiver')
  const change = rowChanger(sqlite, 'receiver', path)
  return (at) => {
    const rowid = find.get(merchant, format)
    if (rowid === undefined) digest(insert.run(merchant, format, at, at).lastInsertRowid)
    else change(rowid, () => void note.run(at, rowid))
  }
}

/** Returns a function that stores deliveries. Call that one within a transaction, which reserves the next id. */
const deliveryStorer = (
  sqlite: Database.Database,
  merchant: string,
): ((deliveries: readonly Delivery[]) => readonly IntakeResult[]) => {
  const insert = eventInserter(sqlite)
  const lastId = sqlite.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'event'`).pluck()
  const recordDuplicate = duplicateRecorder(sqlite, merchant)
  return (deliveries) => {
    let id = (lastId.get() ?? 0) + 1
    return deliveries.map((delivery) => {
      if (!insert(eventCells(id, merchant, delivery))) return recordDuplicate(delivery)
      id += 1
      return 'new'
    })
  }
}

/** The cells of a new event, in the order of `CELLS`: not processed yet, and ready at once. */
const eventCells = (
  id: number,
  merchant: string,
  { webhookId, format, type, sentAt, payloadField, slot, unusable, content, headers, body, receivedAt }: Delivery,
): readonly unknown[] => [
  id,
  merchant,
  webhookId,
  format,
  type,
  sentAt,
  payloadField,
  slot?.date ?? null,
  slot?.cycle ?? null,
  content,
  JSON.stringify(headers),
  body,
  receivedAt,
  slot === null ? 'kept' : 'waiting',
  null,
  0,
  unusable,
  0,
]

/**
 * Returns a function for a delivery whose id is already stored: a repetition, or a conflict, which it records. Call that
 * one within a transaction.
 */
const duplicateRecorder = (sqlite: Database.Database, merchant: string): ((delivery: Delivery) => IntakeResult) => {
  const known = sqlite.prepare<[string, string], { readonly id: number; readonly content: Buffer }>(
    'SELECT id, content FROM event WHERE merchant = ? AND webhook_id = ?',
  )
  const differ = sqlite.prepare(
    `INSERT INTO conflict (event, content, headers, body, received_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (event, content) DO NOTHING`,
  )
  const digestConflict = rowDigester(sqlite, 'conflict')
  return ({ webhookId, content, headers, body, receivedAt }) => {
    const first = known.get(merchant, webhookId)
    if (first === undefined) throw new Error('an event that could not be inserted is not there')
    if (first.content.equals(content)) return 'repeated'
    const conflict = differ.run(first.id, content, JSON.stringify(headers), body, receivedAt)
    if (conflict.changes === 0) return 'repeated'
    digestConflict(conflict.lastInsertRowid)
    return 'conflict'
  }
}
