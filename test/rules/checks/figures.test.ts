import { expect, test } from 'vitest'
import {
  collectedMismatch,
  countMismatch,
  feesMismatch,
  gatewayReading,
  invoicesMissing,
  payoutMismatch,
  payoutRuleInWords,
  withinTolerance,
} from '../../../src/rules/checks/figures.ts'
import { aList, aPolicy, aPull, type aSettlement, cop, someFees, someTotals } from '../../core/a.ts'
import { reported, table } from './table.ts'

const mismatch = (p: number, r: number) => ['PAYOUT_MISMATCH', 'error', 'settlement', p, r, p - r]

table(
  'the payout is collected, less fees, plus adjustments',
  [payoutMismatch, withinTolerance],
  [
    ['it is', {}, null],
    ['a peso short', reported({ payout: cop(97_999) }), mismatch(97_999, 98_000)],
    [
      'a centavo over',
      reported({ payout: cop(98_000.01) }),
      ['PAYOUT_MISMATCH', 'error', 'settlement', 98_000.01, 98_000, 0.01],
    ],
    ['adjusted', reported({ adjustments: cop(-8_000), payout: cop(90_000) }), null],
    ['adjustment left out', reported({ adjustments: cop(-8_000) }), mismatch(98_000, 90_000)],
    [
      'adjustments are subtracted, by policy',
      { ...reported({ adjustments: cop(8_000), payout: cop(90_000) }), policy: aPolicy({ adjustments: 'subtract' }) },
      null,
    ],
    ['postpaid, fees billed later', reported({ feesPostpaid: true, payout: cop(100_000) }), null],
    ['postpaid, fees deducted all the same', reported({ feesPostpaid: true }), mismatch(98_000, 100_000)],
    [
      'postpaid, deducted by policy',
      { ...reported({ feesPostpaid: true }), policy: aPolicy({ postpaidFees: 'deducted' }) },
      null,
    ],
    ['gateway that pays collected', reported({ gateway: true, payout: cop(100_000) }), null],
    ['gateway that pays nothing', reported({ gateway: true, payout: cop(0) }), null],
    [
      'gateway that pays collected, within tolerance',
      { ...reported({ gateway: true, payout: cop(99_999.99) }), policy: aPolicy({ tolerance: cop(1) }) },
      ['WITHIN_TOLERANCE', 'info', 'settlement.payout', 99_999.99, 100_000, -0.01],
    ],
    ['gateway that fits no reading', reported({ gateway: true, payout: cop(5) }), mismatch(5, 98_000)],
    [
      'gateway held to the usual equation by policy',
      { ...reported({ gateway: true, payout: cop(0) }), policy: aPolicy({ gateway: 'same' }) },
      mismatch(0, 98_000),
    ],
    [
      'gateway left alone by policy',
      { ...reported({ gateway: true, payout: cop(5) }), policy: aPolicy({ gateway: 'unchecked' }) },
      null,
    ],
    [
      'within tolerance',
      { ...reported({ payout: cop(97_999) }), policy: aPolicy({ tolerance: cop(1) }) },
      ['WITHIN_TOLERANCE', 'info', 'settlement.payout', 97_999, 98_000, -1],
    ],
    [
      'over, within tolerance',
      { ...reported({ payout: cop(98_001) }), policy: aPolicy({ tolerance: cop(1) }) },
      [
        'WITHIN_TOLERANCE',
        'info',
        'settlement.payout',
        98_001,
        98_000,
        1,
        'payout is off by COP 1, which the setting toleranceCop allows',
      ],
    ],
    [
      'a centavo beyond tolerance',
      { ...reported({ payout: cop(97_998.99) }), policy: aPolicy({ tolerance: cop(1) }) },
      ['PAYOUT_MISMATCH', 'error', 'settlement', 97_998.99, 98_000, -1.01],
    ],
    ['not final: not judged', reported({ status: 'processing', payout: cop(5) }), null],
    ['failed: not judged', reported({ status: 'error', payout: cop(5) }), null],
    ['of another cycle: not judged', reported({ cycle: '13', payout: cop(5) }), null],
    [
      'under an unknown label: judged',
      reported({ cycle: '1', payout: cop(5) }),
      [
        'PAYOUT_MISMATCH',
        'error',
        'settlement',
        5,
        98_000,
        -97_995,
        'the operator paid out COP 5 (paymentAmount); its own figures give COP 98,000 (net)',
      ],
    ],
    [
      'a record in quarantine: its own figures are judged all the same',
      { ...reported({ payout: cop(5) }), pull: aPull({ list: aList({ malformed: 1 }) }) },
      mismatch(5, 98_000),
    ],
    [
      'final by policy',
      { ...reported({ status: 'closed', payout: cop(5) }), policy: aPolicy({ finalStatuses: ['closed'] }) },
      mismatch(5, 98_000),
    ],
    ['of another slot: not judged', reported({ date: '2026-03-11', payout: cop(5) }), null],
    ['no settlement', { settlement: null }, null],
  ],
)

