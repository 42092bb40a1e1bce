import { expect, test } from 'vitest'
import { listFeesTally } from '../../../src/core/fees/list-fees.ts'
import type { MethodRate, Schedule } from '../../../src/core/fees/tariff.ts'
import type { PaidInvoice } from '../../../src/core/invoice.ts'
import { gatherFeeClues } from '../../../src/rules/causes/fee-clues.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, BOGOTA, cop, invoiceInPull, slot } from '../../core/a.ts'
import { causesFor, evidenceOf } from './told.ts'

const rate = (instead: Partial<MethodRate>): MethodRate => ({
  fixed: 0,
  percent: 0,
  min: null,
  max: null,
  tiers: [],
  ...instead,
})
const schedule = (from: string, pse: number, instead: Partial<Schedule> = {}): Schedule => ({
  from: slot(from).date,
  methods: { pse: rate({ fixed: pse }), card: rate({ fixed: 800, percent: 2 }), nequiButton: rate({ fixed: 1_500 }) },
  tax: null,
  withholdings: [],
  rounding: 'invoice',
  to: 'peso',
  proposed: null,
  ...instead,
})
const IVA = { name: 'IVA', percent: 19, included: false }
const SOURCE = { name: 'ReteFuente', percent: 1.5, base: 'paid', methods: ['card'] } as const
const TARIFF = [schedule('2026-01-01', 2_700), schedule('2026-03-01', 2_900), schedule('2026-04-01', 3_100)]
const PLAIN = [schedule('2026-01-01', 2_900)]
const TAXED = [schedule('2026-01-01', 2_900, { tax: IVA })]
const WITHHELD = [schedule('2026-01-01', 2_900, { withholdings: [SOURCE] })]

const paid = (id: string, method: string, pesos: number): PaidInvoice =>
  aPaidInvoice({ id, paymentMethod: method, paid: cop(pesos), paymentDate: '2026-03-11T10:00:00-05:00' })
const LIST = [paid('a', 'pse', 500_000), paid('b', 'card', 1_000_000), paid('c', 'card', 2_000_000)]

/** Under the tariff: 2,900 + 20,800 + 40,800 = 64,500. */
const causesOf = (
  charged: number,
  tariff: readonly Schedule[] = PLAIN,
  list: readonly PaidInvoice[] = LIST,
  unlisted: number | null = null,
) =>
  causesBy(charged, tariff, list, unlisted).map(({ code, invoices, candidates }) =>
    [code, ...invoices, ...(candidates > 1 ? [candidates] : [])].join(' '),
  )

const causesBy = (
  charged: number,
  tariff: readonly Schedule[],
  list: readonly PaidInvoice[],
  unlisted: number | null,
) => {
  const policy = aPolicy({ tariff })
  const tally = listFeesTally(policy, slot(), BOGOTA)
  for (const one of list) tally?.add(one)
  const expected = tally?.result().expected ?? cop(0)
  const question = { slot: slot(), policy, zone: BOGOTA, charged: cop(charged), expected }
  const clues = gatherFeeClues({ ...question, unlisted: unlisted === null ? null : cop(unlisted) })
  for (const current of [...list, anUnpaidInvoice(), null]) clues.add(invoiceInPull({ current }))
  return causesFor({ ...evidenceOf({}), fees: clues.result() }, 'fees')
}

test.each<[string, number, readonly Schedule[], readonly string[]]>([
  ['nothing that fits', 64_501, PLAIN, []],
  ['three times as much', 193_500, PLAIN, []],
  ['tax left out: 19 % of 64,500 is 12,255', 64_500, TAXED, ['FEES_WITHOUT_TAX']],
  ['tax twice', 89_010, TAXED, ['FEES_TAX_TWICE']],
  ['withholding left out: 1.5 % of 3,000,000', 64_500, WITHHELD, ['FEES_WITHOUT_WITHHOLDING']],
  ['withholding twice', 154_500, WITHHELD, ['FEES_WITHHOLDING_TWICE']],
  ['the schedule before', 64_300, TARIFF, ['FEES_OF_OTHER_SCHEDULE']],
  ['the schedule after', 64_700, TARIFF, ['FEES_OF_OTHER_SCHEDULE']],
  ['bank transfers at the rate of the wallet', 63_100, PLAIN, ['FEES_OF_OTHER_METHOD']],
  ['cards at the rate of the wallet', 5_900, PLAIN, ['FEES_OF_OTHER_METHOD']],
  ['one payment twice', 85_300, PLAIN, ['FEE_CHARGED_TWICE b']],
  ['one payment left out', 61_600, PLAIN, ['FEE_LEFT_OUT a']],
  ['one payment left out, with its tax: 2,900 and 551', 73_304, TAXED, ['FEE_LEFT_OUT a']],
  ['one payment left out, with its withholding: 20,800 and 15,000', 73_700, WITHHELD, ['FEE_LEFT_OUT b']],
  ['the schedule before, of two', 64_300, TARIFF.slice(0, 2), ['FEES_OF_OTHER_SCHEDULE']],
])('%s', (_name, charged, tariff, causes) => {
  expect(causesOf(charged, tariff)).toEqual(causes)
})

