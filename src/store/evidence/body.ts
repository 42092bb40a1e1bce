import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { Answer } from '../../core/pull/pull.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { answer, body } from '../schema.ts'

/** The bytes of a page without the text of its cursor, the place of that text, and both digests. */
export interface CutBody {
  /** The digest of the whole answer. */
  readonly digest: Buffer
  /** The digest of the stored bytes. */
  readonly keptDigest: Buffer
  readonly cursorAt: number | null
  readonly cursorLength: number
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Finds the cursor's text between its quotes. When it cannot be found, the body is stored unchanged. */
export const cutAtCursor = (bytes: Uint8Array, cursor: string | null | undefined): CutBody => {
  const text = typeof cursor === 'string' ? Buffer.from(JSON.stringify(cursor).slice(1, -1)) : null
  const at = text === null || text.length === 0 ? null : placeOf(bytes, text)
  if (text === null || at === null) {
    const digest = sha256(bytes)
    return { digest, keptDigest: digest, cursorAt: null, cursorLength: 0 }
  }
  // Most services put the cursor after the items, so that the part before it is hashed once for both digests.
  const whole = createHash('sha256').update(bytes.subarray(0, at))
  const kept = whole.copy()
  const rest = bytes.subarray(at + text.length)
  const digest = whole
    .update(bytes.subarray(at, at + text.length))
    .update(rest)
    .digest()
  return { digest, keptDigest: kept.update(rest).digest(), cursorAt: at, cursorLength: text.length }
}

/**
 * Finds the member `"cursor": "..."` with that text. If there are several, any of them will do: the offset is stored with the page, and
 * putting the text back there restores the answer byte for byte.
 */
const placeOf = (bytes: Uint8Array, text: Buffer): number | null => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let name = buffer.lastIndexOf(NAME); name >= 0; name = name === 0 ? -1 : buffer.lastIndexOf(NAME, name - 1)) {
    const opening = openingQuote(buffer, name + NAME.length)
    if (opening === null) continue
    const end = opening + 1 + text.length
    if (buffer[end] === QUOTE && buffer.subarray(opening + 1, end).equals(text)) return opening + 1
  }
  return null
}
const NAME = '"cursor"'
const QUOTE = 0x22
const COLON = 0x3a

const openingQuote = (buffer: Buffer, after: number): number | null => {
  const colon = pastSpace(buffer, after)
  if (buffer[colon] !== COLON) return null
  const quote = pastSpace(buffer, colon + 1)
  return buffer[quote] === QUOTE ? quote : null
}

const pastSpace = (buffer: Buffer, from: number): number => {
  let at = from
  while (buffer[at] === 0x20 || buffer[at] === 0x0a || buffer[at] === 0x0d || buffer[at] === 0x09) at += 1
  return at
}

export interface PackedBody {
  readonly digest: Buffer
  readonly gzip: Buffer
  readonly length: number
}

/** Fast, and nearly always one chunk. */
const GZIP = { level: 1, chunkSize: 64 * 1024 }

/**
 * Compresses on arrival, so that waiting pages take a seventh of the memory. A second thread would cost more than it
 * saves.
 */
export const packCut = (bytes: Uint8Array, cut: CutBody): PackedBody => {
  const kept = cut.cursorAt === null ? bytes : withoutCursor(bytes, cut.cursorAt, cut.cursorLength)
  return { digest: cut.keptDigest, gzip: gzipSync(kept, GZIP), length: kept.length }
}

const withoutCursor = (bytes: Uint8Array, at: number, length: number): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])

/** Restores the whole answer: the stored bytes with the cursor's text at its place. */
export const wholeBody = (gzip: Uint8Array, cursor: string | null, cursorAt: number | null): Buffer => {
  const kept = gunzipSync(gzip)
  if (cursor === null || cursorAt === null) return kept
  const text = Buffer.from(JSON.stringify(cursor).slice(1, -1))
  return Buffer.concat([kept.subarray(0, cursorAt), text, kept.subarray(cursorAt)])
}

const findBody = prepared(({ db }) =>
  db
    .select({ id: body.id })
    .from(body)
    .where(eq(body.digest, sql.placeholder('digest')))
    .prepare(),
)
const insertBody = prepared(({ db }) =>
  db
    .insert(body)
    .values({ digest: sql.placeholder('digest'), gzip: sql.placeholder('gzip'), length: sql.placeholder('length') })
    .prepare(),
)
const insertAnswer = prepared(({ db }) =>
  db
    .insert(answer)
    .values({
      pull: sql.placeholder('pull'),
      role: sql.placeholder('role'),
      request: sql.placeholder('request'),
      status: sql.placeholder('status'),
      digest: sql.placeholder('digest'),
      body: sql.placeholder('body'),
    })
    .prepare(),
)

/** Stores a body, unless one with this digest is stored. Call it within a write transaction. */
export const keepBody = (database: MerchantDatabase, { digest, gzip, length }: PackedBody): number =>
  storedBody(database, digest) ?? Number(insertBody(database).run({ digest, gzip, length }).lastInsertRowid)

const storedBody = (database: MerchantDatabase, digest: Buffer): number | undefined =>
  findBody(database).get({ digest })?.id

/** Call it within a write transaction. */
export const keepAnswer = (
  database: MerchantDatabase,
  pull: number,
  role: 'before' | 'after' | 'departure',
  { request, status, body }: Answer,
): number => {
  const digest = sha256(body)
  const kept =
    storedBody(database, digest) ?? keepBody(database, { digest, gzip: gzipSync(body, GZIP), length: body.length })
  return Number(insertAnswer(database).run({ pull, role, request, status, digest, body: kept }).lastInsertRowid)
}
