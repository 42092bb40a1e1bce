import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DISCREPANCY_COLUMNS } from '../reports/discrepancies.ts'
import { IN_TRANSIT_COLUMNS } from '../reports/in-transit.ts'
import { INVOICE_COLUMNS } from '../reports/invoice-ledger.ts'
import { RESTATEMENT_COLUMNS } from '../reports/restatements.ts'
import { SETTLEMENT_COLUMNS } from '../reports/settlement-ledger.ts'
import { COMMANDS } from '../src/cli/cuadre.ts'
import { CAUSE_CODES } from '../src/domain/causes/cause.ts'
import { CODES } from '../src/domain/discrepancy.ts'
import { VERDICTS } from '../src/domain/verdict.ts'
import { loadSettings } from '../src/settings.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const CHAPTERS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const PAGES = ['README.md', ...CHAPTERS.map((name) => join('docs', name))]
const manual = PAGES.map(read).join('\n')

/** The anchor that a heading of Markdown gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Each link of a page to another page of the project: `[page, anchor]`. */
const linksOf = (page: string): [string, string][] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', anchor = '']) => [
    path === '' ? page : join(dirname(page), path),
    anchor,
  ])

/** The first cells of the rows of a table between two marks, without their back-ticks. */
const firstCells = (mark: string): string[] => {
  const [, table = ''] = manual.split(`<!-- ${mark} -->`)
  const [body = ''] = table.split(`<!-- /${mark} -->`)
  return [...body.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell)
}

const columnsAfter = (mark: string): string[] => {
  const [, rest = ''] = manual.split(`<!-- ${mark} --> `)
  return (rest.split(' |')[0] ?? '').split(', ')
}

describe('the manual is true', () => {
  test.each(PAGES)('every link of %s leads somewhere', (page) => {
    const broken = linksOf(page).filter(
      ([path, anchor]) => !existsSync(join(ROOT, path)) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
    )
    expect(broken).toEqual([])
  })

  test('every code stands in its table, and no other', () => {
    expect(firstCells('codes').toSorted()).toEqual(CODES.toSorted())
  })

  test('every cause stands in its table, in its order', () => {
    expect(firstCells('causes')).toEqual(CAUSE_CODES)
  })

  test('every command stands in its table, and no other', () => {
    const commands = firstCells('commands').map((cell) => cell.split(' ')[1])
    expect([...new Set(commands)].toSorted()).toEqual(
      [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))].toSorted(),
    )
  })

  test('every setting stands in its table, and no other', () => {
    const { origins } = loadSettings({ flags: {}, env: {}, cwd: join(tmpdir(), 'nowhere') })
    const places = ['baseUrl', 'apiKey', 'integrityKey', 'integrityKeyPrevious', 'db', 'out', 'merchant']
    expect(firstCells('policy').toSorted()).toEqual(
      [...origins.keys()].filter((name) => !places.includes(name)).toSorted(),
    )
  })

  test('every verdict stands in it', () => {
    for (const verdict of VERDICTS) expect(manual).toContain(`| \`${verdict}\` |`)
  })

  test('the columns are those of the files, in their order', () => {
    expect(columnsAfter('settlement-ledger')).toEqual(SETTLEMENT_COLUMNS)
    expect(columnsAfter('invoice-ledger')).toEqual(INVOICE_COLUMNS)
    expect(columnsAfter('in-transit')).toEqual(IN_TRANSIT_COLUMNS)
    expect(columnsAfter('discrepancies')).toEqual(DISCREPANCY_COLUMNS)
    expect(columnsAfter('restatements')).toEqual(RESTATEMENT_COLUMNS)
  })
})
