import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { REPORTED_COLUMNS } from '../invoices/versions.ts'
import { textOf } from './link-facts.ts'

const DIGEST_BYTES = 32

/**
 * The columns of the first databases. Their order is part of every stored digest: a later column is appended, and left
 * out when it is absent.
 */
const FIRST_COLUMNS =
  'status amount paid reference contract customer_document customer_name description payment_method payment_source payment_id payment_date created_at expiration_date own_date own_cycle flaws extra'.split(
    ' ',
  )
const COLUMNS = [...new Set([...FIRST_COLUMNS, ...REPORTED_COLUMNS])]

/**
 * For each of these pulls the SHA-256 digests of the invoice versions that start with it, combined by exclusive or: the
 * versions of many pulls are interleaved, and are read once in any order. The end of a version is left out, since a
 * later pull writes it.
 */
export const versionDigests = (
  sqlite: Database.Database,
  pulls: readonly number[],
  slot: number | null = null,
): ReadonlyMap<number, Buffer> => {
  const digests = new Map(pulls.map((pull) => [pull, Buffer.alloc(DIGEST_BYTES)]))
  if (digests.size === 0) return digests
  const rows = sqlite
    .prepare<{ slot: number | null }, [slot: number, id: number, from: number, ...reported: unknown[]]>(
      `SELECT slot, id, from_pull, invoice_id, ${COLUMNS.join(', ')} FROM version ${slot === null ? '' : 'WHERE slot = :slot'}`,
    )
    .raw()
  for (const [of, id, from, ...reported] of rows.iterate({ slot })) {
    const digest = digests.get(from)
    if (digest !== undefined) combine(digest, [of, id, ...reported])
  }
  return digests
}

const combine = (digest: Buffer, cells: readonly unknown[]): void => {
  const row = createHash('sha256').update(textOf(cells)).digest()
  for (let byte = 0; byte < DIGEST_BYTES; byte += 1) digest[byte] = (digest[byte] ?? 0) ^ (row[byte] ?? 0)
}
