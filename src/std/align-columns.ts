import { largest } from './largest.ts'

const WIDEST = 100

/**
 * Formats rows as lines of aligned columns: the first `toTheLeft` columns on the left, the others, which are numbers,
 * on the right.
 */
export const alignColumns = (rows: readonly (readonly string[])[], toTheLeft: number): string[] => {
  const columns = largest(rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) => largest(rows.map((row) => row[at]?.length ?? 0)))
  const ofNumbers = columns > toTheLeft
  const wide = widths.reduce((sum, width) => sum + width + 2, -2)
  const gap = ofNumbers && wide > WIDEST ? ' ' : '  '
  const padded = (cell: string, at: number): string =>
    at < toTheLeft ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(padded).join(gap).trimEnd())
}
