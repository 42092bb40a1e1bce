import { min, sql } from 'drizzle-orm'
import { fromCentavos } from '../../core/money.ts'
import type { KeyHolder, SharedKey } from '../../core/pull/invoice-in-pull.ts'
import type { Slot } from '../../core/slot.ts'
import { once } from '../../std/once.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { slicesOf } from '../connection/rows.ts'
import { keyReach, pull, slot, version } from '../schema.ts'

type KeyedRow = readonly [
  id: number,
  slot: number,
  invoiceId: string,
  paymentId: string | null,
  reference: string | null,
]

/**
 * Keys are updated once a run, in slices sorted by hash. Updating them row by row, at random places of the index, would
 * add half the cost of all other work. A slice sorts 2^19 keys as doubles: 32 bits of hash above the index.
 */
const KEYS_PER_SLICE = 2 ** 19
const KEYS_PER_VERSION = 3
const VERSIONS_PER_READ = 1000

/** Updates the keys from the committed pulls: once a run, before anything is asked of them. */
export const indexKeys = async (database: MerchantDatabase): Promise<void> => {
  const end = lastCommittedVersion(database)
  if (lastIndexedVersion(database) >= end) return
  const first = lastIndexedVersion(database)
  const size = Math.min(KEYS_PER_SLICE, (end - first) * KEYS_PER_VERSION)
  const buffers: SortBuffers = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  for (let after = first; after < end; after = lastIndexedVersion(database))
    await indexSlice(database, buffers, after, end)
}

/** Buffers for sorting a slice: hashes, versions, and indexes by hash. All slices use the same. */
type SortBuffers = readonly [Float64Array, Float64Array, Float64Array]

const lastIndexedVersion = ({ db }: MerchantDatabase): number =>
  db.select({ version: keyReach.version }).from(keyReach).get()?.version ?? 0

