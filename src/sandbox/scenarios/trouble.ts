import type { Rule } from '../fault.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import type { Scenario } from './scenario.ts'
import { playWeek, type ScriptContext } from './week.ts'

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
