import { describe, expect, test } from 'vitest'
import { cop } from '../../core/a.ts'
import { causesFor, causesIn, evidenceOf, type Told } from './told.ts'

/** Collected 600,000, fees 6,000: 594,000 is right by default. */
const reported = (payout: number, instead: Told['reported'] = {}): Told => ({
  reported: { payout: cop(payout), ...instead },
})
const J = { adjustments: cop(-50_000) }
const POSTPAID = { feesPostpaid: true }

const ROWS: readonly (readonly [wrong: string, told: Told, codes: string])[] = [
  ['no gap, no cause', reported(594_000), ''],
  ['a gap that nothing closes', reported(594_002), ''],

  ['adjustments with the other sign', reported(644_000, J), 'ADJUSTMENTS_OTHER_SIGN'],
  [
    'the same where policy subtracts them',
    { ...reported(544_000, J), policy: { adjustments: 'subtract' } },
    'ADJUSTMENTS_OTHER_SIGN',
  ],
  ['adjustments with the other sign, off by a centavo', reported(644_000.01, J), ''],

  ['fees not deducted, beside adjustments', reported(550_000, J), 'FEES_NOT_DEDUCTED'],
  [
    'postpaid fees that policy deducts, not deducted',
    { ...reported(550_000, { ...J, ...POSTPAID }), policy: { postpaidFees: 'deducted' } },
    'FEES_NOT_DEDUCTED',
  ],
  ['without adjustments that is all that was collected', reported(600_000), 'FEES_NOT_DEDUCTED PAYOUT_IS_COLLECTED'],

  ['postpaid fees deducted after all', reported(594_000, POSTPAID), 'POSTPAID_FEES_DEDUCTED'],
  ['the same beside adjustments', reported(544_000, { ...J, ...POSTPAID }), 'POSTPAID_FEES_DEDUCTED'],
  ['postpaid fees left alone are right', reported(600_000, POSTPAID), ''],

  ['adjustments ignored', reported(594_000, J), 'ADJUSTMENTS_IGNORED'],
  [
    'ignored, of postpaid fees: all that was collected',
    reported(600_000, { ...J, ...POSTPAID }),
    'ADJUSTMENTS_IGNORED PAYOUT_IS_COLLECTED',
  ],

  ['fees added', reported(606_000), 'FEES_ADDED'],
  ['postpaid fees added', reported(606_000, POSTPAID), 'FEES_ADDED'],
  ['fees added beside adjustments', reported(556_000, J), 'FEES_ADDED'],

  ['all that was collected, beside adjustments', reported(600_000, J), 'PAYOUT_IS_COLLECTED'],
  [
    'adjustments as large as the fees: four readings are one',
    reported(600_000, { adjustments: cop(-6_000) }),
    'ADJUSTMENTS_OTHER_SIGN FEES_ADDED PAYOUT_IS_COLLECTED',
  ],

  ['nothing paid out', reported(0), 'PAYOUT_IS_ZERO'],
  ['nothing was due, and nothing paid out', reported(0, { collected: cop(0), fees: cop(0) }), ''],
  ['below zero, and nothing paid out', reported(0, { adjustments: cop(-700_000) }), 'PAYOUT_IS_ZERO CLAMPED_AT_ZERO'],
  ['below zero, and reported so', reported(-106_000, { adjustments: cop(-700_000) }), ''],
  ['below zero, and something else paid out', reported(1_000, { adjustments: cop(-700_000) }), ''],
  [
    'fees of all that was collected, not deducted',
    reported(600_000, { fees: cop(600_000) }),
    'FEES_NOT_DEDUCTED PAYOUT_IS_COLLECTED',
  ],

  ['tax on fees without a rate', reported(592_860), ''],
  ['tax on fees', { ...reported(592_860), policy: { taxOnFeesRate: 19 } }, 'TAX_ON_FEES'],
  ['a rate with no gap', { ...reported(594_000), policy: { taxOnFeesRate: 19 } }, ''],
  [
    'a rate, no fees and no gap: no tax either',
    { ...reported(600_000, { fees: cop(0) }), policy: { taxOnFeesRate: 19 } },
    '',
  ],
  ['another rate', { ...reported(592_860), policy: { taxOnFeesRate: 16 } }, ''],
  ['paid too much by the tax', { ...reported(595_140), policy: { taxOnFeesRate: 19 } }, ''],
  ['to the centavo', { ...reported(593_984.47, { fees: cop(15) }), policy: { taxOnFeesRate: 3.5 } }, ''],
  [
    'to the centavo, half upwards',
    { ...reported(599_984.47, { fees: cop(15) }), policy: { taxOnFeesRate: 3.5 } },
    'TAX_ON_FEES ROUNDING',
  ],
  [
    'to the whole peso',
    { ...reported(599_984, { fees: cop(15) }), policy: { taxOnFeesRate: 3.5 } },
    'TAX_ON_FEES ROUNDING',
  ],
  [
    'on fees below zero it is given back',
    { ...reported(600_015.53, { fees: cop(-15) }), policy: { taxOnFeesRate: 3.5 } },
    'TAX_ON_FEES ROUNDING',
  ],

  ['half a peso for each of three invoices', reported(594_001.5), 'ROUNDING'],
  ['a centavo more', reported(594_001.51), ''],
  ['too little by as much', reported(593_998.5), 'ROUNDING'],
  ['no invoices, no rounding', reported(594_000.5, { invoiceCount: 0 }), ''],
  ['fewer than none, no rounding', reported(594_000.5, { invoiceCount: -5 }), ''],

  [
    'a gateway payout that policy leaves unchecked',
    { ...reported(0, { gateway: true }), policy: { gateway: 'unchecked' } },
    '',
  ],
]

describe('causes of a payout that is off', () => {
  test.each(ROWS)('%s', (_, told, codes) => {
    expect(
      causesIn(told, 'payout')
        .map(([code]) => code)
        .join(' '),
    ).toBe(codes)
  })

  test('each names no invoice, and fits in one way', () => {
    expect(causesIn(reported(600_000), 'payout')).toEqual([
      ['FEES_NOT_DEDUCTED', 1, ''],
      ['PAYOUT_IS_COLLECTED', 1, ''],
    ])
  })

  test('those that close one gap are tied', () => {
    const ties = causesFor(evidenceOf(reported(600_000, { adjustments: cop(-6_000) })), 'payout')
    expect(ties.map(({ code, tiedWith }) => [code, ...tiedWith])).toEqual([
      ['ADJUSTMENTS_OTHER_SIGN', 'FEES_ADDED', 'PAYOUT_IS_COLLECTED'],
      ['FEES_ADDED', 'ADJUSTMENTS_OTHER_SIGN', 'PAYOUT_IS_COLLECTED'],
      ['PAYOUT_IS_COLLECTED', 'ADJUSTMENTS_OTHER_SIGN', 'FEES_ADDED'],
    ])
  })

  test('what is nothing tells nothing, and that is said', () => {
    const [first] = causesFor(evidenceOf(reported(600_000)), 'payout')
    expect(first?.detail).toBe(
      'fees of COP 6,000 were not deducted from the payout; adjustments are 0, which says nothing of their sign',
    )
    const [ignored] = causesFor(evidenceOf(reported(600_000, { ...J, fees: cop(0) })), 'payout')
    expect(ignored?.detail).toBe(
      'adjustments of -COP 50,000 did not go into the payout; fees are 0, which says nothing of whether postpaid fees are deducted',
    )
  })
})
