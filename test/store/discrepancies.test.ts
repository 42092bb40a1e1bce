import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Finding } from '../../src/core/findings/discrepancy.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { Code } from '../../src/rules/registry.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { aFinding } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, openTestStore, pagesOf, pullNight, READER, SLOT, slotOf } from './night.ts'

const finding = (code: Code, reported: number | null, message = 'm') =>
  aFinding({
    code,
    figures: { unit: 'COP', reported: reported === null ? null : fromCentavos(reported), expected: fromCentavos(1) },
    message,
  })
const SUM = { invoices: 1, amount: fromCentavos(1), paid: fromCentavos(1) }
const NO_TOTALS = { kept: 1, counted: 1, collected: SUM.paid, listed: SUM, byStatus: new Map(), byMethod: new Map() }
const P = (reported: number | null, message?: string): Finding => finding('PAYOUT_MISMATCH', reported, message)

/** The findings of a check of a pull; null when the run was killed before its checks. */
type Found = readonly Finding[] | null

/**
 * Each step is a pull at that time (with its content changed or not) and the findings of its check; then `state
 * firstSeen lastSeen reported`.
 */
test.each<[string, readonly (readonly [at: number, changed: boolean, found: Found])[], readonly string[]]>([
  ['first shown', [[1, true, [P(5)]]], ['new 1 1 5']],
  [
    'still shown',
    [
      [1, true, [P(5)]],
      [2, true, [P(5)]],
    ],
    ['open 1 2 5'],
  ],
  [
    'still shown by an unchanged re-pull',
    [
      [1, true, [P(5)]],
      [2, false, [P(5)]],
    ],
    ['open 1 2 5'],
  ],
  [
    'its numbers change',
    [
      [1, true, [P(5)]],
      [2, true, [P(6)]],
    ],
    ['open 1 2 6'],
  ],
  [
    'a number becomes absent',
    [
      [1, true, [P(5)]],
      [2, true, [P(null)]],
    ],
    ['open 1 2 null'],
  ],
  [
    'resolved by the latest',
    [
      [1, true, [P(5)]],
      [2, true, []],
    ],
    ['resolved 1 1 5'],
  ],
  [
    'resolved earlier',
    [
      [1, true, [P(5)]],
      [2, true, []],
      [3, true, []],
    ],
    [],
  ],
  [
    'back again',
    [
      [1, true, [P(5)]],
      [2, true, []],
      [3, true, [P(5)]],
    ],
    ['open 1 3 5'],
  ],
  [
    'shown for a while, then resolved',
    [
      [1, true, [P(5)]],
      [2, true, [P(5)]],
      [3, true, []],
    ],
    ['resolved 1 2 5'],
  ],
  ['two of them, in order of code', [[1, true, [P(5), finding('COLLECTED_MISMATCH', 7)]]], ['new 1 1 7', 'new 1 1 5']],
  ['found twice: the first counts', [[1, true, [P(5), P(6)]]], ['new 1 1 5']],
  [
    'first shown by a pull whose run was killed before its checks',
    [
      [1, true, []],
      [2, true, null],
      [3, false, [P(5)]],
    ],
    ['new 2 3 5'],
  ],
  [
    'found in a content that was checked before, for another reason than the slot itself',
    [
      [1, true, []],
      [2, false, [P(5)]],
    ],
    ['new 2 2 5'],
  ],
  [
    'shown last by a pull that no check looked at',
    [
      [1, true, [P(5)]],
      [2, false, null],
      [3, true, []],
    ],
    ['resolved 1 2 5'],
  ],
  [
    'resolved by a pull that no check looked at',
    [
      [1, true, [P(5)]],
      [2, true, null],
      [3, false, []],
    ],
    ['resolved 1 1 5'],
  ],
  [
    'read twice since, otherwise each time',
    [
      [1, true, [P(5)]],
      [2, true, null],
      [3, true, []],
    ],
    ['resolved 1 1 5'],
  ],
  [
    'resolved by what another slot says',
    [
      [1, true, [P(5)]],
      [2, false, null],
      [3, false, []],
    ],
    ['resolved 1 1 5'],
  ],
])('the life of a discrepancy: %s', async (_, steps, expected) => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  let content = 0
  for (const [at, changed, found] of steps) {
    if (changed) content += 1
    const run = await beginNight(store, `r${at}`, at)
    const pull = await pullNight(store, { run, at, pages: pagesOf([[{ id: 'a', amount: content }]]) })
    if (found === null) continue
    await store.findings.record(SLOT, pull, found)
    await store.assessments.record([
      { slot: SLOT, pullId: pull.id, verdict: 'discrepant', totals: NO_TOTALS, rulebook: '1 1' },
    ])
    await store.runs.end(run, { at, exitCode: 3, outcome: 'differs' })
  }
  const told = (await store.findings.ofSlot(SLOT)).map(
    ({ state, firstSeen, lastSeen, figures }) => `${state} ${firstSeen} ${lastSeen} ${figures.reported}`,
  )
  expect(told).toEqual(expected)
  await store.close()
})

