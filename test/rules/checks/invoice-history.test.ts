import type { Departure } from '../../../src/core/pull/pull.ts'
import { invoiceAdded, invoiceChanged, invoiceMoved, invoiceVanished } from '../../../src/rules/checks/invoices.ts'
import { statusRegressed } from '../../../src/rules/checks/settlement.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, aSettlement, aSettlementVersion, cop } from '../../core/a.ts'
import { invoiceTable } from './table.ts'

const final = { baseline: aSettlementVersion(aSettlement()) }
const gone = { current: null, previous: aPaidInvoice() }
/** The result of reading it by id after it had left the list. */
const now = (status: string | null, ownDate: string | null = null, ownCycle: string | null = null) => ({
  departures: new Map<string, Departure>([['inv-1', { invoiceId: 'inv-1', status, ownDate, ownCycle }]]),
})

invoiceTable('the list of a final settlement does not grow', invoiceAdded, [
  ['in the list from the first', { inBaselineList: true }, final, null],
  ['the settlement was never final', {}, {}, null],
  [
    'came later',
    {},
    final,
    [
      'INVOICE_ADDED',
      'error',
      'invoice:inv-1',
      'paid',
      null,
      null,
      'it was not in the list when the settlement was first read as final',
    ],
  ],
  [
    'came later, and does not count',
    { current: anUnpaidInvoice() },
    final,
    ['INVOICE_ADDED', 'error', 'invoice:inv-1', 'ready', null, null],
  ],
  ['came later and is gone again', gone, final, null],
])

const was = 'it was in the list of 2026-03-12 cycle 11 when its settlement was first read as final, and is gone'
const vanished = (status: string | null, tail: string) => [
  'INVOICE_VANISHED',
  'error',
  'invoice:inv-1',
  status,
  'paid',
  null,
  `${was}; ${tail}`,
]
const leaves = { ...gone, inBaselineList: true }
invoiceTable('nothing leaves the list of a final settlement', invoiceVanished, [
  ['still there', { inBaselineList: true }, final, null],
  ['left before it was final', gone, final, null],
  ['its answer by id could not be read', leaves, final, vanished(null, 'it could not be read by its id')],
  [
    'a chargeback before it left: held against the baseline',
    { ...leaves, baseline: aPaidInvoice(), previous: aPaidInvoice({ status: 'chargeback' }) },
    final,
    vanished(null, 'it could not be read by its id'),
  ],
  [
    'listed, and its record cannot be read',
    leaves,
    { ...final, unreadable: { now: new Set(['inv-1']), atBaseline: new Set() } },
    null,
  ],
  [
    'its record could not be read in the list of the final settlement',
    gone,
    { ...final, unreadable: { now: new Set(), atBaseline: new Set(['inv-1']) } },
    vanished(null, 'it could not be read by its id'),
  ],
  [
    'the service no longer knows it',
    leaves,
    { ...final, ...now(null) },
    vanished(null, 'the service no longer answers for it'),
  ],
  [
    'names another slot',
    leaves,
    { ...final, ...now('paid', '2026-03-13', '13') },
    vanished('paid', 'read by id it is paid, of 2026-03-13 cycle 13'),
  ],
  [
    'names no slot',
    leaves,
    { ...final, ...now('cancelled') },
    vanished('cancelled', 'read by id it is cancelled and names no settlement'),
  ],
  [
    'nothing is known of what it was',
    { ...leaves, previous: null },
    final,
    ['INVOICE_VANISHED', 'error', 'invoice:inv-1', null, null, null],
  ],
])

const moved = (date: string, cycle: string) => [
  'INVOICE_MOVED',
  'info',
  'invoice:inv-1',
  `${date} cycle ${cycle}`,
  '2026-03-12 cycle 11',
  null,
  `it left 2026-03-12 cycle 11 before its settlement was final, and now names ${date} cycle ${cycle}`,
]
invoiceTable('an invoice may leave a slot that is not final, for another', invoiceMoved, [
  ['still there', {}, now('paid', '2026-03-12', '13'), null],
  ['for another cycle', gone, now('paid', '2026-03-12', '13'), moved('2026-03-12', '13')],
  ['for the same cycle of another day', gone, now('paid', '2026-03-13', '11'), moved('2026-03-13', '11')],
  ['still names this settlement', gone, now('paid', '2026-03-12', '11'), null],
  [
    'still names this settlement, by an alias',
    gone,
    { ...now('paid', '2026-03-12', '11:00'), policy: aPolicy({ cycleAliases: { '11:00': '11' } }) },
    null,
  ],
  ['names a date and no cycle', gone, now('paid', '2026-03-13'), null],
  ['names a cycle and no date', gone, now('paid', null, '13'), null],
  ['not read by id', gone, {}, null],
  [
    'listed once the settlement was final: told otherwise',
    { ...gone, listedSinceBaseline: true },
    { ...final, ...now('paid', '2026-03-12', '13') },
    null,
  ],
])

