import type { Invoice, ParsedRecord } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { InvoiceInPull } from '../../src/core/pull/invoice-in-pull.ts'
import type { Answer, ListedPage, Pull } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { asCycle, asSlotDate, type Slot } from '../../src/core/slot.ts'
import { isBodyOf } from '../../src/service/wire/fields.ts'
import type { AnswerReader } from '../../src/store/maintenance/verify/verification-part.ts'
import { openStore } from '../../src/store/open.ts'
import type { OpenPull } from '../../src/store/pulls/open-pull.ts'
import type { Store } from '../../src/store/store.ts'

/*
 * A minimal made-up service: invoices are an id and a few fields, pages are lists of them. A page's bytes are its own
 * JSON, so that a stored page can be read again.
 */
export interface Item {
  readonly id: string
  readonly status?: string
  readonly amount?: number
  readonly paid?: number | null
  readonly paymentId?: string | null
  readonly reference?: string | null
  readonly extra?: string | null
  /** Fields in a form that is not stored. */
  readonly flaws?: readonly string[]
  /** Makes it a malformed record. */
  readonly broken?: string
}

export const slotOf = (date: string, cycle: string): Slot => {
  const [day, label] = [asSlotDate(date), asCycle(cycle)]
  if (day === null || label === null) throw new Error(`${date} ${cycle} is no slot`)
  return { date: day, cycle: label }
}
export const SLOT = slotOf('2026-03-12', '11')

export const invoiceOf = (item: Item): Invoice => ({
  id: item.id,
  status: item.status ?? 'paid',
  amount: fromCentavos(item.amount ?? 1000),
  paid: item.paid === null ? null : fromCentavos(item.paid ?? item.amount ?? 1000),
  reference: item.reference === undefined ? `ref-${item.id}` : item.reference,
  contract: '00000',
  customerDocument: '123',
  customerName: null,
  description: 'rent',
  paymentMethod: 'pse',
  paymentSource: 'link',
  paymentId: item.paymentId === undefined ? `pay-${item.id}` : item.paymentId,
  paymentDate: '2026-03-11T10:00:00Z',
  createdAt: '2026-03-11T09:55:00Z',
  expirationDate: null,
  ownDate: '2026-03-12',
  ownCycle: '11',
  flaws: item.flaws ?? [],
  extra: item.extra ?? null,
})

const read = (body: Uint8Array): readonly ParsedRecord[] => {
  const { items }: { items: readonly Item[] } = JSON.parse(Buffer.from(body).toString())
  return items.map((item) =>
    item.broken === undefined
      ? { kind: 'invoice', invoice: invoiceOf(item) }
      : {
          kind: 'malformed',
          record: {
            invoiceId: item.id,
            reference: null,
            field: item.broken,
            reason: 'not a number',
            digest: `${item.id}`.padEnd(64, '0'),
          },
        },
  )
}

/** Every page but the last names the next one; `night` makes the cursors of nights differ. */
export const pagesOf = (pages: readonly (readonly Item[])[], night = ''): readonly ListedPage[] =>
  pages.map((items, index) => {
    const cursor = index === pages.length - 1 ? null : `c${night}-${index + 1}`
    const from = index === 0 ? '' : `&cursor=c${night}-${index}`
    return pageOf(items, cursor, `GET /invoices?limit=2${from}`)
  })

const pageOf = (items: readonly Item[], cursor: string | null | undefined, request: string): ListedPage => {
  const body = Buffer.from(JSON.stringify({ items, cursor, count: items.length }))
  return {
    request,
    status: 200,
    body,
    cursor,
    items: items.length,
    count: items.length,
    unknownFields: [],
    isKnown: false,
    read: () => read(body),
  }
}

export const settlementOf = (given: Partial<Settlement> = {}): Settlement => ({
  date: SLOT.date,
  cycle: SLOT.cycle,
  status: 'credited',
  invoiceCount: 1,
  collected: fromCentavos(1000),
  fees: fromCentavos(0),
  feesPostpaid: false,
  adjustments: fromCentavos(0),
  gateway: false,
  payout: fromCentavos(1000),
  extra: null,
  ...given,
})

