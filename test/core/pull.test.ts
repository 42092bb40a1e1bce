import { expect, test } from 'vitest'
import { type QuarantinedRecord, unreadableIds } from '../../src/core/pull/pull.ts'

const record = (item: number, invoiceId: string | null): QuarantinedRecord => ({
  field: 'amount',
  reason: 'is not a number',
  reference: null,
  digest: 'c94d690f6000',
  invoiceId,
  page: 1,
  item,
})

test('the unreadable invoices of a list are those of its quarantined records that show an id', () => {
  expect([...unreadableIds([record(1, 'inv-1'), record(2, null), record(3, 'inv-3'), record(4, 'inv-1')])]).toEqual([
    'inv-1',
    'inv-3',
  ])
})
