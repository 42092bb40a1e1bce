import type { Rule } from '../fault.ts'
import type { Fields } from '../http/fields.ts'
import type { MerchantOptions } from '../merchants.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import { playWeek, type ScriptContext } from './week.ts'

/** A trouble in a slot, with the code under which a correct reconciliation reports it. */
export interface ScenarioTrouble {
  readonly date: string
  readonly cycle: string
  readonly code: string
  readonly sentence: string
  /** The sentence in Spanish. */
  readonly spanish: string
}

/** A named state of the sandbox that demonstrates something. */
export interface Scenario {
  readonly name: string
  /** What it demonstrates, for the list in the help. */
  readonly sentence: string
  /** Codes under which a careful reconciliation reports it. */
  readonly codes?: readonly string[]
  /** The fixed clock at its start, unless the user sets another. */
  readonly clock?: string
  readonly merchants?: readonly MerchantOptions[]
  readonly assumptions?: Fields
  readonly sow?: (world: World) => void
  /** Faults from the first request on. */
  readonly faults?: readonly Rule[]
}

/**
 * The slot of the trouble in scenarios with one trouble, which have two small days, unless the scenario names another.
 */
export const SLOT: SandboxSlot = { date: '2026-03-12', cycle: '11' }
export const EARLIER: SandboxSlot = { date: '2026-03-11', cycle: '11' }

const DAYS = ['2026-03-11', '2026-03-12'] as const
const CLOCK = '2026-03-13T03:30:00.000Z'

const createDays = (world: World): ScriptContext => playWeek(world, DAYS, {}, [6, 12])

/** A scenario of two days that agree except for one trouble, reported under this code. */
export const trouble = (
  code: string,
  name: string,
  sentence: string,
  plant: (context: ScriptContext) => void,
): Scenario => ({ name, sentence, codes: [code], clock: CLOCK, sow: (world) => plant(createDays(world)) })

/** A scenario of two days that agree, from a service with faults. */
export const misbehaviour = (name: string, sentence: string, ...faults: readonly Rule[]): Scenario => ({
  name,
  sentence,
  clock: CLOCK,
  sow: (world) => {
    createDays(world)
  },
  faults,
})

export const settlementPath = ({ date, cycle }: SandboxSlot): string => `/sandbox/settlements/${date}/${cycle}`

/** A request planned half an hour after the start: pull, move the clock by PT1H, pull again, and see the change. */
export const later = ({ world }: ScriptContext, method: string, path: string, body?: unknown): void => {
  world.plans.add(world.clock.now() + 30 * 60_000, { method, path, body })
}
