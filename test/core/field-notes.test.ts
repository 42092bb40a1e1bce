import { expect, test } from 'vitest'
import { gatherFieldNotes } from '../../src/core/pull/field-notes.ts'
import { anUnpaidInvoice, aPaidInvoice, aSettlement, cop, invoiceInPull } from './a.ts'

const NOTHING = { missing: {}, unknownFields: {}, unknownValues: {}, fractional: {}, dateTimes: {} }

/** Gathers notes on a list, a settlement and pages, and returns the counts as plain objects. */
const noted = (gather: (notes: ReturnType<typeof gatherFieldNotes>) => void) => {
  const notes = gatherFieldNotes()
  gather(notes)
  return Object.fromEntries(Object.entries(notes.result()).map(([kind, counts]) => [kind, Object.fromEntries(counts)]))
}

test('unknown fields of invoices, of the settlement and of pages share one count', () => {
  const notes = noted(({ add, addSettlement, addPages }) => {
    add(invoiceInPull({ current: aPaidInvoice({ extra: '{"bank":"x","__proto__":1}' }) }))
    add(invoiceInPull({ current: aPaidInvoice({ extra: '{"bank":null}' }) }))
    addSettlement(aSettlement({ extra: '{"bank":{}}' }))
    addPages({ bank: 3, total: 4 })
  })
  expect(notes).toEqual({ ...NOTHING, unknownFields: { bank: 5, ['__proto__']: 1, total: 4 } })
})

test('unknown values are counted by field and value, as they came', () => {
  const notes = noted(({ add, addSettlement }) => {
    add(invoiceInPull({ current: anUnpaidInvoice({ status: 'held', paymentMethod: 'PSE', paymentSource: 'link ' }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ status: 'held' }) }))
    addSettlement(aSettlement({ status: 'held' }))
    addSettlement(aSettlement({ status: 'ready' }))
  })
  expect(notes).toEqual({
    ...NOTHING,
    unknownValues: { 'status=held': 3, 'status=ready': 1, 'paymentMethod=PSE': 1, 'paymentSource=link ': 1 },
  })
})

test('centavos are counted, field by field', () => {
  const notes = noted(({ add, addSettlement }) => {
    add(invoiceInPull({ current: aPaidInvoice({ amount: cop(0.5), paid: cop(-0.01) }) }))
    add(invoiceInPull({ current: aPaidInvoice({ amount: cop(0.99) }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ amount: cop(100) }) }))
    const half = cop(100.5)
    addSettlement(aSettlement({ collected: half, fees: half, adjustments: half, payout: half }))
  })
  expect(notes).toEqual({
    ...NOTHING,
    fractional: { amount: 2, paid: 1, collected: 1, fees: 1, adjustments: 1, payout: 1 },
  })
})

test('a payment field that cannot be read is told with the payment, under one name; of an unpaid invoice here', () => {
  const notes = noted(({ add }) => {
    add(invoiceInPull({ current: aPaidInvoice({ flaws: ['ownCycle', 'customerName'] }) }))
    add(invoiceInPull({ current: aPaidInvoice({ status: 'chargeback', flaws: ['paymentDate'] }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ flaws: ['ownCycle'] }) }))
  })
  expect(notes).toEqual({ ...NOTHING, missing: { customerName: 1, ownCycle: 1 } })
})

test('settlement dates with a time behind them are counted once', () => {
  const notes = noted(({ add }) => {
    for (const ownDate of ['2026-03-12T00:00:00Z', '2026-03-12 00:00', '2026-03-12', '12/03/2026 00:00', null])
      add(invoiceInPull({ current: aPaidInvoice({ ownDate }) }))
  })
  expect(notes).toEqual({ ...NOTHING, dateTimes: { ownDate: 2 } })
})

test('a cycle that came as a number is no undocumented field', () => {
  const notes = noted(({ addSettlement }) => addSettlement(aSettlement({ extra: '{"cycle":11,"bank":"x"}' })))
  expect(notes).toEqual({ ...NOTHING, unknownFields: { bank: 1 } })
})
