import type { Row } from '../../core/cell.ts'

/**
 * How the texts of a column are converted: text, day, or day and time; texts that cannot be converted stay text. Money,
 * numbers and booleans are recognized by their type.
 */
export type CellKind = 'text' | 'date' | 'time'

/** The colour of a word. */
export type Tone = 'good' | 'warning' | 'bad'

export interface Column {
  readonly head: string
  /** Numbers and their headings are right-aligned. */
  readonly kind: CellKind | 'number'
  /** Width in digits of the standard font. */
  readonly width: number
  readonly tones?: Readonly<Record<string, Tone>>
  /** Translations of its texts, and of `true` and `false`. Tones refer to the texts before translation. */
  readonly words?: Readonly<Record<string, string>>
  /** Whether the total row sums its cells, without filtered rows. */
  readonly isSummed?: boolean
}

/**
 * Two total rows: one for the rows with a value in this column, one for the others. A total without rows is left out.
 */
export interface SplitTotal {
  readonly column: number
  readonly withValue: string
  readonly withoutValue: string
}

/** The numbers of cells that a sheet cannot show unchanged. */
export interface CellChanges {
  /** Texts longer than a cell allows. */
  readonly cut: number
  /** Texts with characters that no workbook can hold; each is replaced by U+FFFD. */
  readonly replaced: number
  /** Sums with more digits than a spreadsheet calculates with; they are written as text. */
  readonly asText: number
  /** Sums that are no whole pesos: where there is one, all show centavos. */
  readonly centavos: number
}

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

export type Batches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** A sheet of its own kind: a title, a small table, and notes that are written once all other sheets are known. */
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
  /** The table before the cover, if any: the workbook opens on it. */
  readonly first?: Table | null
  readonly cover: Cover
  readonly tables: readonly Table[]
}
