import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { openDatabase } from '../connection/database.ts'
import { asFault } from '../connection/fault.ts'

/** What a quick look at the database found. */
export interface Examination {
  readonly bytes: number
  /** What SQLite's own check says is wrong, a line each; none when nothing is. */
  readonly faults: readonly string[]
  /** Kept answers in all, how many of the newest were read again, and how many of these have lost their digest. */
  readonly bodies: number
  readonly bodiesRead: number
  readonly bodiesWrong: number
}

/** Reading all of them takes as long as the database is old: that is for `cuadre db verify`. */
const NEWEST = 1000
const MOST_FAULTS = 3

/** Reads the database as a stranger would, and changes nothing. A file that is not ours, newer or damaged is a CuadreError. */
export const examineDatabase = (path: string): Examination => {
  const { sqlite, close } = openDatabase(path, 'read')
  try {
    const said = sqlite.prepare<[], string>(`PRAGMA integrity_check(${MOST_FAULTS})`).pluck().all()
    const newest = sqlite
      .prepare<[number], { digest: Buffer; gzip: Buffer }>('SELECT digest, gzip FROM body ORDER BY id DESC LIMIT ?')
      .all(NEWEST)
    return {
      bytes:
        Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
      faults: said.filter((line) => line !== 'ok'),
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

/** The digest of what is kept (evidence.ts): the bytes of an answer without the text of its cursor. */
const isWrong = ({ digest, gzip }: { readonly digest: Buffer; readonly gzip: Buffer }): boolean => {
  try {
    return !createHash('sha256').update(gunzipSync(gzip)).digest().equals(digest)
  } catch {
    return true
  }
}
