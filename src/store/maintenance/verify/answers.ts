import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { slicesOf } from '../../connection/rows.ts'
import { wholeBody } from '../../evidence/body.ts'
import type { ReportDamage, VerificationPart } from './verification-part.ts'

interface BodyRow {
  readonly id: number
  readonly digest: Buffer
  readonly gzip: Buffer
  readonly length: number
}
interface PageRow {
  /** The pull of a slot, or the listing of a whole date. */
  readonly of: string
  readonly position: number
  readonly digest: Buffer
  readonly cursor: string | null
  readonly cursorAt: number | null
}
interface AnswerRow {
  readonly id: number
  readonly digest: Buffer
}

interface BankFileRow {
  readonly number: number
  readonly digest: Buffer
  readonly isOriginal: 0 | 1
}

/** Bodies read at a time. */
const BODIES_PER_SLICE = 50

/** Checks every answer of the service: its unpacked bytes must still have their original SHA-256. */
export const answers: VerificationPart = {
  name: 'answers',
  check: async ({ sqlite }, report, signal) => {
    const slice = sqlite.prepare<[number], BodyRow>(
      `SELECT id, digest, gzip, length FROM body WHERE id > ? ORDER BY id LIMIT ${BODIES_PER_SLICE}`,
    )
    const checkBody = bodyChecker(sqlite, report)
    let checked = 0
    const slices = slicesOf({
      sqlite,
      start: 0,
      size: BODIES_PER_SLICE,
      read: (after: number) => slice.all(after),
      positionOf: ({ id }) => id,
    })
    for (const rows of slices) {
      for (const row of rows) checked += checkBody(row)
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    return checked
  },
}

/** Returns a function that checks one body for all answers that use it and returns their number. */
const bodyChecker = (sqlite: Database.Database, report: ReportDamage) => {
  const pagesOf = sqlite.prepare<[{ readonly body: number }], PageRow>(
    `SELECT 'pull ' || pull AS "of", position, digest, cursor, cursor_at AS cursorAt FROM listing_page WHERE body = :body
     UNION ALL
     SELECT 'date listing ' || listing, position, digest, cursor, cursor_at FROM date_listing_page WHERE body = :body`,
  )
  const answersOf = sqlite.prepare<[number], AnswerRow>('SELECT id, digest FROM answer WHERE body = ?')
  const filesOf = sqlite.prepare<[number], BankFileRow>(
    'SELECT number, digest, is_original AS isOriginal FROM bank_file WHERE body = ?',
  )
  return (row: BodyRow): number => {
    const kept = keptIn(row)
    if (kept === null)
      report({
        en: `the bytes of body ${row.id} are not those that were kept`,
        es: `los bytes del cuerpo ${row.id} no son los que se guardaron`,
      })
    const pages = pagesOf.all({ body: row.id })
    for (const { of, position, digest, cursor, cursorAt } of pages) {
      if (kept !== null && !isDigestOf(digest, wholeBody(row.gzip, cursor, cursorAt)))
        report({
          en: `page ${position} of ${of} is not what the service answered`,
          es: `la página ${position} de ${of} no es la que respondió el servicio`,
        })
    }
    const others = answersOf.all(row.id)
    for (const { id, digest } of others)
      if (kept !== null && !isDigestOf(digest, kept))
        report({
          en: `answer ${id} is not what the service answered`,
          es: `la respuesta ${id} no es la que dio el servicio`,
        })
    const files = filesOf.all(row.id)
    for (const { number, digest, isOriginal } of files)
      if (kept !== null && isOriginal === 1 && !isDigestOf(digest, kept))
        report({
          en: `file ${number} of the bank is not the one that came`,
          es: `el archivo ${number} del banco no es el que llegó`,
        })
    return pages.length + others.length + files.length
  }
}

/** The unpacked bytes, if they have their digest. */
const keptIn = ({ gzip, digest, length }: BodyRow): Buffer | null => {
  try {
    const bytes = wholeBody(gzip, null, null)
    return bytes.length === length && isDigestOf(digest, bytes) ? bytes : null
  } catch {
    return null
  }
}

/** A damaged cell may have another type. */
const isDigestOf = (digest: unknown, bytes: Uint8Array): boolean =>
  Buffer.isBuffer(digest) && createHash('sha256').update(bytes).digest().equals(digest)
