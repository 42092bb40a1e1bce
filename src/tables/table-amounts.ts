import { type Centavos, fromPesos } from '../core/money.ts'
import { type DecimalSign, type ParsedAmount, readAmount } from './amount.ts'
import type { FileRow } from './csv-rows.ts'
import { type FileFault, faultAt, formOf, type RowPlaces } from './file-fault.ts'
import type { TableCells } from './table-cells.ts'

/** Reads the sums of a table, all with the same decimal sign. */
export interface TableAmounts {
  /** Null for an empty cell. */
  readonly read: (cells: TableCells, row: FileRow) => Centavos | null
}

/** The decimal sign is that of the mapping, or the first that a cell shows; a cell with the other one is refused. */
export const tableAmounts = (decimal: DecimalSign | null, places: RowPlaces): TableAmounts => {
  let known = decimal === null ? null : { decimal, position: 0 }
  const take = (parsed: ParsedAmount, position: number): Centavos => {
    if (parsed.decimal !== null) known ??= { decimal: parsed.decimal, position }
    if (parsed.decimal !== null && parsed.decimal !== known?.decimal)
      throw mixedSignsFault(known?.position ?? 0, position, places)
    return parsed.value
  }
  return {
    read: (cells, row) => {
      const cell = cells(row)
      if (cell === '' || cell === '-') return null
      if (typeof cell === 'bigint') return cell
      const parsed = typeof cell === 'number' ? numberCell(cell) : readAmount(cell)
      if (parsed === null) throw noSum(String(cell), row.position, places)
      return take(parsed, row.position)
    },
  }
}

const numberCell = (cell: number): ParsedAmount | null => {
  const value = fromPesos(cell)
  return value === null ? null : { value, decimal: null }
}

/** The fault of a row without a sum: of an empty cell, or of its form. */
export const noSum = (text: string, position: number, places: RowPlaces): FileFault => {
  if (text === '') return faultAt(places, position, { en: 'it has no value', es: 'no tiene valor' })
  const rest = notUnderstood(text)
  const [form, part] = [formOf(text), formOf(rest)]
  const isPart = rest !== text && rest !== ''
  return faultAt(places, position, {
    en: `it has no sum in pesos: ${form}${isPart ? `, of which "${part}" was not understood` : ''}`,
    es: `no tiene una suma en pesos: ${form}${isPart ? `, de la que no se entendió "${part}"` : ''}`,
  })
}

/** What is left behind the longest beginning that is a sum. */
const notUnderstood = (text: string): string => {
  const ends = Array.from({ length: Math.min(text.length, 24) }, (_, index) => Math.min(text.length, 24) - index)
  const end = ends.find((one) => readAmount(text.slice(0, one)) !== null)
  return text.slice(end ?? 0)
}

/** `before` is 0 when the mapping sets the sign. */
const mixedSignsFault = (before: number, position: number, places: RowPlaces): FileFault =>
  faultAt(
    places,
    position,
    before === 0
      ? {
          en: `its decimal sign is not that of ${places.setting}`,
          es: `su signo decimal no es el de ${places.setting}`,
        }
      : {
          en: `its decimal sign is not that of ${places.at(before).en}`,
          es: `su signo decimal no es el de la ${places.at(before).es}`,
        },
  )