/** A double holds whole numbers to 2^53; from 2^55 on it holds only every eighth. */
test.each([0n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 55n + 1n, 44_999_999_999_999_500n, 2n ** 63n - 1n])(
  'an amount of %d centavos is read as it was written, and its row is proved',
  async (centavos) => {
    const path = join(emptyFolder(), 'cuadre.db')
    const store = await openTestStore(path)
    const run = await beginNight(store, 'r1')
    const pull = await pullNight(store, { run, at: 1, pages: pagesOf([[{ id: 'a' }]]) })
    const found = { ...P(5), amount: fromCentavos(centavos) }
    await store.findings.record(SLOT, pull, [found])
    expect((await store.findings.ofSlot(SLOT)).map(({ amount }) => amount)).toEqual([centavos])
    await store.runs.end(run, { at: 1, exitCode: 3, outcome: 'differs' })
    await store.close()
    expect((await verifyDatabaseFile(path, READER, new AbortController().signal)).damage).toEqual([])
  },
)

test('findings are written while they come: no more than a batch of them waits', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const pull = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  const waiting: number[] = []
  async function* many(): AsyncGenerator<Finding> {
    for (let n = 0; n < 3000; n += 1) {
      if (n % 1000 === 0) waiting.push(n - (await store.findings.ofSlot(SLOT)).length)
      yield { ...P(5), subject: `invoice:${n}` }
    }
  }
  await store.findings.record(SLOT, pull, many())
  expect(Math.max(...waiting)).toBeLessThanOrEqual(500)
  expect(await store.findings.ofSlot(SLOT)).toHaveLength(3000)
  expect(await store.findings.errorCount(SLOT)).toEqual({ open: 3000, openFigures: 3000, decided: 0 })
  await store.findings.record(SLOT, pull, [{ ...P(5), subject: 'invoice:2999' }])
  expect(await store.findings.errorCount(SLOT)).toEqual({ open: 1, openFigures: 1, decided: 0 })
  await store.close()
})

test('checking again the same pull changes nothing, or resolves in place when the policy changed', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const pull = await pullNight(store, { run, at: 1, pages: pagesOf([[{ id: 'a' }]]) })
  await store.findings.record(SLOT, pull, [P(5)])
  const before = await store.findings.ofSlot(SLOT)
  await store.findings.record(SLOT, pull, [P(5)])
  expect(await store.findings.ofSlot(SLOT)).toEqual(before)
  await store.findings.record(SLOT, pull, [])
  expect(await store.findings.ofSlot(SLOT)).toMatchObject([{ state: 'resolved', firstSeen: 1, lastSeen: 1 }])
  expect(await store.findings.slotsWith(['PAYOUT_MISMATCH'])).toEqual([])
  await store.close()
})

