import { type Body, type Fault, nameOf, type SlotKey } from '../story.ts'
import { holdingOf, type Page, pagesOf, type World } from '../world.ts'
import { type Invoice, isMalformed, type Malformed, type Reading, readRecord, readSettlement } from './reading.ts'
import { type FullPolicy, presentIn } from './words.ts'

/** Faults that repeat; four retries follow the first attempt. */
const PASSING = ['500', '503', '429', '408', '425', 'cut', 'reset', 'junk']
const ATTEMPTS = 5

/** The result of reading one slot: a reading, or null when it cannot be read whole. */
export const attempt = (
  world: World,
  faults: readonly Fault[],
  slot: SlotKey,
  policy: FullPolicy,
  at: number,
  before: Reading | null,
): Omit<Reading, 'place'> | null => {
  const holding = holdingOf(world, slot)
  const pages = pagesOf(holding, policy.pageLimit)
  if (faults.some((fault) => nameOf(fault) === nameOf(slot) && breaks(fault, holding.settlement, pages))) return null
  const { end } = holding.paging
  const last = pages.at(-1)
  if (end !== undefined && end !== 'absent') return null
  if (end === 'absent' && (last?.items.length ?? 0) >= policy.pageLimit) return null
  const settlement = holding.settlement === null ? null : readSettlement(holding.settlement)
  if (holding.settlement !== null && settlement === null) return null
  return {
    slot,
    at,
    settlement,
    ...readList(pages, policy),
    cursorAbsent: end === 'absent',
    departures: departuresOf(world, pages, before),
  }
}

const breaks = (fault: Fault, settlement: Body | null, pages: readonly Page[]): boolean => {
  if (typeof fault.at === 'number' && fault.at >= pages.length) return false
  if (fault.kind === 'moved') return settlement !== null && fault.at === 'settlement-again'
  return PASSING.includes(fault.kind) ? fault.times >= ATTEMPTS : true
}

const readList = (
  pages: readonly Page[],
  policy: FullPolicy,
): Pick<Reading, 'invoices' | 'items' | 'pages' | 'repeats' | 'malformed' | 'wrongCounts' | 'counted'> => {
  const invoices = new Map<string, Invoice>()
  const repeats = new Map<string, boolean>()
  const malformed: Malformed[] = []
  for (const item of pages.flatMap(({ items }) => items)) {
    const record = readRecord(item, policy)
    if (isMalformed(record)) {
      malformed.push(record)
      continue
    }
    const earlier = invoices.get(record.id)
    if (earlier !== undefined) {
      repeats.set(
        record.id,
        repeats.get(record.id) === true ||
          JSON.stringify(presentIn(earlier.body)) !== JSON.stringify(presentIn(record.body)),
      )
    }
    invoices.set(record.id, record)
  }
  return {
    invoices,
    repeats,
    malformed,
    items: pages.reduce((sum, { items }) => sum + items.length, 0),
    pages: pages.length,
    wrongCounts: pages.filter(({ items, body }) => 'count' in body && body.count !== items.length).length,
    counted: pages.reduce(
      (sum, { items, body }) => sum + (typeof body.count === 'number' ? body.count : items.length),
      0,
    ),
  }
}

/**
 * An invoice that was in the slot before and has left its list is read once by id. An unreadable record has not left.
 */
const departuresOf = (world: World, pages: readonly Page[], before: Reading | null): Reading['departures'] => {
  const listed = new Set(pages.flatMap(({ items }) => items.map((item) => (item as Body | null)?.id)))
  const gone = [...(before?.invoices.keys() ?? [])].filter((id) => !listed.has(id))
  return new Map(gone.map((id) => [id, world.departed.get(id) ?? null]))
}
