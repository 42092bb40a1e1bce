import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import { type Delivery, WEBHOOK_FORMATS } from '../../core/notifications/notification.ts'
import { asCycle, asSlotDate, type Slot, type SlotDate } from '../../core/slot.ts'
import { asFault, damagedError, faultsOf } from '../connection/fault.ts'
import { busyTimeoutMs } from '../connection/open-sqlite.ts'
import { openInboxFile, openInboxToRead, rowChanger } from './inbox-database.ts'

/** The facts about one event: a notification, however often it was delivered. */
export interface InboxEvent extends Omit<Delivery, 'content' | 'headers' | 'unusable' | 'body'> {
  readonly id: number
  readonly state: 'waiting' | 'done' | 'kept'
  /** The run that read its slot; for a kept event, the run that read the slot its body names under a later setting. */
  readonly runId: string | null
  readonly failures: number
  /** Why it still waits, or why it names no settlement; null when it was not tried yet, or need not name one. */
  readonly reason: string | null
  /** It is not processed before this moment; 0 when it was never tried. */
  readonly nextTryAt: Instant
  /** How often another body arrived under its id. */
  readonly conflicts: number
}

/** An event with its bytes as received. */
export interface StoredEvent extends InboxEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly others: readonly { readonly receivedAt: Instant; readonly body: Uint8Array }[]
}

/** The inbox for reading and for processing. */
export interface InboxReader {
  readonly events: (which: 'all' | 'waiting' | 'failed') => readonly InboxEvent[]
  /** The number of notifications that should name a settlement but do not. */
  readonly unusable: () => number
  /** These notifications, one at a time, with their bytes: a body may be readable under another setting. */
  readonly unusableEvents: () => Iterable<StoredEvent>
  /** All events that named no settlement on arrival, one at a time, including those processed under another setting. */
  readonly keptEvents: () => Iterable<StoredEvent>
  readonly named: (webhookId: string) => StoredEvent | null
  /** Every event that named a slot of this day, one at a time, since their bodies are many. */
  readonly ofDate: (date: SlotDate) => Iterable<StoredEvent>
  /** When a receiver first listened for this merchant's notifications of settlements; null when none did. */
  readonly listeningSince: () => Instant | null
  readonly close: () => void
}

export interface Inbox extends InboxReader {
  /** Events that may be processed at this moment: those waiting, and those done with a conflict not yet reported. */
  readonly ready: (at: Instant) => readonly InboxEvent[]
  /** Marks events as done: that run read their slots. */
  readonly done: (ids: readonly number[], runId: string) => void
  readonly postpone: (events: readonly EventPostponement[]) => void
  /** Makes events ready again, as if they were new. */
  readonly again: (ids: readonly number[], at: Instant) => void
}

export const openInbox = (path: string, merchant: string): Inbox => {
  const sqlite = openInboxFile(path, busyTimeoutMs)
  const withInboxErrors = faultsOf(path)
  // Two questions, each with an index of its own: joined by OR they would read every event.
  const ready = sqlite.prepare<[string, Instant, string], Row>(
    `${SELECT} WHERE merchant = ? AND state = 'waiting' AND next_try_at <= ?
     UNION ALL
     ${SELECT} WHERE +merchant = ? AND state = 'done' AND ${HAS_UNREPORTED_CONFLICT}
     ORDER BY id`,
  )
  const work = createEventWork(sqlite, path)
  return {
    ...inboxReader(sqlite, merchant, path),
    ready: withInboxErrors((at) => ready.all(merchant, at, merchant).map((row) => eventOf(row, path))),
    done: withInboxErrors((ids, runId) => inTransaction(sqlite, ids, (id) => work.finish(id, runId))),
    postpone: withInboxErrors((events) => inTransaction(sqlite, events, work.postpone)),
    again: withInboxErrors((ids, at) => inTransaction(sqlite, ids, (id) => work.restart(id, at))),
  }
}

/** Opens the inbox for reading; null when no receiver ever created one. */
export const openInboxReader = (path: string, merchant: string): InboxReader | null => {
  const sqlite = openInboxToRead(path)
  return sqlite === null ? null : inboxReader(sqlite, merchant, path)
}

/**
 * The number of notifications of this merchant that should name a settlement but do not; 0 when nothing was ever
 * received.
 */
export const unusableNotifications = (path: string, merchant: string): number => {
  const inbox = openInboxReader(path, merchant)
  try {
    return inbox?.unusable() ?? 0
  } finally {
    inbox?.close()
  }
}

const inTransaction = <T>(sqlite: Database.Database, items: readonly T[], work: (item: T) => void): void =>
  sqlite
    .transaction(() => {
      for (const item of items) work(item)
    })
    .immediate()

interface Row extends Omit<InboxEvent, 'slot' | 'format'> {
  readonly format: string
  readonly date: string | null
  readonly cycle: string | null
}

interface StoredRow extends Row {
  readonly headers: string
  readonly body: Buffer
}

const COLUMNS = `id, webhook_id AS webhookId, format, type, sent_at AS sentAt, payload_field AS payloadField, date, cycle,
  received_at AS receivedAt, state, run AS runId, failures, reason, next_try_at AS nextTryAt,
  (SELECT count(*) FROM conflict WHERE conflict.event = event.id) AS conflicts`
const SELECT = `SELECT ${COLUMNS} FROM event`
const SELECT_STORED = `SELECT ${COLUMNS}, headers, body FROM event`

