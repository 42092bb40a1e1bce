import type { Slot } from '../domain/slot.ts'
import type { ListedPage } from './answer.ts'
import { followCursors } from './cursor.ts'
import { BadAnswerFault, ListFault } from './errors.ts'
import { exchangeOf, type Got, requestOf } from './request.ts'
import { pageTarget, type Target } from './target.ts'
import { readInvoice, type StatusCounts } from './wire-invoice.ts'
import { readPage, type WirePage } from './wire-page.ts'

/** What following a list needs. */
export interface Lister {
  readonly get: (target: Target) => Promise<Got>
  readonly pageLimit: number
  /** A list of more pages than this does not end. */
  readonly mostPages: number
  readonly statusCounts: StatusCounts
}

/** The pages of a slot, one after the other: each carries the cursor of the next. */
export async function* listPages(lister: Lister, slot: Slot): AsyncGenerator<ListedPage, void, undefined> {
  const follow = followCursors(lister.pageLimit, lister.mostPages)
  let cursor: string | null | undefined = null
  for (let number = 1; number === 1 || typeof cursor === 'string'; number += 1) {
    const target = pageTarget(slot, lister.pageLimit, number, cursor)
    const got = await lister.get(target)
    const page = pageOf(got, target)
    const step = follow(page.cursor, page.items.length)
    if (step.kind === 'broken')
      throw new ListFault(exchangeOf(target, got, `answered page ${number} of a broken list: ${step.reason}`))
    cursor = step.cursor
    yield listed(lister, target, got, page, cursor)
  }
}

const pageOf = (got: Got, target: Target): WirePage => {
  const reading = readPage(got.value)
  if (!reading.ok) throw new BadAnswerFault(exchangeOf(target, got, `answered 200, but ${reading.reason}`))
  return reading.page
}

const listed = (
  { statusCounts }: Lister,
  target: Target,
  { status, body }: Got,
  { items, count, unknownFields }: WirePage,
  cursor: string | null | undefined,
): ListedPage => ({
  request: requestOf(target),
  status,
  body,
  cursor,
  items: items.length,
  count,
  unknownFields,
  read: () => items.map((item) => readInvoice(item, statusCounts)),
})
