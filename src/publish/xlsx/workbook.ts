import type { Row } from '../../domain/cell.ts'

/**
 * How the text of a column is to be taken: as text, as a day, or as a day and a time; only what can be read as one becomes one.
 * Money, numbers and truths say themselves what they are.
 */
export type CellKind = 'text' | 'date' | 'time'

/** How a word is tinted, so that it is found at a glance. */
export type Tone = 'good' | 'warning' | 'bad'

export interface Column {
  readonly head: string
  /** Numbers stand at the right, and so do their heads. */
  readonly kind: CellKind | 'number'
  /** In digits of the usual font. */
  readonly width: number
  readonly tones?: Readonly<Record<string, Tone>>
  /** What some of its texts, and `true` and `false`, are in the reader's language; tones are those of the text before. */
  readonly words?: Readonly<Record<string, string>>
  /** Its cells are summed in the row of totals, those that a filter hides left out. */
  readonly isSummed?: boolean
}

/** One table, on as many sheets as it needs. */
export interface Table {
  /** Of its sheet; a second one is `name 2`. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns at the left that stay when one scrolls. */
  readonly frozen: number
  /** What the row of totals is called, or how its rows are summed apart; no such row without it. */
  readonly total?: string | SplitTotal
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
}

/** Two rows of totals: of the rows with a value in this column, and of those without. A row of no rows is left out. */
export interface SplitTotal {
  readonly column: number
  readonly withValue: string
  readonly withoutValue: string
}

/** The first sheet: a title, a small table, and notes that are written when all other sheets are known. */
export interface Cover {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly columns: readonly Column[]
  /** What the rows above a strong one come to, or what those below it are of. */
  readonly rows: readonly { readonly cells: Row; readonly isStrong: boolean }[]
  readonly notes: (written: readonly WrittenTable[]) => readonly string[]
}

/** What a sheet cannot show as it is. */
export interface CellChanges {
  /** Texts longer than a cell holds. */
  readonly cut: number
  /** Texts with characters that no workbook can hold; each stands as U+FFFD. */
  readonly replaced: number
  /** Sums of more digits than a spreadsheet counts with; they stand as text. */
  readonly asText: number
}

export interface WrittenTable extends CellChanges {
  /** Its sheets in order, with their rows, heads not counted. */
  readonly sheets: readonly { readonly name: string; readonly rows: number }[]
}

export interface Workbook {
  readonly cover: Cover
  readonly tables: readonly Table[]
}
