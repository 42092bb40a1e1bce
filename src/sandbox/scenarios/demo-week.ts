import type { InvoiceToCreate } from '../invoices/invoices.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import { charge } from './settlement-troubles.ts'
import type { Scenario, ScenarioTrouble } from './trouble.ts'
import { playWeek, type ScriptContext, type WeekScript } from './week.ts'

/** The days of the demo, which ends at 22:30 in Bogota on the last of them, after every cycle. */
export const DEMO_WEEK = { from: '2026-03-05', to: '2026-03-12', clock: '2026-03-13T03:30:00.000Z' } as const

const DAYS = ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'] as const

/** 43,350,000 pesos in 23 invoices. */
const THURSDAY_RENTS = [
  1_315_000, 2_765_000, 3_125_000, 3_175_000, 1_060_000, 810_000, 1_395_000, 1_710_000, 900_000, 2_980_000, 815_000,
  2_410_000, 895_000, 2_360_000, 1_865_000, 1_325_000, 1_930_000, 1_195_000, 1_475_000, 3_380_000, 2_805_000, 935_000,
  2_725_000,
] as const

/** The invoices paid by card: the fees of all 23 are then 610,000 pesos. */
const THURSDAY_CARDS: readonly number[] = [2, 4, 7, 8, 10, 12, 14, 16, 17]

const PAID_SHORT = 50_000
const PAYOUT_SHORT = 120_000

const changedScenario = (
  drafts: readonly InvoiceToCreate[],
  nth: number,
  change: (draft: InvoiceToCreate) => Partial<InvoiceToCreate>,
) => drafts.map((draft, index) => (index === nth - 1 ? { ...draft, ...change(draft) } : draft))

const withHalfPesos = (draft: InvoiceToCreate): Partial<InvoiceToCreate> => ({
  amount: draft.amount + 0.5,
  paid: draft.amount + 0.5,
})

/** Fees of 884,310 instead of 551,180 pesos. */
const chargeNequiAsCards = (context: ScriptContext, slot: SandboxSlot): void => {
  const { fees } = context.world.assumed
  charge(context, slot, { fees: { ...fees, nequiButton: fees.card } })
}

const SCRIPT: WeekScript = {
  '2026-03-05': {
    '13': {
      after: ({ settle, world }, slot) =>
        settle(slot, { payout: (world.settlements.get(1, slot)?.payout ?? 0) - PAYOUT_SHORT }),
    },
    '16': { invoices: 137 },
    '18': { after: chargeNequiAsCards },
  },
  '2026-03-06': {
    '18': { drafted: (drafts) => changedScenario(drafts, 7, ({ amount }) => ({ paid: amount - PAID_SHORT })) },
  },
  '2026-03-09': {
    '11': { feesPostpaid: true },
    '13': {
      after: ({ world, invoiceOf }, slot) => {
        const paymentId = invoiceOf({ date: '2026-03-06', cycle: '20' }, 4).payment_id
        world.invoices.change(invoiceOf(slot, 11), { payment_id: paymentId })
      },
    },
    '16': {
      invoices: 214,
      after: ({ world, invoiceOf }, slot) => {
        const { number: _number, ...copy } = invoiceOf(slot, 52)
        world.invoices.add(copy)
      },
    },
    '18': {
      after: ({ settle, world }, slot) =>
        settle(slot, { gateway: 1, payout: world.settlements.get(1, slot)?.collected ?? 0 }),
    },
  },
  '2026-03-10': {
    '11': {
      before: ({ world, invoiceOf }) => {
        const settledIn = { date: '2026-03-06', cycle: '11' }
        const invoice = invoiceOf(settledIn, 9)
        world.invoices.change(invoice, { status: 'chargeback' })
        world.debits.add(invoice.merchant, invoice.id, invoice.paid ?? 0, settledIn)
      },
    },
    '13': { after: ({ misstateInvoice }, slot) => misstateInvoice(slot, 5, { set: { settlementTime: '16' } }) },
    '18': { after: ({ settle }, slot) => settle(slot, { status: 'error', next_at: null }) },
  },
  '2026-03-11': {
    '13': { after: ({ settle }, slot) => settle(slot, { status: 'processing', next_at: null }) },
    '16': {
      after: ({ misstateInvoice, invoiceOf }, slot) =>
        misstateInvoice(slot, 14, { set: { amount: String(invoiceOf(slot, 14).amount) } }),
    },
    '18': { drafted: (drafts) => changedScenario(changedScenario(drafts, 3, withHalfPesos), 8, withHalfPesos) },
  },
  '2026-03-12': {
    '11': {
      rents: THURSDAY_RENTS,
      drafted: (drafts) =>
        THURSDAY_CARDS.reduce((all, nth) => changedScenario(all, nth, () => ({ method: 'card' })), drafts),
      after: ({ settle }, slot) =>
        settle(slot, { invoices: 24, collected: 45_200_000, fees: 610_000, payout: 44_590_000 }),
    },
    '16': { invoices: 118 },
  },
}

