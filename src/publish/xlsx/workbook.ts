import type { Row } from '../../domain/cell.ts'
import type { DeflatedChunk } from '../deflate.ts'
import type { CellChanges, Column, SplitTotal } from './column.ts'
import type { SheetTotals } from './totals.ts'

/** One table, on as many sheets as it needs. */
export interface Table {
  /** The name of its sheet; a second sheet is called `name 2`. */
  readonly name: string
  readonly columns: readonly Column[]
  /** The number of columns on the left that stay in sight. */
  readonly frozen: number
  /** The label of the total row, or how its rows are summed separately; without it there is none. */
  readonly total?: string | SplitTotal
  readonly batches: Batches
}

export type Batches = AsyncIterable<Batch> | Iterable<Batch>
export type Batch = readonly Row[] | RowGroup

/**
 * Rows that are compressed apart from those before and after, so that they may be compressed before the workbook is
 * written; the bytes are the same either way.
 */
export interface RowGroup {
  readonly rows: AsyncIterable<readonly Row[]>
  readonly made: MadeRows | null
}

/** The compressed XML of the rows of a group, which fits only at its row numbers. */
export interface MadeRows {
  readonly firstRow: number
  readonly rows: number
  /** Bytes of XML. */
  readonly bytes: number
  readonly changes: CellChanges
  readonly totals: SheetTotals
  readonly chunks: () => AsyncIterable<DeflatedChunk>
}

/** The first sheet: a title, a small table, and notes that are written once all other sheets are known. */
export interface Cover {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly columns: readonly Column[]
  /** A strong row is a sum of the rows above it or a heading of those below. */
  readonly rows: readonly { readonly cells: Row; readonly isStrong: boolean }[]
  readonly notes: (written: readonly WrittenTable[]) => readonly string[]
}

export interface WrittenTable extends CellChanges {
  /** Its sheets in order, with their numbers of rows, headings not counted. */
  readonly sheets: readonly { readonly name: string; readonly rows: number }[]
}

export interface Workbook {
  readonly cover: Cover
  readonly tables: readonly Table[]
}
