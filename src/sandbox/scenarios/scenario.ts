import type { Rule } from '../fault.ts'
import type { Fields } from '../http/fields.ts'
import type { MerchantOptions } from '../merchants.ts'
import type { World } from '../world.ts'

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
