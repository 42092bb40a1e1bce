import type { InvoiceRow } from '../invoices/invoices.ts'
import type { SandboxMerchant } from '../merchants.ts'
import { MINUTE_MS } from '../time/clock.ts'
import type { World } from '../world.ts'
import { hourOf, type SandboxSlot } from './calendar.ts'
import { type FeeTerms, feesSum } from './fees.ts'
import type { SettlementRow } from './settlements.ts'

interface CycleSums {
  readonly invoices: number
  readonly collected: number
  readonly fees: number
}

const BATCH = 1_000

/** The invoices expected in a slot, in batches, so that a large settlement is never in memory at once. */
function* invoicesOf(world: World, merchant: number, slot: SandboxSlot): Generator<InvoiceRow> {
  const filters = { settlementDate: slot.date, settlementCycle: slot.cycle }
  let after: number | undefined
  for (;;) {
    const batch = world.invoices.list({ merchant, filters, after, limit: BATCH, newestFirst: false })
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)?.number
  }
}

/** Adds in centavos, since sums of fractions of a peso would drift. */
const gather = (world: World, merchant: number, slot: SandboxSlot, terms: FeeTerms): CycleSums => {
  let [invoices, centavos] = [0, 0]
  const fees = feesSum(terms)
  for (const { status, method, paid, paid_day } of invoicesOf(world, merchant, slot)) {
    // A charged-back invoice was collected nevertheless; a debit takes its money back, in this settlement or a later one.
    if ((status !== 'paid' && status !== 'chargeback') || method === null || paid === null) continue
    invoices += 1
    centavos += Math.round(paid * 100)
    fees.add({ method, paid, day: paid_day ?? slot.date })
  }
  return { invoices, collected: centavos / 100, fees: fees.total() }
}

/** The fees of a slot's payments under these terms. */
export const feesBy = (world: World, merchant: number, slot: SandboxSlot, terms: FeeTerms): number =>
  gather(world, merchant, slot, terms).fees

/** Collected, less fees unless they are billed later, plus adjustments (which are negative when they take back). */
const usualPayout = (merchant: SandboxMerchant, { collected, fees }: CycleSums, adjustments: number): number =>
  collected - (merchant.feesPostpaid ? 0 : fees) + adjustments

/** api.md does not show the payout of a gateway settlement; these are the possible readings. */
const payoutOf = (world: World, merchant: SandboxMerchant, gathered: CycleSums, adjustments: number): number => {
  const reading = merchant.gateway ? world.assumed.gatewayPayout : 'usual'
  const payouts = {
    usual: usualPayout(merchant, gathered, adjustments),
    collected: gathered.collected,
    zero: 0,
    'adjustments-less-fees': adjustments - gathered.fees,
  }
  return Math.round(payouts[reading] * 100) / 100
}

/** The settlement of a slot when its cycle is run; null when nothing was collected. */
export const runCycle = (
  world: World,
  merchant: SandboxMerchant,
  slot: SandboxSlot,
  openedAt = hourOf(slot),
): SettlementRow | undefined => {
  const gathered = gather(world, merchant.number, slot, world.assumed)
  if (gathered.invoices === 0) return undefined
  const adjustments = -world.debits.takeInto(merchant.number, slot)
  const settlement: SettlementRow = {
    merchant: merchant.number,
    ...slot,
    status: 'processing',
    ...gathered,
    fees_postpaid: Number(merchant.feesPostpaid),
    adjustments: adjustments === 0 ? 0 : adjustments,
    gateway: Number(merchant.gateway),
    payout: payoutOf(world, merchant, gathered, adjustments),
    opened_at: openedAt,
    next_at: openedAt + world.assumed.paidAfterMinutes * MINUTE_MS,
    fails: 0,
    patch: null,
  }
  world.settlements.put(settlement)
  return settlement
}

/** Moves a settlement to its next status: paid, then credited; or error, if it is to fail. */
export const progress = (world: World, settlement: SettlementRow): SettlementRow => {
  const credited = settlement.status === 'paid'
  const next: SettlementRow = settlement.fails
    ? { ...settlement, status: 'error', next_at: null }
    : {
        ...settlement,
        status: credited ? 'credited' : 'paid',
        next_at: credited ? null : settlement.opened_at + world.assumed.creditedAfterMinutes * MINUTE_MS,
      }
  world.settlements.put(next)
  return next
}

/** Moves a settlement of the history to its status at this instant. */
export const progressUntil = (world: World, settlement: SettlementRow, instant: number): SettlementRow => {
  let at = settlement
  while (at.next_at !== null && at.next_at <= instant) at = progress(world, at)
  return at
}
