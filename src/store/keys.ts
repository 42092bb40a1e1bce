import { min, sql } from 'drizzle-orm'
import type { SharedKey } from '../domain/shared-key.ts'
import type { Books } from './books.ts'
import { key, keyReach, pull, sharedKey, version } from './schema.ts'

type KeyedRow = readonly [
  id: number,
  slot: number,
  merchant: string,
  invoiceId: string,
  paymentId: string | null,
  reference: string | null,
]

/**
 * Keys are brought up to date once a run, in slices sorted by hash: kept up to date row by row, random places all over the index, they
 * cost half as much again as everything else. A slice sorts 2^20 keys as doubles: 32 bits of hash above 20 bits of place.
 */
const SLICE = 2 ** 20
const KINDS = 3
const VERSIONS_A_READ = 5000

export const indexKeys = async (books: Books): Promise<void> => {
  const end = lastClosedVersion(books)
  for (let after = reached(books); after < end; after = reached(books)) await indexSlice(books, after, end)
}

const reached = ({ db }: Books): number => db.select({ version: keyReach.version }).from(keyReach).get()?.version ?? 0

/** Versions of a pull still open may be undone: they and what follows them wait. */
const lastClosedVersion = ({ db }: Books): number => {
  const open = db
    .select({ before: min(pull.versionsBefore) })
    .from(pull)
    .where(sql`${pull.state} = 'open'`)
    .get()?.before
  return (
    open ??
    db
      .select({ last: sql<number>`coalesce(max(${version.id}), 0)` })
      .from(version)
      .get()?.last ??
    0
  )
}

const indexSlice = async (books: Books, after: number, end: number): Promise<void> => {
  const slice = readSlice(books, after, end)
  const insert = books.sqlite.prepare<[hash: number, version: number]>(
    'INSERT OR IGNORE INTO key (hash, version) VALUES (?, ?)',
  )
  await books.pace.writeAll(
    (function* () {
      for (const place of slice.inOrder()) {
        yield () => {
          const { hash, version } = slice.at(place)
          if (insert.run(hash, version).changes === 0) noteShared(books, hash, version)
        }
      }
      yield () =>
        books.db
          .insert(keyReach)
          .values({ id: 1, version: slice.last })
          .onConflictDoUpdate({ target: keyReach.id, set: { version: slice.last } })
          .run()
    })(),
  )
}

/** The keys of the next versions, each with its version. */
const readSlice = ({ sqlite }: Books, after: number, end: number) => {
  const read = sqlite
    .prepare<[after: number, end: number], KeyedRow>(
      `SELECT version.id, slot, merchant, invoice_id, payment_id, reference
       FROM version JOIN slot ON slot.id = version.slot
       WHERE version.id > ? AND version.id <= ? ORDER BY version.id LIMIT ${VERSIONS_A_READ}`,
    )
    .raw()
  const hashes = new Float64Array(SLICE)
  const versions = new Float64Array(SLICE)
  let size = 0
  let last = after
  const add = (hash: number, version: number): void => {
    hashes[size] = hash
    versions[size] = version
    size += 1
  }
  while (size + VERSIONS_A_READ * KINDS <= SLICE && last < end) {
    const rows = read.all(last, end)
    for (const [id, , merchant, invoiceId, paymentId, reference] of rows) {
      add(hashOf(merchant, 'invoice', invoiceId), id)
      if (paymentId !== null) add(hashOf(merchant, 'payment', paymentId), id)
      if (reference !== null) add(hashOf(merchant, 'reference', reference), id)
    }
    last = rows.at(-1)?.[0] ?? end
  }
  return {
    last,
    at: (place: number) => ({ hash: hashes[place] ?? 0, version: versions[place] ?? 0 }),
    inOrder: function* (): Generator<number> {
      const order = new Float64Array(size)
      for (let place = 0; place < size; place += 1) {
        order[place] = Math.floor((hashes[place] ?? 0) / 2 ** 21) * SLICE + place
      }
      for (const packed of order.sort()) yield packed % SLICE
    },
  }
}

/** Two different invoices of slots carry the key: from now on it is looked at. An invoice's own earlier version does not count. */
const noteShared = ({ db }: Books, hash: number, versionId: number): void => {
  const holder = (id: number) =>
    db
      .select({ slot: version.slot, invoiceId: version.invoiceId })
      .from(version)
      .where(sql`${version.id} = ${id}`)
      .get()
  const first = db.select({ version: key.version }).from(key).where(sql`${key.hash} = ${hash}`).get()
  const a = first && holder(first.version)
  const b = holder(versionId)
  if (a === undefined || b === undefined || (a.slot === b.slot && a.invoiceId === b.invoiceId)) return
  db.insert(sharedKey)
    .values([
      { hash, ...a },
      { hash, ...b },
    ])
    .onConflictDoNothing()
    .run()
}

/**
 * 53 bits of a key: cyrb53, a public-domain hash. Two keys with one hash do no harm, since the values are compared in the end; it only
 * has to be fast, three times a version.
 */
export const hashOf = (merchant: string, kind: SharedKey['kind'], value: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  const text = `${kind}\n${merchant}\n${value}`
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
