import { createHistory } from '../create-history.ts'
import type { InvoiceToCreate } from '../invoices/invoices.ts'
import { paidInvoice, paymentFor, tenantsOf } from '../invoices/seeded-invoice.ts'
import { randomOf } from '../random-source.ts'
import type { World } from '../world.ts'
import { demoWeek } from './demo-week.ts'
import { settlementTroubles, wrongFees } from './settlement-troubles.ts'
import { EARLIER, later, misbehaviour, type Scenario, SLOT, trouble } from './trouble.ts'
import type { ScriptContext } from './week.ts'

const NTH = 3

/** Changes the third invoice of the slot and the collected sum alike, so that only the invoice is unusual. */
const paidOtherwise = (context: ScriptContext, difference: number): void => {
  const invoice = context.invoiceOf(SLOT, NTH)
  context.world.invoices.change(invoice, { paid: (invoice.paid ?? 0) + difference })
  const settlement = context.world.settlements.get(1, SLOT)
  if (settlement === undefined) return
  context.settle(SLOT, { collected: settlement.collected + difference, payout: settlement.payout + difference })
}

/** Lists an invoice a second time, with these differences in the copy. */
const addCopy = (context: ScriptContext, differing: Partial<InvoiceToCreate>): void => {
  const { number: _number, ...copy } = context.invoiceOf(SLOT, NTH)
  context.world.invoices.add({ ...copy, ...differing })
}

const nthPath = (context: ScriptContext): string => `/sandbox/invoices/${context.invoiceOf(SLOT, NTH).id}`

const misstated = (code: string, name: string, sentence: string, set: Readonly<Record<string, unknown>>): Scenario =>
  trouble(code, name, sentence, (context) => context.misstateInvoice(SLOT, NTH, { set }))

const without = (code: string, name: string, sentence: string, ...remove: readonly string[]): Scenario =>
  trouble(code, name, sentence, (context) => context.misstateInvoice(SLOT, NTH, { remove }))

