import type { BankDateForm } from '../core/bank/bank-mapping.ts'
import type { SlotDate } from '../core/slot.ts'
import { type BankPeriod, bankDay, serialDay } from './bank-day.ts'
import { type FileCell, type FileRow, FORMULA } from './csv-rows.ts'
import { type FileFault, faultAt, formOf, noEntries, type RowPlaces } from './file-fault.ts'
import type { TableCells } from './table-cells.ts'

export const DATE_FORMS: readonly BankDateForm[] = [
  'yyyy-mm-dd',
  'yyyymmdd',
  'ddmmyyyy',
  'dd/mm/yyyy',
  'mm/dd/yyyy',
  'dd/mm',
  'mm/dd',
]

/** The period above a row, which gives its day a year; null when there is none. */
export type PeriodAt = (row: FileRow) => BankPeriod | null

/**
 * The date form of all rows, when only one fits or all that fit give the same days. 03/04/2026 alone may be in March or
 * April: then nothing is decided, and a person must confirm.
 */
export const dateFormOf = (
  rows: readonly FileRow[],
  cells: TableCells,
  places: RowPlaces,
  periodAt: PeriodAt = () => null,
  forms: readonly BankDateForm[] = DATE_FORMS,
): BankDateForm => {
  const dayOf = (row: FileRow, form: BankDateForm) => dayIn(cells(row), form, periodAt(row))
  const fitting = forms.filter((form) => rows.every((row) => dayOf(row, form) !== null))
  const [form, ...others] = fitting
  if (form === undefined) throw noCommonForm(rows, dayOf, cells, places)
  const differs = rows.find((row) => others.some((other) => dayOf(row, form) !== dayOf(row, other)))
  if (differs === undefined) return form
  throw faultAt(
    places,
    differs.position,
    {
      en: 'its days can be read as dd/mm and as mm/dd, and no row of the file decides',
      es: 'sus días se pueden leer como dd/mm y como mm/dd, y ninguna fila del archivo lo decide',
    },
    {
      en: `set "dates": "dd/mm/yyyy" or "mm/dd/yyyy" in ${places.setting ?? 'bankMapping'}`,
      es: `defina "dates": "dd/mm/yyyy" o "mm/dd/yyyy" en ${places.setting ?? 'bankMapping'}`,
    },
  )
}

/** The fault names the first row that does not have the most common form. */
const noCommonForm = (
  rows: readonly FileRow[],
  dayOf: (row: FileRow, form: BankDateForm) => SlotDate | null,
  cells: TableCells,
  places: RowPlaces,
): FileFault => {
  const counts = DATE_FORMS.map((form) => rows.filter((row) => dayOf(row, form) !== null).length)
  const most = DATE_FORMS[counts.indexOf(Math.max(...counts))] ?? 'yyyy-mm-dd'
  const wrong = rows.find((row) => dayOf(row, most) === null)
  return wrong === undefined ? noEntries() : noDay(cells(wrong), wrong.position, places)
}

export const noDay = (cell: FileCell, position: number, places: RowPlaces): FileFault => {
  const form = formOf(String(cell))
  const what =
    cell === ''
      ? { en: 'it has no day', es: 'no tiene día' }
      : { en: `its day is not a date: ${form}`, es: `su día no es una fecha: ${form}` }
  return faultAt(places, position, what)
}

/** Whether a cell is a day in any of the forms. */
export const isDay = (cell: FileCell, period: BankPeriod | null = null): boolean =>
  DATE_FORMS.some((form) => dayIn(cell, form, period) !== null)

/** The day in a cell; null when it has none. */
export const dayIn = (cell: FileCell, form: BankDateForm, period: BankPeriod | null): SlotDate | null => {
  if (cell === FORMULA) return null
  // 2.1 may have been 2.10: a number that has decimals and is no day of a workbook is none.
  const serial = typeof cell === 'number' ? serialDay(cell) : null
  return serial ?? (typeof cell === 'number' && !Number.isInteger(cell) ? null : bankDay(String(cell), form, period))
}
