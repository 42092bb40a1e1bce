import type { Child } from 'hono/jsx'
import type { Cell } from '../core/cell.ts'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'

/** The forms in which a report is printed. JSON has a shape of its own. */
export type Medium = 'text' | 'csv' | 'html' | 'xlsx'

/** What is printed in some media only; in all of them when absent. */
interface Placed {
  readonly only?: readonly Medium[]
}

/**
 * The kind of a column decides how a medium writes its cells: `word` is a machine's word with a name for people, `id` a number
 * that is typed, `days` texts such as `2026-03-05 - 2026-03-12`, `time` a moment in
 * the zone of the settings as `YYYY-MM-DD HH:mm:ss`, `money` centavos, `change` centavos with their sign,
 * `percent` a share that people read in percent.
 */
export type Kind = 'text' | 'word' | 'id' | 'date' | 'days' | 'time' | 'count' | 'money' | 'change' | 'rate' | 'percent'

export interface ReportColumn extends Placed {
  /** Of CSV files, in `snake_case`. */
  readonly name: string
  readonly kind: Kind
  readonly head: Both<string>
  /** The names of a `word` for people. */
  readonly words?: Readonly<Record<string, Both<string>>> | undefined
  /** The fewest characters to which a screen wraps its text. */
  readonly least?: number
  /** A narrow screen leaves out the column with 1 first, then that with 2. */
  readonly spare?: number
  /** Explains it in the manual. */
  readonly meaning?: string
  /** Whether a sheet sums it below its rows. */
  readonly isSummed?: boolean
  /** Of a sheet, in digits; that of its kind when absent. */
  readonly width?: number
  /** The colours of words on a sheet. */
  readonly tones?: Readonly<Record<string, 'good' | 'warning' | 'bad'>>
}

/** A text of ours in a cell stands in the reader's language. */
export type ReportCell = Cell | Both<string>

export interface Line extends Placed {
  /** In the order of the columns. Null is absent: it is never printed as 0. */
  readonly cells: readonly ReportCell[]
  /** What people read in place of the first cell. */
  readonly label?: Both<string>
  /** A sum of the lines above it. */
  readonly isTotal?: boolean
  /** The page that tells more about it. */
  readonly page?: string | undefined
  /** Whether its difference is one that somebody has to look at. */
  readonly isOff?: boolean
}

/** Lines under a heading. Its name is the `section` of a line in CSV files where the table has several. */
export interface LineGroup {
  readonly name: string
  readonly title?: Both<string>
  readonly lines: readonly Line[]
}

export interface ReportTable extends Placed {
  readonly kind: 'table'
  /** What `--table` calls it. */
  readonly name: string
  readonly title: Both<string> | null
  /** Sentences under its heading. */
  readonly notes?: readonly Note[]
  /** Whether a page shows it only when asked to. */
  readonly isFolded?: true
  /** Of a sheet: the column by which rows with and without a value have sums of their own. */
  readonly splitBy?: string
  readonly columns: readonly ReportColumn[]
  readonly groups: readonly LineGroup[]
  /** A short name for its sheet, where the title is long. */
  readonly sheet?: Both<string>
  /** It is too wide for a screen, which shows the columns of each line one below the other. */
  readonly isStacked?: true
  /** The most lines that a screen shows. */
  readonly most?: number
  /** Said in place of a table without lines; without it nothing is. */
  readonly none?: Both<string>
}

/** A sentence; text of others in it is made harmless by each printer. A strong one is a conclusion: those at the beginning stand above all tables, in every medium. */
export interface Note extends Placed {
  readonly kind: 'note'
  readonly words: Both<string>
  readonly isStrong?: true
  /** How a page colours a conclusion. */
  readonly tone?: 'good' | 'neutral' | 'warning' | 'bad'
  /** A command that can be typed, after the words. */
  readonly command?: string
}

/** A drawing of a page. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly only: readonly ['html']
  readonly title: Both<string>
  readonly notes?: readonly Note[]
  readonly draw: (language: Language) => Child
}

type Section = ReportTable | Note | Drawing

/** A line of name and value above the tables. */
export interface Fact {
  readonly name: string
  readonly head: Both<string>
  readonly value: Both<string>
}

