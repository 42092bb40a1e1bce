import type { SandboxSlot } from '../settlements/calendar.ts'
import type { FeeTerms } from '../settlements/fees.ts'
import { feesBy } from '../settlements/run-cycle.ts'
import { EARLIER, later, type Scenario, SLOT, settlementPath, trouble } from './trouble.ts'
import type { ScriptContext } from './week.ts'

const settlementOfScenario = ({ world }: ScriptContext) => {
  const settlement = world.settlements.get(1, SLOT)
  if (settlement === undefined) throw new Error('The slot of the scenarios has no settlement')
  return settlement
}

const gateway = (reading: string, sentence: string, payout: (context: ScriptContext) => number): Scenario =>
  trouble('GATEWAY_READING', `gateway-${reading}`, sentence, (context) =>
    context.settle(SLOT, { gateway: 1, payout: payout(context) }),
  )

/** Scenarios with settlements that do not add up, or are otherwise wrong. */
export const settlementTroubles: readonly Scenario[] = [
  trouble(
    'PAYOUT_MISMATCH',
    'payout-mismatch',
    'A payout is 90,000 COP less than collected, fees and adjustments make it.',
    (t) => t.settle(SLOT, { payout: settlementOfScenario(t).payout - 90_000 }),
  ),
  trouble('WITHIN_TOLERANCE', 'within-tolerance', 'A payout is 3 COP off, which a tolerance may excuse.', (t) =>
    t.settle(SLOT, { payout: settlementOfScenario(t).payout - 3 }),
  ),
  trouble(
    'COLLECTED_MISMATCH',
    'collected-mismatch',
    'A settlement collected 500,000 COP more than its invoices were paid.',
    (t) =>
      t.settle(SLOT, {
        collected: settlementOfScenario(t).collected + 500_000,
        payout: settlementOfScenario(t).payout + 500_000,
      }),
  ),
  trouble('COUNT_MISMATCH', 'count-mismatch', 'A settlement counts one invoice more than there are.', (t) =>
    t.settle(SLOT, { invoices: settlementOfScenario(t).invoices + 1 }),
  ),
  trouble(
    'INVOICES_MISSING',
    'invoices-missing',
    'A settlement has money and a count, and no invoice is listed.',
    (t) => {
      while (t.hasInvoices(SLOT)) t.world.invoices.remove(t.invoiceOf(SLOT, 1))
    },
  ),
  gateway(
    'collected',
    'A gateway settlement pays out all that was collected.',
    (t) => settlementOfScenario(t).collected,
  ),
  gateway('zero', 'A gateway settlement pays nothing out, though money was collected.', () => 0),
  gateway(
    'adjustments-less-fees',
    'A gateway settlement pays out its adjustments less its fees.',
    (t) => -settlementOfScenario(t).fees,
  ),
  trouble('ADJUSTMENT', 'adjustment', 'A settlement is adjusted by 75,000 COP that no chargeback explains.', (t) =>
    t.settle(SLOT, { adjustments: -75_000, payout: settlementOfScenario(t).payout - 75_000 }),
  ),
  trouble(
    'SETTLEMENT_MISSING',
    'settlement-missing',
    'Yesterday at 11 invoices were paid and there is no settlement.',
    (t) => t.world.settlements.remove(1, EARLIER),
  ),
  trouble(
    'SETTLEMENT_OVERDUE',
    'settlement-overdue',
    'Yesterday at 11 a settlement began, and it is processing still.',
    (t) => t.settle(EARLIER, { status: 'processing', next_at: null }),
  ),
  trouble('SETTLEMENT_ERROR', 'settlement-error', 'A settlement ended in error.', (t) =>
    t.settle(SLOT, { status: 'error', next_at: null }),
  ),
  trouble('SETTLEMENT_VANISHED', 'settlement-vanishes', 'After half an hour a settlement is not there any more.', (t) =>
    later(t, 'DELETE', settlementPath(SLOT)),
  ),
  trouble(
    'SETTLEMENT_CHANGED',
    'settlement-changes',
    'After half an hour a credited settlement reports higher fees.',
    (t) => {
      const { fees, payout } = settlementOfScenario(t)
      later(t, 'PATCH', settlementPath(SLOT), { set: { fees: fees + 1_000, paymentAmount: payout - 1_000 } })
    },
  ),
  trouble(
    'STATUS_REGRESSED',
    'status-regresses',
    'After half an hour a credited settlement is processing again.',
    (t) => later(t, 'PUT', `${settlementPath(SLOT)}/status`, { status: 'processing' }),
  ),
  trouble('SLOT_ECHO', 'slot-echo', 'Asked for cycle 11, the service answers with the settlement of cycle 13.', (t) =>
    t.misstateSettlement(SLOT, { set: { cycle: '13' } }),
  ),
  trouble('CYCLE_LABEL', 'cycle-label', 'Settlement and invoices of cycle 11 call it 11:00.', (t) => {
    t.misstateSettlement(SLOT, { set: { cycle: '11:00' } })
    for (let nth = 1; nth <= settlementOfScenario(t).invoices; nth += 1)
      t.misstateInvoice(SLOT, nth, { set: { settlementTime: '11:00' } })
  }),
  trouble('UNKNOWN_CYCLE', 'unknown-cycle', 'There is a settlement of a cycle 1, as in some sample payloads.', (t) => {
    const moved = { date: SLOT.date, cycle: '1' }
    t.world.settlements.put({ ...settlementOfScenario(t), ...moved })
    t.world.settlements.remove(1, SLOT)
    while (t.hasInvoices(SLOT)) t.world.invoices.change(t.invoiceOf(SLOT, 1), moved)
  }),
  trouble(
    'NEGATIVE_PAYOUT',
    'negative-payout',
    'Adjustments take more than was collected, and the payout is below zero.',
    (t) => {
      const { collected, payout } = settlementOfScenario(t)
      t.settle(SLOT, { adjustments: -2 * collected, payout: payout - 2 * collected })
    },
  ),
  trouble('FEES_EXCEED_COLLECTED', 'fees-exceed-collected', 'Fees are higher than what was collected.', (t) => {
    const { collected } = settlementOfScenario(t)
    t.settle(SLOT, { fees: collected + 5_000, payout: -5_000 })
  }),
  trouble('NEGATIVE_AMOUNT', 'negative-amount', 'Fees are reported below zero.', (t) =>
    t.settle(SLOT, { fees: -20_000, payout: settlementOfScenario(t).collected + 20_000 }),
  ),
]

