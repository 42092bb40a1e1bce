import { expect, test } from 'vitest'
import { chargebackBalance } from '../../src/domain/chargeback-balance.ts'
import type { ChargebackSeen } from '../../src/domain/chargebacks.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { Pull } from '../../src/domain/pull.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

/** March 2026. */
const DAYS = { from: slot('2026-03-01').date, to: slot('2026-03-31').date }

const seen = (date: string, turned: string | null = null, pesos = 8_000): ChargebackSeen => ({
  slot: slot(date),
  paid: cop(pesos),
  turnedAt: turned === null ? null : at(turned),
})

const adjusted = (
  date: string,
  pesos: number,
  instead: Partial<Settlement> = {},
): Pick<Pull, 'slot' | 'settlement'> => ({
  slot: slot(date),
  settlement: aSettlement({ date, adjustments: cop(pesos), ...instead }),
})

type Row = readonly [
  string,
  ChargebackSeen[],
  Pick<Pull, 'slot' | 'settlement'>[],
  Partial<Policy>,
  { seen: number; paid: number; adjustments: number; unexplained: number },
]

const ROWS: readonly Row[] = [
  ['nothing at all', [], [], {}, { seen: 0, paid: 0, adjustments: 0, unexplained: 0 }],
  [
    'a chargeback that an adjustment debited',
    [seen('2026-03-05', '2026-03-20T12:00:00Z')],
    [adjusted('2026-03-27', -8_000), adjusted('2026-03-28', 0)],
    {},
    { seen: 1, paid: 8_000, adjustments: -8_000, unexplained: 0 },
  ],
  [
    'the same where adjustments are subtracted',
    [seen('2026-03-05', '2026-03-20T12:00:00Z')],
    [adjusted('2026-03-27', 8_000)],
    { adjustments: 'subtract' },
    { seen: 1, paid: 8_000, adjustments: 8_000, unexplained: 0 },
  ],
  [
    'not debited yet: it will be next month',
    [seen('2026-03-05', '2026-03-20T12:00:00Z')],
    [adjusted('2026-04-01', -8_000)],
    {},
    { seen: 1, paid: 8_000, adjustments: 0, unexplained: 8_000 },
  ],
  [
    'more was taken than was charged back',
    [seen('2026-03-05')],
    [adjusted('2026-03-06', -8_000), adjusted('2026-03-07', -500.5)],
    {},
    { seen: 1, paid: 8_000, adjustments: -8_500.5, unexplained: -500.5 },
  ],
  [
    'of an older slot, and read so on the last evening of the month in Bogota',
    [seen('2025-11-05', '2026-04-01T04:59:59Z')],
    [],
    {},
    { seen: 1, paid: 8_000, adjustments: 0, unexplained: 8_000 },
  ],
  [
    'of this month, and read so in the next',
    [seen('2026-03-05', '2026-04-01T05:00:00Z')],
    [],
    {},
    { seen: 0, paid: 0, adjustments: 0, unexplained: 0 },
  ],
  [
    'from its first reading, in slots on the edges and outside',
    [
      seen('2026-03-01', null, 1),
      seen('2026-03-31', null, 2),
      seen('2026-02-28', null, 4),
      seen('2026-04-01', null, 8),
    ],
    [],
    {},
    { seen: 2, paid: 3, adjustments: 0, unexplained: 3 },
  ],
  [
    'a settlement that answers for another date, and one that is not there, adjust nothing',
    [],
    [adjusted('2026-03-05', -8_000, { date: '2026-03-04' }), { slot: slot('2026-03-06'), settlement: null }],
    {},
    { seen: 0, paid: 0, adjustments: 0, unexplained: 0 },
  ],
]

test.each(ROWS)('%s', (_, chargebacks, pulls, policy, { seen: number, paid, adjustments, unexplained }) => {
  expect(chargebackBalance(chargebacks, pulls, DAYS, { policy: aPolicy(policy), zone: BOGOTA })).toEqual({
    ...DAYS,
    seen: number,
    paid: cop(paid),
    adjustments: cop(adjustments),
    unexplained: cop(unexplained),
  })
})