/** How anybody sees an answer: a value made once from facts, and printed by a printer for each medium. */
export interface Report {
  /** The merchant whose data it shows; null when it is about a whole database. */
  readonly merchant: string | null
  readonly title: Both<string>
  readonly facts?: readonly Fact[]
  readonly sections: readonly Section[]
  /** The paths of files that were written. */
  readonly files?: readonly string[]
  /** The page from which its page is reached. */
  readonly home?: string
}

/** A column with its cell for a row; the rows of a ledger share a context. */
export interface ColumnOf<Row, Context = unknown, C extends ReportCell = ReportCell> extends ReportColumn {
  readonly of: (row: Row, context: Context) => C
}

/** A column of a table; a sheet sums those of money and counts unless they say otherwise. */
export const column = <Row, Context = unknown, C extends ReportCell = ReportCell>(
  name: string,
  kind: Kind,
  head: Both<string>,
  of: (row: Row, context: Context) => C,
  more: Omit<ReportColumn, 'name' | 'kind' | 'head'> = {},
): ColumnOf<Row, Context, C> => ({ isSummed: SUMMED.includes(kind), ...more, name, kind, head, of })

const SUMMED: readonly Kind[] = ['money', 'change', 'count']

interface GroupOf<Row> extends Omit<LineGroup, 'lines'> {
  readonly rows: readonly Row[]
}

interface TableOf<Row> extends Omit<ReportTable, 'kind' | 'columns' | 'groups'> {
  readonly columns: readonly ColumnOf<NoInfer<Row>>[]
  readonly line?: (row: NoInfer<Row>) => Omit<Line, 'cells'>
}

/** A table of rows that are all alike, in one group. */
export const table = <Row>({ rows, ...more }: TableOf<Row> & { readonly rows: readonly Row[] }): ReportTable =>
  groupedTable({ ...more, groups: [{ name: more.name, rows }] })

/** A table of rows that are all alike, in several groups. */
export const groupedTable = <Row>({
  groups,
  columns,
  line = () => ({}),
  ...more
}: TableOf<Row> & { readonly groups: readonly GroupOf<Row>[] }): ReportTable => ({
  kind: 'table',
  ...more,
  columns,
  groups: groups.map(({ rows, ...group }) => ({
    ...group,
    lines: rows.map((row) => ({ cells: columns.map(({ of }) => of(row, undefined)), ...line(row) })),
  })),
})

export const note = (words: Both<string>, more: Omit<Note, 'kind' | 'words'> = {}): Note => ({
  kind: 'note',
  words,
  ...more,
})

export const isIn = (medium: Medium, { only }: Placed): boolean => only?.includes(medium) ?? true

export const linesOf = ({ groups }: ReportTable): readonly Line[] => groups.flatMap(({ lines }) => lines)

/** The sections that a medium prints; of a table its own columns, lines and notes. */
export const sectionsIn = (medium: Medium, { sections }: Report): readonly Section[] =>
  sections.flatMap((one) => (isIn(medium, one) ? [one.kind === 'table' ? tableIn(medium, one) : one] : []))

export const tableIn = (medium: Medium, { columns, groups, notes = [], ...of }: ReportTable): ReportTable => {
  const kept = columns.map((one) => isIn(medium, one))
  const pick = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => kept[at])
  return {
    ...of,
    notes: notes.filter((one) => isIn(medium, one)),
    columns: pick(columns),
    groups: groups.flatMap(({ lines, ...group }) => {
      const shown = lines.filter((line) => isIn(medium, line))
      return shown.length === 0
        ? []
        : [
            {
              ...group,
              lines: shown.map((line) => ({ ...line, cells: labelled(medium, line.label, pick(line.cells)) })),
            },
          ]
    }),
  }
}

const labelled = (medium: Medium, label: Line['label'], cells: Line['cells']): Line['cells'] =>
  label === undefined || medium === 'csv' ? cells : [label, ...cells.slice(1)]

export const tablesIn = (medium: Medium, report: Report): readonly ReportTable[] =>
  sectionsIn(medium, report).flatMap((one) => (one.kind === 'table' ? [one] : []))
