import { lapsedInvoice, paidInvoice, paymentAt, tenantsOf } from './invoices/seeded-invoice.ts'
import type { SandboxMerchant } from './merchants.ts'
import { type RandomSource, randomOf } from './random-source.ts'
import { CYCLES, hourOf, type SandboxSlot } from './settlements/calendar.ts'
import { progressUntil, runCycle } from './settlements/run-cycle.ts'
import { addDays, dayAt, HOUR_MS, instantOf, MINUTE_MS } from './time/clock.ts'
import type { World } from './world.ts'

/** The size of the history that the sandbox starts with, for each merchant. */
export interface HistorySize {
  readonly days: number
  readonly invoicesPerDay: number
}

const FIRST_HOUR = 6
const OPEN_HOURS = 17
const LAPSED_PERCENT = 5
const CHARGED_BACK_PERCENT = 4

/** The moments of a day at which invoices are paid, in order, as bare numbers, since there may be a million. */
const momentsOf = (random: RandomSource, day: string, count: number): Float64Array => {
  const opening = instantOf(day, FIRST_HOUR)
  return Float64Array.from(
    { length: count },
    () => opening + Math.floor(random.fraction() * OPEN_HOURS * HOUR_MS),
  ).sort()
}

const createDay = (world: World, merchant: SandboxMerchant, day: string, count: number): void => {
  const random = randomOf(world.seed, `${merchant.name} ${day}`)
  const tenant = tenantsOf(world.seed + merchant.number - 1)
  for (const paidAt of momentsOf(random, day, count)) {
    if (paidAt > world.clock.now() - 5 * MINUTE_MS) return
    const who = tenant(random.between(0, 20_000))
    const paid = paidInvoice(world, random, who, paymentAt(random, paidAt), merchant.number)
    world.invoices.add(random.between(1, 100) <= LAPSED_PERCENT ? lapsedInvoice(paid) : paid)
  }
}

/** Some customers dispute a payment after its settlement; the next settlement takes the money back. */
const dispute = (world: World, random: RandomSource, merchant: SandboxMerchant, slot: SandboxSlot): void => {
  if (random.between(1, 100) > CHARGED_BACK_PERCENT) return
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
  const random = randomOf(world.seed, `${merchant.name} disputes of ${date}`)
  for (const cycle of CYCLES) {
    const slot = { date, cycle }
    if (hourOf(slot) > world.clock.now()) return
    const settlement = runCycle(world, merchant, slot)
    if (settlement === undefined) continue
    progressUntil(world, settlement, world.clock.now())
    dispute(world, random, merchant, slot)
  }
}

/** The days up to and including today, oldest first. */
const daysBefore = (world: World, count: number): readonly string[] => {
  const today = dayAt(world.clock.now())
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1))
}

/** Creates a history: invoices day by day, then every settlement whose hour has come, without notifications. */
export const createHistory = (world: World, { days, invoicesPerDay }: HistorySize, indexed: () => void): void => {
  const past = daysBefore(world, days)
  const merchants = world.merchants.all()
  for (const day of past) for (const merchant of merchants) createDay(world, merchant, day, invoicesPerDay)
  indexed()
  for (const day of past) for (const merchant of merchants) settleDay(world, merchant, day)
}
