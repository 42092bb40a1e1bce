import { describe, expect, test } from 'vitest'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { IncompleteAttempt } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import type { NotCompared } from '../../src/rules/account/position.ts'
import { type SlotReportFacts, slotAnswer, slotReport } from '../../src/rules/assessment/slot-report.ts'
import { aList, anOpenFinding, aPolicy, aPull, aSettlement, at, cop, slot, someFees, someTotals } from './a.ts'

const discrepancy = (instead: Partial<Discrepancy> = {}) => anOpenFinding({ code: 'COLLECTED_MISMATCH', ...instead })

const read = (settlement: Partial<Settlement> | null, list: Parameters<typeof aList>[0] = {}) => ({
  pull: aPull({ settlement: settlement === null ? null : aSettlement(settlement), list: aList(list) }),
  totals: someTotals(settlement?.invoiceCount === 0 ? { counted: 0, collected: cop(0) } : {}),
})

const ATTEMPT: IncompleteAttempt = {
  slot: slot(),
  at: at('2026-03-14T03:30:00Z'),
  code: 'X',
  reason: 'timed out',
  request: null,
  status: null,
}

const state = (instead: Partial<SlotReportFacts> = {}): SlotReportFacts => ({
  slot: slot(),
  read: read({}),
  incomplete: null,
  discrepancies: [],
  due: true,
  ...instead,
})

const ZEROS = { invoiceCount: 0, collected: cop(0), fees: cop(0), payout: cop(0) }
const overdue = (severity: 'info' | 'error', instead: Partial<Discrepancy> = {}) =>
  discrepancy({ code: 'SETTLEMENT_MISSING', severity, ...instead })
