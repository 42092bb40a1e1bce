import type { Cell, Row } from '../../core/cell.ts'
import { type Centavos, plus, toPesos, ZERO } from '../../core/money.ts'
import { utf8Chunk } from '../../std/utf8-chunk.ts'
import type { ZipPart } from '../zip.ts'
import { addChanges, cellXml, fitsNumber, noChanges, rowsOf, textCell } from './cells.ts'
import { type Frame, headXml, type ListedSheet, sheetBegin, sheetEnd, sheetPath } from './sheet.ts'
import type { Batches, Column, SplitTotal, Table, WrittenTable } from './workbook.ts'
import { letterOf } from './xml.ts'

/** The columns of a table, and the label of its total row or how its rows are summed separately. */
interface TotalledColumns {
  readonly columns: readonly Column[]
  readonly total?: string | SplitTotal
}

/** The total rows of some rows of a sheet. */
interface SheetTotals {
  /** The most total rows. */
  readonly mostRows: number
  readonly add: (row: Row) => void
  /** `lastRow`: the last row of data; the first one is below the headings. */
  readonly xml: (lastRow: number) => string
}

/**
 * The total rows below a sheet's rows, which leave out filtered rows. Their formulas are the only ones of a workbook,
 * made only of our own letters and numbers; each carries its value for programs that do not calculate. A table without
 * a total has none.
 */
const totalsOf = ({ columns, total }: TotalledColumns): SheetTotals => {
  const parts =
    total === undefined ? [] : typeof total === 'string' ? [wholePart(columns, total)] : splitParts(columns, total)
  return {
    mostRows: parts.length,
    add: (row: Row): void => {
      for (const part of parts) if (part.takes(row)) addRow(part, row)
    },
    xml: (lastRow: number): string =>
      parts
        .filter(({ rows }) => rows > 0)
        .map((part, at) => rowXml(part, lastRow, lastRow + 1 + at))
        .join(''),
  }
}

/** A total row while its rows are read. */
interface TotalRow {
  readonly label: string
  readonly sums: readonly Total[]
  rows: number
  readonly takes: (row: Row) => boolean
  /** Sums this column from row 2 to the last one. */
  readonly formula: (letter: string, lastRow: number) => string
}

interface Total {
  /** The column, from 0. */
  readonly at: number
  money: Centavos
  number: number
  isMoney: boolean
  /** Whether the column is empty; it then has no total. */
  isEmpty: boolean
}

const sumsOf = (columns: readonly Column[]): readonly Total[] =>
  columns.flatMap(({ isSummed = false }, at) =>
    isSummed ? [{ at, money: ZERO, number: 0, isMoney: false, isEmpty: true }] : [],
  )

const wholePart = (columns: readonly Column[], label: string): TotalRow => ({
  label,
  sums: sumsOf(columns),
  rows: 0,
  takes: () => true,
  formula: (letter, lastRow) => `SUBTOTAL(109,${letter}2:${letter}${lastRow})`,
})

const splitParts = (columns: readonly Column[], { column, withValue, withoutValue }: SplitTotal): TotalRow[] => {
  const key = letterOf(column)
  const part = (label: string, hasValue: boolean): TotalRow => ({
    label,
    sums: sumsOf(columns),
    rows: 0,
    takes: (row) => ((row[column] ?? null) !== null) === hasValue,
    formula: (letter, lastRow) => {
      const visible = `SUBTOTAL(109,OFFSET(${letter}2,ROW(${letter}2:${letter}${lastRow})-2,0))`
      return `SUMPRODUCT(${visible}*(${key}2:${key}${lastRow}${hasValue ? '&lt;&gt;' : '='}&quot;&quot;))`
    },
  })
  return [part(withValue, true), part(withoutValue, false)]
}

const rowXml = ({ label, sums, formula }: TotalRow, lastRow: number, row: number): string => {
  const cells = sums
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ at, money, number, isMoney }) => {
      const look = isMoney ? 'strongMoney' : 'strongCount'
      const value = isMoney ? toPesos(money) : String(number)
      return cellXml(at, row, look, `<f>${formula(letterOf(at), lastRow)}</f><v>${value}</v>`)
    })
  return `<row r="${row}">${textCell(0, row, 'strongText', label)}${cells.join('')}</row>`
}

const addRow = (part: TotalRow, row: Row): void => {
  part.rows += 1
  for (const sum of part.sums) addTo(sum, row[sum.at] ?? null)
}

const addTo = (total: Total, value: Cell): void => {
  if (value !== null) total.isEmpty = false
  if (typeof value === 'number') total.number += value
  if (typeof value !== 'bigint') return
  total.isMoney = true
  if (!fitsNumber(value)) return
  total.money = plus(total.money, value)
}

/** The limits of a sheet; tests use small ones. */
export interface SheetLimits {
  /** Includes the headings. Every spreadsheet program since 2007 has 1,048,576 rows. */
  readonly rows: number
  /** Bytes of XML: a part of a plain zip ends at 4 GiB. */
  readonly bytes: number
}

