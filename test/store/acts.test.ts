import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DispositionIntent } from '../../src/core/findings/act.ts'
import type { Finding } from '../../src/core/findings/discrepancy.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { Slot } from '../../src/core/slot.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { brokenChains } from '../../src/store/maintenance/verify/links.ts'
import type { Store } from '../../src/store/store.ts'
import { aFinding } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, openTestStore, pagesOf, pullNight, SLOT, settlementOf, slotOf } from './night.ts'

const mismatch = (reported: number) =>
  aFinding({
    code: 'PAYOUT_MISMATCH',
    figures: { unit: 'COP', reported: fromCentavos(reported), expected: fromCentavos(1) },
  })

/** One night in which the slot shows these findings, checked and reported. */
const night = async (store: Store, at: number, found: readonly Finding[], slot: Slot = SLOT) => {
  const run = await beginNight(store, `${store.merchant.name}-${at}-${slot.cycle}`, at)
  const pull = await pullNight(store, { run, at, slot, pages: pagesOf([[{ id: 'a', amount: at }]]) })
  await store.findings.record(slot, pull, found)
  const sum = { invoices: 1, amount: settlementOf().collected, paid: settlementOf().collected }
  const totals = { kept: 1, counted: 1, collected: sum.paid, listed: sum, byStatus: new Map(), byMethod: new Map() }
  await store.assessments.record([{ slot, pullId: pull.id, verdict: 'discrepant', totals, rulebook: '1 1' }])
  await store.runs.end(run, { at, exitCode: 3, outcome: 'differs' })
  return pull
}

const idIn = async (store: Store, slot: Slot = SLOT): Promise<string> => {
  const [first] = await store.findings.ofSlot(slot)
  if (first === undefined) throw new Error('nothing was found')
  return first.id
}
const accept = (
  discrepancy: string,
  until: DispositionIntent & { kind: 'accept' } extends { until: infer U } ? U : never = null,
): DispositionIntent => ({
  kind: 'accept',
  discrepancy,
  reason: 'agreed with the operator',
  until,
})
const ANA = { by: 'Ana', at: 50 }
const states = async (store: Store) => (await store.findings.ofSlot(SLOT)).map(({ state }) => state)
const stepsOf = async (store: Store) => {
  const timelines = await store.findings.timelines(SLOT)
  return [...timelines.values()].flat().map(({ event, state, by, why }) => `${event} ${state} ${by} ${why?.en ?? null}`)
}

describe('what people did', () => {
  test('is tied to what came before also when a text has half a surrogate pair, which no database can hold', async () => {
    const path = join(emptyFolder(), 'cuadre.db')
    const store = await openTestStore(path)
    await night(store, 1, [{ ...mismatch(5), message: 'half \ud800' }])
    await store.dispositions.record([{ ...accept(await idIn(store)), reason: 'half \udc00' }], ANA)
    await store.close()
    const { db, close } = openDatabase(path, 'read')
    expect(brokenChains({ db })).toEqual([])
    close()
  })

  test('accepts until the numbers change, and says why it is open again', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    await night(store, 1, [mismatch(5)])
    const acts = await store.dispositions.record([accept(await idIn(store))], ANA)
    expect(acts).toMatchObject([{ kind: 'accept', by: 'Ana', at: 50, number: 3 }])
    expect(await states(store)).toEqual(['accepted'])
    await night(store, 2, [mismatch(5)])
    expect(await states(store)).toEqual(['accepted'])
    await night(store, 3, [mismatch(6)])
    expect(await states(store)).toEqual(['open'])
    expect(await stepsOf(store)).toEqual([
      'found open null null',
      'accepted accepted Ana agreed with the operator',
      'changed open null its numbers changed, and so its acceptance ended',
    ])
    expect(await store.findings.all()).toMatchObject([{ state: 'open' }])
    await store.close()
  })

  test('an acceptance ends by itself after its last day, once, and only where it still held', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    const until = { date: SLOT.date, end: 100 }
    await night(store, 1, [mismatch(5)])
    await night(store, 2, [mismatch(5)], slotOf('2026-03-12', '13'))
    const changes = await idIn(store, slotOf('2026-03-12', '13'))
    await store.dispositions.record([accept(await idIn(store), until), accept(changes, until)], ANA)
    await night(store, 60, [mismatch(6)], slotOf('2026-03-12', '13'))
    expect(await store.dispositions.endDecisions(99)).toEqual([])
    expect(await states(store)).toEqual(['accepted'])
    expect(await store.dispositions.endDecisions(100)).toMatchObject([
      { kind: 'reopen', isAutomatic: true, at: 100, by: 'cuadre', reason: 'its acceptance ended with 2026-03-12' },
    ])
    expect(await store.dispositions.endDecisions(200)).toEqual([])
    expect(await states(store)).toEqual(['open'])
    expect((await stepsOf(store)).at(-1)).toBe('acceptance-ended open cuadre its acceptance ended with 2026-03-12')
    await store.close()
  })

  test('claims until the day that was promised is over, and then it is open again', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    await night(store, 1, [mismatch(5)])
    const until = { date: SLOT.date, end: 100 }
    const claim = { kind: 'claim', discrepancy: await idIn(store), reason: 'asked', ticket: 'PQR-1', until } as const
    expect(await store.dispositions.record([claim], ANA)).toMatchObject([claim])
    expect([await states(store), (await store.findings.errorCount(SLOT)).decided]).toEqual([['claimed'], 1])
    expect(await store.dispositions.endDecisions(99)).toEqual([])
    expect(await store.dispositions.endDecisions(100)).toMatchObject([{ kind: 'reopen', isAutomatic: true }])
    expect((await stepsOf(store)).at(-1)).toBe('claim-ended open cuadre its claim ended with 2026-03-12')
    expect([await states(store), (await store.findings.errorCount(SLOT)).openFigures]).toEqual([['open'], 1])
    await store.close()
  })

  test('all of it or nothing', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    await night(store, 1, [mismatch(5)])
    await expect(store.dispositions.record([accept(await idIn(store)), accept('no such id')], ANA)).rejects.toThrow()
    expect(await states(store)).toEqual(['new'])
    await store.close()
  })

  test('a slot that was acted on is to be judged again, until it was', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    await night(store, 1, [mismatch(5)])
    const acted = async () => (await store.slots.states()).map(({ actedSince }) => actedSince)
    expect(await acted()).toEqual([false])
    await store.dispositions.record([{ kind: 'note', discrepancy: await idIn(store), reason: 'asked' }], ANA)
    expect(await acted()).toEqual([false])
    await store.dispositions.record([accept(await idIn(store))], ANA)
    expect(await acted()).toEqual([true])
    const [state] = await store.slots.states()
    if (!state?.assessment) throw new Error('it was assessed')
    await store.assessments.record([state.assessment])
    expect(await acted()).toEqual([false])
    await store.close()
  })

  test('one merchant knows nothing of another', async () => {
    const path = join(emptyFolder(), 'cuadre.db')
    const one = await openTestStore(path, { merchant: 'one' })
    await night(one, 1, [mismatch(5)])
    await one.dispositions.record([accept(await idIn(one), { date: SLOT.date, end: 100 })], ANA)
    await one.periods.close({ through: SLOT.date, reason: '', isForced: false, ...ANA })
    await one.close()
    const other = await openTestStore(path, { merchant: 'other' })
    await night(other, 1, [mismatch(5)])
    expect(await states(other)).toEqual(['new'])
    expect([await other.periods.closings(), await other.dispositions.endDecisions(100)]).toEqual([[], []])
    await other.close()
  })
})

