import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { AnswerPart, Pull } from '../../core/pull/pull.ts'
import type { Slot } from '../../core/slot.ts'
import { addLink, lastInSequence } from '../chain/chain.ts'
import { asFault, damagedError } from '../connection/fault.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { slicesOf } from '../connection/rows.ts'
import { ensureSlot, findSlot, pagesInSlot } from '../pulls/slots.ts'
import { auditPack } from '../schema.ts'
import { wholeBody } from './body.ts'

/** A stored answer. */
export interface KeptAnswer {
  /** The number of the pull that read it. */
  readonly pull: number
  readonly part: AnswerPart
  /** Counted from 1 within its part of the pull. */
  readonly place: number
  readonly request: string
  readonly status: number
  /** SHA-256 of its bytes, in lower-case hex digits. */
  readonly digest: string
  /** The bytes as received. Throws a CuadreError `DAMAGED` when they no longer have the digest. */
  readonly bytes: () => Uint8Array
}

/** Pages looked up in one query; their bytes are read on demand. */
const PAGES_PER_QUERY = 500

interface PullRow {
  readonly id: number
  readonly number: number
  /** The pull whose listing pages these are as well. */
  readonly pagesOf: number
}

export interface AnswerRow {
  readonly place: number
  readonly request: string
  readonly status: number
  readonly digest: Buffer
  readonly body: number
  readonly cursor: string | null
  readonly cursorAt: number | null
}

const statements = prepared(({ sqlite }) => ({
  pulls: sqlite.prepare<[slot: number], PullRow>(
    `SELECT id, number, coalesce(list_of, id) AS pagesOf FROM pull WHERE slot = ? AND state = 'closed' ORDER BY id`,
  ),
  answers: sqlite.prepare<[pull: number, role: string], AnswerRow>(
    `SELECT row_number() OVER (ORDER BY id) AS place, request, status, digest, body, NULL AS cursor, NULL AS cursorAt
     FROM answer WHERE pull = ? AND role = ? ORDER BY id`,
  ),
  pages: sqlite.prepare<[pull: number, after: number], AnswerRow>(
    `SELECT position AS place, request, status, digest, body, cursor, cursor_at AS cursorAt
     FROM listing_page WHERE pull = ? AND position > ? ORDER BY position LIMIT ${PAGES_PER_QUERY}`,
  ),
  gzip: sqlite.prepare<[body: number], Buffer>('SELECT gzip FROM body WHERE id = ?').pluck(),
}))

/**
 * Every answer of every whole pull of the slot, in the order of reading: the settlement, the pages of the list, the
 * settlement again, and the invoices that had left. The pages of an unchanged list are those of the pull that first
 * read it.
 */
async function* keptAnswers(database: MerchantDatabase, slot: number): AsyncGenerator<KeptAnswer> {
  const { pulls, answers } = statements(database)
  for (const pull of pulls.all(slot)) {
    const asKept = (part: AnswerPart) => (row: AnswerRow) => answerFromRow(database, pull, part, row)
    yield* answers.all(pull.id, 'before').map(asKept('settlement-before'))
    yield* keptPages(database, pull)
    yield* answers.all(pull.id, 'after').map(asKept('settlement-after'))
    yield* answers.all(pull.id, 'departure').map(asKept('invoice'))
  }
}

/** The pages of one list. */
async function* keptPages(database: MerchantDatabase, pull: PullRow): AsyncGenerator<KeptAnswer> {
  const { pages } = statements(database)
  const slices = slicesOf({
    sqlite: database.sqlite,
    start: 0,
    size: PAGES_PER_QUERY,
    read: (after: number) => pages.all(pull.pagesOf, after),
    positionOf: ({ place }) => place,
  })
  for (const rows of slices) {
    yield* rows.map((row) => answerFromRow(database, pull, 'page', row))
    await yieldToEventLoop()
  }
}

export const answerFromRow = (
  database: MerchantDatabase,
  { id, number }: PullRow,
  part: AnswerPart,
  row: AnswerRow,
): KeptAnswer => ({
  pull: number,
  part,
  place: row.place,
  request: row.request,
  status: row.status,
  digest: row.digest.toString('hex'),
  bytes: () => {
    try {
      return bytesOf(database, id, row)
    } catch (error) {
      throw asFault(error, database.path)
    }
  },
})

/** The bytes of an answer as received. An answer that no longer has its digest is not evidence, and is not used. */
const bytesOf = (
  database: MerchantDatabase,
  pull: number,
  { request, digest, body, cursor, cursorAt }: AnswerRow,
): Uint8Array => {
  const bytes = unpackAnswer(statements(database).gzip.get(body), cursor, cursorAt)
  if (bytes !== null && createHash('sha256').update(bytes).digest().equals(digest)) return bytes
  throw damagedError(database.path, {
    en: `the answer to ${request} kept by pull ${pull} is not the one that came`,
    es: `la respuesta a ${request} que guardó la lectura ${pull} no es la que llegó`,
  })
}

