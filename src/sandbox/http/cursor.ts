import { hash } from 'node:crypto'
import type { InvoiceFilters } from './list-query.ts'
import { RequestRefusal } from './refusal.ts'

/** The merchant and the filters that a cursor is valid for. */
export interface Bound {
  readonly merchant: number
  readonly filters: InvoiceFilters
}

const NUMBER_BYTES = 6
const PLACE_BYTES = NUMBER_BYTES + 1
const TAG_BYTES = 12

const tagOf = (secret: string, place: Buffer, { merchant, filters }: Bound): Buffer => {
  const request = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const sealed = JSON.stringify([secret, place.toString('hex'), merchant, request])
  return hash('sha256', sealed, 'buffer').subarray(0, TAG_BYTES)
}

/** Hides the position, so that cursors stay opaque and nobody computes with them. */
const xorBytes = (place: Buffer, tag: Buffer): Buffer =>
  Buffer.from(place.map((byte, index) => byte ^ (tag[index] ?? 0)))

/** `edition` distinguishes two cursors for one position; a correct service has only one. */
export const writeCursor = (secret: string, after: number, bound: Bound, edition = 0): string => {
  const place = Buffer.alloc(PLACE_BYTES)
  place.writeUIntBE(after, 0, NUMBER_BYTES)
  place.writeUInt8(edition, NUMBER_BYTES)
  const tag = tagOf(secret, place, bound)
  return Buffer.concat([tag, xorBytes(place, tag)]).toString('base64url')
}

/** The position of a cursor; refused when the cursor is not ours, or belongs to another list. */
export const readCursor = (secret: string, text: string, bound: Bound): number => {
  const bytes = Buffer.from(text, 'base64url')
  const tag = bytes.subarray(0, TAG_BYTES)
  const place = xorBytes(bytes.subarray(TAG_BYTES), tag)
  const ours =
    place.length === PLACE_BYTES && bytes.toString('base64url') === text && tagOf(secret, place, bound).equals(tag)
  if (!ours) throw new RequestRefusal(400, 'Query parameter cursor is invalid, or belongs to other filters')
  return place.readUIntBE(0, NUMBER_BYTES)
}
