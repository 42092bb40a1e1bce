import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Invoice } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import type { Assessment } from '../../src/rules/assessment/assess.ts'
import { emptyFolder } from '../empty-folder.ts'
import { changesBetween, rowsOf } from './keeping.ts'
import {
  answerOf,
  begin,
  beginNight,
  type Item,
  invoiceOf,
  invoicesInPull,
  listedBy,
  openTestStore,
  pagesOf,
  pullNight,
  SLOT,
  settlementOf,
} from './night.ts'

test('a pull is read back as it was written, and so is every earlier one', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const first = await pullNight(store, { run, pages: pagesOf([[{ id: 'b' }, { id: 'a' }], [{ id: 'c' }]]), at: 1 })
  const second = await pullNight(store, {
    run,
    pages: pagesOf([[{ id: 'b', amount: 7 }, { id: 'd' }], [{ id: 'c' }]]),
    at: 2,
    settlement: settlementOf({ status: 'paid' }),
  })
  expect(await listedBy(store, first)).toEqual(['a 1000', 'b 1000', 'c 1000'])
  expect(await listedBy(store, second)).toEqual(['b 7', 'c 1000', 'd 1000'])
  expect((await invoicesInPull(store, second)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(await store.pulls.departures(SLOT, second)).toEqual([
    { invoiceId: 'a', status: 'paid', ownDate: '2026-03-13', ownCycle: '13' },
  ])
  expect(
    (await store.settlements.versions(SLOT, second)).map(({ settlement, from }) => [settlement.status, from]),
  ).toEqual([
    ['credited', first.id],
    ['paid', second.id],
  ])
  expect(await store.slots.states()).toEqual([
    { slot: SLOT, pull: second, incomplete: null, assessment: null, actedSince: false },
  ])
  await store.close()
})

test('what could not be read whole is kept as a fact until a whole pull follows', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const request = 'GET /invoices'
  const attempt = {
    slot: SLOT,
    at: 7,
    code: 'UNREACHABLE',
    reason: `${request}: connection refused`,
    request,
    status: null,
  }
  await store.pulls.recordIncomplete({ ...attempt, runId: run })
  expect(await store.slots.states()).toEqual([
    { slot: SLOT, pull: null, incomplete: attempt, assessment: null, actedSince: false },
  ])
  const pull = await pullNight(store, { run, pages: pagesOf([[]]), at: 8 })
  expect(await store.slots.states()).toMatchObject([{ pull: { id: pull.id }, incomplete: null }])
  await store.pulls.recordIncomplete({ ...attempt, at: 9, runId: run })
  expect(await store.slots.states()).toMatchObject([{ pull: { id: pull.id }, incomplete: { at: 9 } }])
  await store.close()
})

test('a departure that was not read is asked for again, one that was is not', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const readTo = async (items: readonly Item[], departed: readonly string[]) => {
    const pull = await begin(store, { run })
    for (const page of pagesOf([items])) await pull.page(page)
    const { left } = await pull.endList()
    for (const invoiceId of departed) {
      const departure = { invoiceId, status: null, ownDate: null, ownCycle: null }
      await pull.departures([{ departure, answer: answerOf('{"error":"gone"}') }])
    }
    await pull.settlement(null, answerOf('{}'), answerOf('{}'))
    return { left, pull: await pull.commit() }
  }
  await readTo([{ id: 'a' }, { id: 'b' }, { id: 'c' }], [])
  expect((await readTo([{ id: 'a' }], ['b'])).left).toEqual(['b', 'c'])
  expect((await readTo([{ id: 'a' }], [])).left).toEqual(['c'])
  expect((await readTo([{ id: 'a' }, { id: 'b' }], ['c'])).left).toEqual(['c'])
  expect((await readTo([{ id: 'a' }, { id: 'b' }], [])).left).toEqual([])
  const { left, pull } = await readTo([{ id: 'a' }], ['b'])
  expect(left).toEqual(['b'])
  expect((await store.pulls.departures(SLOT, pull)).map(({ invoiceId }) => invoiceId)).toEqual(['b', 'c'])
  await store.close()
})

