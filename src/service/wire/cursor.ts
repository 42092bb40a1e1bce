import { createHash } from 'node:crypto'
import { isWellFormed } from './well-formed.ts'

/** What the cursor of a page means for the list. */
export type CursorStep =
  | { readonly kind: 'end'; readonly cursor: null | undefined }
  | { readonly kind: 'next'; readonly cursor: string }
  /** The reason is the end of a sentence: `its cursor is empty`. */
  | { readonly kind: 'broken'; readonly reason: string }

const brokenCursor = (reason: string): CursorStep => ({ kind: 'broken', reason })

/**
 * Follows one list of at most `most` pages. Cursors may repeat with any period (A, B, A, B), so all are remembered, each in twelve bytes.
 */
export const followCursors = (limit: number, most: number): ((cursor: unknown, items: number) => CursorStep) => {
  const seen = new Set<string>()
  return (cursor, items) => {
    const step = stepAfter(cursor, items, limit)
    if (step.kind !== 'next') return step
    const mark = createHash('sha256').update(step.cursor).digest().toString('latin1', 0, 12)
    if (seen.has(mark)) return brokenCursor('its cursor was given before')
    seen.add(mark)
    return seen.size < most ? step : brokenCursor(`there are more than ${most} pages`)
  }
}

/**
 * Only a null cursor ends a list, however short or empty its page is. An absent cursor ends it on a page shorter than
 * `limit`; after a full page the end is unknown.
 */
const stepAfter = (cursor: unknown, items: number, limit: number): CursorStep => {
  if (cursor === null) return { kind: 'end', cursor }
  if (cursor === undefined)
    return items < limit ? { kind: 'end', cursor } : brokenCursor('its cursor is absent on a full page')
  if (typeof cursor !== 'string') return brokenCursor('its cursor is not text')
  if (cursor === '') return brokenCursor('its cursor is empty')
  return isWellFormed(cursor) ? { kind: 'next', cursor } : brokenCursor('its cursor is not well-formed text')
}
