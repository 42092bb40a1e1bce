import type { ZipFile } from '../door.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

/** The parts of a small workbook with one sheet. */
export const filesOfWorkbook = (rows: readonly (readonly (string | number)[])[]): readonly ZipFile[] => {
  const file = (name: string, text: string): ZipFile => ({ name, bytes: Buffer.from(`${XML}${text}`) })
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  return [
    file(
      '[Content_Types].xml',
      `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    file('_rels/.rels', relation('officeDocument', 'xl/workbook.xml')),
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    file('xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')),
    file(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowText).join('')}</sheetData></worksheet>`,
    ),
  ]
}

const rowText = (cells: readonly (string | number)[], index: number): string =>
  `<row r="${index + 1}">${cells.map((cell, at) => cellText(cell, `${'ABCDEFGH'[at]}${index + 1}`)).join('')}</row>`

const cellText = (cell: string | number, place: string): string =>
  typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;')}</t></is></c>`
