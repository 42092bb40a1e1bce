import { describe, expect, test } from 'vitest'
import {
  type ClaimOnInvoice,
  type ClaimOnSettlement,
  type ClaimOnSlot,
  claimsAt,
  gatherInvoiceClaims,
  NO_CLAIMS,
} from '../../../src/core/notifications/notification.ts'
import type { InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import { webhookConflict, webhookDisagrees, webhookMissed } from '../../../src/rules/checks/webhooks.ts'
import type { SlotFacts } from '../../../src/rules/facts.ts'
import {
  aList,
  anUnpaidInvoice,
  aPaidInvoice,
  aPull,
  aSettlement,
  aSettlementVersion,
  cop,
  invoiceInPull,
} from '../../core/a.ts'
import { reported, table } from './table.ts'

const aSettlementTold = (instead: Partial<ClaimOnSettlement> = {}): ClaimOnSettlement => ({
  kind: 'settlement',
  webhookId: 'w-1',
  receivedAt: 1,
  status: 'credited',
  invoiceCount: 1,
  collected: cop(100_000),
  fees: cop(2_000),
  adjustments: cop(0),
  payout: cop(98_000),
  ...instead,
})

const anInvoiceTold = (instead: Partial<ClaimOnInvoice> = {}): ClaimOnInvoice => ({
  kind: 'invoice',
  webhookId: 'w-1',
  receivedAt: 1,
  invoiceId: 'inv-1',
  status: 'paid',
  amount: cop(100_000),
  paid: cop(100_000),
  ...instead,
})

const told = (...notifications: readonly ClaimOnSlot[]) => ({
  notificationClaims: { ...NO_CLAIMS, claims: notifications },
})
const listing = (...invoices: readonly InvoiceInPull[]): Partial<SlotFacts> => ({
  notifiedInvoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
})
const NOTHING_KNOWN = { invoiceCount: null, collected: null, fees: null, adjustments: null, payout: null }
const code = 'WEBHOOK_DISAGREES'

table('webhookDisagrees, of a settlement', webhookDisagrees, [
  ['nobody told anything', {}, null],
  ['told as it is', told(aSettlementTold()), null],
  [
    'paid and told credited',
    { ...reported({ status: 'paid' }), ...told(aSettlementTold()) },
    [
      code,
      'error',
      'settlement.status',
      'paid',
      'credited',
      null,
      'notification w-1 said credited; read afterwards, it is paid',
    ],
  ],
  [
    'still processing, and told paid',
    { ...reported({ status: 'processing' }), ...told(aSettlementTold({ status: 'paid' })) },
    [code, 'error', 'settlement.status', 'processing', 'paid'],
  ],
  [
    'still processing, and told to have failed',
    { ...reported({ status: 'processing' }), ...told(aSettlementTold({ status: 'error' })) },
    [code, 'error', 'settlement.status', 'processing', 'error'],
  ],
  ['credited, and told paid: it went on', told(aSettlementTold({ status: 'paid' })), null],
  ['credited, and told a status nobody documented', told(aSettlementTold({ status: 'dreaming' })), null],
  [
    'a status nobody documented, told credited',
    { ...reported({ status: 'dreaming' }), ...told(aSettlementTold()) },
    null,
  ],
  [
    'not there',
    { settlement: null, ...told(aSettlementTold()) },
    [
      code,
      'error',
      'settlement.status',
      null,
      'credited',
      null,
      'notification w-1 said credited; read afterwards, there is no settlement',
    ],
  ],
  [
    'the settlement of another slot',
    { ...reported({ cycle: '13', payout: cop(1) }), ...told(aSettlementTold()) },
    null,
  ],
  [
    'other sums',
    told(aSettlementTold({ collected: cop(1), fees: cop(2), adjustments: cop(3), payout: cop(4), invoiceCount: 5 })),
    [
      [
        code,
        'error',
        'settlement.collected',
        100_000,
        1,
        99_999,
        'notification w-1 said COP 1; read afterwards, collected (amountCollected): COP 100,000',
      ],
      [code, 'error', 'settlement.fees', 2_000, 2, 1_998],
      [code, 'error', 'settlement.adjustments', 0, 3, -3],
      [code, 'error', 'settlement.payout', 98_000, 4, 97_996],
      [
        code,
        'error',
        'settlement.invoiceCount',
        1,
        5,
        -4,
        'notification w-1 said 5; read afterwards, the number of invoices is 1',
      ],
    ],
  ],
  ['sums that were not told', told(aSettlementTold(NOTHING_KNOWN)), null],
  ['other sums, told before it was final', told(aSettlementTold({ status: 'processing', payout: cop(4) })), null],
  [
    'several told, out of order: the one that had come farthest counts',
    told(
      aSettlementTold({ payout: cop(4) }),
      aSettlementTold({ status: 'paid', payout: cop(5) }),
      aSettlementTold({ status: 'processing' }),
    ),
    [code, 'error', 'settlement.payout', 98_000, 4],
  ],
  [
    'told twice alike: the last counts',
    told(aSettlementTold({ payout: cop(5) }), anInvoiceTold({ status: 'ready' }), aSettlementTold()),
    null,
  ],
])

const leftFor = (ownDate: string | null, ownCycle: string | null): Partial<SlotFacts> => ({
  departures: new Map([['inv-1', { invoiceId: 'inv-1', status: 'paid', ownDate, ownCycle }]]),
})

table('webhookDisagrees, of an invoice', webhookDisagrees, [
  ['told as it is', { ...told(anInvoiceTold()), ...listing(invoiceInPull()) }, null],
  [
    'ready, and told paid: one disagreement, which carries the pesos',
    { ...told(anInvoiceTold()), ...listing(invoiceInPull({ current: anUnpaidInvoice() })) },
    [
      code,
      'error',
      'invoice:inv-1.status',
      'ready',
      'paid',
      null,
      'notification w-1 said paid; read afterwards, it is ready',
    ],
  ],
  [
    'paid, and told a chargeback',
    { ...told(anInvoiceTold({ status: 'chargeback' })), ...listing(invoiceInPull()) },
    [code, 'error', 'invoice:inv-1.status', 'paid', 'chargeback'],
  ],
  [
    'paid, and told a chargeback of another sum: two disagreements, since both are known',
    { ...told(anInvoiceTold({ status: 'chargeback', paid: cop(90_000) })), ...listing(invoiceInPull()) },
    [
      [code, 'error', 'invoice:inv-1.status', 'paid', 'chargeback'],
      [code, 'error', 'invoice:inv-1.paid', 100_000, 90_000, 10_000],
    ],
  ],
  [
    'paid again after a chargeback that was read: it went on',
    { ...told(anInvoiceTold({ status: 'chargeback' })), ...listing(invoiceInPull({ wasChargeback: true })) },
    null,
  ],
  [
    'ready after a chargeback that was read, and told a chargeback: it went back',
    {
      ...told(anInvoiceTold({ status: 'chargeback', paid: null })),
      ...listing(invoiceInPull({ current: anUnpaidInvoice(), wasChargeback: true })),
    },
    [code, 'error', 'invoice:inv-1.status', 'ready', 'chargeback'],
  ],
  [
    'a chargeback, and told paid: it went on',
    { ...told(anInvoiceTold()), ...listing(invoiceInPull({ current: aPaidInvoice({ status: 'chargeback' }) })) },
    null,
  ],
  [
    'other sums',
    { ...told(anInvoiceTold({ amount: cop(1), paid: cop(2) })), ...listing(invoiceInPull()) },
    [
      [code, 'error', 'invoice:inv-1.amount', 100_000, 1, 99_999],
      [code, 'error', 'invoice:inv-1.paid', 100_000, 2, 99_998],
    ],
  ],
  [
    'nothing paid, and told a sum',
    { ...told(anInvoiceTold({ status: 'ready' })), ...listing(invoiceInPull({ current: anUnpaidInvoice() })) },
    [
      code,
      'error',
      'invoice:inv-1.paid',
      null,
      100_000,
      null,
      'notification w-1 said COP 100,000; read afterwards, paid (paymentAmount): absent',
    ],
  ],
  ['not listed, and told paid', told(anInvoiceTold()), [code, 'error', 'invoice:inv-1.status', null, 'paid']],
  [
    'gone from the list, and told a chargeback',
    { ...told(anInvoiceTold({ status: 'chargeback' })), ...listing(invoiceInPull({ current: null })) },
    [code, 'error', 'invoice:inv-1.status', null, 'chargeback'],
  ],
  [
    'not listed, and told paid: the list does not have it',
    told(anInvoiceTold()),
    [
      code,
      'error',
      'invoice:inv-1.status',
      null,
      'paid',
      null,
      'notification w-1 said paid; read afterwards, the list does not have the invoice',
    ],
  ],
  [
    'not listed, and paid in another slot',
    { ...told(anInvoiceTold()), paidElsewhere: new Map([['inv-1', 'paid']]) },
    null,
  ],
  [
    'not listed, told a chargeback, and charged back in another slot',
    { ...told(anInvoiceTold({ status: 'chargeback' })), paidElsewhere: new Map([['inv-1', 'chargeback']]) },
    null,
  ],
  [
    'not listed, told a chargeback, and paid in another slot',
    { ...told(anInvoiceTold({ status: 'chargeback' })), paidElsewhere: new Map([['inv-1', 'paid']]) },
    [code, 'error', 'invoice:inv-1.status', null, 'chargeback'],
  ],
  [
    'cancelled, and told paid',
    {
      ...told(anInvoiceTold()),
      ...listing(invoiceInPull({ current: anUnpaidInvoice({ status: 'cancelled', paid: cop(100_000) }) })),
    },
    [code, 'error', 'invoice:inv-1.status', 'cancelled', 'paid'],
  ],
  ['not listed, and told ready', told(anInvoiceTold({ status: 'ready' })), null],
  ['gone for another slot', { ...told(anInvoiceTold()), ...leftFor('2026-03-13', '11') }, null],
  ['gone for another cycle', { ...told(anInvoiceTold()), ...leftFor('2026-03-12', '13') }, null],
  [
    'gone, and read by id it still names this one',
    { ...told(anInvoiceTold()), ...leftFor('2026-03-12', '11') },
    [code, 'error', 'invoice:inv-1.status', null, 'paid'],
  ],
  [
    'gone without a word',
    { ...told(anInvoiceTold()), ...leftFor(null, null) },
    [code, 'error', 'invoice:inv-1.status', null, 'paid'],
  ],
  [
    'gone for a cycle without a day',
    { ...told(anInvoiceTold()), ...leftFor(null, '11') },
    [code, 'error', 'invoice:inv-1.status', null, 'paid'],
  ],
  [
    'gone for a day without a cycle',
    { ...told(anInvoiceTold()), ...leftFor('2026-03-13', null) },
    [code, 'error', 'invoice:inv-1.status', null, 'paid'],
  ],
  [
    'not listed, and a record in quarantine may be it',
    { ...told(anInvoiceTold()), pull: aPull({ list: aList({ malformed: 1 }) }) },
    null,
  ],
  [
    'several told, out of order: the one that had come farthest counts',
    { ...told(anInvoiceTold({ status: 'chargeback' }), anInvoiceTold()), ...listing(invoiceInPull()) },
    [code, 'error', 'invoice:inv-1.status', 'paid', 'chargeback'],
  ],
])

const HOUR = 3_600_000
const readFor = (hours: number) => ({
  baseline: aSettlementVersion(aSettlement(), 1, aPull().at - hours * HOUR),
  notificationClaims: { ...NO_CLAIMS, listeningSince: 0 },
})

table('webhookMissed', webhookMissed, [
  [
    'final for three hours and nobody told',
    readFor(3),
    [
      'WEBHOOK_MISSED',
      'info',
      'settlement',
      'credited',
      null,
      null,
      'the settlement was read as credited, but no notification about it came within 3 hours',
    ],
  ],
  [
    'final for three hours, and what is listed changed since',
    { ...readFor(3), pull: aPull({ contentAt: aPull().at }) },
    ['WEBHOOK_MISSED'],
  ],
  ['final for less', readFor(2.9), null],
  [
    'told',
    { ...readFor(3), notificationClaims: { ...NO_CLAIMS, listeningSince: 0, claims: [aSettlementTold()] } },
    null,
  ],
  [
    'only an invoice of it was told',
    { ...readFor(3), notificationClaims: { ...NO_CLAIMS, listeningSince: 0, claims: [anInvoiceTold()] } },
    ['WEBHOOK_MISSED'],
  ],
  ['nobody ever listened', { ...readFor(3), notificationClaims: NO_CLAIMS }, null],
  [
    'final from the moment on at which somebody listened',
    { ...readFor(3), notificationClaims: { ...NO_CLAIMS, listeningSince: aPull().at - 3 * HOUR } },
    ['WEBHOOK_MISSED'],
  ],
  [
    'final before anybody listened',
    { ...readFor(3), notificationClaims: { ...NO_CLAIMS, listeningSince: aPull().at } },
    null,
  ],
  ['not final', { ...readFor(3), ...reported({ status: 'processing' }) }, null],
  ['not there', { ...readFor(3), settlement: null }, null],
])

const seen = (...ids: readonly string[]) => ({
  notificationClaims: { ...NO_CLAIMS, conflicts: ids.map((webhookId, at) => ({ webhookId, receivedAt: at })) },
})

table('webhookConflict', webhookConflict, [
  ['none', {}, null],
  [
    'one id with two bodies',
    seen('w-1'),
    [
      'WEBHOOK_CONFLICT',
      'error',
      'webhook:w-1',
      '2',
      '1',
      null,
      'notification w-1 came with 2 different bodies; the first is kept',
    ],
  ],
  [
    'two ids, one of them with three',
    seen('w-1', 'w-2', 'w-1'),
    [
      ['WEBHOOK_CONFLICT', 'error', 'webhook:w-1', '3', '1'],
      ['WEBHOOK_CONFLICT', 'error', 'webhook:w-2', '2', '1'],
    ],
  ],
])

describe('notification claims', () => {
  test('has said, when a pull begins, what was received by then', () => {
    const all = {
      listeningSince: 5,
      claims: [
        aSettlementTold({ receivedAt: 9 }),
        aSettlementTold({ receivedAt: 10 }),
        anInvoiceTold({ receivedAt: 11 }),
      ],
      conflicts: [
        { webhookId: 'w-1', receivedAt: 10 },
        { webhookId: 'w-2', receivedAt: 11 },
      ],
    }
    const {
      claims: [, ...rest],
      conflicts,
      listeningSince,
    } = claimsAt(all, 10)
    expect(rest).toEqual([aSettlementTold({ receivedAt: 10 })])
    expect(conflicts).toEqual([{ webhookId: 'w-1', receivedAt: 10 }])
    expect(listeningSince).toBe(5)
  })
  test('is held against what the slot holds of the invoices it spoke of', () => {
    const gathered = gatherInvoiceClaims({ ...NO_CLAIMS, claims: [anInvoiceTold(), aSettlementTold()] })
    const spokenOf = invoiceInPull()
    for (const invoice of [spokenOf, invoiceInPull({ current: aPaidInvoice({ id: 'inv-2' }) })]) gathered.add(invoice)
    expect([...gathered.result()]).toEqual([['inv-1', spokenOf]])
    expect(gathered.notListed()).toEqual([])
  })
})