test('sums of a settlement to the centavo leave a centavo of rounding, and those of payments none', () => {
  const instead = { to: 'centavo', tax: { ...IVA, percent: 19.001 } } as const
  // Fees 64,500, tax 12,255.645, which is 12,255.65 of the whole.
  const ofSettlement = [schedule('2026-01-01', 2_900, { ...instead, rounding: 'settlement' })]
  expect(causesOf(64_500.01, ofSettlement)).toEqual(['FEES_WITHOUT_TAX'])
  expect(causesOf(64_500.02, ofSettlement)).toEqual([])
  const ofPayments = [schedule('2026-01-01', 2_900, { ...instead, rounding: 'invoice-then-tax' })]
  expect(causesOf(64_500, ofPayments)).toEqual(['FEES_WITHOUT_TAX'])
  expect(causesOf(64_500.01, ofPayments)).toEqual([])
  const ofPesos = [schedule('2026-01-01', 2_900, { tax: instead.tax, rounding: 'settlement' })]
  expect(causesOf(64_500.5, ofPesos)).toEqual(['FEES_WITHOUT_TAX'])
})

test('half a peso too much on a payment that costs nothing has no cause: all other rates come to what the tariff does', () => {
  const free = { cash: rate({}), gift: rate({ fixed: 900 }) }
  const loose = [
    schedule('2026-01-01', 2_900, { methods: free, rounding: 'none' }),
    schedule('2026-06-01', 2_900, { methods: free, rounding: 'none' }),
  ]
  const list = [paid('a', 'cash', 500_000)]
  expect(causesOf(0.5, loose, list)).toEqual([])
  expect(causesOf(0.5, loose.slice(0, 1), list)).toEqual([])
  expect(causesOf(900.5, loose, list)).toEqual(['FEES_OF_OTHER_METHOD'])
})

test('a method that the schedule of the day no longer has costs nothing that is known', () => {
  const older = schedule('2026-01-01', 2_900, { methods: { ...PLAIN[0]?.methods, voucher: rate({ fixed: 10_000 }) } })
  expect(causesOf(74_500, [older, schedule('2026-03-01', 2_900)], LIST, 460_000)).toEqual(['FEE_OF_UNLISTED'])
})

test.each<[number, readonly Schedule[], number | null, string]>([
  [64_300, TARIFF, null, 'the rates of the schedule before the one of that day were used'],
  [64_700, TARIFF, null, 'the rates of the schedule after the one of that day were used'],
  [63_100, PLAIN, null, 'payments by pse were charged at the rate of nequiButton'],
  [64_500, TAXED, null, 'the tax on the fees, COP 12,255, was not charged'],
  [64_500, WITHHELD, null, 'withholdings of COP 45,000 are not part of the fees'],
])('%d of fees: what would have happened', (charged, tariff, unlisted, detail) => {
  expect(causesBy(charged, tariff, LIST, unlisted).map((cause) => cause.detail)).toEqual([detail])
})

test('a schedule that lacks the other method stays as it is', () => {
  const tariff = [schedule('2026-01-01', 2_700, { methods: { pse: rate({ fixed: 2_700 }) } }), ...TARIFF.slice(1)]
  expect(causesOf(5_900, tariff)).toEqual(['FEES_OF_OTHER_METHOD'])
})

test('a payment that the tariff does not know explains nothing', () => {
  expect(causesOf(1, PLAIN, [paid('a', 'cash', 1)])).toEqual([])
})
