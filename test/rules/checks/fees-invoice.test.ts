import { feesInvoiceDiffers, feesInvoiceMissing } from '../../../src/rules/checks/fees-invoice.ts'
import type { SlotFacts } from '../../../src/rules/facts.ts'
import { aPolicy, cop } from '../../core/a.ts'
import { anInvoice, someFeesOfMonth } from '../../core/fees/some-fees-of-month.ts'
import { table } from './table.ts'

const invoiced = (
  sum: number | null,
  charge: Parameters<typeof someFeesOfMonth>[1] = {},
  isOverdue = false,
): Partial<SlotFacts> => ({ feesInvoice: { fees: someFeesOfMonth(sum, charge), isOverdue } })

const four = someFeesOfMonth(2_100)
const ofFour = { ...four, invoices: ['FE-1', 'FE-2', 'FE-3', 'FE-4'].map((number) => anInvoice({ number })) }

table('the operator invoices the fees of a month', feesInvoiceDiffers, [
  ['not the last settlement of a month', {}, null],
  ['no invoice', invoiced(null), null],
  ['exactly', invoiced(2_000), null],
  [
    'more, within half a peso a payment',
    invoiced(2_005),
    [
      'FEES_INVOICE_DIFFERS',
      'info',
      'fees:2026-03',
      2_005,
      2_000,
      5,
      'the operator invoiced COP 2,005 for 2026-03 (FE-1: base COP 1,705, IVA COP 300), and the fees of its settlements come to COP 2,000',
    ],
  ],
  ['more than that', invoiced(2_005.01), ['FEES_INVOICE_DIFFERS', 'error', 'fees:2026-03', 2_005.01, 2_000, 5.01]],
  ['less, within', invoiced(1_995), ['FEES_INVOICE_DIFFERS', 'info', 'fees:2026-03', 1_995, 2_000, -5]],
  ['less than that', invoiced(1_994.99), ['FEES_INVOICE_DIFFERS', 'error', 'fees:2026-03', 1_994.99, 2_000, -5.01]],
  ['what is withheld is on no invoice', invoiced(1_980, { withheld: cop(20) }), null],
  [
    'what is withheld is invoiced, too',
    invoiced(2_000, { withheld: cop(20) }),
    [
      'FEES_INVOICE_DIFFERS',
      'error',
      'fees:2026-03',
      2_000,
      1_980,
      20,
      'the operator invoiced COP 2,000 for 2026-03 (FE-1: base COP 1,700, IVA COP 300), and the fees of its settlements come to COP 2,000, of which COP 20 is withheld',
    ],
  ],
  [
    'more invoices than are named',
    { feesInvoice: { fees: ofFour, isOverdue: false } },
    [
      'FEES_INVOICE_DIFFERS',
      'error',
      'fees:2026-03',
      2_100,
      2_000,
      100,
      'the operator invoiced COP 2,100 for 2026-03 (FE-1, FE-2, FE-3, +1: base COP 1,800, IVA COP 300), and the fees of its settlements come to COP 2,000',
    ],
  ],
])

const ours = { policy: aPolicy({ taxId: '900123456' }) }

table('each month with fees has an invoice', feesInvoiceMissing, [
  ['not the last settlement of a month', ours, null],
  ['not yet due', { ...invoiced(null), ...ours }, null],
  ['no tax id', invoiced(null, {}, true), null],
  ['it is there', { ...invoiced(2_100, {}, true), ...ours }, null],
  ['no fees', { ...invoiced(null, { charged: cop(0) }, true), ...ours }, null],
  [
    'missing',
    { ...invoiced(null, {}, true), ...ours },
    [
      'FEES_INVOICE_MISSING',
      'warning',
      'fees:2026-03',
      null,
      2_000,
      null,
      'the fees of 2026-03 come to COP 2,000, and no invoice of the operator for that month was imported: ask the operator for it, then see "cuadre fees invoice import"',
    ],
  ],
])
