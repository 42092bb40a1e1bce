import { type Due, LIST_COLUMNS, type ListColumnName, type ReceivableMapping } from '../core/receivables.ts'
import type { Both } from '../std/both.ts'
import { columnContents, isSum } from '../tables/column-contents.ts'
import { delimiterOf, type FileCell, type FileRow } from '../tables/csv-rows.ts'
import { DATE_FORMS, dateFormOf, dayIn } from '../tables/date-form-of.ts'
import { FileFault, textOfFile } from '../tables/file-fault.ts'
import { sheetIn, textRows } from '../tables/rows-of-file.ts'
import { cellsBy, plainName } from '../tables/table-cells.ts'
import { isCollections } from './collections.ts'
import { LIST_LINES, type ListOptions, type ReceivableFile, readReceivableFile, withListName } from './read-list.ts'

/** How a file would be read, before anything of it is stored. */
export interface ListGuess {
  /** The columns by which it is read: those of the settings where they read it, else those proposed; null for collections of a bank. */
  readonly receivableMapping: ReceivableMapping | null
  /** Whether these columns are no more than proposed: the list is refused until they stand in the settings. */
  readonly isProposed: boolean
  /** Its first rows as they would be read. */
  readonly rows: readonly Pick<Due, 'row' | 'key' | 'dueDate' | 'amount'>[]
  readonly count: number
  /** Why it would be refused; null where it would not. */
  readonly refusal: Both<string> | null
}

const ROWS_SHOWN = 5

/** Names of columns in people's lists, in letters without accents; the first match counts. */
const NAMES: readonly (readonly [ListColumnName, RegExp])[] = [
  ['owner', /^(nombre)?(del)?(propietari[oa]|duen[oa]|arrendador|owner|landlord)/],
  ['dueDate', /^((fecha)?(de|limite|limitede|maxima)?(vencimiento|vence|pago)|fecha|dia|duedate|due$|payby)/],
  ['period', /^(period[oa]?|mes|month)/],
  ['contract', /^(numero|nro|no|n|cod|codigo)?(del?|de)?(contrato|inmueble|contract|lease|unidad|unit)/],
  ['reference', /^(numero|nro|no|codigo)?(de)?(referencia|ref$|reference)/],
  ['document', /^(numero|nro|no)?(de)?(cedula|cc$|nit|documento|identificacion|document|taxid)/],
  ['concept', /^(concepto|detalle|tipo|rubro|concept|item|descripcion|description)/],
  ['amount', /^(valor|canon|monto|importe|total|saldo|arriendo|amount|rent$|sum$)/],
  ['dueId', /^(id|consecutivo|cuentade?cobro|factura|cobro|invoice|numero|nro|no)/],
]

/** Reads a file as it would be imported. Where no mapping of the settings reads a list, proposes one, which has no effect until a person confirms it. */
export const guessList = (bytes: Uint8Array, { name, mapping, month }: ListOptions): ListGuess => {
  const by = (receivableMapping: ReceivableMapping | null, isProposed: boolean): ListGuess => ({
    ...{ receivableMapping, isProposed },
    ...shownOf(() => readReceivableFile(bytes, { name, mapping: receivableMapping, month })),
  })
  if (withListName(name, () => isOfBank(bytes))) return by(null, false)
  const own = mapping === null ? null : by(mapping, false)
  return own?.refusal === null
    ? own
    : by(
        withListName(name, () => proposedFor(bytes)),
        true,
      )
}

const isOfBank = (bytes: Uint8Array): boolean => sheetIn(bytes) === null && isCollections(textOfFile(bytes))

const proposedFor = (bytes: Uint8Array): ReceivableMapping => {
  const sheet = sheetIn(bytes)
  const delimiter = sheet === null ? delimiterOf(textOfFile(bytes)) : null
  const rows = sheet ?? textRows(bytes, { encoding: null, delimiter })
  return { ...mappingOf(rows), delimiter: delimiter as ReceivableMapping['delimiter'] }
}

