import { expect, test } from 'vitest'
import type { Policy } from '../../src/core/policy.ts'
import type { ListFacts } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { type Gaps, gapsOf } from '../../src/rules/assessment/gaps.ts'
import { aList, aPolicy, aSettlement, cop, slot, someTotals } from './a.ts'

type Row = readonly [
  story: string,
  settlement: Partial<Settlement> | null,
  list: Partial<ListFacts>,
  policy: Partial<Policy>,
  gaps: Gaps,
]

const NONE: Gaps = { payout: null, list: null }
const AGREES = { collected: cop(0), count: 0 }

const ROWS: readonly Row[] = [
  ['agrees', {}, {}, {}, { payout: cop(0), list: AGREES }],
  ['paid too little', { payout: cop(97_000) }, {}, {}, { payout: cop(-1_000), list: AGREES }],
  ['one invoice more', { invoiceCount: 2 }, {}, {}, { payout: cop(0), list: { collected: cop(0), count: 1 } }],
  ['a record cannot be read', {}, { malformed: 1 }, {}, { payout: cop(0), list: null }],
  ['a gateway left unchecked', { gateway: true }, {}, { gateway: 'unchecked' }, { payout: null, list: AGREES }],
  ['not final', { status: 'processing' }, {}, {}, NONE],
  ['no settlement', null, {}, {}, NONE],
]

test.each(ROWS)('the gaps that causes close: %s', (_, settlement, list, policy, gaps) => {
  const read = { slot: slot(), settlement: settlement && aSettlement(settlement), list: aList(list) }
  expect(gapsOf(read, someTotals(), aPolicy(policy))).toEqual(gaps)
})