test.each([
  ['never ended', null],
  ['ended without its files: the disk was full', 6],
  ['was stopped by a signal', 143],
])('what a run found that %s is new to the next, and what it resolved is resolved', async (_, exitCode) => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const nights = [
    { found: [P(5)], ends: 3 },
    { found: [finding('COLLECTED_MISMATCH', 7)], ends: exitCode },
    { found: [finding('COLLECTED_MISMATCH', 7)], ends: 3 },
  ]
  for (const [index, { found, ends }] of nights.entries()) {
    const run = await beginNight(store, `r${index}`, index)
    const pull = await pullNight(store, { run, at: index, pages: pagesOf([[{ id: 'a', amount: index }]]) })
    await store.findings.record(SLOT, pull, found)
    if (ends !== null) await store.runs.end(run, { at: index, exitCode: ends, outcome: 'differs' })
  }
  expect((await store.findings.ofSlot(SLOT)).map(({ code, state }) => `${code} ${state}`)).toEqual([
    'COLLECTED_MISMATCH new',
    'PAYOUT_MISMATCH resolved',
  ])
  await store.close()
})

test('a discrepancy is known by merchant, slot, code and subject', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const ids = new Set<string>()
  const later = slotOf('2026-03-12', '13')
  for (const merchant of ['default', 'other']) {
    const store = await openTestStore(path, { merchant })
    const run = await beginNight(store, `r-${merchant}`)
    for (const slot of [later, SLOT]) {
      const pull = await pullNight(store, { run, slot, pages: pagesOf([[{ id: 'a' }]]) })
      await store.findings.record(slot, pull, [P(5), { ...P(5), subject: 'list' }])
      for (const { id } of await store.findings.ofSlot(slot)) ids.add(id)
    }
    expect(await store.findings.slotsWith(['PAYOUT_MISMATCH', 'SLOT_ECHO'])).toEqual([SLOT, later])
    expect(await store.findings.slotsWith(['SLOT_ECHO'])).toEqual([])
    await store.close()
  }
  expect(ids.size).toBe(8)
  expect([...ids].every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true)
})

test('figures of every unit come back as they were', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const pull = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  const found: readonly Finding[] = [
    { ...P(1), code: 'COUNT_MISMATCH', figures: { unit: 'invoices', reported: 3, expected: null } },
    {
      ...P(1),
      code: 'COLLECTED_MISMATCH',
      figures: { unit: 'COP', reported: fromCentavos(-(2n ** 70n)), expected: null },
    },
    { ...P(1), code: 'CHARGEBACK', severity: 'info', figures: { unit: null, reported: 'año', expected: null } },
  ]
  await store.findings.record(SLOT, pull, found)
  const told = await store.findings.ofSlot(SLOT)
  expect(told).toHaveLength(3)
  for (const one of found) expect(told).toContainEqual(expect.objectContaining(one))
  await store.close()
})

test('what a sentence is made of comes back as it was, beside what has only its sentence', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const pull = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  const sum = fromCentavos(-(2n ** 70n))
  const own = { date: null, cycle: '11' }
  const cause = { code: 'ROUNDING', detail: 'd', invoices: [], candidates: 1, tiedWith: [], data: { gap: sum } }
  const found: readonly Finding[] = [
    { ...P(1), subject: 'list', data: null },
    { ...P(1), code: 'UNDERPAID', data: {} },
    { ...P(1), code: 'INVOICE_IN_NO_SLOT', data: { own, sums: [sum, null], centavos: 'text', isTold: true } },
    { ...P(1), data: { rule: 'net' }, causes: [cause] },
    { ...P(1), code: 'RENT_TOO_HIGH', data: { rent: sum } },
  ]
  await store.findings.record(SLOT, pull, found)
  const kept = await store.findings.ofSlot(SLOT)
  expect(kept).toHaveLength(found.length)
  for (const one of found) expect(kept).toContainEqual(expect.objectContaining(one))
  await store.close()
  expect((await verifyDatabaseFile(path, READER, new AbortController().signal)).damage).toEqual([])
})
