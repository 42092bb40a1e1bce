import { setImmediate as turnOfLoop } from 'node:timers/promises'
import fc from 'fast-check'
import type { Answer, Door } from './door.ts'
import {
  answeredWithin,
  type Cost,
  costOf,
  excessOf,
  highestOf,
  LIMITS,
  type Limits,
  NO_COST,
  NoAnswer,
} from './limits.ts'
import { inputsAt } from './near.ts'

/** The inputs for a door. */
export interface Inputs {
  readonly count: number
  readonly seed: number
  /** Inputs on which the door failed before: they are tried first, in addition to the others. */
  readonly corpus?: readonly Buffer[]
  readonly limits?: Limits
  /** Called with each input before it is used. */
  readonly note?: (input: Buffer) => void
}

/** The number of inputs by result at a door, and the smallest failing input. */
export interface DoorResult {
  readonly door: string
  readonly taken: number
  readonly refused: number
  /** The maximum of each cost, over all inputs. */
  readonly most: Cost
  readonly broken: { readonly input: Buffer; readonly error: string } | null
}

export const runDoor = async (
  door: Door,
  { count, seed, corpus = [], limits: given = LIMITS, note }: Inputs,
): Promise<DoorResult> => {
  // What the process held before is no matter of this door.
  const limits = { ...given, memoryMb: given.memoryMb + process.memoryUsage.rss() / 1_000_000 }
  const counts: Record<Answer, number> = { taken: 0, refused: 0 }
  let most = NO_COST
  let isOverLimit = false
  const property = fc.asyncProperty(inputsAt(door), async (input) => {
    // No smaller input is searched for, since each may take as long.
    if (isOverLimit) return
    note?.(input)
    const { result, cost } = await costOf(() => outcomeOf(door, input, limits.waitMs))
    most = highestOf(most, cost)
    const excess = result instanceof NoAnswer ? result.message : excessOf(cost, limits)
    if (excess !== null) {
      isOverLimit = true
      throw new Error(excess)
    }
    if (result instanceof Error) throw result
    counts[result] += 1
    // Node frees the memory of a failed decompression only in the event loop.
    await turnOfLoop()
  })
  const examples = corpus.map((input): [Buffer] => [input])
  const details = await fc.check(property, { numRuns: count + corpus.length, seed, examples, endOnFailure: false })
  const [input] = details.counterexample ?? []
  const broken = input === undefined ? null : { input, error: textOf(details.errorInstance) }
  return { door: door.name, ...counts, most, broken }
}

/** An exception is returned, since it has a cost as well. */
const outcomeOf = async (door: Door, input: Buffer, waitMs: number): Promise<Answer | Error> => {
  try {
    return await answeredWithin(waitMs, () => door.enter(input))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
