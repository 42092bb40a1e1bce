import type { Both } from '../std/both.ts'
import { isSum } from './column-contents.ts'
import { type FileCell, type FileRow, FORMULA } from './csv-rows.ts'
import { isDay } from './date-form-of.ts'
import { FileFault } from './file-fault.ts'
import { type Element, elementAt, elementsAt, readMarkup, textAt } from './markup.ts'
import { LOCKED, zipParts } from './zip-parts.ts'

/** Returns a part of a workbook by its name, as text; null when there is none. */
type ZipParts = (name: string) => string | null

/** The parts of a workbook, which is a zip; of two with one name the last. */
const partsOf = (bytes: Uint8Array): ZipParts => {
  const [damaged, locked] = [new FileFault(DAMAGED, SAVE_AGAIN), new FileFault(LOCKED, SAVE_AGAIN)]
  const parts = new Map(zipParts(bytes, damaged, locked).map((part) => [part.name, part]))
  return (name) => {
    const part = parts.get(name)
    return part === undefined ? null : new TextDecoder('utf-8').decode(part.read())
  }
}

const DAMAGED: Both<string> = {
  en: 'it is a workbook that is cut, damaged or far too large',
  es: 'es un libro cortado, dañado o demasiado grande',
}
/** The advice for a workbook that cannot be read. */
const SAVE_AGAIN: Both<string> = {
  en: 'open it in a spreadsheet, save it as a new .xlsx or as CSV without a password, and import that',
  es: 'ábralo en una hoja de cálculo, guárdelo como .xlsx nuevo o como CSV sin contraseña, e impórtelo',
}

/** The rows of a workbook's only visible sheet with content. A hidden sheet may hold lists, but no entries. */
export const workbookRows = (bytes: Uint8Array): readonly FileRow[] => {
  const parts = partsOf(bytes)
  const workbook = partAt(parts, 'xl/workbook.xml')
  if (workbook === null)
    throw new FileFault(
      { en: 'it is a zip file, but not a workbook', es: 'es un archivo zip, pero no un libro' },
      SAVE_AGAIN,
    )
  if (/^(1|true)$/.test(elementAt(workbook, 'workbookPr')?.attributes.get('date1904') ?? ''))
    throw new FileFault({ en: 'it counts its days from 1904', es: 'cuenta sus días desde 1904' }, SAVE_AGAIN)
  const texts = elementsAt(partAt(parts, 'xl/sharedStrings.xml') ?? undefined, 'si').map(textIn)
  const { visible, hidden } = sheetsOf(workbook, partAt(parts, 'xl/_rels/workbook.xml.rels'))
  const rowsIn = (sheet: string) => rowsOf(partAt(parts, sheet), texts)
  if (hidden.some((sheet) => rowsIn(sheet).some(looksLikeEntry))) throw new FileFault(HIDDEN, OF_ITS_OWN)
  const filled = visible.map(rowsIn).filter((rows) => rows.length > 0)
  if (filled.length > 1)
    throw new FileFault(
      { en: `it has ${filled.length} sheets with rows`, es: `tiene ${filled.length} hojas con filas` },
      OF_ITS_OWN,
    )
  return filled[0] ?? []
}

const HIDDEN: Both<string> = {
  en: 'it has entries on a hidden sheet',
  es: 'tiene filas con día y valor en una hoja oculta',
}
const OF_ITS_OWN: Both<string> = {
  en: 'save the sheet to import as a file of its own, and import that',
  es: 'guarde la hoja que va a importar como un archivo aparte, e impórtelo',
}

const looksLikeEntry = ({ cells }: FileRow): boolean =>
  cells.some((cell, at) => isDay(cell) && cells.some((other, place) => place !== at && isSum(other)))

const partAt = (parts: ZipParts, name: string): Element | null => {
  const text = parts(name)
  if (text === null) return null
  try {
    return readMarkup(text, 'xml')
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new FileFault({ en: `its part ${name} is damaged`, es: `su parte ${name} está dañada` }, SAVE_AGAIN, {
      cause: error,
    })
  }
}

/** The parts of the sheets. */
const sheetsOf = (workbook: Element, relations: Element | null) => {
  const targets = new Map(
    elementsAt(relations ?? undefined, 'Relationship').map(({ attributes }) => [
      attributes.get('Id'),
      attributes.get('Target') ?? '',
    ]),
  )
  const sheets = elementsAt(elementAt(workbook, 'sheets'), 'sheet')
  const isVisible = ({ attributes }: Element) => (attributes.get('state') ?? 'visible') === 'visible'
  const partOf = ({ attributes }: Element): string => {
    const target = targets.get(attributes.get('id')) ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  const visible = sheets.filter(isVisible).map(partOf)
  const hidden = sheets.filter((sheet) => !isVisible(sheet)).map(partOf)
  return { visible, hidden: hidden.filter((part) => !visible.includes(part)) }
}

/** A text in one piece or several, without phonetic guides. */
const textIn = (element: Element): string =>
  [element, ...elementsAt(element, 'r')].map((part) => textAt(part, 't')).join('')

const rowsOf = (sheet: Element | null, texts: readonly string[]): readonly FileRow[] => {
  let position = 0
  return elementsAt(elementAt(sheet ?? undefined, 'sheetData'), 'row').flatMap((row) => {
    position = Number(row.attributes.get('r') ?? position + 1)
    const cells = cellsOf(row, texts)
    return cells.every((cell) => cell === '') ? [] : [{ position, cells }]
  })
}

const COLUMNS_MAX = 16_384

const cellsOf = (row: Element, texts: readonly string[]): readonly FileCell[] => {
  const cells: FileCell[] = []
  for (const cell of elementsAt(row, 'c')) {
    const column = columnOf(cell.attributes.get('r')) ?? cells.length
    while (cells.length < Math.min(column, COLUMNS_MAX)) cells.push('')
    cells.push(cellValue(cell, texts))
  }
  return cells
}

/** `C7` is column 2, counted from 0. */
const columnOf = (reference = ''): number | null => {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const cellValue = (cell: Element, texts: readonly string[]): FileCell => {
  if (elementAt(cell, 'f') !== undefined) return FORMULA
  const [type, value] = [cell.attributes.get('t') ?? 'n', textAt(cell, 'v')]
  if (type === 's') return (texts[Number(value)] ?? '').trim()
  if (type === 'inlineStr') return textIn(elementAt(cell, 'is') ?? cell).trim()
  return type === 'n' && value !== '' ? Number(value) : value
}
