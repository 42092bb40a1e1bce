import { expect, it } from 'vitest'
import { readSettlement } from '../../src/service/wire/read-settlement.ts'
import { SETTLEMENT, without } from './samples.ts'

const WHOLE = {
  date: '2026-03-12',
  cycle: '11',
  status: 'paid',
  invoiceCount: 2,
  collected: 61000050n,
  fees: 120000n,
  feesPostpaid: false,
  adjustments: -30025n,
  gateway: false,
  payout: 60850025n,
  extra: null,
}

it('makes our words of a settlement', () => {
  expect(readSettlement(SETTLEMENT)).toEqual({ ok: true, settlement: WHOLE })
})

it.each([
  [{ ...SETTLEMENT, bank: 'x', note: { a: 1 } }, { extra: '{"bank":"x","note":{"a":1}}' }],
  [{ ...SETTLEMENT, status: 'reversed' }, { status: 'reversed' }],
  [{ ...SETTLEMENT, cycle: '1' }, { cycle: '1' }],
  [
    { ...SETTLEMENT, cycle: 11 },
    { cycle: '11', extra: '{"cycle":11}' },
  ],
  [{ ...SETTLEMENT, bank: null }, {}],
  [
    { ...SETTLEMENT, numberOfInvoices: -1, fees: -1 },
    { invoiceCount: -1, fees: -100n },
  ],
])('keeps what is strange but readable: %j', (value, part) => {
  expect(readSettlement(value)).toEqual({ ok: true, settlement: { ...WHOLE, ...part } })
})

const OURS = {
  date: 'date',
  cycle: 'cycle',
  status: 'status',
  numberOfInvoices: 'invoiceCount',
  amountCollected: 'collected',
  fees: 'fees',
  feesPostpaid: 'feesPostpaid',
  adjustments: 'adjustments',
  gateway: 'gateway',
  paymentAmount: 'payout',
}

it.each(Object.entries(OURS))('needs %s', (theirs, ours) => {
  const reason = `${ours} is absent`
  expect(readSettlement(without(SETTLEMENT, theirs))).toEqual({ ok: false, reason })
  expect(readSettlement({ ...SETTLEMENT, [theirs]: null })).toEqual({ ok: false, reason })
})

const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))

it.each<[unknown, string]>([
  [null, 'the settlement is not an object'],
  [[SETTLEMENT], 'the settlement is not an object'],
  [{ ...SETTLEMENT, date: 20260312 }, 'date is not text'],
  [{ ...SETTLEMENT, cycle: 11.5 }, 'cycle is not text'],
  [{ ...SETTLEMENT, cycle: true }, 'cycle is not text'],
  [{ ...SETTLEMENT, status: '' }, 'status is empty'],
  [{ ...SETTLEMENT, status: '\ud800' }, 'status is not well-formed text'],
  [{ ...SETTLEMENT, numberOfInvoices: 1.5 }, 'invoiceCount is not a whole number'],
  [{ ...SETTLEMENT, numberOfInvoices: '2' }, 'invoiceCount is not a number'],
  [{ ...SETTLEMENT, numberOfInvoices: 2 ** 53 }, 'invoiceCount is not a whole number'],
  [{ ...SETTLEMENT, amountCollected: '610000' }, 'collected is not a number'],
  [{ ...SETTLEMENT, amountCollected: Number.POSITIVE_INFINITY }, 'collected is beyond the exact range'],
  [{ ...SETTLEMENT, fees: 0.125 }, 'fees is not a whole number of centavos'],
  [{ ...SETTLEMENT, feesPostpaid: 'false' }, 'feesPostpaid is neither true nor false'],
  [{ ...SETTLEMENT, feesPostpaid: 0 }, 'feesPostpaid is neither true nor false'],
  [{ ...SETTLEMENT, adjustments: [] }, 'adjustments is not a number'],
  [{ ...SETTLEMENT, gateway: 1 }, 'gateway is neither true nor false'],
  [{ ...SETTLEMENT, paymentAmount: 9007199254740992 }, 'payout is beyond the exact range'],
  [{ ...SETTLEMENT, paymentAmount: 70_368_744_177_664.5 }, 'payout is beyond the exact range'],
])('refuses %#: %s', (value, reason) => {
  expect(readSettlement(value)).toEqual({ ok: false, reason })
})

it('refuses what is nested too deep', () => {
  const reason = 'extra is nested too deep to be kept'
  expect(readSettlement({ ...SETTLEMENT, more: deep })).toEqual({ ok: false, reason })
})
