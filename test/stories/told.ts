import type { Told } from './service.ts'

/** Made-up answers of the service: ordinary, with the story's own values. */
export const settlement = (date: string, cycle: string, invoices: readonly Told[], instead: Told = {}): Told => {
  const collected = invoices.reduce((sum, invoice) => sum + Number(invoice.paymentAmount ?? 0), 0)
  const fees = invoices.length * 2_000
  return {
    date,
    cycle,
    status: 'credited',
    numberOfInvoices: invoices.length,
    amountCollected: collected,
    fees,
    feesPostpaid: false,
    adjustments: 0,
    gateway: false,
    paymentAmount: collected - fees,
    ...instead,
  }
}

/** A paid invoice of a slot; `n` makes it one of many. */
export const paid = (date: string, cycle: string, n: number, instead: Told = {}): Told => ({
  id: `${date}-${cycle}-${String(n).padStart(3, '0')}`,
  reference: `R-${date}-${cycle}-${n}`,
  status: 'paid',
  amount: 1_000_000 + n * 1_000,
  description: `Arriendo ${n}`,
  contract: String(n).padStart(5, '0'),
  customerDocumentNumber: `10000${n}`,
  customerName: `Inquilino ${n}`,
  createdAt: `${date}T08:00:00-05:00`,
  paymentDate: `${date}T08:03:00-05:00`,
  paymentMethod: 'pse',
  paymentSource: 'portal',
  paymentAmount: 1_000_000 + n * 1_000,
  settlementDate: date,
  settlementTime: cycle,
  paymentId: `P-${date}-${cycle}-${n}`,
  paymentUrl: `https://pay.example/${date}/${cycle}/${n}`,
  ...instead,
})

/** Several paid invoices, numbered from 1. */
export const somePaid = (date: string, cycle: string, many: number): Told[] =>
  Array.from({ length: many }, (_, index) => paid(date, cycle, index + 1))