/** Conflicts that no job reported are few: the events are found from them, by id. */
const HAS_UNREPORTED_CONFLICT = 'id IN (SELECT event FROM conflict WHERE run IS NULL)'

const WHICH = {
  all: '',
  waiting: `AND state = 'waiting'`,
  failed: `AND state = 'waiting' AND failures > 0`,
}

const inboxReader = (sqlite: Database.Database, merchant: string, path: string): InboxReader => {
  const withInboxErrors = faultsOf(path)
  const others = sqlite.prepare<[number], { receivedAt: number; body: Buffer }>(
    'SELECT received_at AS receivedAt, body FROM conflict WHERE event = ? ORDER BY id',
  )
  const stored = (row: StoredRow): StoredEvent => ({
    ...eventOf(row, path),
    headers: JSON.parse(row.headers),
    body: row.body,
    others: row.conflicts === 0 ? [] : others.all(row.id),
  })
  const named = sqlite.prepare<[string, string], StoredRow>(`${SELECT_STORED} WHERE merchant = ? AND webhook_id = ?`)
  const each = <A extends readonly string[]>(where: string): ((...asked: A) => Iterable<StoredEvent>) => {
    const rows = sqlite.prepare<[string, ...A], StoredRow>(
      `${SELECT_STORED} WHERE merchant = ? AND ${where} ORDER BY id`,
    )
    return function* (...asked) {
      try {
        for (const row of rows.iterate(merchant, ...asked)) yield stored(row)
      } catch (error) {
        throw asFault(error, path)
      }
    }
  }
  const isUnusable = "state = 'kept' AND reason IS NOT NULL"
  const unusable = sqlite
    .prepare<[string], number>(`SELECT count(*) FROM event WHERE merchant = ? AND ${isUnusable}`)
    .pluck()
  // The format encoded-header has no settlements: a receiver of that format alone cannot miss one.
  const since = sqlite
    .prepare<[string], number>(`SELECT first_at FROM receiver WHERE merchant = ? AND format = 'signed-body'`)
    .pluck()
  return {
    events: withInboxErrors((which) =>
      sqlite
        .prepare<[string], Row>(`${SELECT} WHERE merchant = ? ${WHICH[which]} ORDER BY id`)
        .all(merchant)
        .map((row) => eventOf(row, path)),
    ),
    unusable: withInboxErrors(() => unusable.get(merchant) ?? 0),
    unusableEvents: each(isUnusable),
    keptEvents: each("state = 'kept' AND (reason IS NOT NULL OR run IS NOT NULL)"),
    named: withInboxErrors((webhookId) => {
      const row = named.get(merchant, webhookId)
      return row === undefined ? null : stored(row)
    }),
    ofDate: each<[SlotDate]>('date = ?'),
    listeningSince: withInboxErrors(() => since.get(merchant) ?? null),
    close: withInboxErrors(() => void sqlite.close()),
  }
}

const eventOf = ({ date, cycle, ...row }: Row, path: string): InboxEvent => {
  const format = WEBHOOK_FORMATS.find((known) => known === row.format)
  if (format === undefined)
    throw damagedError(path, {
      en: `event ${row.id} has no known format`,
      es: `la notificación ${row.id} no tiene un formato conocido`,
    })
  return { ...row, format, slot: slotOf(date, cycle) }
}

/** A stored slot is always valid, since the receiver writes nothing else. */
const slotOf = (dateText: string | null, cycleText: string | null): Slot | null => {
  const [date, cycle] = [asSlotDate(dateText ?? ''), asCycle(cycleText ?? '')]
  return date === null || cycle === null ? null : { date, cycle }
}

/** Why an event is not done, and when it may be tried again. */
export interface EventPostponement {
  readonly id: number
  readonly failures: number
  readonly reason: string
  readonly nextTryAt: Instant
}

/** The changes to an event by work on it. Call them within a transaction. */
const createEventWork = (sqlite: Database.Database, path: string) => {
  const finish = sqlite.prepare(
    `UPDATE event SET state = iif(state = 'kept', 'kept', 'done'), run = ?, reason = NULL WHERE id = ?`,
  )
  const unreportedConflicts = sqlite
    .prepare<[number], number>('SELECT id FROM conflict WHERE event = ? AND run IS NULL')
    .pluck()
  const markReported = sqlite.prepare('UPDATE conflict SET run = ? WHERE id = ?')
  const wait = sqlite.prepare('UPDATE event SET failures = ?, reason = ?, next_try_at = ? WHERE id = ?')
  const restart = sqlite.prepare(
    `UPDATE event SET state = iif(state = 'kept', 'kept', 'waiting'), failures = 0, reason = iif(state = 'kept', reason, NULL),
       next_try_at = ? WHERE id = ?`,
  )
  const change = rowChanger(sqlite, 'event', path)
  const changeConflict = rowChanger(sqlite, 'conflict', path)
  return {
    /** That run read its slot and reported its conflicts. */
    finish: (id: number, runId: string) => {
      change(id, () => void finish.run(runId, id))
      for (const conflict of unreportedConflicts.all(id))
        changeConflict(conflict, () => void markReported.run(runId, conflict))
    },
    postpone: ({ id, failures, reason, nextTryAt }: EventPostponement) =>
      change(id, () => void wait.run(failures, reason, nextTryAt, id)),
    /** Makes the event ready again, as if it were new. A kept event stays kept. */
    restart: (id: number, at: Instant) => change(id, () => void restart.run(at, id)),
  }
}
