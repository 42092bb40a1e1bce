import { linkEnd } from '../invoices/invoice-life.ts'
import type { DeliverySender } from '../notifications/delivery-sender.ts'
import { notifyInvoice, notifySettlement } from '../notifications/notification.ts'
import { CYCLES, hourOf, type SandboxSlot } from '../settlements/calendar.ts'
import { progress, runCycle } from '../settlements/run-cycle.ts'
import type { PlannedRequest } from '../settlements/settlements.ts'
import type { World } from '../world.ts'
import { addDays, dayAt } from './clock.ts'

/** A scheduled event. */
interface TimelineStep {
  readonly at: number
  readonly happen: () => Promise<void> | void
}

interface LifeStep extends TimelineStep {
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

const CYCLES_RUN_UNTIL = 'cycles run until'

/** Records that every cycle up to and including this instant has been run. */
export const cyclesRunUntil = (world: World, instant: number): void =>
  world.notes.put(CYCLES_RUN_UNTIL, String(instant))

const nextCycle = (world: World): LifeStep => {
  const { date, cycle, at } = cycleAfter(Number(world.notes.get(CYCLES_RUN_UNTIL)))
  const happen = (): void => {
    for (const merchant of world.merchants.all()) {
      if (world.settlements.get(merchant.number, { date, cycle }) === undefined)
        runCycle(world, merchant, { date, cycle })
    }
    cyclesRunUntil(world, at)
  }
  return { at, happen }
}

const nextExpiry = (world: World): LifeStep | undefined => {
  if (world.assumed.stateAfterExpiry === 'ready') return undefined
  const expiring = world.invoices.nextToExpire()
  if (expiring === undefined) return undefined
  const happen = (): void => {
    notifyInvoice(world, world.invoices.change(expiring, { status: 'cancelled', busy_until: null }))
  }
  return { at: linkEnd(expiring), happen }
}

const nextProgress = (world: World): LifeStep | undefined => {
  const settlement = world.settlements.next()
  if (settlement === undefined) return undefined
  return { at: settlement.next_at, happen: () => notifySettlement(world, progress(world, settlement)) }
}

const nextPlan = (world: World, makeRequest: MakeRequest): TimelineStep | undefined => {
  const plan = world.plans.next()
  if (plan === undefined) return undefined
  const happen = async (): Promise<void> => {
    world.plans.remove(plan.number)
    await makeRequest(plan.request)
  }
  return { at: plan.at, happen }
}

const nextDelivery = (sender: DeliverySender): TimelineStep | undefined => {
  const delivery = sender.next()
  return delivery === undefined ? undefined : { at: delivery.next_at, happen: () => sender.send(delivery) }
}

const earliest = <Kind extends TimelineStep>(happenings: readonly (Kind | undefined)[]): Kind | undefined =>
  // Of events at the same instant, the first in the list happens first.
  happenings.reduce((first, next) => (next !== undefined && (first === undefined || next.at < first.at) ? next : first))

/** The next event inside the sandbox, which needs no request to another server. */
const nextLifeStep = (world: World): LifeStep | undefined =>
  earliest([nextCycle(world), nextExpiry(world), nextProgress(world)])

/** The parts other than the world that time depends on. */
export interface TimelineContext {
  readonly sender: DeliverySender
  readonly makeRequest: MakeRequest
}

const nextStep = (world: World, { sender, makeRequest }: TimelineContext): TimelineStep | undefined =>
  earliest<TimelineStep>([nextPlan(world, makeRequest), nextLifeStep(world), nextDelivery(sender)])

/** When something will happen next. */
export const nextInstant = (world: World, context: TimelineContext): number => nextStep(world, context)?.at ?? Infinity

/** Runs expiries and changes of status up to this instant, so that a request reads the current state. */
export const runLifeUntil = (world: World, instant: number): void => {
  for (let next = nextLifeStep(world); next !== undefined && next.at <= instant; next = nextLifeStep(world))
    next.happen()
}

/**
 * Runs every event due by an instant, each at its own time, and leaves a fixed clock there. A fixed clock does not move
 * while notifications are being sent, since their results may be due next; with a real clock, time and events continue.
 */
export const runUntil = async (world: World, instant: number, context: TimelineContext): Promise<void> => {
  const moveTo = (at: number): void => {
    if (world.clock.isFixed()) world.clock.moveTo(Math.max(at, world.clock.now()))
  }
  const due = (): TimelineStep | undefined => {
    const next = nextStep(world, context)
    return next !== undefined && next.at <= instant ? next : undefined
  }
  const upcoming = async (): Promise<TimelineStep | undefined> => {
    const next = due()
    if (!world.clock.isFixed() || (next !== undefined && next.at <= world.clock.now())) return next
    await context.sender.idle()
    return due()
  }
  for (let next = await upcoming(); next !== undefined; next = await upcoming()) {
    moveTo(next.at)
    await next.happen()
  }
  moveTo(instant)
}
