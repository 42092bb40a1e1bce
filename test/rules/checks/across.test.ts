import type { KeyHolder, SharedKey } from '../../../src/core/pull/invoice-in-pull.ts'
import type { UnlistedInvoice } from '../../../src/core/pull/unlisted-invoice.ts'
import {
  duplicatePayment,
  duplicateReference,
  invoiceInNoSlot,
  invoiceInTwoSlots,
  invoiceOutsideSlot,
} from '../../../src/rules/checks/shared.ts'
import { aPolicy, cop, slot } from '../../core/a.ts'
import { table } from './table.ts'

const holder = (invoiceId: string, cycle = '11', instead: Partial<KeyHolder> = {}): KeyHolder => ({
  slot: slot('2026-03-12', cycle),
  invoiceId,
  status: 'paid',
  paid: cop(100),
  listedSinceRun: 1,
  readInRun: 1,
  ...instead,
})
const shares = (kind: SharedKey['kind'], value: string, ...holders: KeyHolder[]) => ({
  shared: [{ kind, value, holders }],
})

/** The invoices in order, each with its slot. */
const payment = (...named: readonly (readonly [id: string, slot: string])[]) => [
  'DUPLICATE_PAYMENT',
  'error',
  'payment:pay-1',
  named
    .slice(1)
    .map(([id]) => id)
    .join(' '),
  named[0]?.[0],
  null,
  `one payment id on ${named.length} invoices: ${named.map(([id, of]) => `${id} of ${of}`).join(', ')}; at most one can be right: COP ${100 * (named.length - 1)} in question`,
]
const HERE = '2026-03-12 cycle 11'
const MANY = Array.from({ length: 52 }, (_, at) => `inv-${String(at + 1).padStart(2, '0')}`)
table('one payment pays one invoice', duplicatePayment, [
  ['it does', {}, null],
  [
    'two invoices of this list',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2')),
    payment(['inv-1', HERE], ['inv-2', HERE]),
  ],
  [
    'one of them without a sum',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2', '11', { paid: null })),
    [
      'DUPLICATE_PAYMENT',
      'error',
      'payment:pay-1',
      'inv-2',
      'inv-1',
      null,
      `one payment id on 2 invoices: inv-1 of ${HERE}, inv-2 of ${HERE}; at most one can be right: COP 0 in question`,
    ],
  ],
  [
    'more of them than a message can name',
    shares('payment', 'pay-1', ...MANY.map((id) => holder(id))),
    [
      'DUPLICATE_PAYMENT',
      'error',
      'payment:pay-1',
      MANY.slice(1, 51).join(' '),
      'inv-01',
      null,
      `one payment id on 52 invoices: ${MANY.slice(0, 50)
        .map((id) => `${id} of ${HERE}`)
        .join(', ')} and 2 more; at most one can be right: COP 5,100 in question`,
    ],
  ],
  [
    'in whatever order they come',
    shares('payment', 'pay-1', holder('inv-2'), holder('inv-1')),
    payment(['inv-1', HERE], ['inv-2', HERE]),
  ],
  [
    'with an invoice of the day before',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2', '11', { slot: slot('2026-03-11', '20') })),
    payment(['inv-2', '2026-03-11 cycle 20'], ['inv-1', HERE]),
  ],
  [
    'with an invoice of a later slot: filed there',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2', '13')),
    null,
  ],
  [
    'with an invoice of an earlier hour, written with fewer digits',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2', '9')),
    payment(['inv-2', '2026-03-12 cycle 9'], ['inv-1', HERE]),
  ],
  [
    'six invoices: one finding names all',
    shares(
      'payment',
      'pay-1',
      ...['6', '4', '1', '2', '3', '5'].map((id) => holder(`inv-${id}`, id === '1' ? '9' : '11')),
    ),
    [
      payment(
        ['inv-1', '2026-03-12 cycle 9'],
        ['inv-2', HERE],
        ['inv-3', HERE],
        ['inv-4', HERE],
        ['inv-5', HERE],
        ['inv-6', HERE],
      ),
    ],
  ],
  [
    'three invoices, the last in a later settlement: filed there alone',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-2'), holder('inv-3', '13')),
    null,
  ],
  [
    'the same invoice in two slots: told otherwise',
    shares('payment', 'pay-1', holder('inv-1'), holder('inv-1', '9')),
    null,
  ],
  ['the same record twice is one invoice', shares('payment', 'pay-1', holder('inv-1'), holder('inv-1')), null],
  [
    'the same invoice twice, and another',
    shares('payment', 'pay-1', holder('inv-1', '9'), holder('inv-1'), holder('inv-2')),
    payment(['inv-1', '2026-03-12 cycle 9'], ['inv-2', HERE]),
  ],
  ['a key of other slots', shares('payment', 'pay-1', holder('inv-1', '13'), holder('inv-2', '16')), null],
  ['a key of another kind', shares('invoice', 'pay-1', holder('inv-1'), holder('inv-2')), null],
])

