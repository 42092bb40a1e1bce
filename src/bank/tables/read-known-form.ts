import type { BankColumn } from '../../core/bank/bank-mapping.ts'
import type { BankFile } from '../../core/bank/bank-statement.ts'
import type { Both } from '../../std/both.ts'
import { csvRows, DELIMITERS, type FileRow, headRows } from '../../tables/csv-rows.ts'
import { DATE_FORMS } from '../../tables/date-form-of.ts'
import { faultAt, LINES, type RowPlaces } from '../../tables/file-fault.ts'
import { plainName, textsIn } from '../../tables/table-cells.ts'
import { KNOWN_FORMS, type KnownForm } from './known-forms.ts'
import { readTable } from './read-table.ts'

/** A table in a known form. */
export interface TableInForm {
  readonly form: KnownForm
  readonly rows: readonly FileRow[]
  /** The row with the names of columns; null where the form has none. */
  readonly header: FileRow | null
  readonly places: RowPlaces
}

/** A text as a table in a known form, whatever splits its fields; null when it has none of them. */
export const tableOfText = (text: string): TableInForm | null => {
  for (const delimiter of DELIMITERS) {
    const found = formIn(headRows(text, delimiter).slice(0, HEAD_ROWS), LINES)
    if (found !== null) return { ...found, rows: csvRows(text, delimiter), places: LINES }
  }
  return null
}

/** The rows of a workbook as a table in a known form; null when they have none of them. */
export const tableOfRows = (rows: readonly FileRow[], places: RowPlaces): TableInForm | null => {
  const found = formIn(rows.slice(0, HEAD_ROWS), places)
  return found && { ...found, rows, places }
}

const HEAD_ROWS = 40

const formIn = (head: readonly FileRow[], places: RowPlaces): Pick<TableInForm, 'form' | 'header'> | null => {
  for (const form of KNOWN_FORMS) {
    const at = form.header === null ? -1 : head.findIndex((row) => columnsOf(form, row) !== null)
    if (at === -1 && form.header !== null) continue
    const first = head[at + 1]
    const header = head[at] ?? null
    if (first === undefined || !form.row.test(joined(inOrder(form, header)(first)))) continue
    const other = head.slice(0, Math.max(0, at)).find(isOfHeaderlessForm)
    if (other !== undefined) throw faultAt(places, other.position, TWO_FORMS)
    return { form, header }
  }
  return null
}

const isOfHeaderlessForm = (row: FileRow): boolean =>
  KNOWN_FORMS.some((form) => form.header === null && form.row.test(joined(row)))

const TWO_FORMS: Both<string> = {
  en: 'it is an entry in another form than that of the columns named below it',
  es: 'es un movimiento en otra forma que la de las columnas nombradas más abajo',
}

const joined = (row: FileRow): string =>
  textsIn(row)
    .map((text) => text.replaceAll('|', ' '))
    .join('|')

/** For each column of the form its place in the file; null when the names are not those of the form. */
const columnsOf = ({ header }: KnownForm, row: FileRow): readonly number[] | null => {
  const names = textsIn(row).map(plainName)
  const columns = (header ?? []).map((pattern) => names.findIndex((name) => pattern.test(name)))
  const isOne = columns.length === names.length && new Set(columns).size === names.length && !columns.includes(-1)
  return isOne ? columns : null
}

/** The rows with their cells in the order of the form's columns. A row that was cut stays as it is, and is refused later. */
const inOrder = (form: KnownForm, header: FileRow | null) => {
  const columns = header === null ? null : columnsOf(form, header)
  const isSorted = columns === null || columns.every((column, index) => column === index)
  if (isSorted) return (row: FileRow): FileRow => row
  return (row: FileRow): FileRow => {
    const moved = columns.map((column) => row.cells[column] ?? '')
    return row.cells.length < columns.length ? row : { ...row, cells: [...moved, ...row.cells.slice(columns.length)] }
  }
}

/** The format and statements of a table in a known form. */
export const readKnownForm = ({ form, rows, header, places }: TableInForm): BankFile => {
  const { format, mapping } = form
  const order = inOrder(form, header)
  const fields = form.fields ?? form.header?.length ?? 0
  const width = places === LINES ? fields : null
  const table = rows.map((row) =>
    order(width === null ? padded(row, fields) : withWholeText(row, form, header, fields)),
  )
  const read = {
    rows: table,
    mapping: { ...mapping, headerRows: header?.position ?? 0 },
    places,
    width,
    dateForms: DAY_FIRST,
  }
  return { format, statements: readTable(read) }
}

/** Banks of Colombia write the day first where they do not write the year first. */
const DAY_FIRST = DATE_FORMS.filter((form) => !form.startsWith('mm'))

const padded = (row: FileRow, fields: number): FileRow => ({
  ...row,
  cells: [...row.cells, ...Array.from({ length: Math.max(0, fields - row.cells.length) }, () => '')],
})

/**
 * Banks leave texts with the delimiter unquoted: the fields beyond those of the form belong to its only text. A sum that was cut in
 * two would do the same, so sums before the text must show their decimals, and the text must not end in digits.
 */
const withWholeText = (row: FileRow, form: KnownForm, header: FileRow | null, fields: number): FileRow => {
  const beyond = textsIn(row).length - fields
  const place = (column: BankColumn): number =>
    (header && columnsOf(form, header)?.[Number(column) - 1]) ?? Number(column) - 1
  const [text, ...others] = form.mapping.text.map(place)
  if (beyond <= 0 || text === undefined || others.length > 0) return row
  const sums = Object.values(form.mapping.amount)
    .filter((column) => typeof column === 'number')
    .map(place)
  const pieces = row.cells.slice(text, text + beyond + 1).map(String)
  const areWhole = sums.every((sum) => sum > text || /[.,]\d\d$/.test(String(row.cells[sum])))
  if (!areWhole || !/\p{L}/u.test(pieces.at(-1) ?? '')) return row
  return { ...row, cells: [...row.cells.slice(0, text), pieces.join(', '), ...row.cells.slice(text + beyond + 1)] }
}
