import type Database from 'better-sqlite3'
import { asFault } from '../connection/fault.ts'
import { busyTimeoutMs } from '../connection/open-sqlite.ts'
import { CELLS, type InboxTable, openInboxFile, openInboxToRead, rowChanger } from './inbox-database.ts'

/** Writes a merchant's notifications into a new inbox. The shared one is only read. */
export const splitInbox = (path: string, merchant: string, copy: string): void => {
  const sqlite = openInboxFile(copy, busyTimeoutMs)
  try {
    sqlite.prepare('ATTACH ? AS shared').run(path)
    sqlite.transaction(() => copyRows(sqlite, merchant)).immediate()
    sqlite.exec('DETACH shared')
  } catch (error) {
    throw asFault(error, copy)
  } finally {
    sqlite.close()
  }
}

/** Digests are copied, not computed again, so that damage stays visible. */
const copyRows = (sqlite: Database.Database, merchant: string): void => {
  const copy = (table: InboxTable): string => {
    const cells = `${CELLS[table]}, digest`
    return `INSERT INTO main.${table} (${cells}) SELECT ${cells} FROM shared.${table}`
  }
  sqlite.prepare(`${copy('receiver')} WHERE merchant = ?`).run(merchant)
  sqlite.prepare(`${copy('event')} WHERE merchant = ? ORDER BY id`).run(merchant)
  sqlite.exec(`${copy('conflict')} WHERE event IN (SELECT id FROM main.event)`)
}

/** Everything an inbox holds of a merchant, as text for comparison; empty when it holds nothing. */
export const inboxOfMerchant = (path: string, merchant: string): string => {
  const sqlite = openInboxToRead(path)
  if (sqlite === null) return ''
  try {
    return [
      'SELECT format, first_at FROM receiver WHERE merchant = ? ORDER BY format',
      'SELECT id, webhook_id, hex(content), hex(body), headers, state, run FROM event WHERE merchant = ? ORDER BY id',
      `SELECT conflict.id, event, hex(conflict.content) FROM conflict JOIN event ON event.id = conflict.event
       WHERE merchant = ? ORDER BY conflict.id`,
    ]
      .flatMap((query) => sqlite.prepare(query).raw().all(merchant))
      .map((row) => JSON.stringify(row))
      .join('\n')
  } catch (error) {
    throw asFault(error, path)
  } finally {
    sqlite.close()
  }
}

/** The trigger that forbids any change of an event. The merchant's name is ours and not part of the event. */
const GUARD = 'event_keeps'

/** Files a merchant's notifications under its new name, all or none. */
export const renameInInbox = (path: string, from: string, to: string): void => {
  const sqlite = openInboxFile(path, busyTimeoutMs)
  try {
    const rename = (table: 'event' | 'receiver'): void => {
      const find = sqlite.prepare<[string], number>(`SELECT rowid FROM ${table} WHERE merchant = ?`).pluck()
      const name = sqlite.prepare(`UPDATE ${table} SET merchant = ? WHERE rowid = ?`)
      const change = rowChanger(sqlite, table, path)
      for (const rowid of find.all(from)) change(rowid, () => void name.run(to, rowid))
    }
    const guard = sqlite.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
    sqlite
      .transaction(() => {
        const text = guard.get(GUARD)
        sqlite.exec(`DROP TRIGGER ${GUARD}`)
        for (const table of ['event', 'receiver'] as const) rename(table)
        sqlite.exec(text ?? '')
      })
      .immediate()
  } catch (error) {
    throw asFault(error, path)
  } finally {
    sqlite.close()
  }
}
