import type { Row } from '../../domain/cell.ts'

/** Regroups batches of rows into portions of any size. */
export const rowSource = (batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>) => {
  const iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  let waiting: readonly Row[] = []
  let hasEnded = false

  const fill = async (): Promise<void> => {
    while (waiting.length === 0 && !hasEnded) {
      const next = await iterator.next()
      if (next.done) hasEnded = true
      else waiting = next.value
    }
  }
  return {
    /** At most `most` of the next rows; none at the end. */
    take: async (most: number): Promise<readonly Row[]> => {
      await fill()
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(most)
      return taken
    },
    hasMore: async (): Promise<boolean> => {
      await fill()
      return waiting.length > 0
    },
    /** Stops reading. */
    close: async (): Promise<void> => {
      if (!hasEnded) await iterator.return?.()
    },
  }
}

export type RowSource = ReturnType<typeof rowSource>
