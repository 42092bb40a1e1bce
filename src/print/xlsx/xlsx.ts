import type { Piece } from '../../std/files/whole-file.ts'
import { type ZipPart, zipped } from '../zip.ts'
import { noChanges, rowsOf, STRONG, textCell } from './cells.ts'
import {
  type Frame,
  filteredIn,
  headXml,
  type ListedSheet,
  sheetBegin,
  sheetEnd,
  sheetPath,
  titlesOf,
} from './sheet.ts'
import { stylesXml } from './styles.ts'
import { type SheetLimits, tableParts } from './table.ts'
import type { Cover, Table, Workbook, WrittenTable } from './workbook.ts'
import { attributes, escapeXml, letterOf, XML_HEAD } from './xml.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that connect the sheets: the workbook's list and the relationships (ECMA-376, parts 1 and 2). */
const bindingParts = (
  sheets: readonly ListedSheet[],
  styles: string,
): readonly { readonly path: string; readonly xml: string }[] => [
  { path: 'xl/styles.xml', xml: `${XML_HEAD}${styles}` },
  { path: 'xl/workbook.xml', xml: workbookXml(sheets) },
  { path: 'xl/_rels/workbook.xml.rels', xml: relationsXml(sheets) },
  {
    path: '_rels/.rels',
    xml: `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  },
  { path: '[Content_Types].xml', xml: contentTypesXml(sheets) },
]

const workbookXml = (sheets: readonly ListedSheet[]): string =>
  [
    `${XML_HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}">`,
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000" tabRatio="800" activeTab="0"/></bookViews>',
    '<sheets>',
    ...sheets.map(({ name }, at) => `<sheet${attributes({ name, sheetId: at + 1, 'r:id': `rId${at + 1}` })}/>`),
    '</sheets><definedNames>',
    ...sheets.map(({ name, frame, lastRow }, at) =>
      frame.isCover
        ? ''
        : definedName('_xlnm._FilterDatabase', at, `${quoted(name)}!${filteredIn(frame, lastRow)}`, ' hidden="1"'),
    ),
    ...sheets.map(({ name, frame }, at) => definedName('_xlnm.Print_Titles', at, titlesOf(frame, quoted(name)))),
    '</definedNames></workbook>',
  ].join('')

const quoted = (sheet: string): string => `'${sheet.replaceAll("'", "''")}'`

const definedName = (name: string, sheet: number, range: string, also = ''): string =>
  `<definedName name="${name}" localSheetId="${sheet}"${also}>${escapeXml(range)}</definedName>`

const relationsXml = (sheets: readonly ListedSheet[]): string =>
  [
    `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">`,
    ...sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation(sheets.length + 1, 'styles', 'styles.xml'),
    '</Relationships>',
  ].join('')

const relation = (number: number, kind: string, target: string): string =>
  `<Relationship Id="rId${number}" Type="${OFFICE}/${kind}" Target="${target}"/>`

const contentTypesXml = (sheets: readonly ListedSheet[]): string =>
  [
    `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...sheets.map((_, at) => override(sheetPath(at + 1), 'worksheet')),
    '</Types>',
  ].join('')

const override = (path: string, kind: string): string =>
  `<Override PartName="/${path}" ContentType="${TYPE}.${kind}+xml"/>`

/** The row of the headings, after title, subtitle and an empty row. */
const HEAD_ROW = 4
const TITLE_HEIGHT = 24

const frameOf = ({ columns }: Cover): Frame => ({ columns, headRow: HEAD_ROW, frozen: 1, isCover: true })

/** The XML of the cover, which is small enough to be made at once, and the number of its sums with centavos. */
const coverPart = (cover: Cover, written: readonly WrittenTable[]) => {
  const frame = frameOf(cover)
  const changes = noChanges()
  const [usual, strong] = [rowsOf(cover.columns, changes), rowsOf(cover.columns, changes, STRONG)]
  const last = HEAD_ROW + cover.rows.length
  const notes = cover.notes(written).map((text, at) => ({ row: last + 2 + at, text }))
  const long = [{ row: 2, text: cover.subtitle }, ...notes]
  const xml = [
    sheetBegin(frame),
    `<row r="1" ht="${TITLE_HEIGHT}" customHeight="1">${textCell(0, 1, 'title', cover.title)}</row>`,
    wrappedRow(2, cover.subtitle, cover),
    headXml(frame),
    ...cover.rows.map(({ cells, isStrong }, at) => (isStrong ? strong : usual)(cells, HEAD_ROW + 1 + at)),
    ...notes.map(({ row, text }) => wrappedRow(row, text, cover)),
    sheetEnd(
      frame,
      last,
      long.map(({ row }) => `A${row}:${letterOf(cover.columns.length - 1)}${row}`),
    ),
  ].join('')
  return { xml, centavos: changes.centavos }
}

const LINE_HEIGHT = 15

/** A text across the table's width with a row height for its lines: merged cells do not size themselves. */
const wrappedRow = (row: number, text: string, { columns }: Cover): string => {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const height = LINE_HEIGHT * Math.max(1, Math.ceil(text.length / (width * DIGITS_IN_TEXT)))
  return `<row r="${row}" ht="${height}" customHeight="1">${textCell(0, row, 'subtitle', text)}</row>`
}

/** Letters are narrower than digits, but lines break at words. */
const DIGITS_IN_TEXT = 1.05

const listedCover = (cover: Cover): ListedSheet => ({
  name: cover.name,
  frame: frameOf(cover),
  lastRow: HEAD_ROW + cover.rows.length,
})

export const LIMITS: SheetLimits = { rows: 1_048_576, bytes: 2 ** 31 }

/**
 * A workbook in pieces; its rows are never all in memory. Sheets are written as they fill. The cover is written last,
 * since its notes are about them. Nothing depends on the clock. Rows of the cover are not counted.
 */
export async function* workbookPieces(workbook: Workbook, limits = LIMITS): AsyncGenerator<Piece> {
  let made = 0
  const parts = partsOf(workbook, limits, (rows) => {
    made += rows
  })
  for await (const chunk of zipped(parts)) {
    const rows = made
    made = 0
    yield { text: chunk, rows }
  }
}

/** A workbook of one table and nothing else, for a program that reads it. */
export async function* sheetPieces(table: Table): AsyncGenerator<Piece> {
  let made = 0
  const { parts, listed, written } = tableParts(table, 1, LIMITS, (rows) => {
    made += rows
  })
  const all = async function* (): AsyncGenerator<ZipPart> {
    yield* parts()
    for (const { path, xml } of bindingParts(listed(), stylesXml(written().centavos > 0)))
      yield { path, chunks: [Buffer.from(xml)] }
  }
  for await (const chunk of zipped(all())) {
    const rows = made
    made = 0
    yield { text: chunk, rows }
  }
}

async function* partsOf(
  { first, cover, tables }: Workbook,
  limits: SheetLimits,
  tell: (rows: number) => void,
): AsyncGenerator<ZipPart> {
  const written: WrittenTable[] = []
  const sheets: ListedSheet[] = []
  const partsOfTable = async function* (table: Table): AsyncGenerator<ZipPart> {
    const { parts, ...made } = tableParts(table, sheets.length + 1, limits, tell)
    yield* parts()
    written.push(made.written())
    sheets.push(...made.listed())
  }
  if (first) yield* partsOfTable(first)
  const place = sheets.push(listedCover(cover))
  for (const table of tables) yield* partsOfTable(table)
  const made = coverPart(cover, written)
  yield { path: sheetPath(place), chunks: [Buffer.from(made.xml)] }
  const hasCentavos = [made, ...written].some(({ centavos }) => centavos > 0)
  for (const { path, xml } of bindingParts(sheets, stylesXml(hasCentavos))) yield { path, chunks: [Buffer.from(xml)] }
}
