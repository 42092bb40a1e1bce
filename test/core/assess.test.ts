import { describe, expect, test } from 'vitest'
import { inCop, theInvoice } from '../../src/core/findings/discrepancy.ts'
import { type ClaimOnInvoice, NO_CLAIMS } from '../../src/core/notifications/notification.ts'
import type { InvoiceInPull } from '../../src/core/pull/invoice-in-pull.ts'
import { assess, type StoredFacts } from '../../src/rules/assessment/assess.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../../src/rules/define-check.ts'
import type { SlotContext } from '../../src/rules/facts.ts'
import { CHECKS } from '../../src/rules/registry.ts'
import {
  aContext,
  aList,
  anUnpaidInvoice,
  aPaidInvoice,
  aPull,
  aSettlement,
  aSettlementVersion,
  cop,
  invoiceInPull,
  NOTHING_AROUND,
} from './a.ts'

const AROUND: StoredFacts = { ...NOTHING_AROUND, settlement: aSettlement() }

const assessed = (
  list: readonly InvoiceInPull[],
  stored: Partial<StoredFacts> = {},
  context: Partial<SlotContext> = {},
) => {
  const fold = assess(aContext(context))
  for (const invoice of list) fold.add(invoice)
  return fold.finish({ ...AROUND, ...stored })
}
const codes = (...given: Parameters<typeof assessed>) =>
  assessed(...given).findings.map(({ code, subject }) => `${code} ${subject}`)

describe('a slot is folded once, and every check is run over it', () => {
  test('what is found of invoices, of the list, of fields and of the settlement comes by code, then by subject', () => {
    const list = [
      invoiceInPull({
        current: aPaidInvoice({ id: 'b', paid: cop(90_000), paymentMethod: 'cash', flaws: ['description'] }),
      }),
      invoiceInPull({ current: anUnpaidInvoice({ id: 'a', amount: cop(0.5), extra: '{"bank":1}' }) }),
      invoiceInPull({ current: aPaidInvoice({ id: 'c', ownCycle: '13', paid: cop(5), amount: cop(6) }) }),
      invoiceInPull({ id: 'd', current: null, inBaselineList: true }),
    ]
    const pull = aPull({ list: aList({ items: 3, unknownFields: { total: 2 } }) })
    const settlement = aSettlement({ extra: '{"bank":2,"branch":3}', fees: cop(3_000), cycle: '11' })
    expect(codes(list, { settlement }, { pull, baseline: aSettlementVersion(aSettlement()) })).toEqual([
      'COLLECTED_MISMATCH settlement',
      'COUNT_MISMATCH settlement',
      'FIELD_MISSING field:description',
      'FRACTIONAL_PESOS field:amount',
      'INVOICE_ADDED invoice:a',
      'INVOICE_ADDED invoice:b',
      'INVOICE_ADDED invoice:c',
      'INVOICE_OUTSIDE_SLOT invoice:c',
      'INVOICE_VANISHED invoice:d',
      'NOT_PAID invoice:a',
      'PAYOUT_MISMATCH settlement',
      'SETTLEMENT_CHANGED settlement.fees',
      'UNDERPAID invoice:b',
      'UNDERPAID invoice:c',
      'UNKNOWN_FIELD field:bank',
      'UNKNOWN_FIELD field:branch',
      'UNKNOWN_FIELD field:total',
      'UNKNOWN_VALUE field:paymentMethod=cash',
    ])
  })

  test('one unknown label on the settlement and on all invoices is one finding, and the slot is judged', () => {
    const list = [invoiceInPull({ current: aPaidInvoice({ ownCycle: '1' }) })]
    expect(codes(list, { settlement: aSettlement({ cycle: '1' }) })).toEqual(['CYCLE_LABEL cycle:1'])
  })

  test('a cycle that came as a number is noted, and the slot is judged', () => {
    const settlement = aSettlement({ extra: '{"cycle":11}' })
    expect(codes([invoiceInPull()], { settlement })).toContain('CYCLE_LABEL settlement.cycle')
  })

  test('without a settlement there is nothing to hold the list against', () => {
    expect(codes([invoiceInPull()], { settlement: null })).toEqual(['SETTLEMENT_MISSING settlement'])
    expect(codes([], { settlement: null })).toEqual([])
  })

  test('an empty list against a settlement', () => {
    expect(codes([], {}, { pull: aPull({ list: aList({ items: 0, kept: 0 }) }) })).toEqual([
      'INVOICES_MISSING settlement',
    ])
  })
})

