import type { BankColumn } from '../core/bank/bank-mapping.ts'
import type { Both } from '../std/both.ts'
import { type FileCell, type FileRow, FORMULA } from './csv-rows.ts'
import { FileFault, faultAt, type RowPlaces } from './file-fault.ts'

/**
 * The cell of a row in a column; empty when the row is shorter. A formula is refused, since the file need not hold its
 * value.
 */
export type TableCells = (row: FileRow) => TableCell
export type TableCell = Exclude<FileCell, typeof FORMULA>

/** Finds a mapping's columns in the header of a file. */
export const cellsBy =
  (header: FileRow | undefined, places: RowPlaces) =>
  (column: BankColumn): TableCells => {
    const index =
      typeof column === 'number' ? column - 1 : indexOf(header?.cells ?? [], column, places.setting ?? 'bankMapping')
    return (row) => {
      const cell = row.cells[index] ?? ''
      if (cell === FORMULA) throw faultAt(places, row.position, HAS_FORMULA, WITHOUT_FORMULAS)
      return cell
    }
  }

const indexOf = (header: readonly FileCell[], column: string, setting: string): number => {
  const names = header.map((cell) => plainName(String(cell)))
  const index = names.indexOf(plainName(column))
  if (index !== -1 && names.indexOf(plainName(column), index + 1) === -1) return index
  const found = index === -1 ? { en: 'no column', es: 'no tiene una columna' } : TWICE
  throw new FileFault(
    { en: `its header has ${found.en} ${column}`, es: `su encabezado ${found.es} ${column}` },
    {
      en: `set headerRows and the columns in ${setting} as the file has them; a number names a column, too`,
      es: `ajuste headerRows y las columnas en ${setting} a las del archivo; también sirve el número de la columna`,
    },
  )
}
const HAS_FORMULA: Both<string> = {
  en: 'the cell holds a formula, not a value',
  es: 'la celda tiene una fórmula, no un valor',
}
const WITHOUT_FORMULAS: Both<string> = {
  en: 'import the file as it was made; or copy it, paste only the values, and save that',
  es: 'importe el archivo original; o cópielo, pegue solo los valores y guárdelo',
}
const TWICE = { en: 'more than one column', es: 'tiene más de una columna' }

/** The texts in a row's cells, without empty ones at its end. */
export const textsIn = ({ cells }: FileRow): readonly string[] => {
  const texts = cells.map(String)
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** A column name without accents, in lower case, letters and digits only. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
