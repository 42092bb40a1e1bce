import type { BankColumn } from '../../domain/bank/bank-mapping.ts'
import { BankFileFault } from '../bank-file-fault.ts'
import type { BankCell, BankRow } from './csv-rows.ts'

/** What stands in a column of a row; empty where the row ends before it. */
export type TableCells = (row: BankRow) => BankCell

/** Columns as a mapping names them, found in the header of a file. */
export const cellsBy =
  (header: BankRow | undefined) =>
  (column: BankColumn): TableCells => {
    const index = typeof column === 'number' ? column - 1 : indexOf(header?.cells ?? [], column)
    return (row) => row.cells[index] ?? ''
  }

const indexOf = (header: readonly BankCell[], column: string): number => {
  const names = header.map((cell) => plainName(String(cell)))
  const index = names.indexOf(plainName(column))
  if (index !== -1 && names.indexOf(plainName(column), index + 1) === -1) return index
  const found = index === -1 ? { en: 'no column', es: 'no tiene una columna' } : TWICE
  throw new BankFileFault(
    { en: `its header has ${found.en} ${column}`, es: `su encabezado ${found.es} ${column}` },
    {
      en: 'set headerRows and the columns in bankMapping as the file has them; a number names a column, too',
      es: 'ajuste headerRows y las columnas en bankMapping a las del archivo; también sirve el número de la columna',
    },
  )
}
const TWICE = { en: 'more than one column', es: 'tiene más de una columna' }

/** A name of a column without accents, capitals and what is no letter or digit. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
