/** Limits of the cost of an input. Exceeding them allows denial of service, and counts as a failure of the door. */
export interface Limits {
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

export interface Cost {
  readonly ms: number
  readonly cpuMs: number
  readonly growthMb: number
  readonly memoryMb: number
}

export const NO_COST: Cost = { ms: 0, cpuMs: 0, growthMb: 0, memoryMb: 0 }

/** The maximum of each. */
export const highestOf = (a: Cost, b: Cost): Cost => ({
  ms: Math.max(a.ms, b.ms),
  cpuMs: Math.max(a.cpuMs, b.cpuMs),
  growthMb: Math.max(a.growthMb, b.growthMb),
  memoryMb: Math.max(a.memoryMb, b.memoryMb),
})

/** The limit of processor time or memory that an input exceeds; null when there is none. */
export const excessOf = ({ cpuMs, growthMb, memoryMb }: Cost, limits: Limits): string | null => {
  if (cpuMs > limits.cpuMs) return `an input took ${Math.round(cpuMs)} ms of a processor`
  if (growthMb > limits.growthMb) return `an input raised the memory by ${Math.round(growthMb)} MB`
  if (memoryMb > limits.memoryMb) return `the memory has grown to ${Math.round(memoryMb)} MB`
  return null
}

/** The cost of a piece of work. Memory is the maximum so far, including what is freed before the end. */
export const costOf = async <T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cost: Cost }> => {
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
export const answeredWithin = <T>(waitMs: number, work: () => Promise<T>): Promise<T> =>
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

export class NoAnswer extends Error {}
