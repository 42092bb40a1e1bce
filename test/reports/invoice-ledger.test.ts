import { describe, expect, it } from 'vitest'
import { INVOICE_LEDGER, type InvoiceList } from '../../reports/ledgers/invoice-ledger.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, cop, slot } from '../core/a.ts'

const list: InvoiceList = {
  merchant: 'default',
  slot: slot('2026-03-12', '13'),
  settlementStatus: 'credited',
  policy: aPolicy(),
  localTime: (text) => `<${text}>`,
}
const rowOf = (invoice: Invoice, instead: Partial<InvoiceList> = {}) => {
  const row = INVOICE_LEDGER.row(invoice, { ...list, ...instead })
  expect(row).toHaveLength(INVOICE_LEDGER.heads.length)
  return Object.fromEntries(INVOICE_LEDGER.heads.map((name, at) => [name, row[at]]))
}

describe('the invoice ledger', () => {
  it('shows an invoice where it is listed, and the slot it names itself', () => {
    expect(rowOf(aPaidInvoice({ paid: cop(99_999.5), expirationDate: '2026-03-11T10:03:00-05:00' }))).toEqual({
      merchant: 'default',
      date: '2026-03-12',
      cycle: '13',
      invoice_id: 'inv-1',
      reference: 'ref-1',
      status: 'paid',
      counted: true,
      contract: '00000',
      customer_document: '1020304050',
      customer_name: 'Ana Muñoz',
      description: 'Arriendo',
      amount: cop(100_000),
      paid: cop(99_999.5),
      payment_method: 'pse',
      payment_source: 'link',
      payment_id: 'pay-1',
      payment_date: '<2026-03-11T10:00:00-05:00>',
      created_at: '<2026-03-11T09:58:00-05:00>',
      expiration_date: '<2026-03-11T10:03:00-05:00>',
      settlement_status: 'credited',
      own_date: '2026-03-12',
      own_cycle: '11',
    })
  })

  it('leaves empty what is absent', () => {
    const invoice = anUnpaidInvoice({
      reference: null,
      contract: null,
      customerDocument: null,
      customerName: null,
      description: null,
      createdAt: null,
    })
    const row = rowOf(invoice, { settlementStatus: null })
    expect(Object.entries(row).filter(([, cell]) => cell !== null)).toEqual([
      ['merchant', 'default'],
      ['date', '2026-03-12'],
      ['cycle', '13'],
      ['invoice_id', 'inv-1'],
      ['status', 'ready'],
      ['counted', false],
      ['amount', cop(100_000)],
    ])
  })
})