const reference = (here: string, first: string) => [
  'DUPLICATE_REFERENCE',
  'warning',
  'reference:ref-1',
  here,
  first,
  null,
  `one reference on paid invoice ${here} here and on paid invoice ${first} of 2026-03-12 cycle 11`,
]
table('one reference is paid once', duplicateReference, [
  ['it is', {}, null],
  ['twice', shares('reference', 'ref-1', holder('inv-1'), holder('inv-2')), reference('inv-2', 'inv-1')],
  [
    'paid once, and ready once',
    shares('reference', 'ref-1', holder('inv-1'), holder('inv-2', '11', { status: 'ready' })),
    null,
  ],
  [
    'paid once, and charged back once',
    shares('reference', 'ref-1', holder('inv-1'), holder('inv-2', '11', { status: 'chargeback' })),
    null,
  ],
  [
    'none of them is paid',
    shares(
      'reference',
      'ref-1',
      holder('inv-1', '11', { status: 'ready' }),
      holder('inv-2', '11', { status: 'cancelled' }),
    ),
    null,
  ],
  ['filed in the later slot', shares('reference', 'ref-1', holder('inv-1'), holder('inv-2', '13')), null],
  ['a key of another kind', shares('payment', 'ref-1', holder('inv-1'), holder('inv-2')), null],
])

const twice = (first: string) => [
  'INVOICE_IN_TWO_SLOTS',
  'error',
  'invoice:inv-1',
  '2026-03-12 cycle 11',
  first,
  null,
  `listed here and in ${first} at the same time`,
]
/** Listed in cycle 9 and here, each since one run and last read in another. */
const both = (older: [since: number, read: number], here: [since: number, read: number]) =>
  shares(
    'invoice',
    'inv-1',
    holder('inv-1', '9', { listedSinceRun: older[0], readInRun: older[1] }),
    holder('inv-1', '11', { listedSinceRun: here[0], readInRun: here[1] }),
  )
table('an invoice is settled once', invoiceInTwoSlots, [
  ['it is', {}, null],
  ['both read in this run', both([1, 1], [1, 1]), twice('2026-03-12 cycle 9')],
  [
    'in whatever order they come',
    shares('invoice', 'inv-1', holder('inv-1', '11'), holder('inv-1', '9')),
    twice('2026-03-12 cycle 9'),
  ],
  ['the older list was not read since it came here', both([1, 1], [2, 2]), null],
  ['the older list was read again and holds it still', both([1, 2], [2, 2]), twice('2026-03-12 cycle 9')],
  ['this list was not read since it came to the other', both([2, 2], [1, 1]), null],
  ['only the other is read again later', both([1, 9], [2, 2]), twice('2026-03-12 cycle 9')],
  ['filed in the later slot', shares('invoice', 'inv-1', holder('inv-1'), holder('inv-1', '13')), null],
  ['a key of other slots', shares('invoice', 'inv-1', holder('inv-1', '13'), holder('inv-1', '16')), null],
  [
    'three slots: the first that held it together with this one',
    shares(
      'invoice',
      'inv-1',
      holder('inv-1', '8', { listedSinceRun: 1, readInRun: 1 }),
      holder('inv-1', '9', { listedSinceRun: 2, readInRun: 2 }),
      holder('inv-1', '11', { listedSinceRun: 2, readInRun: 2 }),
    ),
    twice('2026-03-12 cycle 9'),
  ],
  ['a key of another kind', shares('payment', 'inv-1', holder('inv-1', '9'), holder('inv-1')), null],
])

