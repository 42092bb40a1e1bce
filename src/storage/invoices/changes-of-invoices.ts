import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Policy } from '../../domain/policy.ts'
import {
  type InvoiceChange,
  type InvoiceVersion,
  invoiceChanges,
  type ListedInvoice,
  type PullsOfSlot,
} from '../../domain/pull/invoice-in-pull.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { departure } from '../schema.ts'
import { VERSION_COLUMNS, type VersionRow, versionOf } from './versions.ts'
import { IS_ASKED_FOR, versionsOfInvoices } from './versions-of-invoices.ts'

interface Asked {
  readonly slot: number
  readonly first: number
  readonly last: number
}

/** Most invoices of most slots have one version, from the first pull. These are not read. */
const statements = prepared(({ sqlite }) => ({
  changed: sqlite
    .prepare<Asked, string>(
      `SELECT invoice_id FROM version WHERE slot = :slot AND from_pull > :first AND from_pull <= :last
       UNION SELECT invoice_id FROM version WHERE slot = :slot AND to_pull IS NOT NULL AND to_pull <= :last
       ORDER BY invoice_id`,
    )
    .pluck(),
  versions: sqlite
    .prepare<Asked & { readonly ids: string }, VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version
       WHERE slot = :slot AND from_pull <= :last AND ${IS_ASKED_FOR} ORDER BY invoice_id, from_pull`,
    )
    .raw(),
}))

/** The changes to the invoices of a slot by its pulls after the first, in order of invoice id. */
export async function* changesOfInvoices(
  database: MerchantDatabase,
  slot: number,
  pulls: PullsOfSlot,
  policy: Policy,
): AsyncGenerator<readonly InvoiceChange[]> {
  const { first, last } = pulls
  const departures = departuresByInvoice(database, slot, last)
  const changesOf = (versions: readonly InvoiceVersion[]): InvoiceChange[] =>
    invoiceChanges({ versions, departures: departures.get(versions[0]?.invoice.id ?? '') ?? [] }, pulls, policy)
  let waiting: InvoiceVersion[] = []
  const { changed, versions } = statements(database)
  const asked = { slot, first, last }
  for (const rows of versionsOfInvoices(changed.all(asked), versions, asked)) {
    const page: InvoiceChange[] = []
    for (const row of rows) {
      if (waiting[0] !== undefined && waiting[0].invoice.id !== row[3]) {
        page.push(...changesOf(waiting))
        waiting = []
      }
      waiting.push(versionOf(row))
    }
    yield page
    await yieldToEventLoop()
  }
  if (waiting.length > 0) yield changesOf(waiting)
}

const departuresByInvoice = (
  { db }: MerchantDatabase,
  slot: number,
  last: number,
): ReadonlyMap<string, ListedInvoice['departures']> => {
  const rows = db
    .select()
    .from(departure)
    .where(and(eq(departure.slot, slot), lte(departure.pull, last)))
    .orderBy(asc(departure.pull))
    .all()
  const found = new Map<string, ListedInvoice['departures']>()
  for (const { pull, invoiceId, status, ownDate, ownCycle } of rows)
    found.set(invoiceId, [
      ...(found.get(invoiceId) ?? []),
      { pull, departure: { invoiceId, status, ownDate, ownCycle } },
    ])
  return found
}