const sumOf = (invoices: number) => ({ invoices, amount: cop(100_000), paid: cop(100_000) })
const PAID = ['paid', sumOf(1)] as const
const STRANGE = [
  ['settled', sumOf(1)],
  ['PAID', sumOf(2)],
] as const

table(
  'collected is the sum of the invoices that count',
  [collectedMismatch, withinTolerance],
  [
    ['it is', {}, null],
    [
      'one invoice too many in the statement',
      reported({ collected: cop(1_950_000) }),
      ['COLLECTED_MISMATCH', 'error', 'settlement', 1_950_000, 100_000, 1_850_000],
    ],
    [
      'a centavo less',
      reported({ collected: cop(99_999.99) }),
      [
        'COLLECTED_MISMATCH',
        'error',
        'settlement',
        99_999.99,
        100_000,
        -0.01,
        'reported as collected (amountCollected): COP 99,999.99; its one paid invoice is of COP 100,000',
      ],
    ],
    [
      'two invoices count',
      { totals: someTotals({ counted: 2, collected: cop(90_000) }) },
      [
        'COLLECTED_MISMATCH',
        'error',
        'settlement',
        100_000,
        90_000,
        10_000,
        'reported as collected (amountCollected): COP 100,000; its 2 paid invoices total COP 90,000',
      ],
    ],
    [
      'a centavo beyond tolerance',
      { ...reported({ collected: cop(99_999.49) }), policy: aPolicy({ tolerance: cop(0.5) }) },
      ['COLLECTED_MISMATCH', 'error', 'settlement', 99_999.49, 100_000, -0.51],
    ],
    [
      'listed, and none counts',
      { totals: someTotals({ counted: 0, collected: cop(0) }) },
      ['COLLECTED_MISMATCH', 'error', 'settlement', 100_000, 0, 100_000],
    ],
    [
      'nothing listed and no invoice reported, but money',
      {
        ...reported({ invoiceCount: 0 }),
        pull: aPull({ list: aList({ items: 0 }) }),
        totals: someTotals({ counted: 0, collected: cop(0) }),
      },
      ['COLLECTED_MISMATCH', 'error', 'settlement', 100_000, 0, 100_000],
    ],
    [
      'within tolerance',
      { ...reported({ collected: cop(100_000.5), payout: cop(98_000.5) }), policy: aPolicy({ tolerance: cop(0.5) }) },
      ['WITHIN_TOLERANCE', 'info', 'settlement.collected', 100_000.5, 100_000, 0.5],
    ],
    [
      'a record in quarantine: not judged',
      { ...reported({ collected: cop(1) }), pull: aPull({ list: aList({ malformed: 1 }) }) },
      null,
    ],
    [
      'nothing listed: told otherwise',
      { ...reported({ collected: cop(1) }), pull: aPull({ list: aList({ items: 0 }) }) },
      null,
    ],
    ['not final: not judged', reported({ status: 'processing', collected: cop(1) }), null],
    [
      'invoices in statuses nobody documented are told',
      { ...reported({ collected: cop(300_000) }), totals: someTotals({ byStatus: new Map([PAID, ...STRANGE]) }) },
      [
        'COLLECTED_MISMATCH',
        'error',
        'settlement',
        300_000,
        100_000,
        200_000,
        'reported as collected (amountCollected): COP 300,000; its one paid invoice is of COP 100,000; 3 invoices with unknown statuses (PAID, settled) were not counted',
      ],
    ],
    [
      'of many such statuses the first three are named',
      {
        ...reported({ collected: cop(300_000) }),
        totals: someTotals({
          byStatus: new Map([PAID, ...['d', 'c', 'b', 'a'].map((status) => [status, sumOf(1)] as const)]),
        }),
      },
      [
        'COLLECTED_MISMATCH',
        'error',
        'settlement',
        300_000,
        100_000,
        200_000,
        'reported as collected (amountCollected): COP 300,000; its one paid invoice is of COP 100,000; 4 invoices with unknown statuses (a, b, c, ...) were not counted',
      ],
    ],
  ],
)

