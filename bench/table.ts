import { isMet, type Line } from './line.ts'

const HEADINGS = ['measured', 'figure', 'needed', '', 'from']

/** The table as text: one line for each row, columns as wide as their widest cell. */
export const tableOf = (lines: readonly Line[]): string => {
  const rows = [HEADINGS, ...lines.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const cellsOf = (line: Line): string[] => [
  line.name,
  withUnit(line.figure, line.unit),
  neededOf(line),
  line.needed === null ? '' : isMet(line) ? 'ok' : 'short',
  line.detail,
]

/** Ratios need two decimals, counts and sizes do not. */
const withUnit = (figure: number, unit: Line['unit']): string =>
  unit === '' ? figure.toFixed(2) : `${Math.round(figure)} ${unit}`

const neededOf = ({ needed, unit }: Line): string => {
  if (needed === null) return ''
  const [sign, bound] = 'atLeast' in needed ? ['>=', needed.atLeast] : ['<=', needed.atMost]
  return `${sign} ${bound}${unit && ` ${unit}`}`
}
