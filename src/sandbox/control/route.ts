import type { SandboxAnswer, SandboxRequest } from '../http/answer.ts'
import type { Faults } from '../http/faults.ts'
import type { Player } from '../player.ts'
import type { World } from '../world.ts'

/** What a control request is carried out with. */
export interface ControlCommand {
  readonly world: World
  readonly faults: Faults
  readonly player: Player
  readonly asked: SandboxRequest
  /** The parts of the path that vary. */
  readonly parameters: readonly string[]
  /** Whether there is a control request of this method and path. */
  readonly knows: (method: string, path: string) => boolean
}

export interface ControlRoute {
  readonly method: string
  /** Under /sandbox; a part in braces varies. */
  readonly path: string
  readonly sentence: string
  readonly carryOut: (command: ControlCommand) => Promise<SandboxAnswer> | SandboxAnswer
}
