import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PaymentRate } from '../../src/domain/fees/exact-tariff.ts'
import { FeesTally } from '../../src/domain/fees/list-fees.ts'
import type { Invoice } from '../../src/domain/invoice.ts'
import { fromCentavos } from '../../src/domain/money.ts'
import type { Policy } from '../../src/domain/policy.ts'
import { countedIn, Tally, type Totals } from '../../src/domain/pull/tally.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, cop, invoiceInPull } from './a.ts'

const tallied = (list: readonly (Invoice | null)[], policy: Partial<Policy> = {}): Totals => {
  const tally = new Tally(aPolicy(policy))
  for (const current of list) tally.add(invoiceInPull({ current }))
  return tally.totals()
}
const sum = (invoices: number, amount: number, paid: number) => ({ invoices, amount: cop(amount), paid: cop(paid) })

const LIST = [
  aPaidInvoice({ id: 'a', amount: cop(100), paid: cop(90), paymentMethod: 'pse' }),
  aPaidInvoice({ id: 'b', amount: cop(10), paid: cop(10), paymentMethod: null }),
  aPaidInvoice({ id: 'c', amount: cop(1), paid: cop(2), paymentMethod: 'card', status: 'chargeback' }),
  anUnpaidInvoice({ id: 'd', amount: cop(0.5) }),
  anUnpaidInvoice({ id: 'e', amount: cop(0.25), paid: cop(0.25), status: 'held', paymentMethod: 'pse' }),
  null,
]

describe('a list is folded once', () => {
  test('counted and summed by status, and by method where it counts', () => {
    expect(tallied(LIST)).toEqual({
      kept: 5,
      counted: 3,
      collected: cop(102),
      listed: sum(5, 111.75, 102.25),
      byStatus: new Map([
        ['paid', sum(2, 110, 100)],
        ['chargeback', sum(1, 1, 2)],
        ['ready', sum(1, 0.5, 0)],
        ['held', sum(1, 0.25, 0.25)],
      ]),
      byMethod: new Map([
        ['pse', sum(1, 100, 90)],
        ['', sum(1, 10, 10)],
        ['card', sum(1, 1, 2)],
      ]),
    })
  })

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

  test('nothing comes to nothing', () => {
    expect(tallied([])).toEqual({
      kept: 0,
      counted: 0,
      collected: cop(0),
      listed: sum(0, 0, 0),
      byStatus: new Map(),
      byMethod: new Map(),
    })
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

test('with a tariff it says what the payments that count cost', () => {
  const fees = new FeesTally(() => SEVEN_PESOS)
  const tally = new Tally(aPolicy(), fees)
  for (const current of LIST) tally.add(invoiceInPull({ current }))
  expect(tally.totals().fees?.expected).toBe(cop(21))
  expect(tallied(LIST).fees).toBeUndefined()
})
const SEVEN_PESOS: PaymentRate = {
  unitOfSums: 1n,
  centavo: 1n,
  isTaxIncluded: false,
  feeOf: () => ({ fee: cop(7), tax: 0n, withheld: new Map() }),
  feeOfSum: null,
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
