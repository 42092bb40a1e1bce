import { join } from 'node:path'
import { ZERO } from '../../src/core/money.ts'
import type { Store } from '../../src/store/store.ts'
import { aFinding } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, type Item, openTestStore, pagesOf, pullNight, SLOT, settlementOf } from './night.ts'

const TWO_PAGES: readonly (readonly Item[])[] = [
  [{ id: 'a' }, { id: 'b' }],
  [{ id: 'c' }, { id: 'x', broken: 'id' }],
]

/**
 * A database with a change, a departure, a repeated list under other cursors, a finding shown and resolved, a date
 * listed without a cycle.
 */
export const nightsInDatabase = async (): Promise<{
  readonly path: string
  readonly store: Store
  readonly run: string
}> => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await store.merchant.belongTo('https://one.example/v1')
  const run = await beginNight(store, 'r1')
  const first = await pullNight(store, { run, pages: pagesOf(TWO_PAGES) })
  const chargeback = aFinding({ code: 'CHARGEBACK', severity: 'warning', subject: 'invoice:a' })
  await store.findings.record(SLOT, first, [chargeback])
  await pullNight(store, { run, pages: pagesOf(TWO_PAGES, 'n') })
  const third = await pullNight(store, {
    run,
    pages: pagesOf([[{ id: 'a', amount: 5 }, { id: 'c' }]]),
    settlement: settlementOf({ status: 'paid' }),
  })
  await store.findings.record(SLOT, third, [])
  const sum = { invoices: 1, amount: ZERO, paid: ZERO }
  const totals = { kept: 1, counted: 1, collected: ZERO, listed: sum, byStatus: new Map(), byMethod: new Map() }
  await store.assessments.record([{ slot: SLOT, pullId: third.id, verdict: 'reconciled', totals, rulebook: '1 1' }])
  await store.evidence.recordPack({ slot: SLOT, at: 4000, manifest: 'a'.repeat(64), masked: false })
  const listing = await store.listings.begin({ date: SLOT.date, runId: run, at: 1000, isAskedFor: () => true })
  for (const page of pagesOf([[{ id: 'a' }], [{ id: 'stray' }]], 'd')) await listing.page(page)
  await listing.commit()
  return { path, store, run }
}