test('facts of a list: pages that miscount, cursors, unknown fields, malformed records', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const [one, two] = pagesOf([[{ id: 'a' }, { id: 'x', broken: 'amount' }], [{ id: 'a', amount: 9 }]])
  if (!one || !two) throw new Error('two pages')
  const pages = [
    { ...one, count: 5, unknownFields: ['total'] },
    { ...two, count: null, cursor: undefined, unknownFields: ['total', 'next'] },
  ]
  const pull = await pullNight(store, { run, pages })
  expect(pull.list).toEqual({
    pages: 2,
    items: 3,
    kept: 1,
    repeated: 1,
    malformed: 1,
    miscountedPages: 1,
    countReported: 6,
    cursorAbsent: true,
    unknownFields: { total: 2, next: 1 },
  })
  expect(await store.pulls.repeats(pull)).toEqual([{ invoiceId: 'a', paid: 9n, copiesDiffer: true }])
  await store.close()
})

test('every field of an invoice and of a settlement comes back as it was', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const largest = 9_007_199_254_740_991n
  const invoice: Invoice = {
    ...invoiceOf({ id: 'ñ\u0000"', extra: '{"x":1}' }),
    status: 'weird',
    amount: fromCentavos(largest),
    paid: fromCentavos(-largest),
    customerName: '',
    flaws: ['createdAt', 'description'],
  }
  const [page] = pagesOf([[{ id: 'a' }]])
  if (!page) throw new Error('one page')
  const settlement = settlementOf({
    payout: fromCentavos(-largest),
    feesPostpaid: true,
    extra: '{}',
    invoiceCount: 2 ** 52,
  })
  const pull = await pullNight(store, {
    run,
    settlement,
    pages: [{ ...page, read: () => [{ kind: 'invoice', invoice }] }],
  })
  expect((await invoicesInPull(store, pull)).map(({ current }) => current)).toEqual([invoice])
  expect(pull.settlement).toEqual(settlement)
  await store.close()
})

test('the policy is numbered when it differs, in one sequence with the pulls; runs are counted', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  expect(await store.runs.lastStart()).toBe(null)
  expect(await store.policies.record('{"a":1}', 1)).toEqual({ number: 1, changed: true })
  expect(await store.policies.record('{"a":1}', 2)).toEqual({ number: 1, changed: false })
  const run = { job: 'run', version: '1', policyNumber: 1 }
  expect(await store.runs.begin({ ...run, id: 'r1', at: 3 })).toBe(1)
  expect(await store.runs.begin({ ...run, id: 'r2', at: 9, job: 'check' })).toBe(2)
  expect(await store.runs.begin({ ...run, id: 'r3', at: 12, job: 'claim' })).toBe(3)
  expect(await store.runs.lastStart()).toBe(9)
  expect((await pullNight(store, { run: 'r1', pages: pagesOf([[]]) })).number).toBe(2)
  expect(await store.policies.record('{"a":2}', 2)).toEqual({ number: 3, changed: true })
  await store.close()
})

test('an assessment is kept when it says something else, and comes back as it was', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const pull = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  const sum = { invoices: 1, amount: fromCentavos(2n ** 60n), paid: fromCentavos(1) }
  const totals: Totals = {
    kept: 1,
    counted: 1,
    collected: fromCentavos(2n ** 70n),
    listed: sum,
    byStatus: new Map([['paid', sum]]),
    byMethod: new Map([
      ['pse', sum],
      ['__proto__', sum],
    ]),
  }
  const assessment: Assessment = { slot: SLOT, pullId: pull.id, verdict: 'reconciled', totals, rulebook: '1 1' }
  await store.assessments.record([assessment])
  const before = rowsOf(path)
  const reversed = new Map([...totals.byMethod].reverse())
  await store.assessments.record([{ ...assessment, totals: { ...totals, byMethod: reversed } }])
  expect(changesBetween(before, rowsOf(path))).toEqual({})
  expect(await store.slots.states()).toMatchObject([{ assessment: { verdict: 'reconciled', totals } }])
  await store.assessments.record([{ ...assessment, verdict: 'discrepant' }])
  expect(await store.slots.states()).toMatchObject([{ assessment: { verdict: 'discrepant', totals } }])
  await store.close()
})
