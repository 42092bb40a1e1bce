import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { VERSION_COLUMNS } from '../invoices/versions.ts'
import { textOf } from './link-facts.ts'

const DIGEST_BYTES = 32

/**
 * For each of these pulls the SHA-256 digests of the invoice versions that begin with it, combined by exclusive or: the versions of many
 * pulls lie mixed, and are read once, in whatever order. The end of a version is left out, since a later pull writes it.
 */
export const readingDigests = (
  sqlite: Database.Database,
  pulls: readonly number[],
  slot: number | null = null,
): ReadonlyMap<number, Buffer> => {
  const digests = new Map(pulls.map((pull) => [pull, Buffer.alloc(DIGEST_BYTES)]))
  if (digests.size === 0) return digests
  const rows = sqlite
    .prepare<{ slot: number | null }, [slot: number, id: number, from: number, to: number | null, ...said: unknown[]]>(
      `SELECT slot, ${VERSION_COLUMNS} FROM version ${slot === null ? '' : 'WHERE slot = :slot'}`,
    )
    .raw()
  for (const [of, id, from, , ...said] of rows.iterate({ slot })) {
    const digest = digests.get(from)
    if (digest !== undefined) combine(digest, [of, id, ...said])
  }
  return digests
}

const combine = (digest: Buffer, cells: readonly unknown[]): void => {
  const row = createHash('sha256').update(textOf(cells)).digest()
  for (let byte = 0; byte < DIGEST_BYTES; byte += 1) digest[byte] = (digest[byte] ?? 0) ^ (row[byte] ?? 0)
}
