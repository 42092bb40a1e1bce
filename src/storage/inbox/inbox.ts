import type Database from 'better-sqlite3'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../domain/notifications/notification.ts'
import { asCycle, asSlotDate, type Slot, type SlotDate } from '../../domain/slot.ts'
import { asFault, damagedError } from '../connection/fault.ts'
import { createEventWork, type EventPostponement } from './event-work.ts'
import { openInboxFile, openInboxToRead } from './inbox-database.ts'

/** What is known of one event: a notification, however often it was delivered. */
export interface InboxEvent {
  readonly id: number
  readonly webhookId: string
  readonly format: WebhookFormat
  readonly type: string
  readonly sentAt: string | null
  readonly payloadField: string | null
  /** Null for one that names none: it is kept and shown. */
  readonly slot: Slot | null
  readonly receivedAt: Instant
  readonly state: 'waiting' | 'done' | 'kept'
  /** The run that looked at its slot; of a kept one, the run that looked at what its body names under a later setting. */
  readonly runId: string | null
  readonly failures: number
  /** Why it still waits, or why it names no settlement; null when it was not looked at yet, or has none to name. */
  readonly reason: string | null
  /** Not worked before this moment; 0 for one that nobody has looked at. */
  readonly nextTryAt: Instant
  /** How often another body came under its id. */
  readonly conflicts: number
}

/** What stands behind an event: the bytes as they came. */
export interface StoredEvent extends InboxEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly others: readonly { readonly receivedAt: Instant; readonly body: Uint8Array }[]
}

/** The inbox as those who work on it and look into it see it. */
export interface InboxReading {
  readonly events: (which: 'all' | 'waiting' | 'failed') => readonly InboxEvent[]
  /** How many notifications should name a settlement and do not. */
  readonly unusable: () => number
  /** These, one at a time, with their bytes: a body may be readable under another setting. */
  readonly unusableEvents: () => Iterable<StoredEvent>
  /** All that ever named no settlement when they came, one at a time: also those that were worked under another setting. */
  readonly keptEvents: () => Iterable<StoredEvent>
  readonly named: (webhookId: string) => StoredEvent | null
  /** Every event that named a slot of this day, one at a time: their bodies are many. */
  readonly ofDate: (date: SlotDate) => Iterable<StoredEvent>
  /** When a receiver first listened for this merchant's notifications of settlements; null when none ever did. */
  readonly listeningSince: () => Instant | null
  readonly close: () => void
}

export interface Inbox extends InboxReading {
  /** Events that may be worked at this moment: those waiting, and those done with a conflict nobody was told of yet. */
  readonly ready: (at: Instant) => readonly InboxEvent[]
  /** Their slots were looked at by that run. */
  readonly done: (ids: readonly number[], runId: string) => void
  readonly postpone: (events: readonly EventPostponement[]) => void
  /** They are to be worked again, as if they had just come. */
  readonly again: (ids: readonly number[], at: Instant) => void
}

/** How long another process's transaction may hold up a job. It blocks the process: a signal must still be obeyed within 5 s. */
const BUSY_TIMEOUT_MS = 3000

export const openInbox = (path: string, merchant: string): Inbox => {
  const sqlite = openInboxFile(path, BUSY_TIMEOUT_MS)
  const told = tellerOf(path)
  const ready = sqlite.prepare<[string, Instant], Row>(
    `${SELECT} WHERE merchant = ? AND ((state = 'waiting' AND next_try_at <= ?) OR (state = 'done' AND id IN (
       SELECT event FROM conflict WHERE run IS NULL))) ORDER BY id`,
  )
  const work = createEventWork(sqlite, path)
  return {
    ...readingOf(sqlite, merchant, path),
    ready: told((at) => ready.all(merchant, at).map((row) => eventOf(row, path))),
    done: told((ids, runId) => inTransaction(sqlite, ids, (id) => work.finish(id, runId))),
    postpone: told((events) => inTransaction(sqlite, events, work.postpone)),
    again: told((ids, at) => inTransaction(sqlite, ids, (id) => work.restart(id, at))),
  }
}

/** The inbox to look into; null when no receiver has ever made one. */
export const openInboxReading = (path: string, merchant: string): InboxReading | null => {
  const sqlite = openInboxToRead(path)
  return sqlite === null ? null : readingOf(sqlite, merchant, path)
}

