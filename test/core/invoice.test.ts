import { describe, expect, test } from 'vitest'
import { counts, type Invoice, isPaid } from '../../src/core/invoice.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy } from './a.ts'

const counted = aPolicy()
const excluded = aPolicy({ chargebacks: 'excluded' })

describe('an invoice counts when it is paid, or charged back where policy counts those', () => {
  const ROWS: readonly (readonly [string, Invoice, isPaid: boolean, counted: boolean, excluded: boolean])[] = [
    ['paid', aPaidInvoice(), true, true, true],
    ['chargeback', aPaidInvoice({ status: 'chargeback' }), true, true, false],
    ['a chargeback without a sum', anUnpaidInvoice({ status: 'chargeback' }), false, false, false],
    ['ready', anUnpaidInvoice(), false, false, false],
    ['cancelled', anUnpaidInvoice({ status: 'cancelled' }), false, false, false],
    ['a status nobody documented, with a sum', { ...aPaidInvoice(), status: 'held' }, false, false, false],
    ['PAID is not paid', { ...aPaidInvoice(), status: 'PAID' }, false, false, false],
  ]
  test.each(ROWS)('%s', (_, invoice, paid, whenCounted, whenExcluded) => {
    expect([isPaid(invoice), counts(invoice, counted), counts(invoice, excluded)]).toEqual([
      paid,
      whenCounted,
      whenExcluded,
    ])
  })
})