const MERCHANT = 1

/** Sets the fees of a settlement, and its payout accordingly. */
const chargeSum = ({ world, settle }: ScriptContext, slot: SandboxSlot, fees: number): void => {
  const settlement = world.settlements.get(MERCHANT, slot)
  if (settlement === undefined) throw new Error(`${slot.date} ${slot.cycle} has no settlement`)
  const deducted = settlement.fees_postpaid === 1 ? 0 : fees - settlement.fees
  settle(slot, { fees, payout: settlement.payout - deducted })
}

const feesUnder = ({ world }: ScriptContext, slot: SandboxSlot, terms: Partial<FeeTerms>): number =>
  feesBy(world, MERCHANT, slot, { ...world.assumed, ...terms })

/** Charges the fees under other terms than those in force. */
export const charge = (context: ScriptContext, slot: SandboxSlot, terms: Partial<FeeTerms>): void =>
  chargeSum(context, slot, feesUnder(context, slot, terms))

/** Charges the fee of the third invoice once more, or once less. */
const chargeOnceMore = (context: ScriptContext, times: 1 | -1): void => {
  const { world, invoiceOf } = context
  const all = feesUnder(context, SLOT, {})
  const third = invoiceOf(SLOT, 3)
  world.invoices.change(third, { status: 'ready' })
  const cost = all - feesUnder(context, SLOT, {})
  world.invoices.change(invoiceOf(SLOT, 3), { status: third.status })
  chargeSum(context, SLOT, all + times * cost)
}

const feesTrouble = (
  name: string,
  sentence: string,
  plant: (context: ScriptContext) => void,
  assumptions: Partial<FeeTerms> = {},
): Scenario => ({ ...trouble('FEES_MISMATCH', name, sentence, plant), assumptions: { ...assumptions } })

const TAX = { feeTax: 19 }

/** Applied before every payment of the scenario, so that the new fees apply to all. */
const DEARER = {
  feeChanges: [
    {
      from: '2026-03-01',
      fees: {
        breb: { percent: 0, fixed: 2_100 },
        nequiButton: { percent: 1.3, fixed: 0 },
        bancolombiaButton: { percent: 1.3, fixed: 0 },
        pse: { percent: 0, fixed: 3_500 },
        card: { percent: 2.7, fixed: 900 },
      },
    },
  ],
}

/** Scenarios in which only the fees differ from the tariff. */
export const wrongFees: readonly Scenario[] = [
  feesTrouble('fees-three-times', 'A settlement is charged its fees three times.', (t) =>
    chargeSum(t, SLOT, 3 * feesUnder(t, SLOT, {})),
  ),
  feesTrouble(
    'fees-without-tax',
    'The tax of 19 percent is left out of the fees.',
    (t) => charge(t, SLOT, { feeTax: 0 }),
    TAX,
  ),
  feesTrouble('fees-tax-twice', 'The tax of 19 percent is charged twice.', (t) => charge(t, SLOT, { feeTax: 38 }), TAX),
  feesTrouble(
    'fees-old-schedule',
    'The fees are those from before the first of March.',
    (t) => charge(t, SLOT, { feeChanges: [] }),
    DEARER,
  ),
  feesTrouble('fees-of-another-method', 'Payments by PSE are charged at the rate of cards.', (t) => {
    const { fees } = t.world.assumed
    charge(t, SLOT, { fees: { ...fees, pse: fees.card } })
  }),
  feesTrouble('fees-one-invoice-more', 'The fees of one invoice are charged twice.', (t) => chargeOnceMore(t, 1)),
  feesTrouble('fees-one-invoice-less', 'The fees of one invoice are not charged.', (t) => chargeOnceMore(t, -1)),
]