const unpackAnswer = (gzip: Buffer | undefined, cursor: string | null, cursorAt: number | null): Uint8Array | null => {
  try {
    return gzip === undefined ? null : wholeBody(gzip, cursor, cursorAt)
  } catch {
    // Bytes that no longer unpack: the digest need not be checked.
    return null
  }
}

/** An evidence pack of a slot. */
export interface AuditPack {
  readonly slot: Slot
  readonly at: Instant
  /** SHA-256 of its manifest, in lower-case hex digits. */
  readonly manifest: string
  /** Whether it is a copy for others, without document numbers and names. */
  readonly masked: boolean
}

/** Records a pack and the digest of its manifest, by which the pack can be recognized later. */
const writeAuditPack = (database: MerchantDatabase, { slot, at, manifest, masked }: AuditPack): Promise<void> =>
  database.writeQueue.write(() => {
    const values = {
      slot: ensureSlot(database, slot),
      at,
      manifest,
      masked,
      after: lastInSequence(database),
      version: database.version,
    }
    const { lastInsertRowid } = database.db.insert(auditPack).values(values).run()
    addLink(database, 'audit_pack', Number(lastInsertRowid))
  })

/** The packs made of a slot, oldest first. */
const auditPacks = (database: MerchantDatabase, slot: Slot): readonly AuditPack[] =>
  database.db
    .select({ at: auditPack.at, manifest: auditPack.manifest, masked: auditPack.masked })
    .from(auditPack)
    .where(eq(auditPack.slot, findSlot(database, slot) ?? 0))
    .orderBy(asc(auditPack.id))
    .all()
    .map((made) => ({ slot, ...made }))

/**
 * The pages of lists with the first occurrence of an invoice in which one of these fields is missing or in a form that
 * is not stored: its value is nowhere else.
 */
async function* pagesWithFlaws(database: MerchantDatabase, fields: readonly string[]): AsyncGenerator<KeptAnswer> {
  const rows = flawed(database).all({ merchant: database.merchant, fields: JSON.stringify(fields) })
  for (const row of rows) yield* keptPages(database, row)
}

const flawed = prepared(({ sqlite }) =>
  sqlite.prepare<{ merchant: string; fields: string }, PullRow>(`
    SELECT DISTINCT pull.id, pull.number, coalesce(pull.list_of, pull.id) AS pagesOf
    FROM version JOIN slot ON slot.id = version.slot JOIN pull ON pull.id = version.from_pull
    WHERE slot.merchant = :merchant AND version.flaws IS NOT NULL
      AND EXISTS (SELECT 1 FROM json_each(version.flaws) AS flaw, json_each(:fields) AS field WHERE flaw.value = field.value)
    ORDER BY pull.id`),
)

/** The digests that prove the content of a pull. An unchanged re-pull has the same. */
interface ContentProof {
  readonly runId: string
  /** SHA-256, in lower-case hex, of the settlement's answer after the list, or of the answer that there is none. */
  readonly settlement: string
  /** SHA-256 of each page of the list, in order. */
  readonly pages: readonly string[]
}

const proofStatements = prepared(({ sqlite }) => ({
  run: sqlite.prepare<[pull: number], string>('SELECT run FROM pull WHERE id = ?').pluck(),
  settlement: sqlite
    .prepare<[pull: number], string>(
      `SELECT lower(hex(digest)) FROM answer WHERE pull = ? AND role = 'after' ORDER BY id DESC LIMIT 1`,
    )
    .pluck(),
  pages: sqlite
    .prepare<[pull: number], string>(
      `SELECT lower(hex(digest)) FROM listing_page
       WHERE pull = (SELECT coalesce(list_of, id) FROM pull WHERE id = ?) ORDER BY position`,
    )
    .pluck(),
}))

/** Where the content of a pull was first read: the run, and the digests of the answers. */
const contentProof = (database: MerchantDatabase, { contentId }: Pull): ContentProof => {
  const { run, settlement, pages } = proofStatements(database)
  return { runId: run.get(contentId) ?? '', settlement: settlement.get(contentId) ?? '', pages: pages.all(contentId) }
}

/** The answers of the service as they came, and the packs made of them. */
export const createEvidenceRepository = repository({
  answers: pagesInSlot(keptAnswers),
  pagesWithFlaws,
  proof: contentProof,
  recordPack: writeAuditPack,
  packs: auditPacks,
})
