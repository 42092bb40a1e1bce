import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice'].find(existsSync)

/** Whether a spreadsheet program is installed; tests that need one are skipped otherwise. */
export const hasLibreOffice = SOFFICE !== undefined

export type Locale = 'es-CO' | 'en-US'

/** The import settings of a locale: the language of numbers, by Microsoft's number (9226 is 0x240A). */
const LANGUAGES: Readonly<Record<Locale, number>> = { 'es-CO': 9226, 'en-US': 1033 }

/** The contents of a cell in LibreOffice after it opened the file. */
export interface OpenedCell {
  readonly type: 'string' | 'float' | 'percentage' | 'date' | 'time' | 'boolean'
  /** The value itself, not its display. */
  readonly value: string
  /** Whether it was calculated as a formula. */
  readonly isFormula: boolean
}

/** The rows of each sheet by name; an empty cell is null, and empty rows and cells at the end are left out. */
export type Opened = ReadonlyMap<string, readonly (readonly (OpenedCell | null)[])[]>

/** Opens a file in LibreOffice under that locale, and reads the result. */
export const opened = async (file: string, locale: Locale): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-office-'))
  try {
    await convert(file, 'fods', locale, folder)
    return sheetsIn(readFileSync(join(folder, basename(file).replace(/\.[a-z]+$/, '.fods')), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const convert = async (file: string, to: string, locale: Locale, folder: string): Promise<void> => {
  const profile = join(folder, 'profile')
  mkdirSync(join(profile, 'user'), { recursive: true })
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), settingsFor(locale))
  await promisify(execFile)(
    SOFFICE ?? '',
    [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--headless',
      ...(file.endsWith('.csv') ? [importFilter(readFileSync(file, 'utf8'), locale)] : []),
      ...['--convert-to', to, '--outdir', folder, file],
    ],
    { timeout: 500_000 },
  )
}

/**
 * Separator, quote, UTF-8, first line, no column formats, language, quoted cells are not forced to text, numbers and
 * dates are detected.
 */
const importFilter = (text: string, locale: Locale): string =>
  `--infilter=CSV:${text.includes(';') && text.split('\n')[0]?.includes(';') ? 59 : 44},34,76,1,,${LANGUAGES[locale]},false,true`

const settingsFor = (locale: Locale): string => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>
</oor:items>
`

const sheetsIn = (fods: string): Opened =>
  new Map(
    [...fods.matchAll(/<table:table table:name="([^"]*)"(.*?)<\/table:table>/gs)].map(([, name = '', sheet = '']) => [
      textIn(name),
      rowsIn(sheet),
    ]),
  )

const ROW = /<table:table-row([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs
const CELL = /<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>(.*?)<\/table:(?:covered-)?table-cell>)/gs

const rowsIn = (sheet: string): (OpenedCell | null)[][] =>
  withoutEnd(
    [...sheet.matchAll(ROW)].flatMap(([, attributes = '', cells = '']) => {
      const row = withoutEnd(cellsIn(cells), (cell) => cell === null)
      return row.length === 0 && repeated(attributes) > MANY ? [] : Array(repeated(attributes)).fill(row)
    }),
    (row) => row.length === 0,
  )

const cellsIn = (row: string): (OpenedCell | null)[] =>
  [...row.matchAll(CELL)].flatMap(([, attributes = '', content = '']) => {
    const cell = cellIn(attributes, content)
    return cell === null && repeated(attributes) > MANY ? [] : Array(repeated(attributes)).fill(cell)
  })

/** Only the empty rest of a sheet is repeated this often. */
const MANY = 500

const repeated = (attributes: string): number =>
  Number(/table:number-(?:rows|columns)-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1)

const cellIn = (attributes: string, content: string): OpenedCell | null => {
  const type = /office:value-type="([a-z]+)"/.exec(attributes)?.[1] as OpenedCell['type'] | undefined
  if (type === undefined) return null
  const value = /office:(?:date-|time-|boolean-)?value="([^"]*)"/.exec(attributes)?.[1]
  const lines = [...content.matchAll(/<text:p(?:\/>|>(.*?)<\/text:p>)/gs)].map(([, line = '']) => textIn(line))
  return { type, value: value ?? lines.join('\n'), isFormula: attributes.includes('table:formula=') }
}

const textIn = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp|#x?[0-9a-fA-F]+);/g, (_, name: string) => NAMED[name] ?? numbered(name))

const NAMED: Readonly<Record<string, string | undefined>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const numbered = (name: string): string =>
  String.fromCodePoint(name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))

const withoutEnd = <T>(list: readonly T[], isEmpty: (member: T) => boolean): T[] => {
  const last = list.findLastIndex((member) => !isEmpty(member))
  return list.slice(0, last + 1)
}
