/** What inputs may cost. One that costs more is a way to hold us up, and is told as one that breaks its door. */
export interface Limits {
  /** From an input to its answer. */
  readonly waitMs: number
  /** Of a processor, for one input. */
  readonly cpuMs: number
  /** By how much one input may raise the memory of the process. */
  readonly growthMb: number
  /** The memory of the process, after any number of inputs. */
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

/** Of each the higher one. */
export const highestOf = (a: Cost, b: Cost): Cost => ({
  ms: Math.max(a.ms, b.ms),
  cpuMs: Math.max(a.cpuMs, b.cpuMs),
  growthMb: Math.max(a.growthMb, b.growthMb),
  memoryMb: Math.max(a.memoryMb, b.memoryMb),
})

/** Which limit of processor and memory an input has passed; null when it kept to all. */
export const excessOf = ({ cpuMs, growthMb, memoryMb }: Cost, limits: Limits): string | null => {
  if (cpuMs > limits.cpuMs) return `an input took ${Math.round(cpuMs)} ms of a processor`
  if (growthMb > limits.growthMb) return `an input raised the memory by ${Math.round(growthMb)} MB`
  if (memoryMb > limits.memoryMb) return `the memory has grown to ${Math.round(memoryMb)} MB`
  return null
}

/** What a piece of work costs. Memory is the highest so far: what is freed before the end counts, too. */
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
 * Fails when there is no answer in time. Time is counted by the turns of a timer: a process that gets no processor, since others have it, is not
 * slow. Work that never gives the processor back is not seen from here: watchInputs sees it.
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
