import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnswerPart } from '../../domain/pull/pull.ts'
import { asFault, damagedError } from '../connection/fault.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { slicesOf } from '../connection/slices-of.ts'
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

export interface PullRow {
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
export async function* keptAnswers(database: MerchantDatabase, slot: number): AsyncGenerator<KeptAnswer> {
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
export async function* keptPages(database: MerchantDatabase, pull: PullRow): AsyncGenerator<KeptAnswer> {
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
