import { createHash } from 'node:crypto'
import type { ParsedRecord } from '../../core/invoice.ts'
import type { Settlement } from '../../core/settlement.ts'
import { isObject } from '../../std/json/json-object.ts'
import { parseJson } from '../../std/json/parse-json.ts'
import { isAbsent, isWellFormed } from './fields.ts'
import { readInvoice, type StatusCounts } from './read-invoice.ts'
import { readSettlement } from './read-settlement.ts'

/** A page of a list (api.md, Invoice page), its items still in the service's spelling. */
export interface WirePage {
  readonly items: readonly unknown[]
  /** As received: valid when text or null; undefined when absent. */
  readonly cursor: unknown
  readonly count: number | null
  readonly unknownFields: readonly string[]
}

type ParsedPage = { readonly ok: true; readonly page: WirePage } | { readonly ok: false; readonly reason: string }

/** A page must be an object with items. Its other members are judged by those who need them. */
export const readPage = (value: unknown): ParsedPage => {
  if (!isObject(value)) return { ok: false, reason: 'the page is not an object' }
  const { items, cursor, count } = value
  if (!Array.isArray(items))
    return { ok: false, reason: `items ${items === undefined ? 'is absent' : 'is not an array'}` }
  return {
    ok: true,
    page: {
      items,
      cursor,
      count: typeof count === 'number' && Number.isFinite(count) ? count : null,
      unknownFields: Object.keys(value).filter((field) => !DOCUMENTED.has(field) && !isAbsent(value[field])),
    },
  }
}

const DOCUMENTED: ReadonlySet<string> = new Set(['items', 'cursor', 'count'])

/** What the cursor of a page means for the list. */
type CursorStep =
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

/** The items of a stored page; null when the bytes are not a page. */
export const rereadPage = (body: Uint8Array, statusCounts: StatusCounts): readonly ParsedRecord[] | null =>
  itemsIn(body)?.map((item) => readInvoice(item, statusCounts)) ?? null

/** The items in bytes that were read as a page before, in the service's spelling. An error now is a bug. */
export const itemsOfKnownPage = (body: Uint8Array): readonly unknown[] => {
  const items = itemsIn(body)
  if (items === null) throw new Error('A stored page cannot be read again')
  return items
}

const itemsIn = (body: Uint8Array): readonly unknown[] | null => {
  const json = parseJson(body)
  const parsed = json.ok ? readPage(json.value) : json
  return parsed.ok ? parsed.page.items : null
}

/** Reads a stored answer about a settlement; null when it means that there is none. */
export const rereadSettlement = (status: number, body: Uint8Array): Settlement | null => {
  const json = status === 200 ? parseJson(body) : null
  const parsed = json?.ok ? readSettlement(json.value) : null
  return parsed?.ok ? parsed.settlement : null
}
