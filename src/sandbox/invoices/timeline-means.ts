import type { Courier } from '../notifications/courier.ts'
import { notifyInvoice, notifySettlement } from '../notifications/notification.ts'
import { CYCLES, hourOf, type SandboxSlot } from '../settlements/calendar.ts'
import type { PlannedRequest } from '../settlements/plans.ts'
import { progress, runCycle } from '../settlements/run-cycle.ts'
import { addDays, dayAt } from '../time/day-at.ts'
import type { World } from '../world.ts'
import { linkEnd } from './invoice-life.ts'

/** Something that happens by itself at its time. */
interface Happening {
  readonly at: number
  readonly happen: () => Promise<void> | void
}

interface LifeHappening extends Happening {
  readonly happen: () => void
}

export type MakeRequest = (request: PlannedRequest) => Promise<void>

/** The first cycle hour after an instant. */
const cycleAfter = (instant: number): SandboxSlot & { readonly at: number } => {
  for (let date = dayAt(instant); ; date = addDays(date, 1)) {
    for (const cycle of CYCLES) {
      const at = hourOf({ date, cycle })
      if (at > instant) return { date, cycle, at }
    }
  }
}

const PLAYED = 'cycles run until'

/** Every cycle up to and including this instant has been run. */
export const cyclesRunUntil = (world: World, instant: number): void => world.notes.put(PLAYED, String(instant))

const nextCycle = (world: World): LifeHappening => {
  const { date, cycle, at } = cycleAfter(Number(world.notes.get(PLAYED)))
  const happen = (): void => {
    for (const merchant of world.merchants.all()) {
      if (world.settlements.get(merchant.number, { date, cycle }) === undefined)
        runCycle(world, merchant, { date, cycle })
    }
    cyclesRunUntil(world, at)
  }
  return { at, happen }
}

const nextExpiry = (world: World): LifeHappening | undefined => {
  if (world.assumed.stateAfterExpiry === 'ready') return undefined
  const expiring = world.invoices.nextToExpire()
  if (expiring === undefined) return undefined
  const happen = (): void => {
    notifyInvoice(world, world.invoices.change(expiring, { status: 'cancelled', busy_until: null }))
  }
  return { at: linkEnd(expiring), happen }
}

const nextProgress = (world: World): LifeHappening | undefined => {
  const settlement = world.settlements.next()
  if (settlement === undefined) return undefined
  return { at: settlement.next_at, happen: () => notifySettlement(world, progress(world, settlement)) }
}

const nextPlan = (world: World, makeRequest: MakeRequest): Happening | undefined => {
  const plan = world.plans.next()
  if (plan === undefined) return undefined
  const happen = async (): Promise<void> => {
    world.plans.remove(plan.number)
    await makeRequest(plan.request)
  }
  return { at: plan.at, happen }
}

const nextDelivery = (courier: Courier): Happening | undefined => {
  const delivery = courier.next()
  return delivery === undefined ? undefined : { at: delivery.next_at, happen: () => courier.send(delivery) }
}

const earliest = <Kind extends Happening>(happenings: readonly (Kind | undefined)[]): Kind | undefined =>
  // Of what happens at one instant, the first of the list happens first.
  happenings.reduce((first, next) => (next !== undefined && (first === undefined || next.at < first.at) ? next : first))

/** What happens inside the sandbox, at once and without asking anybody. */
const nextOfLife = (world: World): LifeHappening | undefined =>
  earliest([nextCycle(world), nextExpiry(world), nextProgress(world)])

/** What lets time pass besides the world itself. */
export interface TimelineMeans {
  readonly courier: Courier
  readonly makeRequest: MakeRequest
}

const nextOfAll = (world: World, { courier, makeRequest }: TimelineMeans): Happening | undefined =>
  earliest<Happening>([nextPlan(world, makeRequest), nextOfLife(world), nextDelivery(courier)])

/** When something will happen next. */
export const nextInstant = (world: World, means: TimelineMeans): number => nextOfAll(world, means)?.at ?? Infinity

/** Lets invoices expire and settlements go on, as far as this instant: what a request is about to read must be true. */
export const playLifeUntil = (world: World, instant: number): void => {
  for (let next = nextOfLife(world); next !== undefined && next.at <= instant; next = nextOfLife(world)) next.happen()
}

/**
 * Lets everything happen that is due by an instant, each thing at its own time, and leaves a fixed clock there. A fixed clock stands
 * still while notifications are under way, since what comes of them may be due next; a real one goes on, and so does the world.
 */
export const playUntil = async (world: World, instant: number, means: TimelineMeans): Promise<void> => {
  const moveTo = (at: number): void => {
    if (world.clock.isFixed()) world.clock.moveTo(Math.max(at, world.clock.now()))
  }
  const due = (): Happening | undefined => {
    const next = nextOfAll(world, means)
    return next !== undefined && next.at <= instant ? next : undefined
  }
  const upcoming = async (): Promise<Happening | undefined> => {
    const next = due()
    if (!world.clock.isFixed() || (next !== undefined && next.at <= world.clock.now())) return next
    await means.courier.idle()
    return due()
  }
  for (let next = await upcoming(); next !== undefined; next = await upcoming()) {
    moveTo(next.at)
    await next.happen()
  }
  moveTo(instant)
}
