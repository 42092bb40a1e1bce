import { join } from 'node:path'
import { BY_EXACT_SUMS } from '../../../src/core/bank/tie-out.ts'
import { fromCentavos, ZERO } from '../../../src/core/money.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { openStoreAsOf } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { aFinding } from '../../core/a.ts'
import { emptyFolder } from '../../empty-folder.ts'
import { fileToImport, invoiceToKeep, statementOf } from '../bank-file.ts'
import { beginNight, openTestStore, pagesOf, pullNight, SLOT, settlementOf, slotOf } from '../night.ts'

export { SLOT }
export const NEVER_PULLED = slotOf('2026-01-01', '11')
export const NEXT_CYCLE = slotOf('2026-03-12', '13')

/** The input of a contract: a store with the story below, and the results of writing it. */
export interface Scene {
  readonly store: Store
  readonly first: Pull
  readonly second: Pull
}

/** A way to open a store with the story. */
export interface Implementation {
  readonly name: string
  readonly open: () => Promise<Scene>
}

export const payoutMismatch = (reported: number) =>
  aFinding({
    code: 'PAYOUT_MISMATCH',
    figures: { unit: 'COP', reported: fromCentavos(reported), expected: ZERO },
  })

/** One night in which a slot is pulled, checked and assessed, and the run ends. */
const night = async (
  store: Store,
  { at, slot = SLOT, items, reported }: { at: number; slot?: typeof SLOT; items: readonly object[]; reported: number },
): Promise<Pull> => {
  const run = await beginNight(store, `run-${at}`, at)
  const settlement = settlementOf({ ...slot, invoiceCount: items.length, payout: fromCentavos(reported) })
  const pages = pagesOf([items as Parameters<typeof pagesOf>[0][number]], `${at}`)
  const pull = await pullNight(store, { run, at, slot, settlement, pages })
  await store.findings.record(slot, pull, [payoutMismatch(reported)])
  const sum = { invoices: 1, amount: ZERO, paid: ZERO }
  const totals = { kept: 1, counted: 1, collected: ZERO, listed: sum, byStatus: new Map(), byMethod: new Map() }
  await store.assessments.record([{ slot, pullId: pull.id, verdict: 'discrepant', totals, rulebook: '1 1' }])
  await store.keys.update()
  await store.runs.end(run, { at, exitCode: 3, outcome: 'discrepancies' })
  return pull
}

const listDate = async (store: Store, runId: string, id: string): Promise<void> => {
  const listing = await store.listings.begin({ date: SLOT.date, runId, at: 1000, isAskedFor: () => true })
  for (const page of pagesOf([[{ id }]], id)) await listing.page(page)
  await listing.commit()
}

/**
 * Night 1 reads a, b and a malformed record; in night 2 b is gone, a is a chargeback, c is new, and the payout differs.
 * Ana claims the mismatch, later accepts it, and closes the day.
 */
const story = async (store: Store): Promise<Omit<Scene, 'store'>> => {
  await store.merchant.belongTo('https://one.example/v1')
  const first = await night(store, {
    at: 1000,
    items: [{ id: 'a' }, { id: 'b', flaws: ['customerName'] }, { id: 'x', broken: 'amount' }, { id: 'a' }],
    reported: 5,
  })
  const second = await night(store, {
    at: 2000,
    items: [
      { id: 'a', status: 'chargeback' },
      { id: 'c', paymentId: 'pay-a' },
    ],
    reported: 6,
  })
  await listDate(store, 'run-2000', 'unlisted')
  await store.pulls.recordIncomplete({
    slot: NEXT_CYCLE,
    at: 2000,
    code: 'UNREACHABLE',
    reason: 'no answer',
    request: null,
    status: null,
    runId: 'run-2000',
  })
  await store.evidence.recordPack({ slot: SLOT, at: 2500, manifest: 'a'.repeat(64), masked: false })
  const [found] = await store.findings.ofSlot(SLOT)
  if (found === undefined) throw new Error('nothing was found')
  await bankStory(store)
  const who = { by: 'Ana', at: 3000 }
  const until = { date: SLOT.date, end: 9000 }
  const claim = { kind: 'claim', discrepancy: found.id, reason: 'asked', ticket: 'PQR-1', until } as const
  await store.dispositions.record([claim], { by: 'Ana', at: 2800 })
  await store.dispositions.record([{ kind: 'accept', discrepancy: found.id, reason: 'agreed', until: null }], who)
  await store.periods.close({ through: SLOT.date, reason: 'March', isForced: true, ...who })
  return { first, second }
}

