import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { InvoiceFilter, ParsedFetchedInvoice } from '../core/invoice.ts'
import type { KnownPage, ListedPage } from '../core/pull/pull.ts'
import { exchangeError } from './http/errors.ts'
import { exchangeOf, type ReceivedAnswer, requestOf } from './http/request.ts'
import { pageTarget, type Target } from './http/target.ts'
import { isBodyOf } from './wire/fields.ts'
import { readFetchedInvoice, readInvoice, type StatusCounts } from './wire/read-invoice.ts'
import { followCursors, itemsOfKnownPage, readPage, type WirePage } from './wire/wire-page.ts'

/**
 * Asks for the next item while the caller works on the last one. Yields to the event loop first, so that the request is sent before the
 * caller's long synchronous work.
 */
export async function* prefetch<T>(items: AsyncIterator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = items.next()
  for (let item = await next; !item.done; item = await next) {
    next = items.next()
    // A fault is thrown when its item is requested, and dropped when no item is requested any more.
    next.catch(() => undefined)
    await yieldToEventLoop()
    yield item.value
  }
}

/** What following a list needs. */
export interface Lister {
  readonly get: (target: Target, isKnown: (body: Uint8Array) => boolean) => Promise<ReceivedAnswer>
  readonly pageLimit: number
  /** A list with more pages counts as endless. */
  readonly mostPages: number
  readonly statusCounts: StatusCounts
}

/** What is known of the page at that place, counted from 1, which is the answer to this request; null when nothing is. */
export type KnownPages = (position: number, request: string) => Promise<KnownPage | null>
const NOTHING_KNOWN: KnownPages = async () => null

/** One page as answered, and the next cursor. */
interface Step {
  readonly target: Target
  readonly received: ReceivedAnswer
  readonly page: ReadPage
  readonly cursor: string | null | undefined
}

/** A page whose items are parsed, or parsed on demand when it is known. */
interface ReadPage extends Omit<WirePage, 'items'> {
  readonly items: number
  /** In the service's spelling. */
  readonly values: () => readonly unknown[]
}

/** The pages of a slot or another list, with their evidence. */
export async function* listPages(
  lister: Lister,
  filter: InvoiceFilter,
  known?: KnownPages,
): AsyncGenerator<ListedPage, void, undefined> {
  for await (const step of prefetch(followList(lister, filter, known))) yield answerPageOf(lister, step)
}

/** One page for a person to look at. */
export interface PageForPerson {
  readonly records: readonly ParsedFetchedInvoice[]
  /** Whether the list ends with it. */
  readonly isLast: boolean
}

/** The pages of any list, for a person. */
export async function* pagesForPerson(
  lister: Lister,
  filter: InvoiceFilter,
): AsyncGenerator<PageForPerson, void, undefined> {
  for await (const { page, cursor } of followList(lister, filter)) {
    const records = page.values().map((item) => readFetchedInvoice(item, lister.statusCounts))
    yield { records, isLast: typeof cursor !== 'string' }
  }
}

/** One page after the other: each carries the cursor of the next. */
async function* followList(
  lister: Lister,
  filter: InvoiceFilter,
  known = NOTHING_KNOWN,
): AsyncGenerator<Step, void, undefined> {
  const follow = followCursors(lister.pageLimit, lister.mostPages)
  let cursor: string | null | undefined = null
  for (let number = 1; number === 1 || typeof cursor === 'string'; number += 1) {
    const target = pageTarget(filter, lister.pageLimit, number, cursor)
    const knownPage = await known(number, requestOf(target))
    const received = await lister.get(target, (body) => knownPage !== null && isBodyOf(body, knownPage))
    const page = received.isKnown && knownPage !== null ? asKnown(knownPage, received) : pageOf(received, target)
    refuseTooMany(page, lister.pageLimit, received, target)
    const step = follow(page.cursor, page.items)
    if (step.kind === 'broken')
      throw exchangeError(
        'LIST_BROKEN',
        exchangeOf(target, received, `answered page ${number} of a broken list: ${step.reason}`),
      )
    cursor = step.cursor
    yield { target, received, page, cursor }
  }
}

/** Pages are known only of lists without undocumented fields. */
const asKnown = ({ cursor, items, count }: KnownPage, { body }: ReceivedAnswer): ReadPage => ({
  cursor,
  items,
  count,
  unknownFields: [],
  values: () => itemsOfKnownPage(body),
})

const pageOf = (received: ReceivedAnswer, target: Target): ReadPage => {
  const parsed = readPage(received.value)
  if (!parsed.ok) throw exchangeError('BAD_ANSWER', exchangeOf(target, received, `answered 200, but ${parsed.reason}`))
  const { items } = parsed.page
  return { ...parsed.page, items: items.length, values: () => items }
}

/** A service may not keep to `limit` exactly. A page of many times as many records is refused. */
const LIMIT_MULTIPLE_MAX = 10

const refuseTooMany = ({ items }: ReadPage, limit: number, received: ReceivedAnswer, target: Target): void => {
  if (items <= limit * LIMIT_MULTIPLE_MAX) return
  const reason = `answered 200, but with ${items} records where ${limit} were asked for`
  throw exchangeError('BAD_ANSWER', exchangeOf(target, received, reason))
}

const answerPageOf = (
  { statusCounts }: Lister,
  { target, received: { status, body, isKnown }, page: { items, count, unknownFields, values }, cursor }: Step,
): ListedPage => ({
  request: requestOf(target),
  status,
  body,
  cursor,
  items,
  count,
  unknownFields,
  isKnown,
  read: () => values().map((item) => readInvoice(item, statusCounts)),
})
