import type { ParsedRecord } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { asCycle, asSlotDate, type Slot } from '../../src/core/slot.ts'
import type { Store } from '../../src/store/store.ts'

/*
 * A night large enough to be killed in the middle: two slots side by side, several transactions each. Runs without the
 * test runner.
 */
export const RUN_BEGUN = 'begun\n'
export const FIRST_COMMITTED = 'the first is committed\n'
const ITEMS = 3000
const PER_PAGE = 40

export interface BigNight {
  readonly run: string
  readonly at: number
  /** The amounts of every third invoice; the others do not change. Every five-hundredth leaves. */
  readonly third: number
  readonly leaves: boolean
}
export const NIGHTS = {
  first: { run: 'r1', at: 1, third: 1, leaves: false },
  second: { run: 'r2', at: 2, third: 2, leaves: true },
} as const

const slotNamed = (date: string, label: string): Slot => {
  const [day, cycle] = [asSlotDate(date), asCycle(label)]
  if (day === null || cycle === null) throw new Error(`${date} ${label} is no slot`)
  return { date: day, cycle }
}
export const SLOTS = [slotNamed('2026-03-12', '11'), slotNamed('2026-03-12', '13')] as const

const itemsOf = (slot: Slot, night: BigNight): readonly (readonly [id: string, amount: number])[] =>
  Array.from(
    { length: ITEMS },
    (_, n) => [`${slot.cycle}-${(n * 7919) % ITEMS}`, n % 3 === 0 ? night.third : 1] as const,
  ).filter((_, n) => !(night.leaves && n % 500 === 0))

const read = (body: Uint8Array): readonly ParsedRecord[] => {
  const { items }: { items: readonly (readonly [string, number])[] } = JSON.parse(Buffer.from(body).toString())
  return items.map(([id, amount]) => ({
    kind: 'invoice',
    invoice: {
      id,
      status: 'paid',
      amount: fromCentavos(amount),
      paid: fromCentavos(amount),
      reference: id,
      contract: '00000',
      customerDocument: '123',
      customerName: null,
      description: 'rent',
      paymentMethod: 'pse',
      paymentSource: 'link',
      paymentId: `p${id}`,
      paymentDate: null,
      createdAt: null,
      expirationDate: null,
      ownDate: null,
      ownCycle: null,
      flaws: [],
      extra: null,
    },
  }))
}

/** Commits the pull of a slot. */
type Commit = (slot: Slot, commit: () => Promise<unknown>) => Promise<unknown>

const pullSlot = async (store: Store, slot: Slot, night: BigNight, commit: Commit): Promise<void> => {
  const pull = await store.pulls.begin({ slot, runId: night.run, at: night.at, reread: read })
  const items = itemsOf(slot, night)
  for (let from = 0; from < items.length; from += PER_PAGE) {
    const page = items.slice(from, from + PER_PAGE)
    const cursor = from + PER_PAGE < items.length ? `${from + PER_PAGE}` : null
    const body = Buffer.from(JSON.stringify({ items: page, cursor, count: page.length }))
    const request = `GET /invoices?settlementCycle=${slot.cycle}&cursor=${from}`
    await pull.page({
      request,
      status: 200,
      body,
      cursor,
      items: page.length,
      count: page.length,
      unknownFields: [],
      isKnown: false,
      read: () => read(body),
    })
  }
  const { left } = await pull.endList()
  for (const invoiceId of left) {
    const answer = { request: `GET /invoices/${invoiceId}`, status: 404, body: Buffer.from('{"error":"unknown"}') }
    await pull.departures([{ departure: { invoiceId, status: null, ownDate: null, ownCycle: null }, answer }])
  }
  const answer = {
    request: `GET /settlements/${slot.date}/${slot.cycle}`,
    status: 404,
    body: Buffer.from(`{"error":"none ${night.at}"}`),
  }
  await pull.settlement(null, answer, answer)
  await commit(slot, () => pull.commit())
}

export const bigNight = async (
  store: Store,
  night: BigNight,
  commit: Commit = (_, commitNow) => commitNow(),
): Promise<void> => {
  const { number } = await store.policies.record('{}', night.at)
  await store.runs.begin({ id: night.run, job: 'run', at: night.at, version: '1', policyNumber: number, scope: 'due' })
  await Promise.all(SLOTS.map((slot) => pullSlot(store, slot, night, commit)))
  await store.keys.update()
}
