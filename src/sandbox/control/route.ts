import type { SandboxAnswer, SandboxRequest } from '../http/answer.ts'
import type { Faults } from '../http/faults.ts'
import type { Timeline } from '../time/timeline.ts'
import type { World } from '../world.ts'

/** The inputs of a control request. */
export interface ControlCommand {
  readonly world: World
  readonly faults: Faults
  readonly timeline: Timeline
  readonly request: SandboxRequest
  /** The variable parts of the path. */
  readonly parameters: readonly string[]
  /** Whether there is a control request of this method and path. */
  readonly knows: (method: string, path: string) => boolean
}

export interface ControlRoute {
  readonly method: string
  /** Under /sandbox; a part in braces is variable. */
  readonly path: string
  readonly sentence: string
  readonly executeControl: (command: ControlCommand) => Promise<SandboxAnswer> | SandboxAnswer
}