/** Scenarios with unusual invoices: single ones, pairs, and changes over time. */
const invoiceTroubles: readonly Scenario[] = [
  trouble('UNDERPAID', 'underpaid', 'A tenant paid 40,000 COP less than the invoice asks for.', (t) =>
    paidOtherwise(t, -40_000),
  ),
  trouble('OVERPAID', 'overpaid', 'A tenant paid 40,000 COP more than the invoice asks for.', (t) =>
    paidOtherwise(t, 40_000),
  ),
  without('PAYMENT_FIELDS_MISSING', 'payment-fields-missing', 'A paid invoice has no payment id.', 'paymentId'),
  without('FIELD_MISSING', 'field-missing', 'An invoice has no description, which is always there.', 'description'),
  trouble('NOT_PAID', 'not-paid', 'A cancelled invoice is listed with those that were settled.', (t) =>
    t.misstateInvoice(SLOT, NTH, {
      set: { status: 'cancelled' },
      remove: ['paymentDate', 'paymentMethod', 'paymentSource', 'paymentAmount', 'paymentId'],
    }),
  ),
  misstated('CHARGEBACK', 'chargeback', 'A settled invoice was charged back.', { status: 'chargeback' }),
  trouble(
    'CHARGEBACK_REVERSED',
    'chargeback-reversed',
    'After half an hour a charged back invoice is paid again.',
    (t) => {
      t.misstateInvoice(SLOT, NTH, { set: { status: 'chargeback' } })
      later(t, 'PATCH', nthPath(t), { set: { status: 'paid' } })
    },
  ),
  trouble('DUPLICATE_PAYMENT', 'duplicate-payment', 'Two invoices of two days carry one payment id.', (t) =>
    t.world.invoices.change(t.invoiceOf(SLOT, NTH), { payment_id: t.invoiceOf(EARLIER, 1).payment_id }),
  ),
  trouble('DUPLICATE_REFERENCE', 'duplicate-reference', 'Two paid invoices of two days carry one reference.', (t) =>
    t.world.invoices.change(t.invoiceOf(SLOT, NTH), { reference: t.invoiceOf(EARLIER, 1).reference }),
  ),
  trouble('INVOICE_IN_TWO_SLOTS', 'invoice-in-two-slots', 'One invoice is listed in cycle 11 and in cycle 13.', (t) =>
    addCopy(t, { cycle: '13' }),
  ),
  misstated(
    'INVOICE_OUTSIDE_SLOT',
    'invoice-outside-slot',
    'An invoice listed in cycle 11 says it belongs to cycle 16.',
    {
      settlementTime: '16',
    },
  ),
  trouble('INVOICE_IN_NO_SLOT', 'invoice-in-no-slot', 'One invoice sits in cycle 14, which nobody documented.', (t) => {
    const random = randomOf(t.world.seed, 'in no slot')
    const paid = paidInvoice(t.world, random, tenantsOf(t.world.seed)(999), paymentFor(t.world, random, SLOT))
    t.world.invoices.add({ ...paid, cycle: '14' })
  }),
  trouble('INVOICE_ADDED', 'invoice-added', 'After half an hour a credited slot lists one invoice more.', (t) =>
    later(t, 'POST', `/sandbox/cycles/${SLOT.date}/${SLOT.cycle}/invoices`),
  ),
  trouble('INVOICE_VANISHED', 'invoice-vanishes', 'After half an hour a credited slot lists one invoice less.', (t) =>
    later(t, 'DELETE', nthPath(t)),
  ),
  trouble(
    'INVOICE_MOVED',
    'invoice-moves',
    'After half an hour an invoice leaves a slot in process for the next day.',
    (t) => {
      t.settle(SLOT, { status: 'processing', next_at: null })
      later(t, 'PUT', `${nthPath(t)}/slot`, { date: '2026-03-13', cycle: '11' })
    },
  ),
  trouble('INVOICE_CHANGED', 'invoice-changes', 'After half an hour a settled invoice names another contract.', (t) =>
    later(t, 'PATCH', nthPath(t), { set: { contract: '00999' } }),
  ),
  trouble('LISTED_TWICE', 'listed-twice', 'One invoice is listed twice, both times the same.', (t) => addCopy(t, {})),
  trouble('LISTED_TWICE', 'listed-twice-differing', 'One invoice is listed twice, and the two do not agree.', (t) =>
    addCopy(t, { contract: '00998' }),
  ),
  misstated('MALFORMED_RECORD', 'malformed-record', 'One invoice carries its amount as text.', { amount: '1450000' }),
  misstated('UNKNOWN_VALUE', 'unknown-value', 'One invoice was paid by a method that is not documented.', {
    paymentMethod: 'trueque',
  }),
  misstated('UNKNOWN_FIELD', 'unknown-field', 'One invoice has a field that is not documented.', { loyaltyPoints: 12 }),
  trouble('FRACTIONAL_PESOS', 'fractional-pesos', 'One invoice ends in fifty centavos, asked and paid.', (t) => {
    paidOtherwise(t, 0.5)
    t.world.invoices.change(t.invoiceOf(SLOT, NTH), { amount: t.invoiceOf(SLOT, NTH).amount + 0.5 })
  }),
]

const PAGES = { method: 'GET', path: '/v1/invoices' } as const
const SETTLEMENTS = { method: 'GET', path: '/v1/settlements/*' } as const
const EVERYTHING = { path: '/v1/*' } as const

