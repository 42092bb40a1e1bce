import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../src/cli/commands/commands.ts'
import { VERDICTS } from '../src/core/verdict.ts'
import { MARKS, withTables } from './manual-tables.ts'

const COMMANDS = await allCommands()

const ROOT = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const CHAPTERS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const RECIPES = readdirSync(join(ROOT, 'docs/recipes'))
const PAGES = [
  'README.md',
  ...CHAPTERS.map((name) => join('docs', name)),
  ...RECIPES.map((name) => join('docs/recipes', name)),
]
const readme = read('README.md')
const manual = PAGES.map(read).join('\n')

/** The anchor of a Markdown heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links of a page to other pages of the project: `[page, anchor]`. */
const linksOf = (page: string): [string, string][] =>
  [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', anchor = '']) => [
    path === '' ? page : join(dirname(page), path),
    anchor,
  ])

describe('the manual is true', () => {
  test.each(PAGES)('every link of %s leads somewhere', (page) => {
    const broken = linksOf(page).filter(
      ([path, anchor]) => !existsSync(join(ROOT, path)) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
    )
    expect(broken).toEqual([])
  })

  test('what is said of a command names flags that it has', () => {
    const wrong = COMMANDS.flatMap(({ name, flags, manual = '' }) =>
      [...manual.matchAll(/--([a-z-]+)/g)].flatMap(([, flag = '']) => (flag in flags ? [] : [[name, flag]])),
    )
    expect(wrong).toEqual([])
  })

  test('every verdict stands in it', () => {
    for (const verdict of VERDICTS) expect(manual).toContain(`| \`${verdict}\` |`)
  })

  /** `npm run docs` writes the tables. */
  test.each(PAGES)('the tables of %s are those of the code', async (page) => {
    await expect(withTables(read(page))).toMatchFileSnapshot(join(ROOT, page))
  })

  test('every table of the code stands in it', () => {
    expect(MARKS.filter((mark) => !manual.includes(`<!-- ${mark} -->`))).toEqual([])
  })
})

/** All help: pages of the manual, and descriptions of commands and flags. */
const HELP = COMMANDS.flatMap(({ describe, flags, examples }) => [
  describe.en,
  ...Object.values(flags).map((flag) => flag.describe.en),
  ...examples.map(([, what]) => what.en),
])

describe('the manual is plain English', () => {
  /** Our file is "the database"; "books" and "ledger" belong to the merchant's accounting. */
  test.each([
    ...PAGES.map((page): [string, string] => [page, read(page)]),
    ['--help', HELP.join('\n')] as [string, string],
  ])('%s has no private words', (_, text) => {
    const prose = text.replaceAll('making the books meet', '').replaceAll(/`[^`]*`/g, '')
    expect(
      prose.match(/\bbooks\b|\bas without it\b|\bdress of\b|\bare told\b|\bbrings them up\b|\bhow things stand\b/gi),
    ).toBeNull()
  })
})

describe('the README', () => {
  test('begins with the line that clones, and the two commands on lines of their own', () => {
    const commands = readme.split('\n').filter((line) => /^(git|npm) /.test(line))
    expect(commands.slice(0, 3)).toEqual([
      expect.stringMatching(/^git clone /),
      'npm ci && npm start',
      'npm ci && npm test',
    ])
    expect(readme.split('\n').indexOf('npm ci && npm test')).toBeLessThan(25)
  })

  test('is short, and leads to every chapter', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(220)
    for (const name of CHAPTERS) expect(readme).toContain(`](docs/${name})`)
  })

  test('names commands that exist', () => {
    const names = [...readme.matchAll(/(?:^|`|&& |npx )cuadre ([a-z][a-z-]*)/gm)].map(([, name]) => name)
    const known = COMMANDS.map(({ name }) => name.split(' ')[0])
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    expect(names.length).toBeGreaterThan(10)
  })
})