const regressed = (status: string, before = 'paid') => [
  'STATUS_REGRESSED',
  'error',
  'invoice:inv-1.status',
  status,
  before,
  null,
  `was ${before} and is ${status} now`,
]
const wasPaid = { baseline: aPaidInvoice() }
invoiceTable('what was paid does not become unpaid', statusRegressed, [
  ['still paid', wasPaid, {}, null],
  ['ready now', { ...wasPaid, current: anUnpaidInvoice() }, {}, regressed('ready')],
  ['cancelled now', { ...wasPaid, current: anUnpaidInvoice({ status: 'cancelled' }) }, {}, regressed('cancelled')],
  [
    'was a chargeback',
    { baseline: aPaidInvoice({ status: 'chargeback' }), current: anUnpaidInvoice() },
    {},
    regressed('ready', 'chargeback'),
  ],
  ['a chargeback now: told otherwise', { ...wasPaid, current: aPaidInvoice({ status: 'chargeback' }) }, {}, null],
  ['never paid', { current: anUnpaidInvoice() }, {}, null],
  ['in a status nobody documented', { ...wasPaid, current: anUnpaidInvoice({ status: 'held' }) }, {}, null],
  ['left the list and is cancelled', { ...wasPaid, ...gone }, now('cancelled'), regressed('cancelled')],
  ['left the list and is ready', { ...wasPaid, ...gone }, now('ready'), regressed('ready')],
  ['left the list and is paid', { ...wasPaid, ...gone }, now('paid'), null],
  ['left the list and was not read by id', { ...wasPaid, ...gone }, {}, null],
  [
    'stands in the list and cannot be read',
    { ...wasPaid, ...gone },
    { ...now('ready'), unreadable: { now: new Set(['inv-1']), atBaseline: new Set() } },
    null,
  ],
])

const changed = (field: string, severity: string, reported: unknown, before: unknown, difference: number | null) => [
  'INVOICE_CHANGED',
  severity,
  `invoice:inv-1.${field}`,
  reported,
  before,
  difference,
]
const differs = (instead: Parameters<typeof aPaidInvoice>[0]) => ({ ...wasPaid, current: aPaidInvoice(instead) })
const only = aPaidInvoice()
invoiceTable('the facts of a payment do not change once read', invoiceChanged, [
  ['the first reading', { current: only, baseline: only }, {}, null],
  ['read alike', differs({}), {}, null],
  [
    'amount',
    differs({ amount: cop(99_999.99) }),
    {},
    [
      ...changed('amount', 'error', 99_999.99, 100_000, -0.01),
      'amount: COP 99,999.99 now, COP 100,000 when first read as paid',
    ],
  ],
  ['paid', differs({ paid: cop(100_001) }), {}, changed('paid', 'error', 100_001, 100_000, 1)],
  [
    'payment id',
    differs({ paymentId: 'pay-2' }),
    {},
    [...changed('paymentId', 'error', 'pay-2', 'pay-1', null), 'paymentId: pay-2 now, pay-1 when first read as paid'],
  ],
  ['payment id lost', differs({ paymentId: null }), {}, changed('paymentId', 'error', null, 'pay-1', null)],
  [
    'payment id there at last',
    { ...differs({}), baseline: aPaidInvoice({ paymentId: null }) },
    {},
    [...changed('paymentId', 'error', 'pay-1', null, null), 'paymentId: pay-1 now, absent when first read as paid'],
  ],
  ['reference', differs({ reference: 'ref-2' }), {}, changed('reference', 'error', 'ref-2', 'ref-1', null)],
  ['contract', differs({ contract: '00001' }), {}, changed('contract', 'error', '00001', '00000', null)],
  [
    'document: only its last digits are shown',
    differs({ customerDocument: '1020304099' }),
    {},
    [
      ...changed('customerDocument', 'error', '***099', '***050', null),
      'customerDocument (customerDocumentNumber) differs from the one first read as paid',
    ],
  ],
  [
    'a short document, of which nothing is shown',
    differs({ customerDocument: '123456' }),
    {},
    changed('customerDocument', 'error', '***', '***050', null),
  ],
  [
    'document lost',
    differs({ customerDocument: null }),
    {},
    changed('customerDocument', 'error', null, '***050', null),
  ],
  [
    'payment date',
    differs({ paymentDate: '2026-03-11T11:00:00-05:00' }),
    {},
    changed('paymentDate', 'warning', '2026-03-11T11:00:00-05:00', '2026-03-11T10:00:00-05:00', null),
  ],
  ['method', differs({ paymentMethod: 'card' }), {}, changed('paymentMethod', 'warning', 'card', 'pse', null)],
  [
    'one finding for each field',
    differs({ amount: cop(1), paid: cop(1), reference: null }),
    {},
    [
      changed('amount', 'error', 1, 100_000, -99_999),
      changed('paid', 'error', 1, 100_000, -99_999),
      changed('reference', 'error', null, 'ref-1', null),
    ],
  ],
  [
    'not paid any more',
    {
      ...wasPaid,
      current: anUnpaidInvoice({ paymentId: 'pay-1', paymentDate: only.paymentDate, paymentMethod: 'pse' }),
    },
    {},
    [
      ...changed('paid', 'error', null, 100_000, null),
      'paid (paymentAmount): absent now, COP 100,000 when first read as paid',
    ],
  ],
  [
    'paid now, where the first chargeback named no sum',
    { current: aPaidInvoice(), baseline: { ...aPaidInvoice(), status: 'chargeback', paid: null } },
    {},
    [
      ...changed('paid', 'error', 100_000, null, null),
      'paid (paymentAmount): COP 100,000 now, absent when first read as paid',
    ],
  ],
  [
    'names, descriptions and sources may change',
    differs({
      customerName: 'Ana M.',
      description: 'Otro',
      paymentSource: 'portal',
      ownCycle: '13',
      status: 'chargeback',
    }),
    {},
    null,
  ],
  ['never paid', { current: anUnpaidInvoice({ amount: cop(1) }) }, {}, null],
  ['gone', { ...wasPaid, ...gone }, {}, null],
])
