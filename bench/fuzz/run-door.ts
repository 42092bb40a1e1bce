import { setImmediate as turnOfLoop } from 'node:timers/promises'
import fc from 'fast-check'
import type { Answer, Door } from './door.ts'
import { inputsAt } from './near.ts'

/** `refused` for an error of ours with a code. */
export const refusedOr = async (work: () => unknown): Promise<Answer> => {
  try {
    await work()
    return 'taken'
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'exit' in error && error.exit !== 1) return 'refused'
    throw error
  }
}

/** Limits of the cost of an input. Exceeding them allows denial of service, and counts as a failure of the door. */
interface Limits {
  /** Time from an input to its answer, in ms. */
  readonly waitMs: number
  /** Processor time for one input, in ms. */
  readonly cpuMs: number
  /** The most by which one input may increase the memory of the process. */
  readonly growthMb: number
  /** The most by which any number of inputs may increase it. */
  readonly memoryMb: number
}

export const LIMITS: Limits = { waitMs: 10_000, cpuMs: 4_000, growthMb: 256, memoryMb: 1_000 }

interface Cost {
  readonly ms: number
  readonly cpuMs: number
  readonly growthMb: number
  readonly memoryMb: number
}

export const NO_COST: Cost = { ms: 0, cpuMs: 0, growthMb: 0, memoryMb: 0 }

/** The maximum of each. */
const highestOf = (a: Cost, b: Cost): Cost => ({
  ms: Math.max(a.ms, b.ms),
  cpuMs: Math.max(a.cpuMs, b.cpuMs),
  growthMb: Math.max(a.growthMb, b.growthMb),
  memoryMb: Math.max(a.memoryMb, b.memoryMb),
})

/** The limit of processor time or memory that an input exceeds; null when there is none. */
const excessOf = ({ cpuMs, growthMb, memoryMb }: Cost, limits: Limits): string | null => {
  if (cpuMs > limits.cpuMs) return `an input took ${Math.round(cpuMs)} ms of a processor`
  if (growthMb > limits.growthMb) return `an input raised the memory by ${Math.round(growthMb)} MB`
  if (memoryMb > limits.memoryMb) return `the memory has grown to ${Math.round(memoryMb)} MB`
  return null
}

/** The cost of a piece of work. Memory is the maximum so far, including what is freed before the end. */
const costOf = async <T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cost: Cost }> => {
  const [began, before] = [performance.now(), process.resourceUsage()]
  const result = await work()
  const after = process.resourceUsage()
  const cpuMicroseconds = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime
  const cost = {
    ms: performance.now() - began,
    cpuMs: cpuMicroseconds / 1_000,
    growthMb: (after.maxRSS - before.maxRSS) / 1_024,
    memoryMb: after.maxRSS / 1_024,
  }
  return { result, cost }
}

const TICK_MS = 20

/**
 * Fails when there is no answer in time. Time is counted by ticks of a timer, so that a process without processor time
 * does not count as slow. Work that blocks the event loop is not detected here, but by watchInputs.
 */
const answeredWithin = <T>(waitMs: number, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      if (ticks * TICK_MS < waitMs) return
      clearInterval(timer)
      reject(new NoAnswer(`no answer to an input within ${waitMs} ms`))
    }, TICK_MS)
    work()
      .then(resolve, reject)
      .finally(() => clearInterval(timer))
  })

class NoAnswer extends Error {}

/** The inputs for a door. */
interface Inputs {
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
