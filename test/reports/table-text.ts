import type { Cell, Row } from '../../src/domain/cell.ts'
import { toPesos } from '../../src/domain/money.ts'

/** Sums with `$`, so that they are told apart from numbers; what is absent is empty, and an empty text `''`. */
const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell === '') return "''"
  if (typeof cell === 'bigint') return `$${toPesos(cell)}`
  return typeof cell === 'object' ? cell.decimal : String(cell)
}

/** A row on a line. */
export const rowText = (row: Row): string => row.map(cellText).join(' | ')

/** A table under its name, a row on a line. */
export const tableText = (name: string, heads: readonly string[], rows: readonly Row[]): string =>
  `## ${name}\n${[heads.join(' | '), ...rows.map(rowText)].join('\n')}\n`
