import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Invoice } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import { countedIn, Tally, type Totals } from '../../src/core/pull/tally.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, cop, invoiceInPull } from './a.ts'

const tallied = (list: readonly (Invoice | null)[], policy: Partial<Policy> = {}): Totals => {
  const tally = new Tally(aPolicy(policy))
  for (const current of list) tally.add(invoiceInPull({ current }))
  return tally.totals()
}
const LIST = [
  aPaidInvoice({ id: 'a', amount: cop(100), paid: cop(90), paymentMethod: 'pse' }),
  aPaidInvoice({ id: 'b', amount: cop(10), paid: cop(10), paymentMethod: null }),
  aPaidInvoice({ id: 'c', amount: cop(1), paid: cop(2), paymentMethod: 'card', status: 'chargeback' }),
  anUnpaidInvoice({ id: 'd', amount: cop(0.5) }),
  anUnpaidInvoice({ id: 'e', amount: cop(0.25), paid: cop(0.25), status: 'held', paymentMethod: 'pse' }),
  null,
]

describe('a list is folded once', () => {
  const POLICIES: readonly (readonly [string, Partial<Policy>, counted: number, collected: number])[] = [
    ['what was paid', {}, 3, 102],
    ['what was asked for, by policy', { collectedBasis: 'amount' }, 3, 111],
    ['without chargebacks, by policy', { chargebacks: 'excluded' }, 2, 100],
    ['both', { collectedBasis: 'amount', chargebacks: 'excluded' }, 2, 110],
  ]
  test.each(POLICIES)('collected is %s', (_, policy, counted, collected) => {
    const totals = tallied(LIST, policy)
    expect([totals.counted, totals.collected]).toEqual([counted, cop(collected)])
  })
})

/** Larger than a double holds, as are the sums of large lists. */
const money = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(fromCentavos)
const anInvoice = fc
  .record({
    status: fc.constantFrom('paid', 'chargeback', 'ready', 'cancelled', 'held'),
    amount: money,
    paid: money,
    paymentMethod: fc.constantFrom('pse', 'card', null),
  })
  .map((instead): Invoice => ({ ...aPaidInvoice(), ...instead }))
const aBasis = fc.record({
  chargebacks: fc.constantFrom('counted' as const, 'excluded' as const),
  collectedBasis: fc.constantFrom('paid' as const, 'amount' as const),
})

const total = (list: readonly Invoice[], of: (invoice: Invoice) => bigint | null): bigint => {
  let sumOf = 0n
  for (const invoice of list) sumOf += of(invoice) ?? 0n
  return sumOf
}

test('the sums are those of plain BigInt arithmetic, in whatever order the list comes', () => {
  const shuffled = fc
    .array(anInvoice, { maxLength: 30 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
  fc.assert(
    fc.property(shuffled, aBasis, ([list, inAnyOrder], policy) => {
      const statuses = policy.chargebacks === 'counted' ? ['paid', 'chargeback'] : ['paid']
      const counting = list.filter(({ status }) => statuses.includes(status))
      const totals = tallied(inAnyOrder, policy)
      expect(totals.kept).toBe(list.length)
      expect(totals.counted).toBe(counting.length)
      expect(totals.collected).toBe(total(counting, (invoice) => invoice[policy.collectedBasis]))
      expect(totals.listed.amount).toBe(total(list, ({ amount }) => amount))
      expect(totals.listed.paid).toBe(total(list, ({ paid }) => paid))
      for (const [status, sums] of totals.byStatus) {
        const ofStatus = list.filter((invoice) => invoice.status === status)
        expect([sums.invoices, sums.amount, sums.paid]).toEqual([
          ofStatus.length,
          total(ofStatus, ({ amount }) => amount),
          total(ofStatus, ({ paid }) => paid),
        ])
      }
      const methods = [...totals.byMethod.values()]
      expect(methods.reduce((number, { invoices }) => number + invoices, 0)).toBe(counting.length)
      expect(methods.reduce((sums, { paid }) => sums + paid, 0n)).toBe(total(counting, ({ paid }) => paid))
    }),
  )
})

test('a list folded under one policy is counted again under another', () => {
  const tally = new Tally(aPolicy())
  tally.add(invoiceInPull({ current: aPaidInvoice({ id: 'a', amount: cop(5), paid: cop(4) }) }))
  tally.add(invoiceInPull({ current: aPaidInvoice({ id: 'b', status: 'chargeback', amount: cop(30), paid: cop(20) }) }))
  tally.add(invoiceInPull({ current: anUnpaidInvoice({ id: 'c', amount: cop(700) }) }))
  const under = (instead: Parameters<typeof aPolicy>[0]) => countedIn(tally.totals(), aPolicy(instead))
  expect(under({})).toEqual({ counted: 2, collected: cop(24) })
  expect(under({ chargebacks: 'excluded' })).toEqual({ counted: 1, collected: cop(4) })
  expect(under({ collectedBasis: 'amount' })).toEqual({ counted: 2, collected: cop(35) })
})
