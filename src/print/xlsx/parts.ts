import { filteredIn, type ListedSheet, sheetPath, titlesOf } from './sheet.ts'
import { attributes, escapeXml, XML_HEAD } from './xml.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that connect the sheets: the workbook's list and the relationships (ECMA-376, parts 1 and 2). */
export const bindingParts = (
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
