import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feesOfMonths, invoicedOf, taxIdOf } from '../../../src/core/fees/operator-invoice.ts'
import { fromCentavos, minus, negate, plus, sumOf } from '../../../src/core/money.ts'
import { chargeOf } from '../../../src/rules/account/fees-summary.ts'
import { cop, slot } from '../a.ts'
import { aCharge, anInvoice } from './some-fees-of-month.ts'

const on = (date: string, cycle = '11') => ({ slot: slot(date, cycle) })
const VOID = { number: 10, at: 2, by: 'Ana', reason: 'r' }

describe('the months of charges and invoices', () => {
  test('several invoices of a month count together, a credit note is taken off, and a void one does not count', () => {
    const invoices = [
      anInvoice(),
      anInvoice({ number: 'FE-2', base: cop(50), iva: cop(10) }),
      anInvoice({ number: 'NC-1', kind: 'credit-note', base: cop(100), iva: cop(20) }),
      anInvoice({ number: 'FE-3', voided: VOID }),
      anInvoice({ number: 'FE-4', period: '2026-04' }),
    ]
    const [march] = feesOfMonths([aCharge(), aCharge({ ...on('2026-03-20'), withheld: cop(60) })], invoices)
    expect(march).toMatchObject({
      month: '2026-03',
      first: slot(),
      last: slot('2026-03-20'),
      charged: cop(4_000),
      withheld: cop(60),
      expected: cop(3_940),
      payments: 20,
      base: cop(1_750),
      iva: cop(290),
      invoiced: cop(2_040),
      difference: cop(-1_900),
    })
    expect(march?.invoices.map(({ number }) => number)).toEqual(['FE-1', 'FE-2', 'NC-1'])
  })

  test('a month without an invoice has none, and an invoice of a month without settlements is of none', () => {
    const months = feesOfMonths([aCharge(on('2026-02-27')), aCharge()], [anInvoice({ period: '2026-01' })])
    expect(months.map(({ month, invoiced, difference }) => [month, invoiced, difference])).toEqual([
      ['2026-02', null, null],
      ['2026-03', null, null],
    ])
  })

  test('what is invoiced is base and IVA, and the difference is what is left of charged less withheld', () => {
    const sums = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((sum) => fromCentavos(sum))
    const charges = fc.array(fc.tuple(sums, sums), { minLength: 1, maxLength: 5 })
    const invoices = fc.array(fc.tuple(sums, sums, fc.boolean()), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(charges, invoices, (charged, invoiced) => {
        const [month] = feesOfMonths(
          charged.map(([sum, withheld]) => aCharge({ charged: sum, withheld })),
          invoiced.map(([base, iva, isNote]) => anInvoice({ base, iva, kind: isNote ? 'credit-note' : 'invoice' })),
        )
        const added = sumOf(invoiced.map(([base, iva, isNote]) => (isNote ? negate(plus(base, iva)) : plus(base, iva))))
        const due = sumOf(charged.map(([sum, withheld]) => minus(sum, withheld)))
        expect([month?.invoiced, month?.difference]).toEqual([added, minus(added, due)])
      }),
    )
  })
})

test('the charge of a settlement is what was deducted and billed apart; there is none without a settlement', () => {
  const fees = { payments: 1, paid: cop(9), fee: cop(5), tax: cop(1), withheld: cop(2), withholdings: new Map() }
  const method = { method: 'pse', payments: 1, paid: cop(9) }
  const entry = { slot: slot(), deducted: cop(5), billedApart: cop(3), payments: 2 }
  expect(
    chargeOf({
      ...entry,
      methods: [
        { ...method, fees },
        { ...method, fees: null },
      ],
    }),
  ).toEqual(aCharge({ charged: cop(8), withheld: cop(2), payments: 2 }))
  expect(chargeOf({ ...entry, payments: null, methods: [] })).toMatchObject({ withheld: cop(0), payments: 0 })
  expect(chargeOf({ ...entry, deducted: null, methods: [] })).toBe(null)
})

describe('what was invoiced, as a line of an account', () => {
  const months = feesOfMonths(
    [aCharge(on('2026-02-27')), aCharge(), aCharge(on('2026-03-20'))],
    [anInvoice({ period: '2026-02' }), anInvoice({ number: 'FE-2' })],
  )
  test.each([
    ['of both months', '2026-02-01', '2026-03-31', { number: 2, sum: cop(4_200), difference: cop(-1_800) }],
    [
      'of the one whose settlements are all there',
      '2026-02-28',
      '2026-03-31',
      { number: 1, sum: cop(2_100), difference: cop(-1_900) },
    ],
    ['of none', '2026-03-13', '2026-03-31', null],
  ])('%s', (_, from, to, expected) => {
    expect(invoicedOf(months, { from, to })).toEqual(expected)
  })
})

test.each([
  ['900123456', '900123456'],
  ['900.123.456-7', '900123456'],
  [' 900 123 456 - 7 ', '900123456'],
  ['0900123456', '900123456'],
  ['12', null],
  ['', null],
  ['NIT 900123456', null],
  ['900123456-78', null],
])('the tax id %j is %j', (text, id) => {
  expect(taxIdOf(text)).toBe(id)
})