table('the settlement has as many invoices as count', countMismatch, [
  ['it has', {}, null],
  ['one more', reported({ invoiceCount: 2 }), ['COUNT_MISMATCH', 'error', 'settlement', 2, 1, 1]],
  ['one fewer', reported({ invoiceCount: 0 }), ['COUNT_MISMATCH', 'error', 'settlement', 0, 1, -1]],
  [
    'one of two',
    { totals: someTotals({ counted: 2 }) },
    [
      'COUNT_MISMATCH',
      'error',
      'settlement',
      1,
      2,
      -1,
      'the settlement reports 1 invoice (numberOfInvoices); 2 listed invoices count',
    ],
  ],
  [
    'a record in quarantine: not judged',
    { ...reported({ invoiceCount: 2 }), pull: aPull({ list: aList({ malformed: 1 }) }) },
    null,
  ],
  [
    'nothing listed: told otherwise',
    { ...reported({ invoiceCount: 2 }), pull: aPull({ list: aList({ items: 0 }) }) },
    null,
  ],
  ['not final: not judged', reported({ status: 'processing', invoiceCount: 2 }), null],
  [
    'one in a status nobody documented is told',
    { ...reported({ invoiceCount: 2 }), totals: someTotals({ byStatus: new Map([PAID, STRANGE[0]]) }) },
    [
      'COUNT_MISMATCH',
      'error',
      'settlement',
      2,
      1,
      1,
      'the settlement reports 2 invoices (numberOfInvoices); 1 listed invoice counts; 1 invoice with unknown statuses (settled) was not counted',
    ],
  ],
])

table('three statuses nobody documented are all that there are', countMismatch, [
  [
    'and no more are hinted at',
    {
      ...reported({ invoiceCount: 2 }),
      totals: someTotals({
        byStatus: new Map([PAID, ...['c', 'b', 'a'].map((status) => [status, sumOf(1)] as const)]),
      }),
    },
    [
      'COUNT_MISMATCH',
      'error',
      'settlement',
      2,
      1,
      1,
      'the settlement reports 2 invoices (numberOfInvoices); 1 listed invoice counts; 3 invoices with unknown statuses (a, b, c) were not counted',
    ],
  ],
])

const nothingListed = {
  pull: aPull({ list: aList({ items: 0, kept: 0 }) }),
  totals: someTotals({ counted: 0, collected: cop(0) }),
}
table('a settlement that has invoices lists some', invoicesMissing, [
  ['it does', {}, null],
  [
    'none but in quarantine: not judged',
    { ...nothingListed, pull: aPull({ list: aList({ items: 0, malformed: 1 }) }) },
    null,
  ],
  ['none', nothingListed, ['INVOICES_MISSING', 'error', 'settlement', 1, 0, 1]],
  ['none reported either', { ...nothingListed, ...reported({ invoiceCount: 0 }) }, null],
  ['not final: not judged', { ...nothingListed, ...reported({ status: 'processing' }) }, null],
])

const gateway = (p: number, more: Parameters<typeof aSettlement>[0] = {}) =>
  reported({ gateway: true, payout: cop(p), ...more })
