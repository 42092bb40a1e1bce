import {
  type FeesOfMonth,
  feesOfMonths,
  type OperatorInvoiceRecord,
  type SettlementCharge,
} from '../../../src/core/fees/operator-invoice.ts'
import { cop, slot } from '../a.ts'

export const anInvoice = (instead: Partial<OperatorInvoiceRecord> = {}): OperatorInvoiceRecord => ({
  ...{ kind: 'invoice', number: 'FE-1', cufe: 'c1', day: slot('2026-04-01').date, period: '2026-03' },
  ...{ supplier: '901234567', customer: '900123456', lines: [], taxes: [], withholdings: [] },
  ...{ base: cop(1_800), iva: cop(300), total: cop(2_100), name: 'f.xml', digest: 'd', contents: 'x', voided: null },
  act: { number: 9, at: 1, by: 'Ana' },
  ...instead,
})

export const aCharge = (instead: Partial<SettlementCharge> = {}): SettlementCharge => ({
  slot: slot(),
  charged: cop(2_000),
  withheld: cop(0),
  payments: 10,
  ...instead,
})

/** A month with fees of 2,000 pesos, and an invoice of this sum; null without one. */
export const someFeesOfMonth = (invoiced: number | null, charge: Partial<SettlementCharge> = {}): FeesOfMonth => {
  const invoices = invoiced === null ? [] : [anInvoice({ base: cop(invoiced - 300) })]
  const [month] = feesOfMonths([aCharge(charge)], invoices)
  if (month === undefined) throw new Error('there is no month')
  return month
}
