import { chargeback, chargebackReversed } from '../../../src/rules/checks/chargebacks.ts'
import { notPaid, overpaid, paymentFieldsMissing, underpaid } from '../../../src/rules/checks/invoices.ts'
import { negativeAmount } from '../../../src/rules/checks/settlement.ts'
import { fieldName } from '../../../src/rules/say.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, cop } from '../../core/a.ts'
import { invoiceTable } from './table.ts'

const paid = (instead: Parameters<typeof aPaidInvoice>[0]) => ({ current: aPaidInvoice(instead) })
const unpaid = (instead: Parameters<typeof anUnpaidInvoice>[0]) => ({ current: anUnpaidInvoice(instead) })
const gone = { current: null }

invoiceTable(
  'what was asked for is what was paid',
  [underpaid, overpaid],
  [
    ['it is', {}, {}, null],
    [
      'a centavo less',
      paid({ paid: cop(99_999.99) }),
      {},
      [
        'UNDERPAID',
        'warning',
        'invoice:inv-1',
        99_999.99,
        100_000,
        -0.01,
        'COP 99,999.99 was paid; COP 100,000 was asked for',
      ],
    ],
    [
      'a centavo more',
      paid({ paid: cop(100_000.01) }),
      {},
      [
        'OVERPAID',
        'warning',
        'invoice:inv-1',
        100_000.01,
        100_000,
        0.01,
        'COP 100,000.01 was paid; COP 100,000 was asked for',
      ],
    ],
    [
      'a chargeback of less',
      paid({ status: 'chargeback', paid: cop(1) }),
      {},
      ['UNDERPAID', 'warning', 'invoice:inv-1', 1, 100_000, -99_999],
    ],
    ['not paid at all: told otherwise', unpaid({ status: 'ready', paid: cop(1) }), {}, null],
    ['a chargeback that names no sum', unpaid({ status: 'chargeback' }), {}, null],
    ['gone', gone, {}, null],
  ],
)

const negative = (field: string, value: number) => [
  'NEGATIVE_AMOUNT',
  'error',
  `invoice:inv-1.${field}`,
  value,
  0,
  value,
  `${fieldName(field)}: -COP ${-value}`,
]
invoiceTable('amounts and payments are not negative', negativeAmount, [
  ['zero', paid({ amount: cop(0), paid: cop(0) }), {}, null],
  ['amount, by a centavo', paid({ amount: cop(-0.01) }), {}, negative('amount', -0.01)],
  ['paid', paid({ paid: cop(-5) }), {}, negative('paid', -5)],
  ['both', paid({ amount: cop(-5), paid: cop(-5) }), {}, [negative('amount', -5), negative('paid', -5)]],
  ['paid, of nothing', paid({ amount: cop(0), paid: cop(-5) }), {}, negative('paid', -5)],
  ['amount, and nothing paid', paid({ amount: cop(-5), paid: cop(0) }), {}, negative('amount', -5)],
  ['the amount of an invoice that was not paid', unpaid({ amount: cop(-5) }), {}, negative('amount', -5)],
  ['gone', gone, {}, null],
])

