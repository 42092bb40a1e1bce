import { describe, expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import type { Settings } from '../../src/input/settings.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { slot as oneSlot } from '../core/a.ts'
import { type Asked, type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const THIS = `${DATE} 11`

interface Story {
  /** The service's contents, and their changes on later nights. */
  readonly tell: (nights: Nights) => void
  readonly later?: (nights: Nights) => void | Promise<void>
  readonly at?: string
  readonly asked?: Asked
  readonly settings?: Partial<Settings>
  /** Discrepancies shown at the end: slot, code, severity, state, subject. */
  readonly shown: readonly (readonly [slot: string, code: string, severity: string, state: string, subject: string])[]
}

/** A slot of two paid invoices that agrees, unless given. */
const slotOf =
  (settled: Told = {}, invoices: Told[] = somePaid(DATE, '11', 2), date = DATE, cycle = '11') =>
  ({ service }: Nights): void => {
    service.tellSettled(date, cycle, invoices, settled)
  }

const one = (n: number, instead: Told) => paid(DATE, '11', n, instead)
const without = (invoice: Told, field: string): Told => {
  const { [field]: _gone, ...rest } = invoice
  return rest
}
const id = (n: number, cycle = '11') => `invoice:${DATE}-${cycle}-00${n}`
const agreed = [one(1, {}), one(2, {})]
const FINAL_SUMS = { numberOfInvoices: 2, amountCollected: 2_003_000, fees: 4_000, paymentAmount: 1_999_000 }

const STORIES: Readonly<Record<string, Story>> = {
  PAYOUT_MISMATCH: {
    tell: slotOf({ paymentAmount: 1_998_999 }),
    shown: [[THIS, 'PAYOUT_MISMATCH', 'error', 'new', 'settlement']],
  },
  COLLECTED_MISMATCH: {
    tell: slotOf({ amountCollected: 3_003_000, paymentAmount: 2_999_000 }),
    shown: [[THIS, 'COLLECTED_MISMATCH', 'error', 'new', 'settlement']],
  },
  COUNT_MISMATCH: {
    tell: slotOf({ numberOfInvoices: 3 }),
    shown: [[THIS, 'COUNT_MISMATCH', 'error', 'new', 'settlement']],
  },
  INVOICES_MISSING: { tell: slotOf(FINAL_SUMS, []), shown: [[THIS, 'INVOICES_MISSING', 'error', 'new', 'settlement']] },
  WITHIN_TOLERANCE: {
    tell: slotOf({ paymentAmount: 1_998_999 }),
    settings: policy({ tolerance: 100n as never }),
    shown: [[THIS, 'WITHIN_TOLERANCE', 'info', 'new', 'settlement.payout']],
  },
  GATEWAY_READING: {
    tell: slotOf({ gateway: true, paymentAmount: 2_003_000 }),
    shown: [[THIS, 'GATEWAY_READING', 'info', 'new', 'settlement']],
  },
  ADJUSTMENT: {
    tell: slotOf({ adjustments: -500_000, paymentAmount: 1_499_000 }),
    shown: [[THIS, 'ADJUSTMENT', 'error', 'new', 'settlement']],
  },
  SETTLEMENT_MISSING: {
    tell: ({ service }) => void service.tell(DATE, '11', { invoices: somePaid(DATE, '11', 2) }),
    shown: [[THIS, 'SETTLEMENT_MISSING', 'info', 'new', 'settlement']],
  },
  'SETTLEMENT_MISSING, overdue': {
    tell: ({ service }) => void service.tell(DATE, '11', { invoices: somePaid(DATE, '11', 2) }),
    at: '2026-03-13 11:00',
    shown: [[THIS, 'SETTLEMENT_MISSING', 'error', 'new', 'settlement']],
  },
  SETTLEMENT_OVERDUE: {
    tell: slotOf({ status: 'processing' }),
    at: '2026-03-13 11:00',
    shown: [[THIS, 'SETTLEMENT_OVERDUE', 'warning', 'new', 'settlement']],
  },
  SETTLEMENT_ERROR: {
    tell: slotOf({ status: 'error' }),
    shown: [[THIS, 'SETTLEMENT_ERROR', 'error', 'new', 'settlement']],
  },
  SETTLEMENT_VANISHED: {
    tell: slotOf(),
    later: ({ service }) => void service.tell(DATE, '11', { invoices: agreed }),
    shown: [
      [THIS, 'SETTLEMENT_MISSING', 'info', 'new', 'settlement'],
      [THIS, 'SETTLEMENT_VANISHED', 'error', 'new', 'settlement'],
    ],
  },
  SETTLEMENT_CHANGED: {
    tell: slotOf(),
    later: slotOf({ fees: 5_000, paymentAmount: 1_998_000 }),
    shown: [
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.fees'],
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.payout'],
    ],
  },
  'STATUS_REGRESSED of a settlement': {
    tell: slotOf({ status: 'credited' }),
    later: slotOf({ status: 'paid' }),
    shown: [[THIS, 'STATUS_REGRESSED', 'error', 'new', 'settlement.status']],
  },
  'STATUS_REGRESSED of an invoice': {
    tell: slotOf(),
    later: slotOf(FINAL_SUMS, [one(1, {}), one(2, { status: 'cancelled', paymentAmount: null })]),
    shown: [
      [THIS, 'COLLECTED_MISMATCH', 'error', 'new', 'settlement'],
      [THIS, 'COUNT_MISMATCH', 'error', 'new', 'settlement'],
      [THIS, 'INVOICE_CHANGED', 'error', 'new', `${id(2)}.paid`],
      [THIS, 'NOT_PAID', 'warning', 'new', id(2)],
      [THIS, 'STATUS_REGRESSED', 'error', 'new', `${id(2)}.status`],
    ],
  },
  SLOT_ECHO: {
    tell: slotOf({ cycle: '13', amountCollected: 1 }),
    shown: [[THIS, 'SLOT_ECHO', 'error', 'new', 'settlement']],
  },
  CYCLE_LABEL: {
    tell: slotOf(
      { cycle: '11:00' },
      agreed.map((invoice) => ({ ...invoice, settlementTime: '11:00' })),
    ),
    shown: [[THIS, 'CYCLE_LABEL', 'warning', 'new', 'cycle:11:00']],
  },
  UNKNOWN_CYCLE: {
    tell: slotOf({}, somePaid(DATE, '1', 2), DATE, '1'),
    asked: { date: DATE, cycles: ['1'], force: true },
    shown: [[`${DATE} 1`, 'UNKNOWN_CYCLE', 'info', 'new', 'cycle:1']],
  },
  NEGATIVE_PAYOUT: {
    tell: slotOf({ fees: 2_003_100, paymentAmount: -100 }),
    shown: [
      [THIS, 'FEES_EXCEED_COLLECTED', 'warning', 'new', 'settlement.fees'],
      [THIS, 'NEGATIVE_PAYOUT', 'warning', 'new', 'settlement.payout'],
    ],
  },
  NEGATIVE_AMOUNT: {
    tell: slotOf({ fees: -4_000, paymentAmount: 2_007_000 }),
    shown: [[THIS, 'NEGATIVE_AMOUNT', 'error', 'new', 'settlement.fees']],
  },
  UNDERPAID: {
    tell: slotOf({}, [one(1, { paymentAmount: 1_000_000 })]),
    shown: [[THIS, 'UNDERPAID', 'warning', 'new', id(1)]],
  },
  OVERPAID: {
    tell: slotOf({}, [one(1, { paymentAmount: 1_001_001 })]),
    shown: [[THIS, 'OVERPAID', 'warning', 'new', id(1)]],
  },
  'PAYMENT_FIELDS_MISSING, the payment id': {
    tell: slotOf({}, [without(one(1, {}), 'paymentId')]),
    shown: [[THIS, 'PAYMENT_FIELDS_MISSING', 'error', 'new', id(1)]],
  },
  'PAYMENT_FIELDS_MISSING, another': {
    tell: slotOf({}, [without(one(1, {}), 'paymentDate')]),
    shown: [[THIS, 'PAYMENT_FIELDS_MISSING', 'warning', 'new', id(1)]],
  },
  FIELD_MISSING: {
    tell: slotOf({}, [without(one(1, {}), 'description'), without(one(2, {}), 'description')]),
    shown: [[THIS, 'FIELD_MISSING', 'warning', 'new', 'field:description']],
  },
  NOT_PAID: {
    tell: slotOf({ numberOfInvoices: 1 }, [one(1, {}), one(2, { status: 'ready', paymentAmount: null })]),
    shown: [[THIS, 'NOT_PAID', 'warning', 'new', id(2)]],
  },
  CHARGEBACK: {
    tell: slotOf({}, [one(1, { status: 'chargeback' })]),
    shown: [
      [THIS, 'CHARGEBACK', 'warning', 'new', id(1)],
      [THIS, 'CHARGEBACK_NOT_DEBITED', 'info', 'new', id(1)],
    ],
  },
  CHARGEBACK_REVERSED: {
    tell: slotOf({}, [one(1, { status: 'chargeback' })]),
    later: slotOf({}, [one(1, {})]),
    shown: [
      [THIS, 'CHARGEBACK', 'warning', 'resolved', id(1)],
      [THIS, 'CHARGEBACK_NOT_DEBITED', 'info', 'resolved', id(1)],
      [THIS, 'CHARGEBACK_REVERSED', 'warning', 'new', id(1)],
    ],
  },
  DUPLICATE_PAYMENT: {
    tell: (nights) => {
      slotOf()(nights)
      slotOf({}, [paid(DATE, '13', 1, { paymentId: `P-${DATE}-11-1` })], DATE, '13')(nights)
    },
    shown: [[`${DATE} 13`, 'DUPLICATE_PAYMENT', 'error', 'new', `payment:P-${DATE}-11-1`]],
  },
  DUPLICATE_REFERENCE: {
    tell: slotOf({}, [one(1, { reference: 'same' }), one(2, { reference: 'same' })]),
    shown: [[THIS, 'DUPLICATE_REFERENCE', 'warning', 'new', 'reference:same']],
  },
  INVOICE_IN_TWO_SLOTS: {
    tell: (nights) => {
      slotOf()(nights)
      slotOf({}, [one(1, {})], DATE, '13')(nights)
    },
    shown: [
      [`${DATE} 13`, 'INVOICE_IN_TWO_SLOTS', 'error', 'new', id(1)],
      [`${DATE} 13`, 'INVOICE_OUTSIDE_SLOT', 'error', 'new', id(1)],
    ],
  },
  INVOICE_OUTSIDE_SLOT: {
    tell: slotOf({}, [one(1, {}), one(2, { settlementDate: '2026-03-13' })]),
    shown: [[THIS, 'INVOICE_OUTSIDE_SLOT', 'error', 'new', id(2)]],
  },
  INVOICE_ADDED: {
    tell: slotOf(),
    later: slotOf({}, [...agreed, one(3, {})]),
    shown: [
      [THIS, 'INVOICE_ADDED', 'error', 'new', id(3)],
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.collected'],
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.fees'],
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.invoiceCount'],
      [THIS, 'SETTLEMENT_CHANGED', 'error', 'new', 'settlement.payout'],
    ],
  },
  INVOICE_VANISHED: {
    tell: slotOf(),
    later: slotOf(FINAL_SUMS, [one(1, {})]),
    shown: [
      [THIS, 'COLLECTED_MISMATCH', 'error', 'new', 'settlement'],
      [THIS, 'COUNT_MISMATCH', 'error', 'new', 'settlement'],
      [THIS, 'INVOICE_VANISHED', 'error', 'new', id(2)],
    ],
  },
  INVOICE_MOVED: {
    tell: slotOf({ status: 'processing' }),
    later: (nights) => {
      slotOf({ status: 'processing' }, [one(1, {})])(nights)
      nights.service.byId.set(`${DATE}-11-002`, one(2, { settlementTime: '13' }))
    },
    shown: [[THIS, 'INVOICE_MOVED', 'info', 'new', id(2)]],
  },
  INVOICE_CHANGED: {
    tell: slotOf(),
    later: slotOf({}, [one(1, {}), one(2, { contract: '99999', paymentMethod: 'card' })]),
    shown: [
      [THIS, 'INVOICE_CHANGED', 'error', 'new', `${id(2)}.contract`],
      [THIS, 'INVOICE_CHANGED', 'warning', 'new', `${id(2)}.paymentMethod`],
    ],
  },
  'LISTED_TWICE, alike': {
    tell: slotOf(FINAL_SUMS, [one(1, {}), one(2, {}), one(1, {})]),
    shown: [[THIS, 'LISTED_TWICE', 'info', 'new', id(1)]],
  },
  'LISTED_TWICE, unlike': {
    tell: slotOf(FINAL_SUMS, [one(1, { description: 'first' }), one(2, {}), one(1, {})]),
    shown: [[THIS, 'LISTED_TWICE', 'error', 'new', id(1)]],
  },
  PAGE_COUNT: {
    tell: ({ service }) =>
      void service.tell(DATE, '11', {
        settlement: settlement(DATE, '11', agreed),
        list: () => ({ body: { items: agreed, cursor: null, count: 3 } }),
      }),
    shown: [[THIS, 'PAGE_COUNT', 'warning', 'new', 'list']],
  },
  CURSOR_ABSENT: {
    tell: ({ service }) =>
      void service.tell(DATE, '11', {
        settlement: settlement(DATE, '11', agreed),
        list: () => ({ body: { items: agreed, count: 2 } }),
      }),
    shown: [[THIS, 'CURSOR_ABSENT', 'info', 'new', 'list']],
  },
  MALFORMED_RECORD: {
    tell: slotOf(FINAL_SUMS, [one(1, {}), { status: 'paid', amount: 5 }]),
    shown: [[THIS, 'MALFORMED_RECORD', 'error', 'new', expect.stringMatching(/^record:[0-9a-f]{12}$/)]],
  },
  UNKNOWN_VALUE: {
    tell: slotOf({}, [one(1, { paymentSource: 'kiosk' })]),
    shown: [[THIS, 'UNKNOWN_VALUE', 'warning', 'new', 'field:paymentSource=kiosk']],
  },
  UNKNOWN_FIELD: {
    tell: slotOf({}, [one(1, { loyalty: { points: 3 } })]),
    shown: [[THIS, 'UNKNOWN_FIELD', 'info', 'new', 'field:loyalty']],
  },
  RESTATED: {
    tell: slotOf(),
    later: async (nights) => {
      await closePeriod(nights.context(), { through: oneSlot(DATE).date, by: 'ana', reason: '', force: false })
      slotOf({ fees: 5_000, paymentAmount: 1_998_000 })(nights)
    },
    shown: [
      [THIS, 'RESTATED', 'error', 'new', 'settlement.fees'],
      [THIS, 'RESTATED', 'error', 'new', 'settlement.payout'],
    ],
  },
  FRACTIONAL_PESOS: {
    tell: slotOf({ fees: 1_000.5, paymentAmount: 999_999.5 }, [one(1, {})]),
    shown: [
      [THIS, 'FRACTIONAL_PESOS', 'info', 'new', 'field:fees'],
      [THIS, 'FRACTIONAL_PESOS', 'info', 'new', 'field:payout'],
    ],
  },
}

describe('every code, found in a night over HTTP', () => {
  test.each(Object.entries(STORIES))('%s', async (_, { tell, later, at, asked = { date: DATE }, settings, shown }) => {
    const nights = await startNights(at)
    tell(nights)
    let report = await nights.run(asked, settings)
    if (later) {
      await later(nights)
      report = await nights.run(asked, settings)
    }
    const found = report.slots.flatMap(({ slot, discrepancies }) =>
      discrepancies.map(({ code, severity, state, subject }) => [
        `${slot.date} ${slot.cycle}`,
        code,
        severity,
        state,
        subject,
      ]),
    )
    expect(found).toEqual(shown)
    const all = report.slots.flatMap(({ discrepancies }) => discrepancies)
    expect(all.filter((one) => messageIn(one, 'es').language !== 'es')).toEqual([])
  })
})
