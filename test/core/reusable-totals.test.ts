import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_CLAIMS } from '../../src/core/notifications/notification.ts'
import {
  type Assessment,
  assess,
  type ReuseFacts,
  reusableTotals,
  type StoredFacts,
} from '../../src/rules/assessment/assess.ts'
import { aContext, aPaidInvoice, aPull, aSettlement, at, cop, invoiceInPull, slot, someTotals } from './a.ts'

const ASSESSED: Assessment = {
  slot: slot(),
  pullId: 7,
  verdict: 'reconciled',
  totals: someTotals(),
  rulebook: '1 0.1.0',
}
const FACTS: ReuseFacts = {
  pull: aPull({ id: 9, contentId: 7 }),
  assessment: ASSESSED,
  rulebook: '1 0.1.0',
  isShowing: false,
  departures: new Map(),
  notificationClaims: NO_CLAIMS,
  wasClosed: false,
}
const departure = { invoiceId: 'a', status: null, ownDate: null, ownCycle: null }
const claim = {
  kind: 'invoice',
  webhookId: 'w-1',
  receivedAt: 1,
  invoiceId: 'a',
  status: 'paid',
  amount: null,
  paid: null,
} as const

test.each<[string, Partial<ReuseFacts>, boolean]>([
  ['the same content, the same rules, nothing found', {}, true],
  ['the latest pull with that content was checked', { assessment: { ...ASSESSED, pullId: 8 } }, true],
  ['the day is closed, or was', { wasClosed: true }, false],
  ['never checked', { assessment: null }, false],
  ['other rules', { rulebook: '2 0.1.0' }, false],
  ['what was checked is older than the content', { assessment: { ...ASSESSED, pullId: 6 } }, false],
  ['this very pull was checked: somebody asks for it again', { assessment: { ...ASSESSED, pullId: 9 } }, false],
  ['something was found', { isShowing: true }, false],
  ['something had left the list', { departures: new Map([['a', departure]]) }, false],
  ['a notification names an invoice', { notificationClaims: { ...NO_CLAIMS, claims: [claim] } }, false],
])('%s', (_, instead, isReused) => {
  expect(reusableTotals({ ...FACTS, ...instead })).toBe(isReused ? ASSESSED.totals : null)
})

/** At any hour, with any settlement: once a list was found without flaws, its totals suffice. */
test('a flawless list folded before is judged as if it were folded again', () => {
  const invoice = fc.record({
    paid: fc.integer({ min: 1, max: 1_000_000 }),
    method: fc.constantFrom('pse', 'card', 'breb'),
  })
  const later = fc.constantFrom('2026-03-12T17:00:00Z', '2026-03-14T00:00:00Z', '2026-04-30T00:00:00Z')
  const status = fc.constantFrom('credited', 'processing', 'error')
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 8 }), later, status, fc.boolean(), (list, time, status, isThere) => {
      const invoices = list.map(({ paid, method }, index) => {
        const id = `inv-${index}`
        const money = { amount: cop(paid), paid: cop(paid) }
        return invoiceInPull({ current: aPaidInvoice({ id, ...money, paymentMethod: method }), id })
      })
      const collected = cop(list.reduce((sum, { paid }) => sum + paid, 0))
      const settlement = isThere
        ? aSettlement({ status, collected, fees: cop(0), payout: collected, invoiceCount: list.length })
        : null
      const stored: StoredFacts = {
        settlement,
        lastCollected: null,
        quarantine: [],
        paidElsewhere: new Map(),
        repeats: [],
        shared: [],
        previousGatewayRule: null,
        contradictions: [],
        unlistedInvoices: [],
        adjustment: null,
        notDebited: [],
        bank: null,
      }
      // The first invoice could not be read at the baseline.
      const unreadable = { atBaseline: new Set(invoices.slice(0, 1).map(({ id }) => id)), now: new Set<string>() }
      const context = aContext({ pull: aPull({ at: at(time) }), unreadable })
      const first = assess(context)
      for (const one of invoices) first.add(one)
      const folded = first.finish(stored)
      expect(assess(context, folded.totals).finish(stored)).toEqual(folded)
    }),
  )
})
