import { type Body, type Change, nameOf, type Paging, type SlotKey } from './story.ts'

/** The service's contents for one slot. */
interface Holding {
  settlement: Body | null
  records: { readonly key: string; readonly body: unknown }[]
  paging: Paging
}

/** The service's contents after the changes of a story. */
export interface World {
  readonly slots: Map<string, Holding>
  /** Invoices that left their list, by id. */
  readonly departed: Map<string, Body>
}

export const emptyWorld = (): World => ({ slots: new Map(), departed: new Map() })

export const holdingOf = (world: World, slot: SlotKey): Holding => {
  const holding = world.slots.get(nameOf(slot)) ?? { settlement: null, records: [], paging: {} }
  world.slots.set(nameOf(slot), holding)
  return holding
}

export const applyChange = (world: World, change: Change): void => {
  const holding = holdingOf(world, change)
  if (change.kind === 'settlement') holding.settlement = change.body
  else if (change.kind === 'paging') holding.paging = change.paging
  else if (change.kind === 'record') putRecord(holding, change.key, change.body)
  else removeRecord(world, holding, change.key, change.byId)
}

const putRecord = (holding: Holding, key: string, body: unknown): void => {
  const at = holding.records.findIndex((record) => record.key === key)
  if (at < 0) holding.records.push({ key, body })
  else holding.records[at] = { key, body }
}

const removeRecord = (world: World, holding: Holding, key: string, byId: Body | null): void => {
  const record = holding.records.find((one) => one.key === key)
  holding.records = holding.records.filter((one) => one !== record)
  const id = (record?.body as Body | undefined)?.id
  if (typeof id !== 'string') return
  if (byId === null) world.departed.delete(id)
  else world.departed.set(id, byId)
}

/** One page of a list, as the service sends it. */
export interface Page {
  readonly items: readonly unknown[]
  readonly body: Body
}

/** The pages of a list. The cursor of page 1 is `p1`, and so on. */
export const pagesOf = ({ records, paging }: Holding, limit: number): readonly Page[] => {
  const cuts = cutsOf(records.length, paging.sizes ?? [], limit)
  return cuts.map(([from, to], place) => {
    const items = records.slice(from, to).map(({ body }) => body)
    const count = items.length + (paging.wrongCountAt === place ? 1 : 0)
    const cursor = place < cuts.length - 1 ? `p${place + 1}` : lastCursor(paging, place)
    return {
      items,
      body: { items, ...(cursor === undefined ? {} : { cursor }), ...(paging.withoutCount === true ? {} : { count }) },
    }
  })
}

const cutsOf = (many: number, sizes: readonly number[], limit: number): readonly (readonly [number, number])[] => {
  const cuts: [number, number][] = []
  let from = 0
  for (let place = 0; from < many || place === 0; place += 1) {
    const wanted = Math.min(place < sizes.length ? (sizes[place] ?? limit) : limit, limit)
    const to = Math.min(many, from + wanted)
    cuts.push([from, to])
    from = to
  }
  return cuts
}

/** The last page's cursor member; undefined for none. */
const lastCursor = ({ end }: Paging, place: number): unknown => {
  if (end === undefined) return null
  if (end === 'absent') return undefined
  if (end === 'empty') return ''
  if (end === 'number') return 7
  return `p${Math.max(1, place)}`
}

/** The invoices of a settlement date, of all cycles. */
export const wholeDate = ({ slots }: World, date: string): Holding =>
  listOf([...slots].filter(([name]) => name.startsWith(`${date} `)).flatMap(([, { records }]) => records))

/** The invoices paid on a day, whether or not a settlement lists them. */
export const paidOn = ({ slots, departed }: World, day: string): Holding => {
  const listed = [...slots.values()].flatMap(({ records }) => records)
  const ids = new Set(listed.map(({ body }) => (body as Body | null)?.id))
  const others = [...departed].flatMap(([id, body]) => (ids.has(id) ? [] : [{ key: id, body }]))
  return listOf([...listed, ...others].filter(({ body }) => String((body as Body | null)?.paymentDate).startsWith(day)))
}

const listOf = (records: Holding['records']): Holding => ({ settlement: null, records, paging: {} })