/** How many notifications of this merchant should name a settlement and do not; 0 where nothing was ever received. */
export const unusableNotifications = (path: string, merchant: string): number => {
  const inbox = openInboxReading(path, merchant)
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

interface Row {
  readonly id: number
  readonly webhook_id: string
  readonly format: string
  readonly type: string
  readonly sent_at: string | null
  readonly payload_field: string | null
  readonly date: string | null
  readonly cycle: string | null
  readonly received_at: number
  readonly state: InboxEvent['state']
  readonly run: string | null
  readonly failures: number
  readonly reason: string | null
  readonly next_try_at: number
  readonly conflicts: number
}

interface StoredRow extends Row {
  readonly headers: string
  readonly body: Buffer
}

const COLUMNS = `id, webhook_id, format, type, sent_at, payload_field, date, cycle, received_at, state, run, failures, reason,
  next_try_at, (SELECT count(*) FROM conflict WHERE conflict.event = event.id) AS conflicts`
const SELECT = `SELECT ${COLUMNS} FROM event`
const SELECT_STORED = `SELECT ${COLUMNS}, headers, body FROM event`

const WHICH = {
  all: '',
  waiting: `AND state = 'waiting'`,
  failed: `AND state = 'waiting' AND failures > 0`,
}

const readingOf = (sqlite: Database.Database, merchant: string, path: string): InboxReading => {
  const told = tellerOf(path)
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
  const ofDate = sqlite.prepare<[string, string], StoredRow>(
    `${SELECT_STORED} WHERE merchant = ? AND date = ? ORDER BY id`,
  )
  const unusable = sqlite
    .prepare<[string], number>(
      `SELECT count(*) FROM event WHERE merchant = ? AND state = 'kept' AND reason IS NOT NULL`,
    )
    .pluck()
  const unusableEvents = sqlite.prepare<[string], StoredRow>(
    `${SELECT_STORED} WHERE merchant = ? AND state = 'kept' AND reason IS NOT NULL ORDER BY id`,
  )
  const keptEvents = sqlite.prepare<[string], StoredRow>(
    `${SELECT_STORED} WHERE merchant = ? AND state = 'kept' AND (reason IS NOT NULL OR run IS NOT NULL) ORDER BY id`,
  )
  const eachOf = function* (rows: Iterable<StoredRow>) {
    try {
      for (const row of rows) yield stored(row)
    } catch (error) {
      throw asFault(error, path)
    }
  }
  // The second format knows no settlements: who listens to it alone cannot miss one.
  const since = sqlite
    .prepare<[string], number>(`SELECT first_at FROM receiver WHERE merchant = ? AND format = 'signed-body'`)
    .pluck()
  return {
    events: told((which) =>
      sqlite
        .prepare<[string], Row>(`${SELECT} WHERE merchant = ? ${WHICH[which]} ORDER BY id`)
        .all(merchant)
        .map((row) => eventOf(row, path)),
    ),
    unusable: told(() => unusable.get(merchant) ?? 0),
    unusableEvents: () => eachOf(unusableEvents.iterate(merchant)),
    keptEvents: () => eachOf(keptEvents.iterate(merchant)),
    named: told((webhookId) => {
      const row = named.get(merchant, webhookId)
      return row === undefined ? null : stored(row)
    }),
    ofDate: (date) => eachOf(ofDate.iterate(merchant, date)),
    listeningSince: told(() => since.get(merchant) ?? null),
    close: told(() => void sqlite.close()),
  }
}

const eventOf = (row: Row, path: string): InboxEvent => {
  const format = WEBHOOK_FORMATS.find((known) => known === row.format)
  if (format === undefined)
    throw damagedError(path, {
      en: `event ${row.id} has no known format`,
      es: `la notificación ${row.id} no tiene un formato conocido`,
    })
  return {
    id: row.id,
    webhookId: row.webhook_id,
    format,
    type: row.type,
    sentAt: row.sent_at,
    payloadField: row.payload_field,
    slot: slotOf(row),
    receivedAt: row.received_at,
    state: row.state,
    runId: row.run,
    failures: row.failures,
    reason: row.reason,
    nextTryAt: row.next_try_at,
    conflicts: row.conflicts,
  }
}

/** What was written as a slot is one still: the receiver wrote nothing else. */
const slotOf = ({ date, cycle }: Row): Slot | null => {
  const slot = { date: asSlotDate(date ?? ''), cycle: asCycle(cycle ?? '') }
  return slot.date === null || slot.cycle === null ? null : { date: slot.date, cycle: slot.cycle }
}

/** What SQLite and the file system say, in our words. */
const tellerOf =
  (path: string) =>
  <A extends readonly unknown[], T>(work: (...asked: A) => T) =>
  (...asked: A): T => {
    try {
      return work(...asked)
    } catch (error) {
      throw asFault(error, path)
    }
  }
