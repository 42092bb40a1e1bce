import type { SearchReport } from '../reports/documents/search-report.ts'
import type { Moment } from '../src/core/past-run.ts'
import type { Store } from '../src/store/store.ts'
import { hidePersons } from './steps/mask/mask-store.ts'
import { firstMatches, invoiceAnswers, invoiceInSettlementReader } from './steps/query/invoice-answers.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { type QueryContext, readDatabase } from './steps/query/read-database.ts'

export interface FindRequest {
  readonly text: string
  /** Whether customers' names are shown as well. */
  readonly names: boolean
}

/** The most invoices that are returned. */
const MATCHES_MAX = 200

/** Returns what the database holds about a reference, contract, document, payment id or invoice id. Only reads. */
export const findInvoices = async (context: QueryContext, request: FindRequest): Promise<SearchReport> => {
  const report = await readDatabase(context, (store, then, asOf) => searchIn(store, then, request, asOf))
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  return report
}

const searchIn = async (
  store: Store,
  { settings: { policy } }: QueryContext,
  { text, names }: FindRequest,
  asOf: Moment | null,
): Promise<SearchReport | null> => {
  const states = (await store.slots.states()).filter(({ pull }) => pull !== null)
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return null
  const { search, matches } = await firstMatches(store, text, MATCHES_MAX + 1)
  const read = invoiceInSettlementReader(store, states, policy)
  const listed = []
  for (const match of matches.slice(0, MATCHES_MAX)) listed.push(...(await read(match)))
  const invoices = invoiceAnswers(listed, search)
  return {
    merchant: store.merchant.name,
    mode: matches.length === 0 ? null : search.mode,
    from: first.slot.date,
    to: last.slot.date,
    invoices: await hidePersons(store, invoices, names),
    hasMore: matches.length > MATCHES_MAX,
    asOf,
  }
}