export const answerOf = (text: string, request = 'GET /settlements/2026-03-12/11'): Answer => ({
  request,
  status: 200,
  body: Buffer.from(text),
})

export const openTestStore = (path: string, given: Partial<Parameters<typeof openStore>[0]> = {}): Promise<Store> =>
  openStore({ path, merchant: 'default', version: '1', clock: () => 5000, ...given })

export const beginNight = async (store: Store, id: string, at = 1000): Promise<string> => {
  const { number } = await store.policies.record('{}', at)
  await store.runs.begin({ id, job: 'run', at, version: '1', policyNumber: number, scope: 'due' })
  return id
}

export interface Night {
  readonly run: string
  readonly pages: readonly ListedPage[]
  readonly slot?: Slot
  readonly at?: number
  readonly settlement?: Settlement | null
}

export const begin = (store: Store, { run, slot = SLOT, at = 1000 }: Omit<Night, 'pages'>): Promise<OpenPull> =>
  store.pulls.begin({ slot, runId: run, at, reread: read })

/** Each page with what is known of it, which is asked for while the last one is taken in, as the job does. */
async function* asked(pull: OpenPull, pages: readonly ListedPage[]): AsyncGenerator<ListedPage> {
  const withKnown = async (index: number): Promise<ListedPage | null> => {
    const page = pages[index]
    if (page === undefined) return null
    const known = await pull.known(index + 1, page.request)
    return { ...page, isKnown: known !== null && isBodyOf(page.body, known) }
  }
  let next = await withKnown(0)
  for (let at = 1; next !== null; at += 1) {
    const page = next
    next = await withKnown(at)
    yield page
  }
}

/** One whole pull, as made by the job. */
export const pullNight = async (store: Store, night: Night): Promise<Pull> => {
  const pull = await begin(store, night)
  for await (const page of asked(pull, night.pages)) await pull.page(page)
  const { left } = await pull.endList()
  for (const invoiceId of left) {
    const answer = answerOf(`{"id":"${invoiceId}"}`, `GET /invoices/${invoiceId}`)
    const departure = { invoiceId, status: 'paid', ownDate: '2026-03-13', ownCycle: '13' }
    await pull.departures([{ departure, answer }])
  }
  const settlement = night.settlement === undefined ? settlementOf() : night.settlement
  const text = settlementText(settlement)
  await pull.settlement(settlement, answerOf(text), answerOf(text))
  return pull.commit()
}

/** A settlement in the made-up service's answer: its own JSON, with sums as decimal text. */
export const settlementText = (settlement: Settlement | null): string =>
  JSON.stringify(settlement, (_field, value) => (typeof value === 'bigint' ? `${value}` : value))

const settlementIn = (body: Uint8Array): Settlement | null => {
  const said = JSON.parse(Buffer.from(body).toString())
  if (said === null) return null
  const [collected, fees, adjustments, payout] = [said.collected, said.fees, said.adjustments, said.payout].map((sum) =>
    fromCentavos(BigInt(sum)),
  )
  return { ...said, collected, fees, adjustments, payout }
}

/** Reads the made-up service's answers into our words again. */
export const READER: AnswerReader = { version: '1', page: read, settlement: (_status, body) => settlementIn(body) }

export const invoicesInPull = async (
  store: Store,
  pull: Pull,
  baseline: number | null = null,
): Promise<InvoiceInPull[]> => {
  const all: InvoiceInPull[] = []
  for await (const page of store.invoices.asOf(pull.slot, pull, baseline)) all.push(...page)
  return all
}

/** The invoices of the pull, as `id amount`, in the order of reading back. */
export const listedBy = async (store: Store, pull: Pull): Promise<string[]> =>
  (await invoicesInPull(store, pull)).flatMap(({ current }) =>
    current === null ? [] : [`${current.id} ${current.amount}`],
  )
