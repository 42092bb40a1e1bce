import type { BankDateForm } from '../../domain/bank/bank-mapping.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { type BankFileFault, faultAt, formOf, noEntries, type RowPlaces } from '../bank-file-fault.ts'
import { bankDay } from '../values/bank-day.ts'
import { serialDay } from '../values/serial-day.ts'
import type { BankCell, BankRow } from './csv-rows.ts'
import type { TableCell, TableCells } from './table-cells.ts'

const FORMS: readonly BankDateForm[] = ['yyyy-mm-dd', 'yyyymmdd', 'dd/mm/yyyy', 'mm/dd/yyyy']

/**
 * The date form of all rows, when only one fits or all that fit give the same days. 03/04/2026 alone may be in March or
 * April: then nothing is decided, and a person must confirm.
 */
export const dateFormOf = (rows: readonly BankRow[], cells: TableCells, places: RowPlaces): BankDateForm => {
  const fitting = FORMS.filter((form) => rows.every((row) => dayIn(cells(row), form) !== null))
  const [form, other] = fitting
  if (form === undefined) throw noCommonForm(rows, cells, places)
  const differs = rows.find((row) => other !== undefined && dayIn(cells(row), form) !== dayIn(cells(row), other))
  if (differs === undefined) return form
  throw faultAt(
    places,
    differs.position,
    {
      en: 'its days can be read as dd/mm and as mm/dd, and no row of the file decides',
      es: 'sus días se pueden leer como dd/mm y como mm/dd, y ninguna fila del archivo lo decide',
    },
    {
      en: 'set "dates": "dd/mm/yyyy" or "mm/dd/yyyy" in bankMapping',
      es: 'defina "dates": "dd/mm/yyyy" o "mm/dd/yyyy" en bankMapping',
    },
  )
}

/** The fault names the first row that does not have the most common form. */
const noCommonForm = (rows: readonly BankRow[], cells: TableCells, places: RowPlaces): BankFileFault => {
  const counts = FORMS.map((form) => rows.filter((row) => dayIn(cells(row), form) !== null).length)
  const most = FORMS[counts.indexOf(Math.max(...counts))] ?? 'yyyy-mm-dd'
  const wrong = rows.find((row) => dayIn(cells(row), most) === null)
  return wrong === undefined ? noEntries() : noDay(cells(wrong), wrong.position, places)
}

/** The day in a cell; throws a fault when it is not one. */
export const dayAt = (cell: TableCell, form: BankDateForm, position: number, places: RowPlaces): SlotDate => {
  const day = dayIn(cell, form)
  if (day === null) throw noDay(cell, position, places)
  return day
}

const noDay = (cell: TableCell, position: number, places: RowPlaces): BankFileFault => {
  const form = formOf(String(cell))
  const what =
    cell === ''
      ? { en: 'it has no day', es: 'no tiene día' }
      : { en: `its day is not a date: ${form}`, es: `su día no es una fecha: ${form}` }
  return faultAt(places, position, what)
}

/** Whether a cell is a day in any of the forms. */
export const isDay = (cell: BankCell): boolean =>
  typeof cell === 'string' || typeof cell === 'number' ? FORMS.some((form) => dayIn(cell, form) !== null) : false

const dayIn = (cell: TableCell, form: BankDateForm): SlotDate | null =>
  (typeof cell === 'number' ? serialDay(cell) : null) ?? bankDay(String(cell), form)
