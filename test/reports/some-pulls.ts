import type { PastPull } from '../../src/core/pull/pull.ts'
import { aSettlement, at, cop } from '../core/a.ts'

const PULL: PastPull = {
  id: 1,
  number: 3,
  at: at('2026-03-02T22:30:00-05:00'),
  incomplete: null,
  verdict: 'provisional',
  checkedAfter: null,
  settlement: null,
  invoices: { added: 2, left: 0, changed: 0 },
}

/**
 * A first reading, an identical one, one with a new settlement, one with a changed payout, an attempt, and one with a
 * changed list.
 */
export const somePulls = (): readonly PastPull[] => [
  PULL,
  { ...PULL, id: 2, number: 5, at: at('2026-03-03T22:30:00-05:00'), invoices: { added: 0, left: 0, changed: 0 } },
  {
    ...PULL,
    id: 3,
    number: 7,
    at: at('2026-03-04T22:30:00-05:00'),
    verdict: 'discrepant',
    settlement: aSettlement({ status: 'processing' }),
    invoices: { added: 0, left: 1, changed: 0 },
  },
  {
    ...PULL,
    id: 4,
    number: null,
    at: at('2026-03-05T22:30:00-05:00'),
    verdict: null,
    incomplete: { code: 'HTTP', reason: 'it answered 503' },
    invoices: { added: 0, left: 0, changed: 0 },
  },
  {
    ...PULL,
    id: 5,
    number: 9,
    at: at('2026-03-06T22:30:00-05:00'),
    verdict: 'discrepant',
    settlement: aSettlement({ payout: cop(97_000), gateway: true }),
    invoices: { added: 1, left: 0, changed: 2 },
  },
  {
    ...PULL,
    id: 6,
    number: 12,
    at: at('2026-03-07T22:30:00-05:00'),
    verdict: null,
    settlement: aSettlement({ payout: cop(97_000), gateway: true }),
    invoices: { added: 0, left: 0, changed: 0 },
  },
]
