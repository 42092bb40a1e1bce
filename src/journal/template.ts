import type { Row } from '../core/cell.ts'
import { csvRows, delimiterOf } from '../tables/csv-rows.ts'
import { kindOfFile } from '../tables/kind-of-file.ts'
import { workbookRows } from '../tables/workbook-rows.ts'
import { templateError } from './fields.ts'
import { fold } from './sheets.ts'

/** The user's own sheet, as it was given: a workbook of one sheet, or CSV. */
export interface OwnSheet {
  readonly name: string
  readonly isWorkbook: boolean
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: string
}

export const sheetIn = (bytes: Uint8Array, name: string): OwnSheet => {
  const isWorkbook = kindOfFile(bytes) === 'workbook'
  const text = isWorkbook ? '' : new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF/, '')
  const delimiter = isWorkbook ? ',' : delimiterOf(text)
  const rows = isWorkbook ? workbookRows(bytes) : csvRows(text, delimiter)
  return {
    ...{ name, isWorkbook, delimiter },
    rows: rows.map(({ cells }) => cells.map((cell) => (typeof cell === 'symbol' ? '' : String(cell)))),
  }
}

/** The row of the heads, and those above it. */
export interface Heads {
  readonly above: readonly Row[]
  readonly heads: readonly string[]
}

/** The heads are the first row with most of the names that the setting has; without a setting, the first with most cells. */
export const headsIn = ({ rows, name }: OwnSheet, template: Readonly<Record<string, string>> | null): Heads => {
  const names = template === null ? null : new Set(Object.keys(template).map(fold))
  const worth = (cells: readonly string[]): number =>
    cells.filter((cell) => (names === null ? cell !== '' : names.has(fold(cell)))).length
  const first = rows.slice(0, ROWS_ABOVE_MAX)
  const most = Math.max(0, ...first.map(worth))
  const at = first.findIndex((cells) => worth(cells) === most)
  if (most === 0)
    throw templateError(
      {
        en: `${name} has none of the heads of journal.template`,
        es: `${name} no tiene ningún encabezado de journal.template`,
      },
      {
        en: 'propose one with "cuadre journal --template FILE --guess"',
        es: 'proponga uno con "cuadre journal --template ARCHIVO --guess"',
      },
    )
  return { above: rows.slice(0, at), heads: rows[at] ?? [] }
}
const ROWS_ABOVE_MAX = 30
