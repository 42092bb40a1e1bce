import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { openDatabase } from '../connection/database.ts'
import { asFault } from '../connection/fault.ts'

/** The result of a quick examination of the database. */
export interface Examination {
  readonly bytes: number
  /** Faults reported by SQLite's own check, one line each. */
  readonly faults: readonly string[]
  /**
   * The number of stored bodies, how many of the newest were read again, and how many of these no longer have their
   * digest.
   */
  readonly bodies: number
  readonly bodiesRead: number
  readonly bodiesWrong: number
}

/** How many of the newest bodies are read. Only `cuadre db verify` reads all of them, which takes time in an old database. */
const BODIES_READ_MAX = 1000
const FAULTS_MAX = 3

/** Reads the database without changing anything. Throws a CuadreError for a foreign, newer or damaged file. */
export const examineDatabase = (path: string): Examination => {
  const { sqlite, close } = openDatabase(path, 'read')
  try {
    const messages = sqlite.prepare<[], string>(`PRAGMA integrity_check(${FAULTS_MAX})`).pluck().all()
    const newest = sqlite
      .prepare<[number], { digest: Buffer; gzip: Buffer }>('SELECT digest, gzip FROM body ORDER BY id DESC LIMIT ?')
      .all(BODIES_READ_MAX)
    return {
      bytes:
        Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
      faults: messages.filter((line) => line !== 'ok'),
      bodies: Number(sqlite.prepare('SELECT count(*) FROM body').pluck().get()),
      bodiesRead: newest.length,
      bodiesWrong: newest.filter(isWrong).length,
    }
  } catch (error) {
    throw asFault(error, path)
  } finally {
    close()
  }
}

/** The digest of the stored bytes (evidence.ts): an answer without the text of its cursor. */
const isWrong = ({ digest, gzip }: { readonly digest: Buffer; readonly gzip: Buffer }): boolean => {
  try {
    return !createHash('sha256').update(gunzipSync(gzip)).digest().equals(digest)
  } catch {
    return true
  }
}