/** Versions of an open pull may be undone, so these and later ones wait. */
const lastCommittedVersion = ({ db }: MerchantDatabase): number => {
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

const indexSlice = async (
  database: MerchantDatabase,
  [hashes, versions, places]: SortBuffers,
  after: number,
  end: number,
): Promise<void> => {
  const { size, last } = readSlice(database, hashes, versions, after, end)
  const order = inOrder(hashes.subarray(0, size), places.subarray(0, size))
  const whole = once(() => insertStatement(database, BATCH))
  await database.writeQueue.writeAllUnflushed(
    (function* () {
      for (let from = 0; from < order.length; from += BATCH) {
        const batch = Array.from(order.subarray(from, from + BATCH), (one) => one % KEYS_PER_SLICE)
        const pairs = batch.map((place) => [hashes[place] ?? 0, versions[place] ?? 0] as const)
        const insert = pairs.length === BATCH ? whole() : insertStatement(database, pairs.length)
        yield () => insertBatch(database, insert, pairs)
      }
      yield () =>
        database.db
          .insert(keyReach)
          .values({ id: 1, version: last })
          .onConflictDoUpdate({ target: keyReach.id, set: { version: last } })
          .run()
    })(),
  )
}

/** The keys of the next versions, each with its version. */
const readSlice = (
  { sqlite, db }: MerchantDatabase,
  hashes: Float64Array,
  versions: Float64Array,
  after: number,
  end: number,
): { readonly size: number; readonly last: number } => {
  const read = sqlite
    .prepare<[after: number, end: number], KeyedRow>(
      `SELECT id, slot, invoice_id, payment_id, reference FROM version
       WHERE id > ? AND id <= ? ORDER BY id LIMIT ${VERSIONS_PER_READ}`,
    )
    .raw()
  const merchantOf = new Map(
    db
      .select({ id: slot.id, merchant: slot.merchant })
      .from(slot)
      .all()
      .map((s) => [s.id, s.merchant]),
  )
  let size = 0
  const add = (hash: number, version: number): void => {
    hashes[size] = hash
    versions[size] = version
    size += 1
  }
  const slices = slicesOf({
    sqlite,
    start: after,
    size: VERSIONS_PER_READ,
    read: (from: number) => read.all(from, end),
    positionOf: ([id]) => id,
  })
  for (const rows of slices) {
    for (const [id, slotNumber, invoiceId, paymentId, reference] of rows) {
      const merchant = merchantOf.get(slotNumber) ?? ''
      add(hashOf(merchant, 'invoice', invoiceId), id)
      if (paymentId !== null) add(hashOf(merchant, 'payment', paymentId), id)
      if (reference !== null) add(hashOf(merchant, 'reference', reference), id)
    }
    if (size + VERSIONS_PER_READ * KEYS_PER_VERSION > KEYS_PER_SLICE) return { size, last: rows.at(-1)?.[0] ?? end }
  }
  return { size, last: end }
}

/**
 * The indexes of the hashes in ascending order by their first 32 bits (equal ones keep their order), with these bits
 * above each index.
 */
const inOrder = (hashes: Float64Array, places: Float64Array): Float64Array => {
  for (const [place, hash] of hashes.entries()) places[place] = Math.floor(hash / 2 ** 21) * KEYS_PER_SLICE + place
  return places.sort()
}

/** Inserts many rows with one statement, at half the cost of single inserts. */
const insertStatement = ({ sqlite }: MerchantDatabase, rows: number) =>
  sqlite.prepare<number[]>(`INSERT OR IGNORE INTO key (hash, version) VALUES ${Array(rows).fill('(?, ?)').join(', ')}`)
const BATCH = 100

/** Rows that exist already are looked up one by one. That is rare, though 40,000 invoices may carry one reference. */
const insertBatch = (
  database: MerchantDatabase,
  insert: ReturnType<typeof insertStatement>,
  pairs: readonly (readonly [hash: number, version: number])[],
): void => {
  const { changes } = insert.run(...pairs.flat())
  if (changes === pairs.length) return
  for (const [hash, version] of pairs) {
    const first = statements(database).first.get(hash)
    if (first !== undefined && first !== version) noteShared(database, hash, first, version)
  }
}

/**
 * Records a key that two different invoices of slots carry, so that it is compared from now on. An earlier version of
 * the same invoice does not count.
 */
const noteShared = (database: MerchantDatabase, hash: number, ...versions: readonly [number, number]): void => {
  const { holder, note } = statements(database)
  const [a, b] = versions.map((id) => holder.get(id))
  if (a === undefined || b === undefined || (a.slot === b.slot && a.invoiceId === b.invoiceId)) return
  for (const { slot, invoiceId } of [a, b]) note.run(hash, slot, invoiceId)
}

const statements = prepared(({ sqlite }) => ({
  first: sqlite.prepare<[hash: number], number>('SELECT version FROM key WHERE hash = ?').pluck(),
  holder: sqlite.prepare<[version: number], { readonly slot: number; readonly invoiceId: string }>(
    'SELECT slot, invoice_id AS invoiceId FROM version WHERE id = ?',
  ),
  note: sqlite.prepare<[hash: number, slot: number, invoiceId: string]>(
    'INSERT INTO shared_key (hash, slot, invoice_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ),
}))

/**
 * 53 bits of a key by cyrb53, a public-domain hash. It must be fast, since it runs three times for each version; a
 * collision does no harm, since the values are compared afterwards.
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

interface Candidate extends Slot {
  readonly hash: number
  readonly slotNumber: number
  readonly invoiceId: string
  readonly status: string
  readonly paid: number | null
  readonly paymentId: string | null
  readonly reference: string | null
  readonly latest: number
  readonly readInRun: number
}

type Found = Omit<SharedKey, 'holders'> & { readonly candidates: Candidate[] }

/** The keys that two different current records share. Only keys that were ever shared are compared. */
const sharedKeys = (database: MerchantDatabase): readonly SharedKey[] => {
  const found = new Map<string, Found>()
  for (const candidate of candidatesOf(database)) {
    const values = { payment: candidate.paymentId, reference: candidate.reference, invoice: candidate.invoiceId }
    for (const kind of ['payment', 'reference', 'invoice'] as const) {
      const value = values[kind]
      if (value === null || hashOf(database.merchant, kind, value) !== candidate.hash) continue
      const name = `${kind}\n${value}`
      const entry = found.get(name) ?? { kind, value, candidates: [] }
      entry.candidates.push(candidate)
      found.set(name, entry)
    }
  }
  return [...found]
    .filter(([, { candidates }]) => candidates.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { kind, value, candidates }]) => ({
      kind,
      value,
      holders: candidates.map((one) => holderOf(database, one)),
    }))
}

