import type { SandboxSlot } from '../settlements/calendar.ts'
import type { FeeTerms } from '../settlements/fees.ts'
import { feesBy } from '../settlements/run-cycle.ts'
import type { Scenario } from './scenario.ts'
import { SLOT, trouble } from './trouble.ts'
import type { ScriptContext } from './week.ts'

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
