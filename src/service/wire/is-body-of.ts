import { createHash } from 'node:crypto'
import type { KnownPage } from '../../domain/pull/pull.ts'

/** Whether a body has the bytes of the known page, and its cursor is where the known page says. */
export const isBodyOf = (body: Uint8Array, { digest, cursor, cursorAt }: KnownPage): boolean => {
  const text = Buffer.from(JSON.stringify(cursor).slice(1, -1))
  return (
    text.equals(body.subarray(cursorAt, cursorAt + text.length)) &&
    createHash('sha256').update(body).digest().equals(digest)
  )
}
