import type { InvoiceRow, InvoiceToCreate } from '../invoices/invoices.ts'
import { paidInvoice, paymentFor, tenantsOf } from '../invoices/seeded-invoice.ts'
import { randomOf } from '../random-source.ts'
import { CYCLES, type SandboxSlot } from '../settlements/calendar.ts'
import { addedTo, type Misstatement } from '../settlements/misstatement.ts'
import { progressUntil, runCycle } from '../settlements/run-cycle.ts'
import type { SettlementRow } from '../settlements/settlements.ts'
import type { World } from '../world.ts'

/** The script of one slot of a made-up week. Without a script, everything agrees. */
export interface SlotScript {
  readonly invoices?: number
  /** The individual rents of the slot, when their sum matters. */
  readonly rents?: readonly number[]
  /** Changes the invoices before they are settled, so that the settlement agrees with them. */
  readonly drafted?: (drafts: readonly InvoiceToCreate[]) => readonly InvoiceToCreate[]
  readonly feesPostpaid?: boolean
  /** Runs just before the cycle. */
  readonly before?: (context: ScriptContext) => void
  /** Runs after the settlement is made. */
  readonly after?: (context: ScriptContext, slot: SandboxSlot) => void
}

/** The functions that a script can call. */
export interface ScriptContext {
  readonly world: World
  readonly invoiceOf: (slot: SandboxSlot, nth: number) => InvoiceRow
  readonly hasInvoices: (slot: SandboxSlot) => boolean
  readonly settle: (slot: SandboxSlot, change: Partial<SettlementRow>) => void
  readonly misstateSettlement: (slot: SandboxSlot, misstatement: Misstatement) => void
  readonly misstateInvoice: (slot: SandboxSlot, nth: number, misstatement: Misstatement) => void
}

export type WeekScript = Readonly<Record<string, Readonly<Record<string, SlotScript>>>>

/** The least and the most invoices of a slot without a script of its own. */
export type SlotSize = readonly [number, number]

const MERCHANT = 1

const contextOf = (world: World): ScriptContext => {
  const firstOf = ({ date, cycle }: SandboxSlot, limit: number): readonly InvoiceRow[] => {
    const filters = { settlementDate: date, settlementCycle: cycle }
    return world.invoices.list({ merchant: MERCHANT, filters, after: undefined, limit, newestFirst: false })
  }
  const invoiceOf = (slot: SandboxSlot, nth: number): InvoiceRow => {
    const invoice = firstOf(slot, nth)[nth - 1]
    if (invoice === undefined) throw new Error(`${slot.date} ${slot.cycle} has no invoice number ${nth}`)
    return invoice
  }
  const settle = (slot: SandboxSlot, change: Partial<SettlementRow>): void => {
    const settlement = world.settlements.get(MERCHANT, slot)
    if (settlement === undefined) throw new Error(`${slot.date} ${slot.cycle} has no settlement`)
    world.settlements.put({ ...settlement, ...change })
  }
  return {
    world,
    invoiceOf,
    hasInvoices: (slot) => firstOf(slot, 1).length > 0,
    settle,
    misstateSettlement: (slot, misstatement) => settle(slot, { patch: addedTo(null, misstatement) }),
    misstateInvoice: (slot, nth, misstatement) => world.invoices.misstate(invoiceOf(slot, nth), misstatement),
  }
}

const draft = (
  world: World,
  slot: SandboxSlot,
  tenantNumber: number,
  slotScript: SlotScript,
  size: SlotSize,
): readonly InvoiceToCreate[] => {
  // Every slot has its own random sequence: one more invoice here must not change the slots after it.
  const random = randomOf(world.seed, `${slot.date} ${slot.cycle}`)
  const tenant = tenantsOf(world.seed)
  const count = slotScript.rents?.length ?? slotScript.invoices ?? random.between(...size)
  const drafts = Array.from({ length: count }, (_, nth) => {
    const who = tenant(tenantNumber + nth)
    const rent = slotScript.rents?.[nth] ?? who.rent
    return paidInvoice(world, random, { ...who, rent }, paymentFor(world, random, slot))
  })
  return slotScript.drafted?.(drafts) ?? drafts
}

/** Runs a week slot by slot: pays invoices, runs each cycle, and applies the scripts. */
export const playWeek = (world: World, days: readonly string[], script: WeekScript, size: SlotSize): ScriptContext => {
  const context = contextOf(world)
  const merchant = world.merchants.byNumber(MERCHANT)
  let tenants = 0
  for (const date of days) {
    for (const cycle of CYCLES) {
      const slot = { date, cycle }
      const slotScript = script[date]?.[cycle] ?? {}
      const drafts = draft(world, slot, tenants, slotScript, size)
      tenants += drafts.length
      for (const invoice of drafts) world.invoices.add(invoice)
      slotScript.before?.(context)
      const settlement = runCycle(
        world,
        { ...merchant, feesPostpaid: slotScript.feesPostpaid ?? merchant.feesPostpaid },
        slot,
      )
      if (settlement !== undefined) progressUntil(world, settlement, world.clock.now())
      slotScript.after?.(context, slot)
    }
  }
  return context
}
