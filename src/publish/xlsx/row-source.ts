import type { Row } from '../../domain/cell.ts'
import type { Batches, MadeRows } from './workbook.ts'

/** The next part of a table: some rows, rows that are made already, or the border of a group. */
export type Portion = readonly Row[] | MadeRows | typeof BORDER
export const BORDER = 'border'

/** Reads the portions of a table; `fits` tells whether made rows can be used at the place that the sheet has reached. */
export const rowSource = (batches: Batches, fits: (made: MadeRows) => boolean) => {
  const iterator = portionsOf(batches, fits)
  let waiting: Portion = []
  let hasEnded = false

  const fill = async (): Promise<void> => {
    while (!hasEnded && isEmpty(waiting)) {
      const next = await iterator.next()
      if (next.done) hasEnded = true
      else waiting = next.value
    }
  }
  return {
    /** At most `most` of the next rows, or another portion; no rows at the end. */
    take: async (most: number): Promise<Portion> => {
      await fill()
      const taken = isRows(waiting) ? waiting.slice(0, most) : waiting
      waiting = isRows(waiting) ? waiting.slice(most) : []
      return taken
    },
    hasMore: async (): Promise<boolean> => {
      await fill()
      while (waiting === BORDER) {
        waiting = []
        await fill()
      }
      return !isEmpty(waiting)
    },
    /** Stops reading. */
    close: async (): Promise<void> => {
      await iterator.return(undefined)
    },
  }
}

export const isRows = (portion: Portion): portion is readonly Row[] => Array.isArray(portion)

const isEmpty = (portion: Portion): boolean => isRows(portion) && portion.length === 0

async function* portionsOf(batches: Batches, fits: (made: MadeRows) => boolean): AsyncGenerator<Portion, void> {
  for await (const batch of batches) {
    if (!('made' in batch)) {
      yield batch
      continue
    }
    yield BORDER
    if (batch.made !== null && fits(batch.made)) yield batch.made
    else yield* batch.rows
    yield BORDER
  }
}

export type RowSource = ReturnType<typeof rowSource>
