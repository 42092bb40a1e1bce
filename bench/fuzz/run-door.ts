import fc from 'fast-check'
import type { Answer, Door } from './door.ts'
import { inputsAt } from './near.ts'

/** How many inputs came to what at a door, and the smallest one that is found to break it. */
export interface DoorResult {
  readonly door: string
  readonly taken: number
  readonly refused: number
  /** Of one input. */
  readonly cpuMsMax: number
  readonly broken: { readonly input: Buffer; readonly error: string } | null
}

/** An input that costs more than this much of a processor is a way to hold us up. */
const CPU_MS_MAX = 4_000

export const runDoor = async (door: Door, inputs: number, seed: number): Promise<DoorResult> => {
  const counts: Record<Answer, number> = { taken: 0, refused: 0 }
  let cpuMsMax = 0
  const property = fc.asyncProperty(inputsAt(door), async (input) => {
    const before = process.cpuUsage()
    counts[await door.enter(input)] += 1
    const { user, system } = process.cpuUsage(before)
    cpuMsMax = Math.max(cpuMsMax, (user + system) / 1_000)
    if (cpuMsMax > CPU_MS_MAX) throw new Error(`an input took ${Math.round(cpuMsMax)} ms of a processor`)
  })
  const details = await fc.check(property, { numRuns: inputs, seed, endOnFailure: false })
  const [input] = details.counterexample ?? []
  const broken = input === undefined ? null : { input, error: textOf(details.errorInstance) }
  return { door: door.name, ...counts, cpuMsMax, broken }
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
