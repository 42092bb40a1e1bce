import type { Cell } from '../core/cell.ts'
import type { Both } from '../std/both.ts'

/** The forms in which a report is printed. JSON has a shape of its own. */
export type Medium = 'text' | 'csv' | 'html' | 'xlsx'

/** What is printed in some media only; in all of them when absent. */
interface Placed {
  readonly only?: readonly Medium[]
}

/**
 * The kind of a column decides how a medium writes its cells: `word` is a machine's word with a name for people, `id` a number
 * that is typed, `days` texts such as `2026-03-05 - 2026-03-12`, `time` a moment in
 * the zone of the settings as `YYYY-MM-DD HH:mm:ss`, `money` centavos, `change` centavos with their sign.
 */
export type Kind = 'text' | 'word' | 'id' | 'date' | 'days' | 'time' | 'count' | 'money' | 'change' | 'rate'

export interface ReportColumn extends Placed {
  /** Of CSV files, in `snake_case`. */
  readonly name: string
  readonly kind: Kind
  readonly head: Both<string>
  /** The names of a `word` for people. */
  readonly words?: Readonly<Record<string, Both<string>>> | undefined
  /** The fewest characters to which a screen wraps its text. */
  readonly least?: number
}

export interface Line extends Placed {
  /** In the order of the columns. Null is absent: it is never printed as 0. */
  readonly cells: readonly Cell[]
  /** A sum of the lines above it. */
  readonly isTotal?: boolean
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
  readonly columns: readonly ReportColumn[]
  readonly groups: readonly LineGroup[]
  /** A short name for its sheet, where the title is long. */
  readonly sheet?: Both<string>
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
}

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
  readonly sections: readonly (ReportTable | Note)[]
  /** The paths of files that were written. */
  readonly files?: readonly string[]
}

interface ColumnOf<Row> extends ReportColumn {
  readonly of: (row: Row) => Cell
}

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
    lines: rows.map((row) => ({ cells: columns.map(({ of }) => of(row)), ...line(row) })),
  })),
})

export const note = (words: Both<string>, more: Omit<Note, 'kind' | 'words'> = {}): Note => ({
  kind: 'note',
  words,
  ...more,
})

export const isIn = (medium: Medium, { only }: Placed): boolean => only?.includes(medium) ?? true

export const linesOf = ({ groups }: ReportTable): readonly Line[] => groups.flatMap(({ lines }) => lines)

/** The sections that a medium prints; of a table its own columns and lines. */
export const sectionsIn = (medium: Medium, { sections }: Report): readonly (ReportTable | Note)[] =>
  sections.flatMap((one): readonly (ReportTable | Note)[] => {
    if (!isIn(medium, one)) return []
    return one.kind === 'note' ? [one] : [tableIn(medium, one)]
  })

const tableIn = (medium: Medium, { columns, groups, ...of }: ReportTable): ReportTable => {
  const kept = columns.map((one) => isIn(medium, one))
  const pick = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => kept[at])
  return {
    ...of,
    columns: pick(columns),
    groups: groups.flatMap(({ lines, ...group }) => {
      const shown = lines.filter((line) => isIn(medium, line))
      return shown.length === 0
        ? []
        : [{ ...group, lines: shown.map((line) => ({ ...line, cells: pick(line.cells) })) }]
    }),
  }
}

export const tablesIn = (medium: Medium, report: Report): readonly ReportTable[] =>
  sectionsIn(medium, report).flatMap((one) => (one.kind === 'table' ? [one] : []))
