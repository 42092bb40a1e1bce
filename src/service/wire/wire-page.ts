import { isObject } from '../../std/json/json-object.ts'
import { isAbsent } from './fields.ts'

/** A page of a list (api.md, Invoice page), its items still in the service's spelling. */
export interface WirePage {
  readonly items: readonly unknown[]
  /** As received: valid when text or null; undefined when absent. */
  readonly cursor: unknown
  readonly count: number | null
  readonly unknownFields: readonly string[]
}

export type ParsedPage =
  | { readonly ok: true; readonly page: WirePage }
  | { readonly ok: false; readonly reason: string }

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