const shownOf = (read: () => ReceivableFile): Omit<ListGuess, 'receivableMapping' | 'isProposed'> => {
  try {
    const file = read()
    const rows =
      file.kind === 'list'
        ? file.dues
        : file.payments.map(({ row, reference, paidOn, paid }) => ({
            ...{ row, key: reference ?? '', dueDate: paidOn, amount: paid },
          }))
    return { rows: rows.slice(0, ROWS_SHOWN), count: rows.length, refusal: null }
  } catch (error) {
    const fault = error instanceof Error ? error.cause : null
    if (!(fault instanceof FileFault)) throw error
    return { rows: [], count: 0, refusal: fault.what }
  }
}

/** The columns by their names, and sums and days by what the columns have where no name says it. */
const mappingOf = (rows: readonly FileRow[]): ReceivableMapping => {
  const header = rows.slice(0, HEADER_WITHIN).toSorted((a, b) => rolesIn(b).size - rolesIn(a).size)[0]
  if (header === undefined || rolesIn(header).size < 2) throw noHeader()
  const body = rows.filter(({ position, cells }) => position > header.position && cells.some(isSum))
  const roles = rolesIn(header)
  const contents = columnContents(header, body, { form: 'dd/mm/yyyy', period: null })
  const taken = new Set(roles.values())
  const amount =
    roles.get('amount') ??
    contents.columns.find((at) => !taken.has(at) && contents.hasSums(at) && contents.isVaried(at))
  if (amount === undefined) throw noHeader()
  const columns = Object.fromEntries(
    LIST_COLUMNS.map((name) => {
      const at = roles.get(name)
      return [name, at === undefined ? null : nameAt(header, at)]
    }),
  ) as Record<ListColumnName, string | number | null>
  return {
    ...columns,
    amount: nameAt(header, amount),
    headerRows: header.position,
    footerRows: 0,
    dates: datesIn(roles.get('dueDate'), body),
    decimal: null,
    encoding: null,
    delimiter: null,
  }
}
const HEADER_WITHIN = 40

const noHeader = (): FileFault =>
  new FileFault(
    { en: 'no row of it names its columns', es: 'ninguna fila nombra sus columnas' },
    {
      en: 'name the columns by their numbers in receivableMapping: "contract": 1, "amount": 4, "dueDate": 5',
      es: 'indique las columnas por su número en receivableMapping: "contract": 1, "amount": 4, "dueDate": 5',
    },
  )

/** The first column of each role. */
const rolesIn = ({ cells }: FileRow): ReadonlyMap<ListColumnName, number> => {
  const roles = new Map<ListColumnName, number>()
  for (const [at, cell] of cells.entries()) {
    const plain = typeof cell === 'string' ? plainName(cell) : ''
    const role = plain === '' ? undefined : NAMES.find(([, pattern]) => pattern.test(plain))?.[0]
    if (role !== undefined && !roles.has(role)) roles.set(role, at)
  }
  return roles
}

/** By its name when no other column has the same. */
const nameAt = ({ cells }: FileRow, at: number): string | number => {
  const names = cells.map((cell: FileCell) => plainName(String(cell)))
  return names.indexOf(names[at] ?? '') === names.lastIndexOf(names[at] ?? '') ? String(cells[at]) : at + 1
}

/** In Colombia the day is written first: where no row decides, a person is asked to confirm this. */
const datesIn = (column: number | undefined, body: readonly FileRow[]): ReceivableMapping['dates'] => {
  if (column === undefined) return null
  const cells = cellsBy(undefined, LIST_LINES)(column + 1)
  const dated = body.filter(({ cells: own }) => dayInAny(own[column] ?? ''))
  try {
    dateFormOf(dated, cells, LIST_LINES)
    return null
  } catch (error) {
    if (error instanceof FileFault) return 'dd/mm/yyyy'
    throw error
  }
}

const dayInAny = (cell: FileCell): boolean => DATE_FORMS.some((form) => dayIn(cell, form, null) !== null)
