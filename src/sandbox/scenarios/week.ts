import { chanceOf } from '../chance.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import type { InvoiceToCreate } from '../invoices/invoices.ts'
import { paidInvoice, paymentFor } from '../invoices/seeded-invoice.ts'
import { tenantsOf } from '../invoices/tenants.ts'
import { CYCLES, type SandboxSlot } from '../settlements/calendar.ts'
import { addedTo, type Misstatement } from '../settlements/misstatement.ts'
import { progressUntil, runCycle } from '../settlements/run-cycle.ts'
import type { SettlementRow } from '../settlements/settlement.ts'
import type { World } from '../world.ts'

/** What is particular about one slot of a made-up week. Where nothing is said, everything agrees. */
export interface SlotStory {
  readonly invoices?: number
  /** The rents of the slot one by one, where their sum matters. */
  readonly rents?: readonly number[]
  /** Touches the invoices before they are settled, so that the settlement agrees with what they have become. */
  readonly drafted?: (drafts: readonly InvoiceToCreate[]) => readonly InvoiceToCreate[]
  readonly feesPostpaid?: boolean
  /** What happens just before the cycle is run. */
  readonly before?: (telling: WeekTelling) => void
  /** What happens once it is settled. */
  readonly after?: (telling: WeekTelling, slot: SandboxSlot) => void
}

/** What a story can do to the week. */
export interface WeekTelling {
  readonly world: World
  readonly invoiceOf: (slot: SandboxSlot, nth: number) => InvoiceRow
  readonly hasInvoices: (slot: SandboxSlot) => boolean
  readonly settle: (slot: SandboxSlot, change: Partial<SettlementRow>) => void
  readonly misstateSettlement: (slot: SandboxSlot, misstatement: Misstatement) => void
  readonly misstateInvoice: (slot: SandboxSlot, nth: number, misstatement: Misstatement) => void
}

export type WeekStories = Readonly<Record<string, Readonly<Record<string, SlotStory>>>>

/** The least and the most invoices of a slot, where its story does not say how many. */
export type SlotSize = readonly [number, number]

const MERCHANT = 1

const tellingOf = (world: World): WeekTelling => {
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
  story: SlotStory,
  size: SlotSize,
): readonly InvoiceToCreate[] => {
  // Every slot has a chance of its own: one more invoice here must not change the slots after it.
  const chance = chanceOf(world.seed, `${slot.date} ${slot.cycle}`)
  const tenant = tenantsOf(world.seed)
  const count = story.rents?.length ?? story.invoices ?? chance.between(...size)
  const drafts = Array.from({ length: count }, (_, nth) => {
    const who = tenant(tenantNumber + nth)
    const rent = story.rents?.[nth] ?? who.rent
    return paidInvoice(world, chance, { ...who, rent }, paymentFor(world, chance, slot))
  })
  return story.drafted?.(drafts) ?? drafts
}

/** Plays a week slot by slot: invoices are paid, each cycle is run, and what the stories say happens. */
export const tellWeek = (world: World, days: readonly string[], stories: WeekStories, size: SlotSize): WeekTelling => {
  const telling = tellingOf(world)
  const merchant = world.merchants.byNumber(MERCHANT)
  let tenants = 0
  for (const date of days) {
    for (const cycle of CYCLES) {
      const slot = { date, cycle }
      const story = stories[date]?.[cycle] ?? {}
      const drafts = draft(world, slot, tenants, story, size)
      tenants += drafts.length
      for (const invoice of drafts) world.invoices.add(invoice)
      story.before?.(telling)
      const settlement = runCycle(
        world,
        { ...merchant, feesPostpaid: story.feesPostpaid ?? merchant.feesPostpaid },
        slot,
      )
      if (settlement !== undefined) progressUntil(world, settlement, world.clock.now())
      story.after?.(telling, slot)
    }
  }
  return telling
}