/**
 * Writes a table on as many sheets as it needs, starting with number `first` of the workbook; `tell` gets the number of
 * rows as they are made.
 */
export const tableParts = (table: Table, first: number, limits: SheetLimits, tell: (rows: number) => void) => {
  const frame: Frame = { columns: table.columns, headRow: 1, frozen: table.frozen, isCover: false }
  const changes = noChanges()
  const sheets: { readonly name: string; rows: number }[] = []
  let sheet = sheetRows(table)

  async function* parts(): AsyncGenerator<ZipPart> {
    const source = rowSource(table.batches)
    try {
      do {
        const name = sheets.length === 0 ? table.name : `${table.name} ${sheets.length + 1}`
        sheet = sheetRows(table)
        yield { path: sheetPath(first + sheets.length), chunks: sheetChunks(source) }
        sheets.push({ name, rows: sheet.nextRow() - FIRST_ROW })
        addChanges(changes, sheet.changes)
      } while (await source.hasMore())
    } finally {
      await source.close()
    }
  }

  async function* sheetChunks(source: RowSource): AsyncGenerator<Uint8Array> {
    sheet.addXml(sheetBegin(frame) + headXml(frame))
    for (let room = roomIn(sheet, limits); room > 0; room = roomIn(sheet, limits)) {
      const rows = await source.take(Math.min(ROWS_AT_ONCE, room))
      if (rows.length === 0) break
      sheet.add(rows)
      tell(rows.length)
      if (sheet.hasChunk()) yield sheet.take()
    }
    if (sheet.nextRow() > FIRST_ROW) sheet.addXml(sheet.totals.xml(sheet.nextRow() - 1))
    sheet.addXml(sheetEnd(frame, sheet.nextRow() - 1))
    yield sheet.take()
  }

  return {
    parts,
    /** Valid once all parts are made. */
    written: (): WrittenTable => ({ ...changes, sheets }),
    listed: (): readonly ListedSheet[] => sheets.map(({ name, rows }) => ({ name, frame, lastRow: rows + 1 })),
  }
}

/** The number of rows that the sheet still holds; none when its XML has the most bytes. */
const roomIn = (sheet: SheetRows, { rows, bytes }: SheetLimits): number =>
  sheet.bytes() >= bytes ? 0 : rows - sheet.totals.mostRows - sheet.nextRow() + 1

/** Reads the rows of a table, some at a time. */
const rowSource = (batches: Batches) => {
  const iterator = eachOf(batches)
  let waiting: readonly Row[] = []
  let hasEnded = false
  const hasMore = async (): Promise<boolean> => {
    while (!hasEnded && waiting.length === 0) {
      const next = await iterator.next()
      if (next.done) hasEnded = true
      else waiting = next.value
    }
    return waiting.length > 0
  }
  return {
    hasMore,
    /** At most `most` of the next rows; none at the end. */
    take: async (most: number): Promise<readonly Row[]> => {
      await hasMore()
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(most)
      return taken
    },
    /** Stops reading. */
    close: async (): Promise<void> => {
      await iterator.return(undefined)
    },
  }
}

async function* eachOf(batches: Batches): AsyncGenerator<readonly Row[], void> {
  yield* batches
}

type RowSource = ReturnType<typeof rowSource>

/** About how many bytes of XML are compressed at once: a row has one to two thousand characters. */
const CHUNK = 262_144
/** Room for a chunk and the rows that end it. */
const ROOM = 2 * CHUNK
/** The first row of a table, below its headings. */
const FIRST_ROW = 2
/** Rows encoded at once. */
const ROWS_AT_ONCE = 50

/** Makes the XML of some rows of a table, which have successive numbers. */
const sheetRows = (table: TotalledColumns) => {
  const changes = noChanges()
  const xmlOf = rowsOf(table.columns, changes)
  const totals = totalsOf(table)
  const waiting = utf8Chunk(ROOM)
  let next = FIRST_ROW
  let bytes = 0
  return {
    changes,
    totals,
    nextRow: (): number => next,
    /** Bytes of XML so far. */
    bytes: (): number => bytes + waiting.length(),
    /** At most `ROWS_AT_ONCE`. */
    add: (rows: readonly Row[]): void => {
      let xml = ''
      for (const row of rows) {
        totals.add(row)
        xml += xmlOf(row, next)
        next += 1
      }
      waiting.append(xml)
    },
    /** Adds XML around the rows. */
    addXml: (xml: string): void => waiting.append(xml),
    hasChunk: (): boolean => waiting.length() >= CHUNK,
    /** The XML made since the last call. */
    take: (): Uint8Array => {
      bytes += waiting.length()
      return waiting.take()
    },
  }
}

type SheetRows = ReturnType<typeof sheetRows>
