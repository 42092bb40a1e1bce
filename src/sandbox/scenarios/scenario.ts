import type { Rule } from '../fault.ts'
import type { Fields } from '../http/fields.ts'
import type { MerchantOptions } from '../merchants.ts'
import type { World } from '../world.ts'

/** A trouble put into a slot, by the code under which a careful reconciliation reports it. */
export interface ScenarioTrouble {
  readonly date: string
  readonly cycle: string
  readonly code: string
  readonly sentence: string
  /** The same in Spanish. */
  readonly spanish: string
}

/** A state of the sandbox worth looking at, named for what it shows. */
export interface Scenario {
  readonly name: string
  /** What it shows, for the list in the help. */
  readonly sentence: string
  /** Codes under which a careful reconciliation reports what it shows. */
  readonly codes?: readonly string[]
  /** The fixed clock it begins at, unless another is asked for. */
  readonly clock?: string
  readonly merchants?: readonly MerchantOptions[]
  readonly assumptions?: Fields
  readonly sow?: (world: World) => void
  /** Misbehaviour on the wire, from the first request on. */
  readonly faults?: readonly Rule[]
}
