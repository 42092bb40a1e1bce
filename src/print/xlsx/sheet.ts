import { textCell } from './cells.ts'
import type { Column } from './workbook.ts'
import { attributes, letterOf, XML_HEAD } from './xml.ts'

/** The position of a sheet's headings, and the rows and columns that stay in sight. */
export interface Frame {
  readonly columns: readonly Column[]
  /** The row of the headings; all rows above it stay in sight too. */
  readonly headRow: number
  readonly frozen: number
  /** A cover has no grid and no filter, and is printed on one page. */
  readonly isCover: boolean
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Room for headings of two lines. */
const HEAD_HEIGHT = 32

/** The XML of a sheet before its first row. */
export const sheetBegin = ({ columns, headRow, frozen, isCover }: Frame): string =>
  [
    XML_HEAD,
    `<worksheet xmlns="${NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${attributes({ ...(isCover && { showGridLines: 0 }), workbookViewId: 0 })}>`,
    pane(headRow, frozen),
    '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>',
    ...columns.map(({ width }, at) => `<col${attributes({ min: at + 1, max: at + 1, width, customWidth: 1 })}/>`),
    '</cols><sheetData>',
  ].join('')

const pane = (headRow: number, frozen: number): string => {
  const split = frozen === 0 ? { ySplit: headRow } : { xSplit: frozen, ySplit: headRow }
  const activePane = frozen === 0 ? 'bottomLeft' : 'bottomRight'
  const topLeftCell = `${letterOf(frozen)}${headRow + 1}`
  const selected = attributes({ pane: activePane, activeCell: topLeftCell, sqref: topLeftCell })
  return `<pane${attributes({ ...split, topLeftCell, activePane, state: 'frozen' })}/><selection${selected}/>`
}

export const headXml = ({ columns, headRow }: Frame): string => {
  const cells = columns.map(({ head, kind }, at) =>
    textCell(at, headRow, kind === 'number' ? 'headAtRight' : 'head', head),
  )
  return `<row r="${headRow}" ht="${HEAD_HEIGHT}" customHeight="1">${cells.join('')}</row>`
}

/** The XML of a sheet after its last row: filter (not on a cover), merged cells, letter paper. */
export const sheetEnd = (frame: Frame, lastRow: number, merged: readonly string[] = []): string => {
  const last = letterOf(frame.columns.length - 1)
  return [
    '</sheetData>',
    frame.isCover ? '' : `<autoFilter ref="${filteredIn(frame, lastRow).replaceAll('$', '')}"/>`,
    merged.length === 0
      ? ''
      : `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="1" orientation="landscape" fitToWidth="${pagesAcross(frame)}" fitToHeight="${frame.isCover ? 1 : 0}"/>`,
    '<headerFooter><oddFooter>&amp;L&amp;F · &amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
    `<ignoredErrors><ignoredError sqref="A1:${last}${Math.max(lastRow, frame.headRow)}" numberStoredAsText="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('')
}

/** The greatest width, in digits, that is still legible across a page. */
const ON_A_PAGE = 210
const pagesAcross = ({ columns }: Frame): number =>
  Math.ceil(columns.reduce((sum, { width }) => sum + width, 0) / ON_A_PAGE)

/** The parts repeated on every printed page: headings, and the columns that stay in sight. */
export const titlesOf = ({ headRow, frozen }: Frame, sheet: string): string =>
  [...(frozen === 0 ? [] : [`${sheet}!$A:$${letterOf(frozen - 1)}`]), `${sheet}!$${headRow}:$${headRow}`].join(',')

/** The range of the filter, headings included. */
export const filteredIn = ({ columns, headRow }: Frame, lastRow: number): string =>
  `$A$${headRow}:$${letterOf(columns.length - 1)}$${Math.max(lastRow, headRow)}`

/** A sheet in the workbook's list. */
export interface ListedSheet {
  readonly name: string
  readonly frame: Frame
  readonly lastRow: number
}

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`