describe('closing', () => {
  test('each reaches further, and an undoing takes back the last', async () => {
    const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
    const through = async () =>
      (await store.periods.closings()).map((closing) => `${closing.number} ${closing.through}`)
    const close = (date: string, isForced = false) =>
      store.periods.close({ through: slotOf(date, '11').date, reason: isForced ? 'must' : '', isForced, ...ANA })
    await close('2026-01-31')
    const february = await close('2026-02-28', true)
    expect(await through()).toEqual(['1 2026-01-31', '2 2026-02-28'])
    expect((await store.periods.closings())[1]).toEqual(february)
    expect(await store.periods.undo(february, { ...ANA, reason: 'too early' })).toBe(3)
    expect(await through()).toEqual(['1 2026-01-31'])
    await close('2026-02-28')
    expect(await through()).toEqual(['1 2026-01-31', '4 2026-02-28'])
    const past = await store.periods.pastClosings()
    expect(past.map(({ number, undone }) => [number, undone])).toEqual([
      [1, null],
      [2, { ...ANA, number: 3, reason: 'too early' }],
      [4, null],
    ])
    await store.close()
  })
})

describe('the chain', () => {
  const altered = async (statement: string) => {
    const path = join(emptyFolder(), 'cuadre.db')
    const store = await openTestStore(path)
    await night(store, 1, [mismatch(5)])
    await store.dispositions.record([accept(await idIn(store))], ANA)
    await store.dispositions.record([{ kind: 'reopen', discrepancy: await idIn(store), reason: 'no' }], ANA)
    await night(store, 2, [mismatch(6)])
    await store.close()
    const sqlite = new Database(path)
    const triggers = sqlite.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
    for (const name of triggers) sqlite.exec(`DROP TRIGGER ${name}`)
    if (statement !== '') sqlite.exec(statement)
    sqlite.close()
    const { db, close } = openDatabase(path, 'read')
    const broken = brokenChains({ db })
    close()
    return broken.map(({ table, row }) => `${table} ${row}`)
  }
  test.each([
    ['', []],
    ["UPDATE act SET reason = 'other' WHERE number = 3", ['act 3']],
    ["UPDATE act SET by = 'other' WHERE number = 4", ['act 4']],
    ['DELETE FROM act WHERE number = 3', ['act 4']],
    ["UPDATE sighting SET reported = '6' WHERE id = 1", ['sighting 1']],
    ['DELETE FROM sighting WHERE id = 1', ['sighting 2']],
    ["UPDATE sighting SET chain = '' WHERE id = 1", ['sighting 1']],
    ["UPDATE act SET chain = ''", ['act 3']],
  ])('%s', async (statement, broken) => expect(await altered(statement)).toEqual(broken))
})
