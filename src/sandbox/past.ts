import { type Chance, chanceOf } from './chance.ts'
import { lapsedInvoice, paidInvoice, paymentAt } from './invoices/seeded-invoice.ts'
import { tenantsOf } from './invoices/tenants.ts'
import type { SandboxMerchant } from './merchants.ts'
import { CYCLES, hourOf, type SandboxSlot } from './settlements/calendar.ts'
import { progressUntil, runCycle } from './settlements/run-cycle.ts'
import { addDays, dayAt, HOUR_MS, instantOf, MINUTE_MS } from './time/day-at.ts'
import type { World } from './world.ts'

/** How much of a past the sandbox begins with, for each merchant. */
export interface Past {
  readonly days: number
  readonly invoicesPerDay: number
}

const FIRST_HOUR = 6
const OPEN_HOURS = 17
const LAPSED_PERCENT = 5
const CHARGED_BACK_PERCENT = 4

/** The moments of a day at which invoices are paid, in order; bare numbers, since there may be a million. */
const momentsOf = (chance: Chance, day: string, count: number): Float64Array => {
  const opening = instantOf(day, FIRST_HOUR)
  return Float64Array.from(
    { length: count },
    () => opening + Math.floor(chance.fraction() * OPEN_HOURS * HOUR_MS),
  ).sort()
}

const sowDay = (world: World, merchant: SandboxMerchant, day: string, count: number): void => {
  const chance = chanceOf(world.seed, `${merchant.name} ${day}`)
  const tenant = tenantsOf(world.seed + merchant.number - 1)
  for (const paidAt of momentsOf(chance, day, count)) {
    if (paidAt > world.clock.now() - 5 * MINUTE_MS) return
    const who = tenant(chance.between(0, 20_000))
    const paid = paidInvoice(world, chance, who, paymentAt(chance, paidAt), merchant.number)
    world.invoices.add(chance.between(1, 100) <= LAPSED_PERCENT ? lapsedInvoice(paid) : paid)
  }
}

/** Now and then somebody disputes a payment that was settled; the next settlement takes it back. */
const dispute = (world: World, chance: Chance, merchant: SandboxMerchant, slot: SandboxSlot): void => {
  if (chance.between(1, 100) > CHARGED_BACK_PERCENT) return
  const filters = { settlementDate: slot.date, settlementCycle: slot.cycle }
  const [invoice] = world.invoices.list({
    merchant: merchant.number,
    filters,
    after: undefined,
    limit: 1,
    newestFirst: false,
  })
  if (invoice === undefined || invoice.paid === null) return
  world.invoices.change(invoice, { status: 'chargeback' })
  world.debits.add(merchant.number, invoice.id, invoice.paid, slot)
}

const settleDay = (world: World, merchant: SandboxMerchant, date: string): void => {
  const chance = chanceOf(world.seed, `${merchant.name} disputes of ${date}`)
  for (const cycle of CYCLES) {
    const slot = { date, cycle }
    if (hourOf(slot) > world.clock.now()) return
    const settlement = runCycle(world, merchant, slot)
    if (settlement === undefined) continue
    progressUntil(world, settlement, world.clock.now())
    dispute(world, chance, merchant, slot)
  }
}

/** The days up to and including today, oldest first. */
const daysBefore = (world: World, count: number): readonly string[] => {
  const today = dayAt(world.clock.now())
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1))
}

/** Makes up the past: invoices day by day, then every settlement whose hour has come. Nobody is notified of the past. */
export const sowPast = (world: World, { days, invoicesPerDay }: Past, indexed: () => void): void => {
  const past = daysBefore(world, days)
  const merchants = world.merchants.all()
  for (const day of past) for (const merchant of merchants) sowDay(world, merchant, day, invoicesPerDay)
  indexed()
  for (const day of past) for (const merchant of merchants) settleDay(world, merchant, day)
}
