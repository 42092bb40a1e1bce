/** The calls of one `openCuadre`. */
export interface WorkQueue {
  /** Waits for earlier writing calls. */
  readonly write: <T>(work: () => Promise<T>) => Promise<T>
  /** Starts at once. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>
}

/** A database takes one writer at a time, and any number of readers. */
export const workQueue = (signal: AbortSignal): WorkQueue => {
  const working = new Set<Promise<unknown>>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  const add = <T>(work: Promise<T>): Promise<T> => {
    const end = work.catch(() => undefined).finally(() => working.delete(end))
    working.add(end)
    return work
  }
  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    return work()
  }
  return {
    read: (work) => add(begin(work)),
    write: (work) => {
      const written = lastWrite.then(() => begin(work))
      lastWrite = written.catch(() => undefined)
      return add(written)
    },
    idle: async () => {
      await Promise.all(working)
    },
  }
}
