import type { ParsedRecord } from '../../domain/invoice.ts'
import type { Settlement } from '../../domain/settlement.ts'
import { parseJson } from '../../std/json/parse-json.ts'
import { readInvoice, type StatusCounts } from './read-invoice.ts'
import { readSettlement } from './read-settlement.ts'
import { readPage } from './wire-page.ts'

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
