import { createHash } from 'node:crypto'
import type { Centavos } from '../core/money.ts'
import {
  type BankPayment,
  type Due,
  LIST_COLUMNS,
  type ListColumnName,
  type Month,
  type ReceivableMapping,
} from '../core/receivables.ts'
import { asSlotDate, type SlotDate } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { bankDay, monthByName, serialDay } from '../tables/bank-day.ts'
import type { FileRow } from '../tables/csv-rows.ts'
import { DATE_FORMS, dateFormOf, dayIn, noDay } from '../tables/date-form-of.ts'
import { FileFault, faultAt, formOf, mappedPlaces, type RowPlaces, textOfFile } from '../tables/file-fault.ts'
import { sheetIn, textRows } from '../tables/rows-of-file.ts'
import { noSum, tableAmounts } from '../tables/table-amounts.ts'
import { cellsBy, plainName, type TableCells, textsIn } from '../tables/table-cells.ts'
import { withFileName } from '../tables/with-file-name.ts'
import { isCollections, readCollections } from './collections.ts'
import { isNoContract } from './identifiers.ts'
import { keyOfDue } from './standing.ts'

/** A list of dues, or the payments that a bank collected. */
export type ReceivableFile =
  | {
      readonly kind: 'list'
      readonly dues: readonly Due[]
      /** Rows that are no due: totals, and sums of zero. */
      readonly leftOut: number
    }
  | { readonly kind: 'bank'; readonly payments: readonly BankPayment[]; readonly returned: number }

export interface ListOptions {
  /** The file's name without its folder, for messages. */
  readonly name: string
  readonly mapping: ReceivableMapping | null
  /** The month that the list is said to be of; null where its rows say it. */
  readonly month: Month | null
}

/** Runs the reading of a file of receivables, and adds its name to its faults. */
export const withListName: typeof withFileName = (name, read) => withFileName(name, read, 'RECEIVABLE_FILE_WRONG')

/** Reads a whole list of the merchant, or a whole file of a collecting bank, or throws a fault with the place of the error. */
export const readReceivableFile = (bytes: Uint8Array, { name, mapping, month }: ListOptions): ReceivableFile =>
  withListName(name, () => {
    const sheet = sheetIn(bytes)
    if (sheet === null && isCollections(textOfFile(bytes))) {
      const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
      return { kind: 'bank', ...readCollections(textOfFile(bytes), digest) }
    }
    if (mapping === null) throw new FileFault(NO_MAPPING, MAP_IT)
    return { kind: 'list', ...readList(bytes, sheet, mapping, month) }
  })

const NO_MAPPING = {
  en: 'receivableMapping does not describe its columns',
  es: 'receivableMapping no describe sus columnas',
}
const MAP_IT = {
  en: 'run "cuadre receivables import FILE --guess": it proposes a mapping of its columns',
  es: 'ejecute "cuadre receivables import ARCHIVO --guess": propone cómo leer sus columnas',
}

export const { lines: LIST_LINES, rows: LIST_ROWS } = mappedPlaces('receivableMapping', 'cuadre receivables import')

/** Reads the dues of a list by a mapping. Every row of it is a due, a total, or refuses it. */
const readList = (
  bytes: Uint8Array,
  sheet: readonly FileRow[] | null,
  mapping: ReceivableMapping,
  month: Month | null,
): { readonly dues: readonly Due[]; readonly leftOut: number } => {
  const places = sheet === null ? LIST_LINES : LIST_ROWS
  const rows = sheet ?? textRows(bytes, mapping)
  const above = rows.filter(({ position }) => position <= mapping.headerRows)
  const below = rows.slice(above.length)
  const header = above.at(-1)
  const body = below.slice(0, Math.max(0, below.length - mapping.footerRows)).filter((row) => !isSame(row, header))
  const columns = columnsOf(header, mapping, places)
  const listed = body.filter((row) => !isTotal(row, columns))
  const [sumIn, amounts] = [tableAmounts(mapping.decimal, places), cellsBy(header, places)(mapping.amount)]
  const dayOf = dayReader(listed, columns.dueDate, mapping, places)
  const dues = listed.flatMap((row) => {
    const amount = sumIn.read(amounts, row)
    if (amount === null) throw noSum('', row.position, places)
    if (amount < 0n) throw faultAt(places, row.position, NEGATIVE)
    return amount === 0n ? [] : [dueAt(row, amount, columns, dayOf, places)]
  })
  if (dues.length === 0) throw new FileFault({ en: 'it has no dues', es: 'no tiene cobros' }, LIST_LINES.next)
  refuseOtherMonth(dues, month, places)
  refuseTwins(dues, places)
  return { dues, leftOut: body.length - dues.length }
}

const NEGATIVE = {
  en: 'its amount is below zero: a list has what is due, without credits',
  es: 'su valor es negativo: la lista tiene lo que se debe, sin notas crédito',
}

/** The cells of each column; null where the list has none. */
type Columns = Readonly<Record<ListColumnName, TableCells | null>>

const columnsOf = (header: FileRow | undefined, mapping: ReceivableMapping, places: RowPlaces): Columns => {
  const by = cellsBy(header, places)
  const named = LIST_COLUMNS.map((name) => [name, mapping[name] === null ? null : by(mapping[name])])
  return Object.fromEntries(named) as Columns
}

const isSame = (row: FileRow, header: FileRow | undefined): boolean =>
  header !== undefined && textsIn(row).join('|') === textsIn(header).join('|')

const TOTAL = /^(gran|sub)?(total|suma|sum|totales|subtotal)/

