import { busyTimeoutMs } from '../connection/busy-timeout.ts'
import { asFault } from '../connection/fault.ts'
import { openInboxFile } from './inbox-database.ts'
import { rowChanger } from './row-digests.ts'

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
