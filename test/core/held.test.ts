import { expect, test } from 'vitest'
import type { Invoice } from '../../src/core/invoice.ts'
import { type InvoiceVersion, invoiceInPull } from '../../src/core/pull/invoice-in-pull.ts'
import { anUnpaidInvoice, aPaidInvoice } from './a.ts'

const ready = anUnpaidInvoice()
const paid = aPaidInvoice()
const charged = aPaidInvoice({ status: 'chargeback' })

/** From one pull up to, but not including, another; null: until now. */
const version = (invoice: Invoice, from: number, to: number | null = null): InvoiceVersion => ({ invoice, from, to })

const NOTHING = {
  id: 'inv-1',
  current: null,
  baseline: null,
  inBaselineList: false,
  listedSinceBaseline: false,
  previous: null,
  wasPaid: false,
  wasChargeback: false,
}

type Versions = readonly [InvoiceVersion, ...InvoiceVersion[]]
const ROWS: readonly (readonly [
  story: string,
  versions: Versions,
  pull: number,
  baselinePull: number | null,
  holds: Partial<typeof NOTHING> | Record<string, unknown>,
])[] = [
  ['ready at first', [version(ready, 3)], 3, null, { current: ready }],
  ['paid at first', [version(paid, 3)], 5, null, { current: paid, baseline: paid }],
  [
    'paid, in the baseline list',
    [version(paid, 3)],
    5,
    4,
    { current: paid, baseline: paid, inBaselineList: true, listedSinceBaseline: true },
  ],
  [
    'in the list from the baseline pull on',
    [version(paid, 4)],
    5,
    4,
    { current: paid, baseline: paid, inBaselineList: true, listedSinceBaseline: true },
  ],
  ['in the list a pull later', [version(paid, 5)], 5, 4, { current: paid, baseline: paid, listedSinceBaseline: true }],
  [
    'ready, then paid',
    [version(ready, 3, 4), version(paid, 4)],
    4,
    null,
    { current: paid, baseline: paid, previous: ready },
  ],
  ['the same, as of before it was paid', [version(ready, 3, 4), version(paid, 4)], 3, null, { current: ready }],
  ['the same, as of before it was there', [version(ready, 3, 4), version(paid, 4)], 2, null, {}],
  [
    'paid, then a chargeback, in the baseline list as paid',
    [version(paid, 3, 5), version(charged, 5)],
    6,
    4,
    {
      current: charged,
      baseline: paid,
      previous: paid,
      inBaselineList: true,
      listedSinceBaseline: true,
      wasPaid: true,
    },
  ],
  [
    'a chargeback, then paid again',
    [version(paid, 3, 4), version(charged, 4, 5), version(paid, 5)],
    5,
    null,
    { current: paid, baseline: paid, previous: charged, wasPaid: true, wasChargeback: true },
  ],
  [
    'a chargeback at first is the baseline',
    [version(charged, 3, 4), version(paid, 4)],
    4,
    null,
    { current: paid, baseline: charged, previous: charged, wasChargeback: true },
  ],
  [
    'left at a pull',
    [version(paid, 3, 6)],
    6,
    4,
    { baseline: paid, previous: paid, inBaselineList: true, listedSinceBaseline: true, wasPaid: true },
  ],
  [
    'as of the pull before it left',
    [version(paid, 3, 6)],
    5,
    4,
    { current: paid, baseline: paid, inBaselineList: true, listedSinceBaseline: true },
  ],
  ['left before the baseline', [version(paid, 3, 4)], 6, 4, { baseline: paid, previous: paid, wasPaid: true }],
  [
    'left and came back',
    [version(paid, 3, 4), version(charged, 6)],
    6,
    5,
    { current: charged, baseline: paid, previous: paid, wasPaid: true, listedSinceBaseline: true },
  ],
  [
    'paid now and paid before counts as having been paid',
    [version(paid, 3, 4), version(aPaidInvoice({ reference: 'ref-2' }), 4)],
    4,
    null,
    { current: aPaidInvoice({ reference: 'ref-2' }), baseline: paid, previous: paid, wasPaid: true },
  ],
]

test.each(ROWS)('%s', (_, versions, pull, baselinePull, holds) => {
  expect(invoiceInPull(versions, pull, baselinePull)).toEqual({ ...NOTHING, ...holds })
})