/** Whether a row adds up others: it says so, or names nobody, and has no day on which it would be due. */
const isTotal = (row: FileRow, { dueId, reference, contract, document, dueDate }: Columns): boolean => {
  if (dueDate !== null && dueDate(row) !== '') return false
  if (row.cells.some((cell) => typeof cell === 'string' && TOTAL.test(plainName(cell)))) return true
  return (
    dueDate !== null && [dueId, reference, contract, document].every((cells) => cells === null || cells(row) === '')
  )
}

type DayOf = (row: FileRow) => SlotDate | null

/** The due date of a row; null where the list has none. */
const dayReader = (
  rows: readonly FileRow[],
  cells: TableCells | null,
  { dates }: ReceivableMapping,
  places: RowPlaces,
): DayOf => {
  if (cells === null) return () => null
  const dated = rows.filter((row) => cells(row) !== '')
  if (dated.length === 0) return () => null
  const form = dates ?? dateFormOf(dated, cells, places, () => null, DATE_FORMS)
  return (row) => {
    const cell = cells(row)
    if (cell === '') return null
    const day = dayIn(cell, form, null)
    if (day === null) throw noDay(cell, row.position, places)
    return day
  }
}

/** A due without a due date is due on the first day of its period. */
const dueAt = (row: FileRow, amount: Centavos, columns: Columns, dayOf: DayOf, places: RowPlaces): Due => {
  const text = (cells: TableCells | null): string | null =>
    cells === null ? null : String(cells(row)).replace(/\s+/g, ' ').trim() || null
  const period = columns.period === null ? '' : columns.period(row)
  const month = period === '' ? null : monthIn(period)
  if (period !== '' && month === null) throw noMonth(String(period), row.position, places)
  const dueDate = dayOf(row) ?? (month === null ? null : asSlotDate(`${month}-01`))
  if (dueDate === null) throw noDay('', row.position, places)
  const contract = text(columns.contract)
  const due = {
    dueId: text(columns.dueId),
    reference: text(columns.reference),
    contract: contract === null || isNoContract(contract) ? null : contract,
    document: text(columns.document),
    amount,
    dueDate,
    month: month ?? dueDate.slice(0, 7),
    concept: text(columns.concept),
    owner: text(columns.owner),
    row: row.position,
  }
  if ([due.dueId, due.reference, due.contract, due.document].every((one) => one === null))
    throw faultAt(places, row.position, NOBODY)
  return { key: due.dueId ?? keyOfDue(due), ...due }
}

const NOBODY = {
  en: 'it has neither a reference, nor a contract, nor a document',
  es: 'no tiene referencia, ni contrato, ni documento',
}

const noMonth = (text: string, position: number, places: RowPlaces): FileFault =>
  faultAt(places, position, {
    en: `its period is not a month: ${formOf(text)}`,
    es: `su periodo no es un mes: ${formOf(text)}`,
  })

/** The month of a period: `2026-10`, `10/2026`, `202610`, `octubre de 2026`, or any day of it. */
export const monthIn = (cell: string | number | bigint): Month | null => {
  if (typeof cell === 'number' && serialDay(cell) !== null) return serialDay(cell)?.slice(0, 7) ?? null
  const text = String(cell).trim()
  const [, year = '', month = ''] = /^(20\d{2})[-/. ]?(\d{1,2})$/.exec(text) ?? []
  const [, first = month, last = year] = /^(\d{1,2})[-/. ](20\d{2})$/.exec(text) ?? []
  const named = monthByName(text)
  const found = named ?? `${last}-${first.padStart(2, '0')}`
  const day = asSlotDate(`${found}-01`) ?? bankDay(text, 'yyyy-mm-dd') ?? bankDay(text, 'dd/mm/yyyy')
  return day?.slice(0, 7) ?? null
}

const refuseOtherMonth = (dues: readonly Due[], month: Month | null, places: RowPlaces): void => {
  const other = dues.find((due) => month !== null && due.month !== month)
  if (other === undefined) return
  throw faultAt(
    places,
    other.row,
    {
      en: `it is of ${other.month}, and the list is said to be of ${month}`,
      es: `es de ${other.month}, y se dijo que la lista es de ${month}`,
    },
    {
      en: 'name the month of the list (--month), or leave it out',
      es: 'indique el mes de la lista (--month), u omítalo',
    },
  )
}

/** Two equal dues of one contract cannot be told apart. */
const refuseTwins = (dues: readonly Due[], places: RowPlaces): void => {
  const rows = new Map<string, number>()
  const twins: Both<string>[] = []
  for (const { key, row } of dues) {
    const before = rows.get(key)
    rows.set(key, row)
    if (before === undefined) continue
    const [one, other] = [places.at(before), places.at(row)]
    twins.push({ en: `${one.en} and ${other.en}`, es: `${one.es} y ${other.es}` })
  }
  if (twins.length === 0) return
  const more = twins.length - TWINS_MAX
  const pairs = [...twins.slice(0, TWINS_MAX), ...(more > 0 ? [{ en: `${more} more`, es: `${more} más` }] : [])]
  throw new FileFault(
    {
      en: `${pairs.map(({ en }) => en).join('; ')}: the same due twice, by its id, or by contract, period and concept`,
      es: `${pairs.map(({ es }) => es).join('; ')}: el mismo cobro dos veces, por su id, o por contrato, periodo y concepto`,
    },
    {
      en: 'remove one of the two, or tell them apart by concept or dueId in receivableMapping',
      es: 'quite uno de los dos, o distíngalos por concept o dueId en receivableMapping',
    },
  )
}

/** The most pairs of equal dues that a refusal names. */
const TWINS_MAX = 5
