import { attributes } from './xml.ts'

const BORDERS = ['none', 'under', 'above'] as const

/**
 * Every cell style, by name. Text has format 49 (`@`), so that it stays text when edited: `00000` keeps its zeros and
 * `=1+1` is not run. Numbers have an indent on the right, to separate them from the text of the next column.
 */
const LOOKS = {
  plain: {},
  text: { format: 49 },
  date: { format: 165, align: 'left' },
  time: { format: 166, align: 'left' },
  money: { format: 167, align: 'right' },
  count: { format: 3, align: 'right' },
  rate: { format: 10, align: 'right' },
  truth: { format: 49, align: 'center' },
  textAtRight: { format: 49, align: 'right' },
  good: { format: 49, fill: 'good', font: 'good' },
  warning: { format: 49, fill: 'warning', font: 'warning' },
  bad: { format: 49, fill: 'bad', font: 'bad' },
  head: { format: 49, font: 'head', fill: 'head', border: 'under', align: 'left', wrap: true },
  headAtRight: { format: 49, font: 'head', fill: 'head', border: 'under', align: 'right', wrap: true },
  title: { format: 49, font: 'title' },
  subtitle: { format: 49, font: 'faint', align: 'left', wrap: true },
  strongText: { format: 49, font: 'bold', border: 'above' },
  strongMoney: { format: 167, font: 'bold', border: 'above', align: 'right' },
  strongCount: { format: 3, font: 'bold', border: 'above', align: 'right' },
} as const satisfies Record<string, Look>

export type StyleName = keyof typeof LOOKS

interface Look {
  readonly format?: number
  readonly font?: FontName
  readonly fill?: FillName
  readonly border?: (typeof BORDERS)[number]
  readonly align?: 'left' | 'center' | 'right'
  readonly wrap?: true
}

/**
 * Custom formats have numbers from 164. Negative numbers are red. All sums of a workbook have one format, so that their digits stand
 * below each other: with centavos where one of them has some.
 */
const formats = (hasCentavos: boolean): Readonly<Record<number, string>> => ({
  165: 'yyyy-mm-dd',
  166: 'yyyy-mm-dd hh:mm:ss',
  167: hasCentavos ? '#,##0.00;[Red]-#,##0.00' : '#,##0;[Red]-#,##0',
})

const FONTS = {
  usual: { size: 11, color: '1F2328' },
  bold: { size: 11, color: '1F2328', bold: true },
  head: { size: 11, color: 'FFFFFF', bold: true },
  title: { size: 16, color: '1F2328', bold: true },
  faint: { size: 11, color: '59636E' },
  good: { size: 11, color: '0B5A2A' },
  warning: { size: 11, color: '6B4A00' },
  bad: { size: 11, color: '9C1C1C', bold: true },
} as const satisfies Record<string, { size: number; color: string; bold?: true }>
type FontName = keyof typeof FONTS

/** The first two are required by the format. */
const FILLS = { none: null, gray125: null, head: '2F4B66', good: 'DDF3E4', warning: 'FFF1CC', bad: 'FBDDDD' } as const
type FillName = keyof typeof FILLS

/** The number by which a cell refers to its style. */
export const numberOf = (name: StyleName): number => NUMBERS[name]

const NAMES = Object.keys(LOOKS) as StyleName[]
const NUMBERS = Object.fromEntries(NAMES.map((name, number) => [name, number])) as Readonly<Record<StyleName, number>>

export const stylesXml = (hasCentavos: boolean): string =>
  [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    list('numFmts', Object.entries(formats(hasCentavos)).map(formatXml)),
    list('fonts', Object.values(FONTS).map(fontXml)),
    list('fills', Object.entries(FILLS).map(fillXml)),
    list('borders', BORDERS.map(borderXml)),
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    list('cellXfs', NAMES.map(lookXml)),
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')

const list = (tag: string, members: readonly string[]): string =>
  `<${tag} count="${members.length}">${members.join('')}</${tag}>`

const formatXml = ([number, code]: readonly [string, string]): string =>
  `<numFmt${attributes({ numFmtId: number, formatCode: code })}/>`

const fontXml = ({ size, color, bold }: { size: number; color: string; bold?: true }): string =>
  `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="FF${color}"/><name val="Calibri"/><family val="2"/></font>`

const fillXml = ([name, color]: readonly [string, string | null]): string =>
  color === null
    ? `<fill><patternFill patternType="${name}"/></fill>`
    : `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`

const borderXml = (name: (typeof BORDERS)[number]): string => {
  const line = (tag: string, isDrawn: boolean): string =>
    isDrawn ? `<${tag} style="thin"><color rgb="FF59636E"/></${tag}>` : `<${tag}/>`
  return `<border><left/><right/>${line('top', name === 'above')}${line('bottom', name === 'under')}<diagonal/></border>`
}

const lookXml = (name: StyleName): string => {
  const { format = 0, font = 'usual', fill = 'none', border = 'none', align, wrap }: Look = LOOKS[name]
  const xf = attributes({
    numFmtId: format,
    fontId: Object.keys(FONTS).indexOf(font),
    fillId: Object.keys(FILLS).indexOf(fill),
    borderId: BORDERS.indexOf(border),
    xfId: 0,
    applyNumberFormat: 1,
    applyFont: 1,
    applyFill: 1,
    applyBorder: 1,
    ...(align && { applyAlignment: 1 }),
  })
  const alignment =
    align &&
    `<alignment${attributes({
      horizontal: align,
      ...(align === 'right' && { indent: 1 }),
      ...(wrap && { vertical: 'center', wrapText: 1 }),
    })}/>`
  return alignment ? `<xf${xf}>${alignment}</xf>` : `<xf${xf}/>`
}
