import { readFile, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DispositionRequest } from '../src/core/findings/act.ts'
import { addDays } from '../src/core/slot.ts'
import { readSheet, type Sheet, type SheetRow, sheetError } from '../src/print/csv/read-sheet.ts'
import {
  type ParsedRow,
  readRow,
  type SheetCells,
  type SheetContext,
  withoutAccents,
} from '../src/rules/account/decision-row.ts'
import type { Both } from '../src/std/both.ts'
import { CuadreError, hasCode } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { type ActReport, applyDispositions, type DispositionPlan, planOf } from './act.ts'
import { withTimelines } from './steps/query/find-discrepancies.ts'
import type { JobContext } from './steps/run/context.ts'

/** A row that cannot be applied. */
export interface WrongRow {
  readonly line: number
  readonly why: Both<string>
}

/** Some rows of the file are wrong, so that none was applied. */
export class WrongRowsError extends CuadreError {
  readonly rows: readonly WrongRow[]

  constructor(file: string, rows: readonly WrongRow[]) {
    const [first] = rows
    const which = rows.length === 1 ? 'one row is wrong' : `${rows.length} rows are wrong`
    const filas = rows.length === 1 ? 'una fila está mal' : `${rows.length} filas están mal`
    super(
      'IMPORT_REFUSED',
      {
        en: `${file}: ${which}, and nothing was applied; line ${first?.line}: ${first?.why.en}`,
        es: `${file}: ${filas}, y no se aplicó nada; línea ${first?.line}: ${first?.why.es}`,
      },
      {
        en: 'correct the lines that are named, and import the file again',
        es: 'corrija las líneas indicadas e importe de nuevo el archivo',
      },
    )
    this.rows = rows
  }
}

/** Reads a sheet of dispositions and applies all of its rows, or none of them. */
export const importDispositions = async (
  job: JobContext,
  { file, by }: { readonly file: string; readonly by: string },
): Promise<ActReport> => {
  const sheet = readSheet(await bytesOf(file), 'id')
  const cells = cellsOf(sheet)
  return applyDispositions(job, 'import', by, async (store) => {
    const context = await sheetContext(job, store)
    return planOfRows(
      file,
      sheet.rows.map((row) => ({ row, parsed: parseRow(row, sheet, cells, context) })),
    )
  })
}

const SHEET_MAX_BYTES = 16 * 1024 * 1024

const NAME_A_FILE = {
  en: 'name a file that "cuadre discrepancies list --csv" printed',
  es: 'indique un archivo producido por "cuadre discrepancies list --csv"',
}

const bytesOf = async (file: string): Promise<Uint8Array> => {
  try {
    const found = await stat(file)
    if (!found.isFile()) throw sheetError({ en: `${file} is not a file`, es: `${file} no es un archivo` }, NAME_A_FILE)
    if (found.size <= SHEET_MAX_BYTES) return await readFile(file)
  } catch (error) {
    if (hasCode(error, 'NOT_A_SHEET')) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    throw sheetError(
      { en: `${file} cannot be read (${code})`, es: `no se puede leer ${file} (${code})` },
      NAME_A_FILE,
      { cause: error },
    )
  }
  throw sheetError(
    {
      en: `${file} is larger than ${SHEET_MAX_BYTES / 1024 / 1024} MiB`,
      es: `${file} tiene más de ${SHEET_MAX_BYTES / 1024 / 1024} MiB`,
    },
    { en: 'import it in parts', es: 'impórtelo por partes' },
  )
}

/** Other names that people give to these columns. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['disposicion', 'disposition'],
  ['decision', 'disposition'],
  ['motivo', 'reason'],
  ['razon', 'reason'],
  ['hasta', 'until'],
  ['radicado', 'ticket'],
])

/** Reads the cells of a row by the names of their columns, in any order. */
const cellsOf = ({ header }: Sheet): ((row: SheetRow) => SheetCells) => {
  const places = new Map<string, number>()
  for (const [at, title] of header.entries()) {
    const typed = withoutAccents(title.trim())
    const name = NAMES.get(typed) ?? typed
    if (name !== '' && places.has(name))
      throw sheetError(
        { en: `the file has two columns ${name}`, es: `el archivo tiene dos columnas ${name}` },
        { en: 'leave one of them out', es: 'quite una de las dos' },
      )
    places.set(name, at)
  }
  if (!places.has('disposition')) {
    throw sheetError(
      { en: 'the file has no column disposition', es: 'el archivo no tiene la columna disposition' },
      {
        en: 'add one: accept, claim, reopen or note, or empty, in each row',
        es: 'agréguela: accept, claim, reopen o note, o vacía, en cada fila',
      },
    )
  }
  return ({ cells }) =>
    (column) =>
      (cells[places.get(column) ?? -1] ?? '').trim()
}

const sheetContext = async ({ settings, zone, now }: JobContext, store: Store): Promise<SheetContext> => {
  const known = await withTimelines(store, await store.findings.all())
  return {
    merchant: store.merchant.name,
    known: new Map(known.map((one) => [one.discrepancy.id, one])),
    today: zone.dateAt(now()),
    order: settings.csvProfile === 'excel-us' ? 'month-first' : 'day-first',
    untilOf: (date) => ({ date, end: zone.instantOf(addDays(date, 1), 0) }),
  }
}

/** A row with more cells than the header has an unquoted delimiter, so that later cells are in the wrong columns. */
const parseRow = (
  row: SheetRow,
  { header }: Sheet,
  cells: (row: SheetRow) => SheetCells,
  context: SheetContext,
): ParsedRow =>
  row.cells.slice(header.length).some((cell) => cell.trim() !== '')
    ? {
        kind: 'wrong',
        why: {
          en: `it has ${row.cells.length} cells, and the header has ${header.length}`,
          es: `tiene ${row.cells.length} celdas, y el encabezado ${header.length}`,
        },
      }
    : readRow(cells(row), context)

/** The rows of the findings of one case may ask for the same, and for nothing else. */
const planOfRows = (
  file: string,
  rows: readonly { readonly row: SheetRow; readonly parsed: ParsedRow }[],
): DispositionPlan => {
  const wrong: WrongRow[] = []
  const asked = new Map<string, { readonly line: number; readonly request: DispositionRequest }>()
  for (const { row, parsed } of rows) {
    if (parsed.kind === 'wrong') wrong.push({ line: row.line, why: parsed.why })
    if (parsed.kind !== 'acts') continue
    const before = parsed.of.flatMap(({ discrepancy: { id } }) => asked.get(id) ?? [])[0]
    if (before !== undefined && !isDeepStrictEqual(before.request, parsed.request))
      wrong.push({
        line: row.line,
        why: {
          en: `it is about the same case as line ${before.line}, and asks for something else`,
          es: `es del mismo caso que la línea ${before.line}, y pide otra cosa`,
        },
      })
    for (const { discrepancy } of parsed.of) asked.set(discrepancy.id, { line: row.line, request: parsed.request })
  }
  if (wrong.length > 0) throw new WrongRowsError(file, wrong)
  return planOf(rows.flatMap(({ parsed }) => (parsed.kind === 'acts' ? [parsed] : [])))
}
