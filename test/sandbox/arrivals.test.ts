import { expect, test } from 'vitest'
import { arrivalsOf } from '../../src/sandbox/bank/sandbox-statement.ts'
import type { SettlementRow } from '../../src/sandbox/settlements/settlements.ts'

const CYCLES = ['11', '13', '16', '18', '20']

const settlementAt = (index: number, given: Partial<SettlementRow> = {}): SettlementRow => ({
  merchant: 1,
  date: `2026-03-${String(2 + Math.floor(index / CYCLES.length)).padStart(2, '0')}`,
  cycle: CYCLES[index % CYCLES.length] ?? '',
  status: 'credited',
  invoices: 1,
  collected: 100_000 + index,
  fees: 0,
  fees_postpaid: 1,
  adjustments: 0,
  gateway: 0,
  payout: 100_000 + index,
  opened_at: index,
  next_at: null,
  fails: 0,
  patch: null,
  ...given,
})
const nights = Array.from({ length: 70 }, (_, index) => index)
const paidOut = nights.map((index) => settlementAt(index))

test('no entry of a day disappears when later payouts are made', () => {
  for (const count of nights) {
    const [before, now] = [arrivalsOf(paidOut.slice(0, count)), arrivalsOf(paidOut.slice(0, count + 1))]
    expect(now.entries).toEqual(expect.arrayContaining([...before.entries]))
    expect(now.troubles).toEqual(expect.arrayContaining([...before.troubles]))
  }
})

test('a payout that is made after later ones changes no entry of theirs', () => {
  for (const status of ['processing', 'paid'] as const) {
    const waiting = paidOut.map((settlement, index) => (index === 9 ? settlementAt(9, { status }) : settlement))
    expect(arrivalsOf(paidOut).entries).toEqual(expect.arrayContaining([...arrivalsOf(waiting).entries]))
  }
})

test.each([
  ['the first', 2],
  ['the second', 3],
])('two payouts that are joined arrive once both are made, and not while %s waits', (_, waits) => {
  const four = paidOut.slice(0, 4)
  const waiting = four.map((settlement, index) =>
    index === waits ? settlementAt(index, { status: 'processing' }) : settlement,
  )
  expect(arrivalsOf(waiting).entries).toHaveLength(2)
  expect(arrivalsOf(four)).toMatchObject({
    entries: [{}, {}, { centavos: 20_000_500 }],
    troubles: [{ kind: 'joined', slots: ['2026-03-02 16', '2026-03-02 18'] }],
  })
})

test('settlements without a payout, and those that fail, arrive never', () => {
  const failing = [settlementAt(0, { payout: 0 }), settlementAt(1, { fails: 1, status: 'processing' })]
  expect(arrivalsOf([...failing, settlementAt(2, { status: 'error' })])).toEqual({ entries: [], troubles: [] })
})