const without = (severity: string, fields: string, status = 'paid') => [
  'PAYMENT_FIELDS_MISSING',
  severity,
  'invoice:inv-1',
  null,
  fields,
  null,
  `a ${status} invoice without ${fields.split(' ').map(fieldName).join(', ')}`,
]
const unreadable = (severity: string, fields: string, what: string) => [
  ...without(severity, fields).slice(0, -1),
  `a paid invoice ${what}`,
]
invoiceTable('a paid or charged-back invoice has its payment fields', paymentFieldsMissing, [
  ['it has', {}, {}, null],
  ['no payment id', paid({ paymentId: null }), {}, without('error', 'paymentId')],
  ['no payment date', paid({ paymentDate: null }), {}, without('warning', 'paymentDate')],
  ['no method', paid({ paymentMethod: null }), {}, without('warning', 'paymentMethod')],
  ['no source', paid({ paymentSource: null }), {}, without('warning', 'paymentSource')],
  ['no date of its own', paid({ ownDate: null }), {}, without('warning', 'ownDate')],
  ['no cycle of its own', paid({ ownCycle: null }), {}, without('warning', 'ownCycle')],
  [
    'a cycle of its own that cannot be read',
    paid({ ownCycle: null, flaws: ['ownCycle'] }),
    {},
    unreadable('warning', 'ownCycle', 'whose ownCycle (settlementTime) cannot be read'),
  ],
  [
    'a payment date that is none',
    paid({ paymentDate: 'soon' }),
    {},
    unreadable('warning', 'paymentDate', 'whose paymentDate cannot be read'),
  ],
  [
    'dates that no calendar has',
    paid({ paymentDate: '2026-02-30T10:00:00Z', ownDate: '2026-02-29' }),
    {},
    unreadable('warning', 'paymentDate ownDate', 'whose paymentDate, ownDate (settlementDate) cannot be read'),
  ],
  ['a time without an offset', paid({ paymentDate: '2026-03-11 10:00:00', ownDate: '2026-03-12T00:00:00' }), {}, null],
  ['a day as payment date', paid({ paymentDate: '2026-03-11' }), {}, null],
  [
    'the same, and no payment id',
    paid({ paymentId: null, ownCycle: null, flaws: ['ownCycle'] }),
    {},
    unreadable('error', 'paymentId ownCycle', 'without paymentId, and whose ownCycle (settlementTime) cannot be read'),
  ],
  [
    'several',
    paid({ paymentMethod: null, paymentId: null, ownCycle: null }),
    {},
    without('error', 'paymentMethod paymentId ownCycle'),
  ],
  [
    'a chargeback without its payment',
    unpaid({ status: 'chargeback' }),
    {},
    without('error', 'paid paymentMethod paymentSource paymentId paymentDate ownDate ownCycle', 'chargeback'),
  ],
  ['a chargeback with all of them', paid({ status: 'chargeback' }), {}, null],
  ['ready', unpaid({ status: 'ready' }), {}, null],
  ['in a status nobody documented', unpaid({ status: 'held' }), {}, null],
  ['gone', gone, {}, null],
])

const listedAs = (status: string) => [
  'NOT_PAID',
  'warning',
  'invoice:inv-1',
  status,
  null,
  null,
  `a ${status} invoice is listed in a settlement; it does not count`,
]
invoiceTable('only what was paid is settled', notPaid, [
  ['paid', {}, {}, null],
  ['a chargeback', paid({ status: 'chargeback' }), {}, null],
  ['ready', unpaid({ status: 'ready' }), {}, listedAs('ready')],
  ['cancelled', unpaid({ status: 'cancelled' }), {}, listedAs('cancelled')],
  ['in a status nobody documented: told otherwise', unpaid({ status: 'held' }), {}, null],
  ['gone', gone, {}, null],
])

const charged = paid({ status: 'chargeback', paid: cop(99_000) })
invoiceTable(
  'a chargeback is told, and so is its reversal',
  [chargeback, chargebackReversed],
  [
    ['paid all along', { wasPaid: true }, {}, null],
    [
      'seen paid before',
      { ...charged, wasPaid: true },
      {},
      [
        'CHARGEBACK',
        'warning',
        'invoice:inv-1',
        'chargeback',
        'paid',
        null,
        'a chargeback of COP 99,000; it was read as paid before',
      ],
    ],
    [
      'never seen paid',
      charged,
      {},
      [
        'CHARGEBACK',
        'warning',
        'invoice:inv-1',
        'chargeback',
        null,
        null,
        'a chargeback of COP 99,000; it was never read as paid in this settlement',
      ],
    ],
    [
      'that names no sum, where policy leaves chargebacks out',
      unpaid({ status: 'chargeback' }),
      { policy: aPolicy({ chargebacks: 'excluded' }) },
      [
        'CHARGEBACK',
        'warning',
        'invoice:inv-1',
        'chargeback',
        null,
        null,
        'a chargeback; it was never read as paid in this settlement',
      ],
    ],
    [
      'a chargeback again',
      { ...charged, wasPaid: true, wasChargeback: true },
      {},
      ['CHARGEBACK', 'warning', 'invoice:inv-1', 'chargeback', 'paid', null],
    ],
    [
      'reversed',
      { ...paid({ paid: cop(99_000) }), wasChargeback: true },
      {},
      [
        'CHARGEBACK_REVERSED',
        'warning',
        'invoice:inv-1',
        'paid',
        'chargeback',
        null,
        'it was a chargeback and is paid again: COP 99,000',
      ],
    ],
    ['was a chargeback and is cancelled', { ...unpaid({ status: 'cancelled' }), wasChargeback: true }, {}, null],
    ['was a chargeback and is gone', { ...gone, wasChargeback: true }, {}, null],
  ],
)
