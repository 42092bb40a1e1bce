import { expect, test } from 'vitest'
import { settlementChanged, settlementVanished, statusRegressed } from '../../../src/rules/checks/settlement.ts'
import { aPolicy, aSettlement, aSettlementVersion, cop, someFacts } from '../../core/a.ts'
import { reported, table } from './table.ts'

/** The settlement's statuses so far, oldest first. */
const history = (...statuses: string[]) => ({
  settlements: statuses.map((status, index) => aSettlementVersion(aSettlement({ status }), index + 1)),
})

const ofAnotherSlot = aSettlementVersion(aSettlement({ cycle: '13', status: 'paid' }), 9)

table('a settlement that was there stays there', settlementVanished, [
  ['it does', history('credited'), null],
  ['never there', { settlement: null }, null],
  [
    'gone',
    { settlement: null, ...history('processing', 'credited') },
    [
      'SETTLEMENT_VANISHED',
      'error',
      'settlement',
      null,
      'credited',
      null,
      'a settlement that was credited with a payout of COP 98,000 is gone',
    ],
  ],
  [
    'gone before it was final',
    { settlement: null, ...history('processing') },
    ['SETTLEMENT_VANISHED', 'error', 'settlement', null, 'processing', null],
  ],
  ['only another slot was ever answered for', { settlement: null, settlements: [ofAnotherSlot] }, null],
  [
    'answered for another slot, and then gone',
    { settlement: null, settlements: [...history('credited').settlements, ofAnotherSlot] },
    ['SETTLEMENT_VANISHED', 'error', 'settlement', null, 'credited', null],
  ],
])

test.each([
  ['its own figures, where its list cannot be read', aSettlement(), null, {}, 98_000],
  ['its list of then', aSettlement(), cop(150_000), {}, 148_000],
  ['its list of then, though it paid less', aSettlement({ payout: cop(1) }), cop(100_000), {}, 98_000],
  ['without fees that are billed apart', aSettlement({ feesPostpaid: true }), cop(100_000), {}, 100_000],
  ['a gateway keeps all', aSettlement({ gateway: true, payout: cop(0) }), cop(100_000), {}, 0],
  ['what it paid, unchecked', aSettlement({ gateway: true, payout: cop(7) }), cop(9), { gateway: 'unchecked' }, 7],
] as const)(
  'a settlement that is gone is about what it should have paid: %s',
  (_, gone, lastCollected, policy, pesos) => {
    const settlements = [aSettlementVersion(gone)]
    const facts = someFacts({ settlement: null, settlements, lastCollected, policy: aPolicy(policy) })
    expect(settlementVanished.check?.(facts).map(({ amount }) => amount)).toEqual([cop(pesos)])
  },
)

const baseline = { baseline: aSettlementVersion(aSettlement()) }
const changed = (field: string, now: unknown, before: unknown, difference: number | null) => [
  'SETTLEMENT_CHANGED',
  'error',
  `settlement.${field}`,
  now,
  before,
  difference,
]
table('a final settlement does not change', settlementChanged, [
  ['it does not', baseline, null],
  ['it was never final', reported({ status: 'processing', collected: cop(1) }), null],
  ['gone: told otherwise', { settlement: null, ...baseline }, null],
  [
    'collected, a centavo more',
    { ...reported({ collected: cop(100_000.01) }), ...baseline },
    [
      ...changed('collected', 100_000.01, 100_000, 0.01),
      'collected (amountCollected): COP 100,000.01 now, COP 100,000 at the first final reading',
    ],
  ],
  ['fees', { ...reported({ fees: cop(1_999) }), ...baseline }, changed('fees', 1_999, 2_000, -1)],
  ['adjustments', { ...reported({ adjustments: cop(-1) }), ...baseline }, changed('adjustments', -1, 0, -1)],
  ['payout', { ...reported({ payout: cop(97_999) }), ...baseline }, changed('payout', 97_999, 98_000, -1)],
  [
    'the number of invoices',
    { ...reported({ invoiceCount: 2 }), ...baseline },
    [...changed('invoiceCount', 2, 1, 1), 'number of invoices (numberOfInvoices): 2 now, 1 at the first final reading'],
  ],
  [
    'fees are billed later',
    { ...reported({ feesPostpaid: true }), ...baseline },
    [...changed('feesPostpaid', 'true', 'false', null), 'feesPostpaid: true now, false at the first final reading'],
  ],
  ['gateway', { ...reported({ gateway: true }), ...baseline }, changed('gateway', 'true', 'false', null)],
  [
    'one finding for each field',
    { ...reported({ collected: cop(0), payout: cop(0), invoiceCount: 0 }), ...baseline },
    [
      changed('collected', 0, 100_000, -100_000),
      changed('payout', 0, 98_000, -98_000),
      changed('invoiceCount', 0, 1, -1),
    ],
  ],
  [
    'also when it is not final any more',
    { ...reported({ status: 'processing', fees: cop(0) }), ...baseline },
    changed('fees', 0, 2_000, -2_000),
  ],
  ['of another slot: told otherwise', { ...reported({ cycle: '13', fees: cop(0) }), ...baseline }, null],
  ['what is undocumented may change', { ...reported({ extra: '{"bank":"x"}' }), ...baseline }, null],
  ['the status is told otherwise', { ...reported({ status: 'paid' }), ...baseline }, null],
])

const now = (status: string, ...before: string[]) => ({ ...reported({ status }), ...history(...before, status) })
const regressed = (status: string, before: string) => [
  'STATUS_REGRESSED',
  'error',
  'settlement.status',
  status,
  before,
  null,
  `the settlement was ${before} and is ${status} now`,
]
table('a settlement does not go back', statusRegressed, [
  ['forward', now('credited', 'processing', 'paid'), null],
  ['never final', now('processing'), null],
  ['from paid to processing', now('processing', 'paid'), regressed('processing', 'paid')],
  ['from credited to error', now('error', 'credited'), regressed('error', 'credited')],
  ['from credited to a status nobody documented', now('held', 'credited'), regressed('held', 'credited')],
  ['from credited to paid', now('paid', 'credited'), regressed('paid', 'credited')],
  ['from paid over credited back to paid', now('paid', 'paid', 'credited'), regressed('paid', 'credited')],
  ['the first final reading is named', now('processing', 'paid', 'credited'), regressed('processing', 'paid')],
  ['back and forth again', now('credited', 'credited', 'processing'), null],
  ['from error to credited', now('credited', 'error'), null],
  [
    'from credited to paid, where paid is not final',
    { ...now('paid', 'credited'), policy: aPolicy({ finalStatuses: ['credited'] }) },
    regressed('paid', 'credited'),
  ],
  [
    'from paid to processing, where paid is not final',
    { ...now('processing', 'paid'), policy: aPolicy({ finalStatuses: ['credited'] }) },
    null,
  ],
  ['gone: told otherwise', { settlement: null, ...history('credited') }, null],
  [
    'of another slot: told otherwise',
    { ...reported({ cycle: '13', status: 'processing' }), ...history('credited') },
    null,
  ],
  [
    'another slot was answered for, and that was final',
    { ...reported({ status: 'processing' }), settlements: [ofAnotherSlot, ...history('processing').settlements] },
    null,
  ],
])