/** Every trouble of the demo week. All other slots agree to the peso. */
export const demoWeekTroubles: readonly ScenarioTrouble[] = [
  {
    date: '2026-03-05',
    cycle: '13',
    code: 'PAYOUT_MISMATCH',
    sentence: 'The payout is 120,000 COP less than collected less fees.',
    spanish: 'El abono es $ 120.000 menor que recaudo menos comisiones.',
  },
  {
    date: '2026-03-05',
    cycle: '18',
    code: 'FEES_MISMATCH',
    sentence: 'Fees 333,130 COP too high: Nequi was charged as cards are.',
    spanish: 'Comisión $ 333.130 más alta: Nequi se cobró como tarjeta.',
  },
  {
    date: '2026-03-06',
    cycle: '11',
    code: 'CHARGEBACK',
    sentence: 'One invoice was settled here and charged back some days later.',
    spanish: 'Una factura se liquidó aquí, y días después, un contracargo.',
  },
  {
    date: '2026-03-06',
    cycle: '18',
    code: 'UNDERPAID',
    sentence: 'One tenant paid 50,000 COP less than the invoice asks for.',
    spanish: 'Un inquilino pagó $ 50.000 menos de lo facturado.',
  },
  {
    date: '2026-03-09',
    cycle: '13',
    code: 'DUPLICATE_PAYMENT',
    sentence: 'One payment id is also on an invoice of 2026-03-06, cycle 20.',
    spanish: 'Un id de pago está también en una factura del 06/03, ciclo 20.',
  },
  {
    date: '2026-03-09',
    cycle: '16',
    code: 'LISTED_TWICE',
    sentence: 'One invoice is listed twice, on the first and the third page.',
    spanish: 'Una factura aparece dos veces, en las páginas primera y tercera.',
  },
  {
    date: '2026-03-09',
    cycle: '18',
    code: 'GATEWAY_READING',
    sentence: 'A gateway pays out all it collected; its fees are billed apart.',
    spanish: 'Una pasarela abona todo lo recaudado y cobra aparte.',
  },
  {
    date: '2026-03-10',
    cycle: '11',
    code: 'ADJUSTMENT',
    sentence: 'An adjustment debits the chargeback of 2026-03-06, cycle 11.',
    spanish: 'Un ajuste debita el contracargo del 06/03/2026, ciclo 11.',
  },
  {
    date: '2026-03-10',
    cycle: '13',
    code: 'INVOICE_OUTSIDE_SLOT',
    sentence: 'One listed invoice says that it belongs to cycle 16.',
    spanish: 'Una factura de la lista dice ser del ciclo 16.',
  },
  {
    date: '2026-03-10',
    cycle: '18',
    code: 'SETTLEMENT_ERROR',
    sentence: 'The settlement ended in error and was not paid out.',
    spanish: 'La liquidación terminó en error y no se abonó.',
  },
  {
    date: '2026-03-11',
    cycle: '13',
    code: 'SETTLEMENT_OVERDUE',
    sentence: 'The settlement is still processing a day after its hour.',
    spanish: 'La liquidación sigue en proceso un día después de su hora.',
  },
  {
    date: '2026-03-11',
    cycle: '16',
    code: 'MALFORMED_RECORD',
    sentence: 'One invoice carries its amount as text instead of a number.',
    spanish: 'Una factura trae su valor como texto y no como número.',
  },
  {
    date: '2026-03-11',
    cycle: '18',
    code: 'FRACTIONAL_PESOS',
    sentence: 'Two invoices end in fifty centavos.',
    spanish: 'Dos facturas terminan en cincuenta centavos.',
  },
  {
    date: '2026-03-12',
    cycle: '11',
    code: 'COLLECTED_MISMATCH',
    sentence: 'It reports 1,850,000 COP more than its invoices add up to.',
    spanish: 'Reporta $ 1.850.000 más de lo que suman sus facturas.',
  },
  {
    date: '2026-03-12',
    cycle: '11',
    code: 'COUNT_MISMATCH',
    sentence: 'The settlement reports 24 invoices, and 23 are listed.',
    spanish: 'La liquidación reporta 24 facturas, y en la lista hay 23.',
  },
]

/** Unusual but correct: none of these is to be reported. */
export const demoWeekRemarks: readonly Omit<ScenarioTrouble, 'code' | 'spanish'>[] = [
  { date: '2026-03-05', cycle: '16', sentence: 'The list of 137 invoices is longer than a page.' },
  { date: '2026-03-09', cycle: '11', sentence: 'Fees are postpaid, so the payout is all that was collected.' },
  { date: '2026-03-12', cycle: '16', sentence: 'The list of 118 invoices is longer than a page.' },
]

export const demoWeek: Scenario = {
  name: 'demo-week',
  sentence: 'A week of settlements, 2026-03-05 to 2026-03-12, with fifteen known troubles in known slots.',
  clock: DEMO_WEEK.clock,
  sow: (world) => {
    playWeek(world, DAYS, SCRIPT, [20, 60])
  },
}
