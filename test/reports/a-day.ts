import { type DayFacts, type DaySources, dayFacts, NO_NEIGHBOURS } from '../../reports/pages/day-facts.ts'
import type { Proof } from '../../reports/pages/day-page/proof.tsx'
import type { InvoiceToReview } from '../../reports/pages/invoices-to-review.ts'
import { assumptionsOf } from '../../src/core/policy.ts'
import { PLAIN_START } from '../../src/std/start.ts'
import type { Language } from '../../src/words/language.ts'
import { aPolicy, BOGOTA, cop, slot } from '../core/a.ts'
import { aReport } from './a-slot.ts'

/** What a day has where nothing of it matters. */
export const DAY_SOURCES: Omit<DaySources, 'date' | 'reports'> = {
  ...{ merchant: 'casa', merchants: [], start: PLAIN_START, canAsk: true, neighbours: NO_NEIGHBOURS, decisions: {} },
  ...{ invoices: [], moreInvoices: 0, assumptions: [], hasWorkbook: false, masked: false },
}

/** A day with one slot, in which an invoice of COP 1,850,000 is missing. */
export const aDay = (instead: Partial<DaySources> = {}, language: Language = 'en'): DayFacts =>
  dayFacts(
    {
      ...DAY_SOURCES,
      ...{ merchant: 'default', date: slot().date, reports: [aReport()] },
      ...{ invoices: [anInvoice()], assumptions: assumptionsOf(aPolicy()) },
      ...instead,
    },
    language,
    aPolicy(),
    BOGOTA,
  )

export const anInvoice = (instead: Partial<InvoiceToReview> = {}): InvoiceToReview => ({
  id: 'inv-1',
  why: ['INVOICE_IN_NEIGHBOUR'],
  slot: slot('2026-03-11', '13'),
  status: 'paid',
  reference: 'ARR-1',
  contract: '00042',
  customer: 'Ana Muñoz',
  amount: cop(1_850_000),
  paid: cop(1_850_000),
  ...instead,
})

export const aProof: Proof = {
  slots: [
    {
      cycle: '11',
      run: 'run-1',
      readAt: '2026-03-12 22:30:00',
      settlement: 'aa'.repeat(32),
      pages: 1,
      list: 'bb'.repeat(32),
    },
  ],
  files: [{ name: 'settlement-ledger.csv', rows: 5, sha256: 'cc'.repeat(32) }],
  version: '1.2.3',
}
