/**
 * The sizes of the measurements. The short form measures the same with less: its figures are a first look, not the
 * record.
 */
export interface Plan {
  readonly rounds: number
  /** Invoices of the ordinary slot, and of the one ten times as large. */
  readonly ordinary: number
  readonly large: { readonly from: number; readonly to: number }
  /** Whole days of five slots stored before a night of one day, of ten invoices each. */
  readonly history: { readonly short: number; readonly long: number; readonly rounds: number }
  /** Invoices of a slot read over a slow network. */
  readonly distant: number
  /** Notifications sent to a receiver at once. */
  readonly deliveries: number
  /** Made-up invoices of the sandbox. */
  readonly seeded: number
  /** Invoices of a day that is written again, and of a large workbook. */
  readonly aDay: number
  readonly exported: number
}

export const FULL: Plan = {
  ...{ rounds: 5, ordinary: 100_000, large: { from: 100_000, to: 1_000_000 } },
  ...{ history: { short: 10, long: 2_000, rounds: 3 }, distant: 50_000, deliveries: 60_000 },
  ...{ seeded: 1_000_000, aDay: 100_000, exported: 500_000 },
}

export const QUICK: Plan = {
  ...{ rounds: 1, ordinary: 25_000, large: { from: 20_000, to: 200_000 } },
  ...{ history: { short: 10, long: 500, rounds: 1 }, distant: 10_000, deliveries: 10_000 },
  ...{ seeded: 50_000, aDay: 20_000, exported: 50_000 },
}

type Unit = '' | 'MB' | 'ms' | 'bytes' | 'rows' | 'files'
type Needed = { readonly atLeast: number } | { readonly atMost: number } | null

/** One line of the table: a figure, and its requirement. */
export interface Line {
  readonly name: string
  readonly figure: number
  readonly unit: Unit
  /** Null when a figure has no requirement. */
  readonly needed: Needed
  /** The basis of the figure. */
  readonly detail: string
}

export const line = (name: string, figure: number, unit: Unit, needed: Needed, detail: string): Line => ({
  ...{ name, figure, unit, needed, detail },
})

/** A question, and the way to answer it. */
export interface Measurement {
  readonly name: string
  readonly measure: (plan: Plan) => Promise<readonly Line[]>
}

export const isMet = ({ figure, needed }: Line): boolean => {
  if (needed === null) return true
  return 'atLeast' in needed ? figure >= needed.atLeast : figure <= needed.atMost
}

const HEADINGS = ['measured', 'figure', 'needed', '', 'from']

/** The table as text: one line for each row, columns as wide as their widest cell. */
export const tableOf = (lines: readonly Line[]): string => {
  const rows = [HEADINGS, ...lines.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const padded = (row: string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => padded(row).trimEnd()).join('\n')
}

const cellsOf = (line: Line): string[] => {
  const { name, figure, unit, needed, detail } = line
  // Ratios need two decimals, counts and sizes do not.
  const shown = unit === '' ? figure.toFixed(2) : `${Math.round(figure)} ${unit}`
  if (needed === null) return [name, shown, '', '', detail]
  const [sign, bound] = 'atLeast' in needed ? ['>=', needed.atLeast] : ['<=', needed.atMost]
  return [name, shown, `${sign} ${bound}${unit && ` ${unit}`}`, isMet(line) ? 'ok' : 'short', detail]
}