test('a check from outside is asked beside ours, and has its own words', () => {
  const rentTooHigh = defineCheck({
    code: 'RENT_TOO_HIGH',
    severity: 'warning',
    acts: 'tenant',
    checkInvoice: ({ id, current }) =>
      current !== null && current.amount > cop(1_000)
        ? observed(theInvoice(id), inCop(current.amount, cop(1_000)), NO_DATA)
        : NOTHING,
    title: { en: 'The rent is too high', es: 'El arriendo es muy alto' },
    when: 'the rent is above the agreed one',
    message: {
      en: ({ figures }, say) => `a rent of ${say.money(figures.reported)}`,
      es: ({ figures }, say) => `un arriendo de ${say.money(figures.reported)}`,
    },
  })
  const fold = assess(aContext(), null, [...CHECKS, rentTooHigh])
  fold.add(invoiceInPull({ current: aPaidInvoice({ paid: cop(1) }) }))
  const findings = fold
    .finish({ ...AROUND, settlement: null })
    .findings.filter(({ subject }) => subject === 'invoice:inv-1')
  expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'RENT_TOO_HIGH a rent of COP 100,000',
    'UNDERPAID COP 1 was paid; COP 100,000 was asked for',
  ])
})

test('a check that returns no list is refused', async () => {
  const late = Promise.reject(new Error('late'))
  const check = defineCheck({
    ...{ code: 'LATE', severity: 'info', acts: 'nobody', when: 'always', title: { en: 'Late', es: 'Tarde' } },
    check: () => late as never,
    message: { en: () => 'late', es: () => 'tarde' },
  })
  const fold = assess(aContext(), null, [check])
  expect(() => fold.finish(AROUND)).toThrow('is not a list of observations')
  await expect(late).rejects.toThrow('late')
})

test('records that could be read at the baseline and now cannot are those that neither the list nor its malformed records hold', () => {
  const neverRead: string[] = []
  const look = defineCheck({
    code: 'LOOK',
    severity: 'info',
    acts: 'nobody',
    check: (facts) => {
      neverRead.push(...facts.neverRead)
      return NOTHING
    },
    title: { en: 'Look', es: 'Mira' },
    when: 'always',
    message: { en: () => 'look', es: () => 'mira' },
  })
  const unreadable = { atBaseline: new Set(['listed', 'malformed', 'gone']), now: new Set(['malformed']) }
  const fold = assess(aContext({ unreadable }), null, [look])
  fold.add(invoiceInPull({ current: aPaidInvoice({ id: 'listed' }) }))
  expect(fold.take()).toEqual([])
  fold.finish(AROUND)
  expect(neverRead).toEqual(['gone'])
})

test('invoices of notifications that the list does not have, or no longer has, are named in their order', () => {
  const claimOn = (invoiceId: string): ClaimOnInvoice => ({
    kind: 'invoice',
    webhookId: invoiceId,
    receivedAt: 1,
    invoiceId,
    status: 'paid',
    amount: cop(1),
    paid: cop(1),
  })
  const claims = ['never-listed', 'listed', 'gone'].map(claimOn)
  const fold = assess(aContext({ notificationClaims: { ...NO_CLAIMS, claims } }))
  fold.add(invoiceInPull({ current: aPaidInvoice({ id: 'listed' }) }))
  fold.add(invoiceInPull({ id: 'gone', current: null }))
  fold.add(invoiceInPull({ current: aPaidInvoice({ id: 'in-no-notification' }) }))
  expect(fold.claimsNotListed()).toEqual(['never-listed', 'gone'])
})
