import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { damagedError } from '../connection/fault.ts'

/** The cells of a row that its digest covers: all except the digest. */
export const CELLS = {
  receiver: 'merchant, format, first_at, seen_at',
  event: `id, merchant, webhook_id, format, type, sent_at, payload_field, date, cycle, content, headers, body, received_at, state, run,
    failures, reason, next_try_at`,
  conflict: 'id, event, content, headers, body, received_at, run',
} as const

export type InboxTable = keyof typeof CELLS
export const INBOX_TABLES: readonly InboxTable[] = ['receiver', 'event', 'conflict']

/**
 * Defines the SQL function `row_digest(...)` on the connection: the SHA-256 of its arguments, each with its type and
 * length.
 */
export const defineRowDigest = (sqlite: Database.Database): void => {
  sqlite.function('row_digest', { varargs: true, deterministic: true }, (...cells) => digestOf(cells))
}

/** The SHA-256 of the cells of a row, in the order of `CELLS`, each with its type and length. Texts in a row are hashed by one call. */
const digestOf = (cells: readonly unknown[]): Buffer => {
  const hash = createHash('sha256')
  let text = ''
  for (const cell of cells) {
    if (cell instanceof Uint8Array) {
      hash.update(`${text}b${cell.length}:`).update(cell)
      text = ''
    } else if (typeof cell === 'string') text += `s${Buffer.byteLength(cell)}:${cell}`
    else text += cell === null ? 'n:' : `i${cell}:`
  }
  return hash.update(text).digest()
}

/**
 * Prepares the insertion of events, each with its digest in the same write; `cells` are all cells of a row in the order
 * of `CELLS`. A notification that is already stored changes nothing.
 */
export const eventInserter = (sqlite: Database.Database): ((cells: readonly unknown[]) => boolean) => {
  const places = CELLS.event.split(',').map(() => '?')
  const insert = sqlite.prepare(
    `INSERT INTO event (${CELLS.event}, digest) VALUES (${places.join(', ')}, ?)
     ON CONFLICT (merchant, webhook_id) DO NOTHING`,
  )
  return (cells) => insert.run(...cells, digestOf(cells)).changes === 1
}

/** Writes the digest of one row, by its rowid. */
export const rowDigester = (sqlite: Database.Database, table: InboxTable): ((rowid: number | bigint) => void) => {
  const write = sqlite.prepare<[number | bigint]>(
    `UPDATE ${table} SET digest = row_digest(${CELLS[table]}) WHERE rowid = ?`,
  )
  return (rowid) => void write.run(rowid)
}

/** The rows that differ from their digest, by rowid. */
export const damagedRows = (sqlite: Database.Database, table: InboxTable): readonly number[] =>
  sqlite
    .prepare<[], number>(`SELECT rowid FROM ${table} WHERE digest IS NOT row_digest(${CELLS[table]}) ORDER BY rowid`)
    .pluck()
    .all()

/**
 * Changes one row by its rowid, and its digest with it. A damaged row is refused, since a new digest would hide the
 * damage.
 */
export const rowChanger = (
  sqlite: Database.Database,
  table: InboxTable,
  path: string,
): ((rowid: number, change: () => void) => void) => {
  const isWhole = sqlite
    .prepare<[number], 0 | 1>(`SELECT digest IS row_digest(${CELLS[table]}) FROM ${table} WHERE rowid = ?`)
    .pluck()
  const write = rowDigester(sqlite, table)
  return (rowid, change) => {
    if (isWhole.get(rowid) === 0)
      throw damagedError(path, {
        en: `${table} ${rowid} is not what was kept`,
        es: `${table} ${rowid} no es lo que se guardó`,
      })
    change()
    write(rowid)
  }
}
