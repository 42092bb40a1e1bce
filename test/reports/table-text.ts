import type { Cell, Row } from '../../src/core/cell.ts'
import { toPesos } from '../../src/core/money.ts'

/** Sums have a `$` to distinguish them from numbers; null is empty, and an empty text is `''`. */
const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell === '') return "''"
  if (typeof cell === 'bigint') return `$${toPesos(cell)}`
  return typeof cell === 'object' ? cell.decimal : String(cell)
}

/** One line for each row. */
export const rowText = (row: Row): string => row.map(cellText).join(' | ')

/** A table with its name, one line for each row. */
export const tableText = (name: string, heads: readonly string[], rows: readonly Row[]): string =>
  `## ${name}\n${[heads.join(' | '), ...rows.map(rowText)].join('\n')}\n`