const reading = (severity: string, p: number) => ['GATEWAY_READING', severity, 'settlement', p, p, 0]
table('a gateway payout by another equation is named', gatewayReading, [
  ['the usual equation', gateway(98_000), null],
  ['collected', gateway(100_000), reading('info', 100_000)],
  ['zero', gateway(0), reading('info', 0)],
  ['adjustments less fees', gateway(-1_000, { adjustments: cop(1_000) }), reading('info', -1_000)],
  ['no reading', gateway(5), null],
  ['the same as before', { ...gateway(0), previousGatewayRule: 'gateway-zero' }, reading('info', 0)],
  [
    'another than before',
    { ...gateway(0), previousGatewayRule: 'gateway-collected' },
    [
      ...reading('warning', 0),
      'this gateway payout fits: zero; the previous gateway settlement fitted: all that was collected',
    ],
  ],
  ['the usual equation before', { ...gateway(0), previousGatewayRule: 'net' }, reading('warning', 0)],
  ['the usual equation, another before', { ...gateway(98_000), previousGatewayRule: 'gateway-zero' }, null],
  ['the equation is left alone by policy', { ...gateway(0), policy: aPolicy({ gateway: 'unchecked' }) }, null],
  [
    'adjustments are subtracted, by policy',
    { ...gateway(-3_000, { adjustments: cop(1_000) }), policy: aPolicy({ adjustments: 'subtract' }) },
    reading('info', -3_000),
  ],
  ['no gateway settlement', reported({ payout: cop(100_000) }), null],
  ['not final: not judged', gateway(0, { status: 'processing' }), null],
])

test('a rule is said in Spanish under its name of now and that of earlier versions; one nobody knows stays as it is', () => {
  expect(['net', 'prepaid', 'gross', 'postpaid', 'unheard-of'].map((rule) => payoutRuleInWords(rule, 'es'))).toEqual([
    'comisiones descontadas',
    'comisiones descontadas',
    'comisiones facturadas aparte',
    'comisiones facturadas aparte',
    'unheard-of',
  ])
})

const fees = (pesos: number | null, instead: Parameters<typeof someTotals>[0] = {}) => ({
  totals: someTotals({ fees: someFees(pesos), ...instead }),
})
const charged = (severity: string, reported: number, expected: number) => [
  ['FEES_MISMATCH', severity, 'settlement', reported, expected, reported - expected],
]

// The settlement of all rows charges COP 2,000 by default.
table('the fees are those of the tariff', feesMismatch, [
  ['they are', fees(2_000), null],
  ['without a tariff nobody knows', {}, null],
  ['nor where a payment has no rate', fees(null), null],
  ['too much is an error', fees(1_500), charged('error', 2_000, 1_500)],
  ['too little is a warning', fees(2_500), charged('warning', 2_000, 2_500)],
  ['half a peso for the one payment is rounding', fees(2_000.5), null],
  ['more is not', fees(1_999.49), [['FEES_MISMATCH', 'error', 'settlement', 2_000, 1_999.49]]],
  ['half a peso for each of five', fees(2_002.5, { counted: 5 }), null],
  ['the tolerance of the settings instead', { ...fees(1_990), policy: aPolicy({ feesTolerance: cop(10) }) }, null],
  ['none at all', { ...fees(1_999.99), policy: aPolicy({ feesTolerance: cop(0) }) }, [['FEES_MISMATCH', 'error']]],
  ['billed apart', { ...fees(1_500), ...reported({ feesPostpaid: true }) }, charged('error', 2_000, 1_500)],
  ['of a gateway', { ...fees(1_500), ...reported({ gateway: true }) }, charged('error', 2_000, 1_500)],
  ['not final: not judged', { ...fees(1_500), ...reported({ status: 'processing' }) }, null],
  ['failed: not judged', { ...fees(1_500), ...reported({ status: 'error' }) }, null],
  ['another slot’s: not judged', { ...fees(1_500), ...reported({ cycle: '13' }) }, null],
  ['a record that cannot be read', { ...fees(1_500), pull: aPull({ list: aList({ malformed: 1 }) }) }, null],
  ['no settlement', { ...fees(1_500), settlement: null }, null],
  [
    'and says of how many payments',
    fees(1_500, { counted: 3 }),
    [
      [
        ...(charged('error', 2_000, 1_500)[0] ?? []),
        'charged as fees: COP 2,000; by the tariff the 3 payments cost COP 1,500',
      ],
    ],
  ],
])
