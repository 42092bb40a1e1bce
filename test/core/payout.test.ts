import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCentavos } from '../../src/core/money.ts'
import { type PayoutRule, payoutReading, payoutsOfGateway } from '../../src/core/payout.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { aPolicy, aSettlement, cop } from './a.ts'

/** Collected 100,000, fees 2,000, adjustments 500 by default. */
const ROWS: readonly (readonly [
  story: string,
  settlement: Partial<Settlement>,
  policy: Partial<Policy>,
  rule: PayoutRule,
  payout: number | null,
])[] = [
  ['fees are deducted', {}, {}, 'net', 98_500],
  ['fees are billed later', { feesPostpaid: true }, {}, 'gross', 100_500],
  ['billed later and deducted all the same', { feesPostpaid: true }, { postpaidFees: 'deducted' }, 'gross', 98_500],
  ['adjustments are subtracted', {}, { adjustments: 'subtract' }, 'net', 97_500],
  ['subtracted, fees billed later', { feesPostpaid: true }, { adjustments: 'subtract' }, 'gross', 99_500],
  ['gateway by the usual equation', { gateway: true, payout: cop(98_500) }, {}, 'net', 98_500],
  [
    'gateway, postpaid, by the usual equation',
    { gateway: true, feesPostpaid: true, payout: cop(100_500) },
    {},
    'gross',
    100_500,
  ],
  ['gateway that pays collected', { gateway: true, payout: cop(100_000) }, {}, 'gateway-collected', 100_000],
  ['gateway that pays nothing', { gateway: true, payout: cop(0) }, {}, 'gateway-zero', 0],
  [
    'gateway that pays nothing of a centavo',
    { gateway: true, collected: cop(0.01), payout: cop(0) },
    {},
    'gateway-zero',
    0,
  ],
  ['gateway that bills', { gateway: true, payout: cop(-1_500) }, {}, 'gateway-adjustments-less-fees', -1_500],
  [
    'gateway that bills, adjustments subtracted',
    { gateway: true, payout: cop(-2_500) },
    { adjustments: 'subtract' },
    'gateway-adjustments-less-fees',
    -2_500,
  ],
  ['gateway by no reading', { gateway: true, payout: cop(7) }, {}, 'net', 98_500],
  [
    'gateway, nothing collected, pays nothing: that is collected',
    { gateway: true, collected: cop(0), payout: cop(0) },
    {},
    'gateway-collected',
    0,
  ],
  [
    'gateway, less than nothing collected, pays nothing: by no reading',
    { gateway: true, collected: cop(-1), payout: cop(0) },
    {},
    'net',
    -1_501,
  ],
  [
    'gateway without fees or adjustments: the usual equation comes first',
    { gateway: true, fees: cop(0), adjustments: cop(0), payout: cop(100_000) },
    {},
    'net',
    100_000,
  ],
  [
    'gateway, fees as large as adjustments, pays nothing: zero comes before the bill',
    { gateway: true, fees: cop(500), payout: cop(0) },
    {},
    'gateway-zero',
    0,
  ],
  ['gateway held to the usual equation', { gateway: true, payout: cop(0) }, { gateway: 'same' }, 'net', 98_500],
  ['gateway left alone', { gateway: true, payout: cop(98_500) }, { gateway: 'unchecked' }, 'unchecked', null],
  ['only gateways are left alone', {}, { gateway: 'unchecked' }, 'net', 98_500],
]

test.each(ROWS)('%s', (_, settlement, policy, rule, payout) => {
  const reported = aSettlement({ adjustments: cop(500), ...settlement })
  const fromCollected = rule === 'net' || rule === 'gross' || rule === 'gateway-collected'
  const expected = { rule, payout: payout === null ? null : cop(payout), fromCollected }
  expect(payoutReading(reported, aPolicy(policy))).toEqual(expected)
})

test.each([
  [100_000, ['net', 'gateway-collected', 'gateway-zero', 'gateway-adjustments-less-fees']],
  [0, ['net', 'gateway-collected', 'gateway-adjustments-less-fees']],
])('a gateway that collected %d may be read as', (collected, rules) => {
  const settlement = aSettlement({ gateway: true, collected: cop(collected) })
  expect(payoutsOfGateway(settlement, aPolicy()).map(({ rule }) => rule)).toEqual(rules)
})

test('the usual equation is exact, whatever the figures', () => {
  const figure = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(fromCentavos)
  fc.assert(
    fc.property(figure, figure, figure, fc.boolean(), (collected, fees, adjustments, feesPostpaid) => {
      const settlement = aSettlement({ collected, fees, adjustments, feesPostpaid })
      const gross = BigInt(collected) + BigInt(adjustments)
      expect(payoutReading(settlement, aPolicy()).payout).toBe(feesPostpaid ? gross : gross - BigInt(fees))
    }),
  )
})