/** Verdict, reason for not comparing, and the difference in pesos (null: nothing was compared). */
const ROWS: readonly (readonly [
  story: string,
  state: Partial<SlotReportFacts>,
  policy: Partial<Policy>,
  verdict: Verdict,
  notCompared: NotCompared | null,
  difference: number | null,
])[] = [
  [
    'failed, but it is the settlement of another slot',
    { read: read({ status: 'error', cycle: '13' }), discrepancies: [discrepancy({ code: 'SLOT_ECHO' })] },
    {},
    'discrepant',
    'echo',
    null,
  ],
  ['not due', { read: null, due: false }, {}, 'not-due', 'unread', null],
  ['due and never read', { read: null }, {}, 'not-pulled', 'unread', null],
  ['never read whole', { read: null, incomplete: ATTEMPT }, {}, 'incomplete', 'unread', null],
  ['agrees', {}, {}, 'reconciled', null, 0],
  ['only warnings', { discrepancies: [discrepancy({ severity: 'warning' })] }, {}, 'reconciled', null, 0],
  ['an error that is resolved', { discrepancies: [discrepancy({ state: 'resolved' })] }, {}, 'reconciled', null, 0],
  [
    'collected is off',
    { read: read({ collected: cop(99_000), payout: cop(97_000) }), discrepancies: [discrepancy({ state: 'new' })] },
    {},
    'discrepant',
    null,
    -1_000,
  ],
  [
    'payout is short',
    { read: read({ payout: cop(97_999.99) }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    null,
    -0.01,
  ],
  [
    'both are off, in opposite directions: the payout is what it should be, and still the figures disagree',
    { read: read({ collected: cop(110_000), payout: cop(98_000) }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    null,
    0,
  ],
  ['off within tolerance', { read: read({ payout: cop(97_999) }) }, { tolerance: cop(1) }, 'reconciled', null, -1],
  [
    'a record in quarantine',
    { read: read({ collected: cop(1), payout: cop(0) }, { malformed: 1 }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    'malformed',
    null,
  ],
  [
    'a gateway whose payout policy leaves alone',
    { read: read({ gateway: true, collected: cop(90_000), payout: cop(1) }), discrepancies: [discrepancy()] },
    { gateway: 'unchecked' },
    'discrepant',
    null,
    null,
  ],
  [
    'the same, with a record in quarantine',
    { read: read({ gateway: true }, { malformed: 1 }), discrepancies: [discrepancy()] },
    { gateway: 'unchecked' },
    'discrepant',
    'malformed',
    null,
  ],
  [
    'the settlement of another slot',
    { read: read({ cycle: '13', payout: cop(1) }), discrepancies: [discrepancy({ code: 'SLOT_ECHO' })] },
    {},
    'discrepant',
    'echo',
    null,
  ],
  ['not final', { read: read({ status: 'processing', payout: cop(1) }) }, {}, 'provisional', 'not-final', null],
  [
    'no settlement yet',
    { read: read(null), discrepancies: [overdue('info')] },
    {},
    'provisional',
    'no-settlement',
    null,
  ],
  [
    'no settlement, overdue',
    { read: read(null), discrepancies: [overdue('error')] },
    {},
    'discrepant',
    'no-settlement',
    null,
  ],
  [
    'no settlement, overdue, and a person accepted it',
    { read: read(null), discrepancies: [overdue('error', { state: 'accepted' })] },
    {},
    'provisional',
    'no-settlement',
    null,
  ],
  [
    'was overdue and is there now',
    { discrepancies: [overdue('error', { state: 'resolved' })] },
    {},
    'reconciled',
    null,
    0,
  ],
  [
    'failed',
    { read: read({ status: 'error', collected: cop(7) }), discrepancies: [discrepancy({ code: 'SETTLEMENT_ERROR' })] },
    {},
    'failed',
    'failed',
    null,
  ],
  ['nothing at all', { read: { ...read(null), totals: read(ZEROS).totals } }, {}, 'empty', 'no-settlement', null],
  ['a final settlement of zeros', { read: read(ZEROS) }, {}, 'empty', null, 0],
  [
    'a settlement of zeros that is not final',
    { read: read({ ...ZEROS, status: 'processing' }) },
    {},
    'provisional',
    'not-final',
    null,
  ],
  [
    'every error accepted',
    { read: read({ payout: cop(1) }), discrepancies: [discrepancy({ state: 'accepted' })] },
    {},
    'accepted',
    null,
    -97_999,
  ],
  [
    'one of two errors accepted',
    { read: read({ payout: cop(1) }), discrepancies: [discrepancy({ state: 'accepted' }), discrepancy()] },
    {},
    'discrepant',
    null,
    -97_999,
  ],
  [
    'not read whole now: the figures are those of the last whole pull',
    { read: read({ payout: cop(1) }), incomplete: ATTEMPT, discrepancies: [discrepancy()] },
    {},
    'incomplete',
    'unread',
    null,
  ],
]

describe('what the reports say of a slot', () => {
  test.each(ROWS)('%s', (_, instead, policy, verdict, notCompared, difference) => {
    const { verdict: said, money } = slotReport('default', state(instead), aPolicy(policy))
    expect([said, money.notCompared, money.difference]).toEqual([
      verdict,
      notCompared,
      difference === null ? null : cop(difference),
    ])
  })
})

test('a slot that was read shows what was read', () => {
  const known = state({ discrepancies: [discrepancy()] })
  expect(slotReport('default', known, aPolicy())).toEqual({
    merchant: 'default',
    slot: slot(),
    verdict: 'discrepant',
    settlement: aSettlement(),
    payout: { rule: 'net', payout: cop(98_000), fromCollected: true },
    totals: someTotals(),
    list: aList(),
    money: expect.objectContaining({ expected: cop(98_000), difference: cop(0) }),
    fees: { charged: cop(2_000), expected: null, difference: null, notCompared: 'no-tariff' },
    discrepancies: [discrepancy()],
    pulledAt: at('2026-03-13T03:30:00Z'),
    incomplete: null,
    arrival: null,
  })
})

test('the answer of a job keeps the sums of a list, and not those by status, method or tariff', () => {
  const read = slotReport('default', state({}), aPolicy())
  const { kept, counted, collected, listed } = someTotals()
  expect(slotAnswer(read)).toEqual({ ...read, totals: { kept, counted, collected, listed } })
  const unread = slotReport('default', state({ read: null }), aPolicy())
  expect(slotAnswer(unread)).toEqual(unread)
})

test('a record that cannot be read leaves the expected fees unknown', () => {
  const expectedOf = (malformed: number) => {
    const { pull } = read({ status: 'processing' }, { malformed })
    const totals = someTotals({ fees: someFees(1_500) })
    return slotReport('default', state({ read: { pull, totals } }), aPolicy()).fees.expected
  }
  expect([0, 1].map(expectedOf)).toEqual([cop(1_500), null])
})
