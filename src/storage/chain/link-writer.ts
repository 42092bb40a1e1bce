import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { type LinkKind, linkDigests } from './link-facts.ts'

/** `reading`: the invoice versions that start with a pull, once they can no longer be compared with its answers. */
type LinkedKind = LinkKind | 'reading'

/** The digest of a link, which includes the previous one. */
export const chainOf = (previous: Buffer | null, kind: string, row: number, digest: Buffer): Buffer =>
  createHash('sha256')
    .update(previous ?? '')
    .update(`${kind} ${row} `)
    .update(digest)
    .digest()

/** Appends links to the chain of a connection. */
export const linkWriter = (sqlite: Database.Database) => {
  const last = sqlite.prepare<[], Buffer>('SELECT chain FROM link ORDER BY id DESC LIMIT 1').pluck()
  const insert = sqlite.prepare<[string, number, Buffer, Buffer]>(
    'INSERT INTO link (kind, row, digest, chain) VALUES (?, ?, ?, ?)',
  )
  const append = (kind: LinkedKind, row: number, digest: Buffer): void => {
    insert.run(kind, row, digest, chainOf(last.get() ?? null, kind, row, digest))
  }
  return { digestOf: linkDigests(sqlite), append }
}
