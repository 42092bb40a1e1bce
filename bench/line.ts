/**
 * The sizes of the measurements. The short form measures the same with less: its figures are a first look, not the
 * record.
 */
export interface Plan {
  readonly rounds: number
  /** Invoices of the large settlement. */
  readonly invoices: number
  readonly merchants: number
  /** Settlements stored, from few to many: 30 and 250 are asked for by name. */
  readonly histories: readonly number[]
  readonly starts: number
  /** Notifications sent to a receiver. */
  readonly deliveries: number
  readonly exported: number
}

export const FULL: Plan = {
  ...{ rounds: 5, invoices: 100_000, merchants: 41, histories: [30, 250, 1_250, 9_000] },
  ...{ starts: 10, deliveries: 10_000, exported: 200_000 },
}

export const QUICK: Plan = {
  ...{ rounds: 1, invoices: 20_000, merchants: 11, histories: [30, 250, 1_250] },
  ...{ starts: 3, deliveries: 2_000, exported: 20_000 },
}

/** One line of the table: a figure, most often a ratio, and what we aim at. */
export interface Line {
  readonly name: string
  readonly figure: number
  readonly unit: '' | 'MB' | 'ms' | 'bytes'
  /** The most that it should be; null when it is for information. */
  readonly aim: number | null
  /** The basis of the figure. */
  readonly detail: string
}

export const line = (name: string, figure: number, unit: Line['unit'], aim: number | null, detail: string): Line => ({
  ...{ name, figure, unit, aim, detail },
})

/** A question, and the way to answer it. */
export interface Measurement {
  readonly name: string
  readonly measure: (plan: Plan) => Promise<readonly Line[]>
}

const HEADINGS = ['what', 'measured', 'aim', 'from']

/** The table of docs/figures.md: Markdown, with columns as wide as their widest cell. */
export const tableOf = (lines: readonly Line[]): string => {
  const cells = [HEADINGS, ...lines.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...rows] = cells.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${'---|'.repeat(HEADINGS.length)}`, ...rows].join('\n')
}

const cellsOf = ({ name, figure, unit, aim, detail }: Line): string[] => {
  // Ratios need two decimals, counts and sizes do not.
  const shown = unit === '' ? figure.toFixed(2) : `${Math.round(figure)} ${unit}`
  const most = aim === null ? 'none' : `${aim}${unit && ` ${unit}`}`
  return [name, shown, aim !== null && figure > aim ? `${most}: **short**` : most, detail]
}