/** Scenarios in which the service answers wrongly, while its data are correct. */
const misbehaviours: readonly Scenario[] = [
  {
    ...misbehaviour('page-count', 'Every page says it holds one invoice more than it does.', {
      ...PAGES,
      fault: { do: 'count', add: 1 },
    }),
    codes: ['PAGE_COUNT'],
  },
  {
    ...misbehaviour('cursor-absent', 'The last page has no cursor instead of null.', {
      ...PAGES,
      fault: { do: 'cursor' },
    }),
    codes: ['CURSOR_ABSENT'],
  },
  misbehaviour('unavailable', 'Every answer is 503.', {
    ...EVERYTHING,
    fault: { do: 'status', status: 503, error: 'Service Unavailable' },
  }),
  misbehaviour('unavailable-at-first', 'The first three answers are 500, then all is well.', {
    ...EVERYTHING,
    times: 3,
    fault: { do: 'status', status: 500 },
  }),
  misbehaviour('rate-limited', 'The first two requests are refused with 429, to come again in a second.', {
    ...EVERYTHING,
    times: 2,
    fault: { do: 'status', status: 429, error: 'Too Many Requests', headers: { 'retry-after': '1' } },
  }),
  misbehaviour('key-rejected', 'No key is accepted any more.', {
    ...EVERYTHING,
    fault: { do: 'status', status: 401, error: 'Invalid or missing token' },
  }),
  misbehaviour('redirected', 'Settlements are said to have moved elsewhere.', {
    ...SETTLEMENTS,
    fault: { do: 'raw', status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
  }),
  misbehaviour('html-instead', 'A proxy in between answers pages of invoices with a web page.', {
    ...PAGES,
    fault: { do: 'raw', headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Proxy</title>' },
  }),
  misbehaviour('slow', 'Every page of invoices takes two seconds.', { ...PAGES, fault: { do: 'delay', ms: 2_000 } }),
  misbehaviour('dripping', 'Pages arrive drop by drop, never silent and never done.', {
    ...PAGES,
    fault: { do: 'drip', bytes: 64, everyMs: 500 },
  }),
  misbehaviour('connection-reset', 'The first two connections break in the middle of the answer.', {
    ...PAGES,
    times: 2,
    fault: { do: 'reset', afterBytes: 200 },
  }),
  misbehaviour('truncated', 'The first page stops early and looks whole but for its syntax.', {
    ...PAGES,
    times: 1,
    fault: { do: 'truncate' },
  }),
  misbehaviour('malformed-json', 'Pages of invoices are not JSON.', { ...PAGES, fault: { do: 'malformed' } }),
  misbehaviour('repeated-cursor', 'The cursor of a second page leads to the second page again, for ever.', {
    ...PAGES,
    fault: { do: 'repeat-cursor' },
  }),
  misbehaviour('empty-cursor', 'The last page ends with an empty cursor instead of null.', {
    ...PAGES,
    fault: { do: 'cursor', value: '' },
  }),
  misbehaviour('empty-pages', 'Every list begins with an empty page that has a cursor.', {
    ...PAGES,
    times: 5,
    fault: { do: 'empty-page' },
  }),
  misbehaviour(
    'overlapping-pages',
    'Each page begins with the last two invoices of the one before; read with a small limit.',
    {
      ...PAGES,
      fault: { do: 'overlap', items: 2 },
    },
  ),
]

const CLOCK = '2026-03-13T03:30:00.000Z'
const week = (world: World): void => createHistory(world, { days: 8, invoicesPerDay: 80 }, () => undefined)

/** Scenarios in which everything agrees, for several kinds of merchants. */
const merchantScenarios: readonly Scenario[] = [
  { name: 'quiet-week', sentence: 'A week of one merchant in which everything agrees.', clock: CLOCK, sow: week },
  {
    name: 'postpaid',
    sentence: 'A week of a merchant whose fees are billed later.',
    clock: CLOCK,
    merchants: [{ feesPostpaid: true }],
    sow: week,
  },
  {
    name: 'gateway',
    sentence: 'A week of a merchant whose settlements are gateway settlements that pay out what was collected.',
    codes: ['GATEWAY_READING'],
    clock: CLOCK,
    merchants: [{ gateway: true }],
    assumptions: { gatewayPayout: 'collected' },
    sow: week,
  },
  {
    name: 'two-merchants',
    sentence: 'A week of two merchants, who do not see each other.',
    clock: CLOCK,
    merchants: [{}, {}],
    sow: week,
  },
]

/** Every scenario, in the order of the help. */
export const SCENARIOS: readonly Scenario[] = [
  demoWeek,
  ...merchantScenarios,
  ...settlementTroubles,
  ...wrongFees,
  ...invoiceTroubles,
  ...misbehaviours,
]