const outside = (ownDate: string | null, ownCycle: string | null) => ({
  ownSlots: { label: null, outside: [{ invoiceId: 'inv-1', paid: null, ownDate, ownCycle }] },
})
const stranger = (own: string) => [
  'INVOICE_OUTSIDE_SLOT',
  'error',
  'invoice:inv-1',
  own,
  '2026-03-12 cycle 11',
  null,
  `the invoice itself names ${own}; it counts here, where it is listed`,
]
table('a listed invoice names the slot that lists it', invoiceOutsideSlot, [
  ['it does', {}, null],
  ['another cycle', outside('2026-03-12', '13'), stranger('2026-03-12 cycle 13')],
  ['another date, and no cycle', outside('2026-03-13', null), stranger('2026-03-13 cycle (none)')],
  ['another cycle, and no date', outside(null, '13'), stranger('(no date) cycle 13')],
  [
    'two of them',
    {
      ownSlots: {
        label: null,
        outside: [
          { invoiceId: 'inv-1', paid: null, ownDate: '2026-03-13', ownCycle: '11' },
          { invoiceId: 'inv-2', paid: null, ownDate: '2026-03-12', ownCycle: '16' },
        ],
      },
    },
    [
      stranger('2026-03-13 cycle 11'),
      ['INVOICE_OUTSIDE_SLOT', 'error', 'invoice:inv-2', '2026-03-12 cycle 16', '2026-03-12 cycle 11', null],
    ],
  ],
])

const anUnlistedInvoice = (instead: Partial<UnlistedInvoice> = {}): UnlistedInvoice => ({
  date: slot().date,
  invoiceId: 'inv-1',
  status: 'paid',
  paid: cop(850_000),
  ownDate: '2026-03-12',
  ownCycle: '14',
  listedIn: [],
  ...instead,
})
const unlisted = (...found: Partial<UnlistedInvoice>[]) => ({ unlistedInvoices: found.map(anUnlistedInvoice) })
const inNoSlot = (paid: number | null, whereabouts: string) => [
  'INVOICE_IN_NO_SLOT',
  'error',
  'invoice:inv-1',
  0,
  paid,
  paid === null ? null : -paid,
  `the list of 2026-03-12 without a cycle has this invoice${whereabouts}`,
]
const NOWHERE = '; it names 2026-03-12 cycle 14, but no settlement that was read lists it'
const IN_14 = '; it is also listed in 2026-03-12 cycle 14, whose cycle is not asked for: add 14 to extraCycles'
table('every invoice of a date is in a slot that is asked for', invoiceInNoSlot, [
  ['it is', {}, null],
  ['in no slot', unlisted({}), inNoSlot(850_000, NOWHERE)],
  ['not even paid', unlisted({ paid: null }), inNoSlot(null, NOWHERE)],
  [
    'it names nothing',
    unlisted({ ownDate: null, ownCycle: null }),
    inNoSlot(850_000, '; it names no settlement, and no settlement that was read lists it'),
  ],
  [
    'in a slot of a cycle that nobody asks for',
    unlisted({ listedIn: [slot('2026-03-12', '14')] }),
    inNoSlot(850_000, IN_14),
  ],
  [
    'in one of a cycle that is asked for since',
    {
      ...unlisted({ listedIn: [slot('2026-03-12', '14')] }),
      policy: aPolicy({ extraCycles: [slot('2026-03-12', '14').cycle] }),
    },
    null,
  ],
  [
    'in one whose label is an alias of a known cycle',
    { ...unlisted({ listedIn: [slot('2026-03-12', '11:00')] }), policy: aPolicy({ cycleAliases: { '11:00': '11' } }) },
    null,
  ],
  ['in a slot that is asked for, of another date', unlisted({ listedIn: [slot('2026-03-19', '13')] }), null],
  ['in both kinds', unlisted({ listedIn: [slot('2026-03-12', '14'), slot('2026-03-19', '13')] }), null],
])