/** Ana imports a wrong file and voids it, imports a statement, ties its credit to a wrong payout, and undoes the tie. */
const bankStory = async (store: Store): Promise<void> => {
  await store.bank.importFile(fileToImport([statementOf([['2026-03-12', 77]], { account: '456' })], { at: 2550 }))
  const [wrong] = await store.bank.files()
  if (wrong === undefined) throw new Error('nothing was imported')
  await store.bank.voidFile(wrong, [], { by: 'Ana', at: 2560, reason: 'another account' })
  await store.bank.importFile(
    fileToImport([
      statementOf([
        ['2026-03-12', 1000],
        ['2026-03-13', 500, 'PAGO DE OTRO'],
      ]),
    ]),
  )
  const [entry] = await store.bank.entries()
  if (entry === undefined) throw new Error('nothing was imported')
  const tieOf = (payout: number, reason: string) => ({
    payouts: [{ slot: SLOT, payout: fromCentavos(payout) }],
    entries: [entry.id],
    reason,
  })
  await store.bank.tie([tieOf(5, 'the same')], { by: 'Ana', at: 2700 })
  const [tie] = await store.bank.ties()
  if (tie === undefined) throw new Error('nothing was tied')
  await store.bank.untie(tie, { by: 'Ana', at: 2750, reason: 'not the same' })
  await store.bank.tie([tieOf(1000, '')], { by: BY_EXACT_SUMS, at: 2760 })
  const wrongly = await store.operatorInvoices.keep([invoiceToKeep({ number: 'FE-0' })], { by: 'Ana', at: 2770 })
  const mistake = (await store.operatorInvoices.all()).find(({ act }) => wrongly.includes(act.number))
  if (mistake === undefined) throw new Error('no invoice was kept')
  await store.operatorInvoices.void(mistake, { by: 'Ana', at: 2780, reason: 'of another' })
  await store.operatorInvoices.keep([invoiceToKeep()], { by: 'Ana', at: 2790 })
}

/** Rows written after the moment of a snapshot: some of every kind. */
const sequel = async (store: Store): Promise<void> => {
  const [found] = await store.findings.ofSlot(SLOT)
  const [closing] = await store.periods.closings()
  if (found === undefined || closing === undefined) throw new Error('the story was not written')
  const who = { by: 'Eva', at: 4000, reason: 'a mistake' }
  await store.policies.record('{"later":true}', 4000)
  await store.dispositions.record([{ kind: 'reopen', discrepancy: found.id, reason: 'a mistake' }], who)
  await store.periods.undo(closing, who)
  await store.merchant.rename('later', 4000)
  await night(store, { at: 5000, items: [{ id: 'd', paymentId: 'pay-c' }], reported: 7 })
  await night(store, { at: 6000, slot: NEXT_CYCLE, items: [{ id: 'unlisted', paymentId: 'pay-c' }], reported: 8 })
  await listDate(store, 'run-6000', 'newer')
  await store.bank.importFile(fileToImport([statementOf([['2026-03-16', 9]])], { at: 6000 }))
  const tie = (await store.bank.ties()).at(-1)
  if (tie === undefined) throw new Error('nothing was tied')
  await store.bank.untie(tie, { by: 'Eva', at: 6000, reason: 'a mistake' })
  const file = (await store.bank.files()).at(-2)
  if (file === undefined) throw new Error('nothing was imported')
  await store.bank.voidFile(file, [], { by: 'Eva', at: 6000, reason: 'a mistake' })
  const [kept] = await store.operatorInvoices.inForce()
  if (kept === undefined) throw new Error('no invoice was kept')
  await store.operatorInvoices.void(kept, { by: 'Eva', at: 6000, reason: 'a mistake' })
  await store.operatorInvoices.keep([invoiceToKeep({ number: 'FE-2' })], { by: 'Eva', at: 6000 })
  await store.evidence.recordPack({ slot: SLOT, at: 6500, manifest: 'b'.repeat(64), masked: true })
}

const write = async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  let time = 1000
  const store = await openTestStore(path, { clock: () => time })
  const written = await story(store)
  const number = (await store.policies.record('{"last":true}', 3500)).number
  time = 6000
  return { path, store, number, ...written }
}

export const DATABASE: Implementation = { name: 'the database', open: write }

export const SNAPSHOT: Implementation = {
  name: 'a snapshot, after more was written',
  open: async () => {
    const { path, store, number, ...written } = await write()
    await sequel(store)
    await store.close()
    const asOf = { kind: 'number', number } as const
    const snapshot = await openStoreAsOf({ path, merchant: 'later', version: '1' }, asOf)
    return { store: snapshot.store, ...written }
  },
}

export const collect = async <T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}
