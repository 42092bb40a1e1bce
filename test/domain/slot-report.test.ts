import { describe, expect, test } from 'vitest'
import { type SlotReportFacts, slotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { IncompleteAttempt } from '../../src/domain/pull/pull.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { aList, aPolicy, aPull, aSettlement, at, cop, slot, someTotals } from './a.ts'

const discrepancy = (instead: Partial<Discrepancy> = {}): Discrepancy => ({
  id: '00',
  slot: slot(),
  state: 'open',
  firstSeen: 0,
  lastSeen: 0,
  ageEnd: 0,
  code: 'COLLECTED_MISMATCH',
  severity: 'error',
  subject: 'settlement',
  figures: { unit: null, reported: null, expected: null },
  message: '',
  data: null,
  amount: null,
  causes: [],
  ...instead,
})

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
const NEITHER = { payout: false, list: false }
const BOTH = { payout: true, list: true }

/** Verdict, what was judged, and the pesos nobody has accounted for (null: not judged). */
const ROWS: readonly (readonly [
  story: string,
  state: Partial<SlotReportFacts>,
  policy: Partial<Policy>,
  verdict: Verdict,
  judged: { payout: boolean; list: boolean },
  unexplained: number | null,
])[] = [
  [
    'failed, but it is the settlement of another slot',
    { read: read({ status: 'error', cycle: '13' }), discrepancies: [discrepancy({ code: 'SLOT_ECHO' })] },
    {},
    'discrepant',
    NEITHER,
    null,
  ],
  ['not due', { read: null, due: false }, {}, 'not-due', NEITHER, null],
  ['due and never read', { read: null }, {}, 'not-pulled', NEITHER, null],
  ['never read whole', { read: null, incomplete: ATTEMPT }, {}, 'incomplete', NEITHER, null],
  ['agrees', {}, {}, 'reconciled', BOTH, 0],
  ['only warnings', { discrepancies: [discrepancy({ severity: 'warning' })] }, {}, 'reconciled', BOTH, 0],
  ['an error that is resolved', { discrepancies: [discrepancy({ state: 'resolved' })] }, {}, 'reconciled', BOTH, 0],
  [
    'collected is off',
    { read: read({ collected: cop(99_000), payout: cop(97_000) }), discrepancies: [discrepancy({ state: 'new' })] },
    {},
    'discrepant',
    BOTH,
    1_000,
  ],
  [
    'payout is short',
    { read: read({ payout: cop(97_999.99) }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    BOTH,
    0.01,
  ],
  [
    'both are off, in opposite directions: they do not cancel',
    { read: read({ collected: cop(110_000), payout: cop(98_000) }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    BOTH,
    20_000,
  ],
  ['off within tolerance', { read: read({ payout: cop(97_999) }) }, { tolerance: cop(1) }, 'reconciled', BOTH, 1],
  [
    'a record in quarantine',
    { read: read({ collected: cop(1), payout: cop(0) }, { malformed: 1 }), discrepancies: [discrepancy()] },
    {},
    'discrepant',
    { payout: true, list: false },
    1_999,
  ],
  [
    'a gateway whose payout policy leaves alone',
    { read: read({ gateway: true, collected: cop(90_000), payout: cop(1) }), discrepancies: [discrepancy()] },
    { gateway: 'unchecked' },
    'discrepant',
    { payout: false, list: true },
    10_000,
  ],
  [
    'the same, with a record in quarantine',
    { read: read({ gateway: true }, { malformed: 1 }), discrepancies: [discrepancy()] },
    { gateway: 'unchecked' },
    'discrepant',
    NEITHER,
    null,
  ],
  [
    'the settlement of another slot',
    { read: read({ cycle: '13', payout: cop(1) }), discrepancies: [discrepancy({ code: 'SLOT_ECHO' })] },
    {},
    'discrepant',
    NEITHER,
    null,
  ],
  ['not final', { read: read({ status: 'processing', payout: cop(1) }) }, {}, 'provisional', NEITHER, null],
  ['no settlement yet', { read: read(null), discrepancies: [overdue('info')] }, {}, 'provisional', NEITHER, null],
  [
    'no settlement, overdue',
    { read: read(null), discrepancies: [overdue('error')] },
    {},
    'discrepant',
    NEITHER,
    100_000,
  ],
  [
    'no settlement, overdue, and a person accepted it',
    { read: read(null), discrepancies: [overdue('error', { state: 'accepted' })] },
    {},
    'provisional',
    NEITHER,
    null,
  ],
  [
    'was overdue and is there now',
    { discrepancies: [overdue('error', { state: 'resolved' })] },
    {},
    'reconciled',
    BOTH,
    0,
  ],
  [
    'failed',
    { read: read({ status: 'error', collected: cop(7) }), discrepancies: [discrepancy({ code: 'SETTLEMENT_ERROR' })] },
    {},
    'failed',
    NEITHER,
    100_000,
  ],
  ['nothing at all', { read: { ...read(null), totals: read(ZEROS).totals } }, {}, 'empty', NEITHER, null],
  ['a final settlement of zeros', { read: read(ZEROS) }, {}, 'empty', BOTH, 0],
  [
    'a settlement of zeros that is not final',
    { read: read({ ...ZEROS, status: 'processing' }) },
    {},
    'provisional',
    NEITHER,
    null,
  ],
  [
    'every error accepted',
    { read: read({ payout: cop(1) }), discrepancies: [discrepancy({ state: 'accepted' })] },
    {},
    'accepted',
    BOTH,
    0,
  ],
  [
    'one of two errors accepted',
    { read: read({ payout: cop(1) }), discrepancies: [discrepancy({ state: 'accepted' }), discrepancy()] },
    {},
    'discrepant',
    BOTH,
    97_999,
  ],
  [
    'not read whole now: the figures are those of the last whole pull',
    { read: read({ payout: cop(1) }), incomplete: ATTEMPT, discrepancies: [discrepancy()] },
    {},
    'incomplete',
    BOTH,
    97_999,
  ],
]

describe('what the reports say of a slot', () => {
  test.each(ROWS)('%s', (_, instead, policy, verdict, judged, unexplained) => {
    const report = slotReport('default', state(instead), aPolicy(policy))
    expect([report.verdict, report.judged, report.unexplained]).toEqual([
      verdict,
      judged,
      unexplained === null ? null : cop(unexplained),
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
    payout: { rule: 'net', payout: cop(98_000) },
    totals: someTotals(),
    list: aList(),
    judged: BOTH,
    unexplained: cop(0),
    discrepancies: [discrepancy()],
    pulledAt: at('2026-03-13T03:30:00Z'),
    incomplete: null,
  })
})

test('a slot that was never read whole shows why, and no figures', () => {
  expect(slotReport('default', state({ read: null, incomplete: ATTEMPT }), aPolicy())).toEqual({
    merchant: 'default',
    slot: slot(),
    verdict: 'incomplete',
    settlement: null,
    payout: null,
    totals: null,
    list: null,
    judged: NEITHER,
    unexplained: null,
    discrepancies: [],
    pulledAt: null,
    incomplete: ATTEMPT,
  })
})

test('a slot without a settlement has totals and no payout', () => {
  const report = slotReport('default', state({ read: read(null) }), aPolicy())
  expect([report.settlement, report.payout, report.totals]).toEqual([null, null, someTotals()])
})
