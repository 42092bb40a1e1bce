import type { Rule } from '../fault.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import type { Scenario } from './scenario.ts'
import { tellWeek, type WeekTelling } from './week.ts'

/** Every scenario of one trouble plays on two small days, and its trouble is in this slot unless it says otherwise. */
export const SLOT: SandboxSlot = { date: '2026-03-12', cycle: '11' }
export const EARLIER: SandboxSlot = { date: '2026-03-11', cycle: '11' }

const DAYS = ['2026-03-11', '2026-03-12'] as const
const CLOCK = '2026-03-13T03:30:00.000Z'

const sowDays = (world: World): WeekTelling => tellWeek(world, DAYS, {}, [6, 12])

/** Two days on which all agrees but for one trouble, reported under this code. */
export const trouble = (
  code: string,
  name: string,
  sentence: string,
  plant: (telling: WeekTelling) => void,
): Scenario => ({ name, sentence, codes: [code], clock: CLOCK, sow: (world) => plant(sowDays(world)) })

/** Two days on which all agrees, told by a service that misbehaves. */
export const misbehaviour = (name: string, sentence: string, ...faults: readonly Rule[]): Scenario => ({
  name,
  sentence,
  clock: CLOCK,
  sow: (world) => {
    sowDays(world)
  },
  faults,
})

export const settlementPath = ({ date, cycle }: SandboxSlot): string => `/sandbox/settlements/${date}/${cycle}`

/** Half an hour after the beginning: read once, move the clock by PT1H, read again, and see what has changed. */
export const later = ({ world }: WeekTelling, method: string, path: string, body?: unknown): void => {
  world.plans.add(world.clock.now() + 30 * 60_000, { method, path, body })
}