/** The current records among those whose keys were ever shared, in order of slot and id. */
const candidatesOf = ({ db, merchant }: MerchantDatabase): readonly Candidate[] =>
  db.all<Candidate>(sql`
    WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot)
    SELECT shared_key.hash, slot.id AS slotNumber, slot.date, slot.cycle, version.invoice_id AS invoiceId, version.status, version.paid,
      version.payment_id AS paymentId, version.reference, latest.id AS latest, run.ordinal AS readInRun
    FROM shared_key
      JOIN slot ON slot.id = shared_key.slot
      JOIN latest ON latest.slot = slot.id
      JOIN pull ON pull.id = latest.id
      JOIN run ON run.id = pull.run
      JOIN version ON version.slot = shared_key.slot AND version.invoice_id = shared_key.invoice_id
        AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
    WHERE slot.merchant = ${merchant}
    ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)

const holderOf = (database: MerchantDatabase, candidate: Candidate): KeyHolder => ({
  slot: { date: candidate.date, cycle: candidate.cycle },
  invoiceId: candidate.invoiceId,
  status: candidate.status,
  paid: candidate.paid === null ? null : fromCentavos(candidate.paid),
  listedSinceRun: listedSinceRun(database, candidate),
  readInRun: candidate.readInRun,
})

/**
 * Goes back from the current version while each version directly follows the previous one. Returns the run of the
 * first.
 */
const listedSinceRun = (database: MerchantDatabase, { slotNumber, invoiceId, latest }: Candidate): number => {
  const rows = versionRuns(database).all(slotNumber, invoiceId, latest)
  const gap = rows.findIndex((row, index) => row.from !== rows[index + 1]?.to)
  return rows[gap]?.ordinal ?? 0
}

interface VersionRun {
  readonly from: number
  readonly to: number | null
  readonly ordinal: number
}

/** Prepared once: built for each holder of a key, the query took most of a run in which 40,000 invoices share references. */
const versionRuns = prepared(({ sqlite }) =>
  sqlite.prepare<[slot: number, invoiceId: string, latest: number], VersionRun>(
    `SELECT version.from_pull AS "from", version.to_pull AS "to", run.ordinal
     FROM version JOIN pull ON pull.id = version.from_pull JOIN run ON run.id = pull.run
     WHERE version.slot = ? AND version.invoice_id = ? AND version.from_pull <= ?
     ORDER BY version.from_pull DESC`,
  ),
)

/** The invoices that several slots ever listed, each with these slots in order. The keys must be up to date. */
const invoicesOfSeveralSlots = ({ db, merchant }: MerchantDatabase): ReadonlyMap<string, readonly Slot[]> => {
  const rows = db.all<Slot & { readonly invoiceId: string }>(sql`
    SELECT DISTINCT shared_key.invoice_id AS invoiceId, slot.date, slot.cycle
    FROM shared_key JOIN slot ON slot.id = shared_key.slot
    WHERE slot.merchant = ${merchant}
    ORDER BY shared_key.invoice_id, slot.date, slot.minute, slot.cycle`)
  const slots = new Map<string, Slot[]>()
  for (const { invoiceId, date, cycle } of rows) {
    slots.set(invoiceId, [...(slots.get(invoiceId) ?? []), { date, cycle }])
  }
  return new Map([...slots].filter(([, among]) => among.length > 1))
}

/**
 * Of these invoices, those that the latest pull of another slot lists as paid or charged back, with that status. The
 * keys must be up to date.
 */
const paidElsewhere = (
  database: MerchantDatabase,
  slot: Slot,
  invoiceIds: readonly string[],
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const invoiceId of invoiceIds) {
    const hash = hashOf(database.merchant, 'invoice', invoiceId)
    const status = statusIn(database).get({ hash, invoiceId, date: slot.date, cycle: slot.cycle })
    if (status !== undefined) found.set(invoiceId, status)
  }
  return found
}

/** A key names the slot of its first holder, and the shared keys name those of the others. A chargeback comes before a payment. */
const statusIn = prepared(({ sqlite }) =>
  sqlite
    .prepare<[{ hash: number; invoiceId: string } & Slot], string>(
      `WITH holder AS (
         SELECT version.slot FROM key JOIN version ON version.id = key.version WHERE key.hash = @hash
         UNION SELECT slot FROM shared_key WHERE hash = @hash AND invoice_id = @invoiceId
       )
       SELECT version.status
       FROM holder
         JOIN slot ON slot.id = holder.slot
         JOIN version ON version.slot = holder.slot AND version.invoice_id = @invoiceId
         JOIN (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot) AS latest
           ON latest.slot = holder.slot
       WHERE NOT (slot.date = @date AND slot.cycle = @cycle)
         AND version.status IN ('paid', 'chargeback')
         AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
       ORDER BY version.status LIMIT 1`,
    )
    .pluck(),
)

/** What is compared across slots. */
export const createKeyRepository = repository({
  update: indexKeys,
  shared: sharedKeys,
  invoicesOfSeveralSlots,
  paidElsewhere,
})
