import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../src/cli/commands/commands.ts'
import { commandIn } from '../src/cli/framework/words.ts'
import { VERDICTS } from '../src/core/verdict.ts'
import { GROUPS } from '../src/questions/question.ts'
import { type } from './cli/terminal.ts'
import { emptyFolder } from './empty-folder.ts'
import { MARKS, withTables } from './manual-tables.ts'

const COMMANDS = await allCommands()
const GROUPS_OR_ALL = [...Object.keys(GROUPS), 'all']

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

const wordsIn = (line: string): readonly string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))

/** The command lines of a page, without what follows them on the line. */
const commandsIn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:^|`|\$ |; |&& |npx )cuadre ((?:"[^"]*"|[^`#|<>;&\n])*)/gm)].map(([, line = '']) => line.trim())

const FLAGS_OF_ALL = ['help', 'version']

const isKnown = (line: string): boolean => {
  const words = wordsIn(line).filter((word) => word !== 'help')
  const command = commandIn(words, COMMANDS)?.command
  const flags = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
  if (command === undefined)
    return GROUPS_OR_ALL.includes(words[0] ?? 'all') || flags.some((flag) => FLAGS_OF_ALL.includes(flag))
  const isOf = (flag: string) => flag in command.flags || command.foldedInto?.endsWith(`--${flag}`) === true
  return flags.every((flag) => isOf(flag) || FLAGS_OF_ALL.includes(flag))
}

/** What pages show of the demo: command lines, and lines of their answers in order; `...` are others. */
const shownIn = (page: string) =>
  [...read(page).matchAll(/```console\n\$ (?:npx )?cuadre (.*)\n([\s\S]*?)\n```/g)].map(
    ([, line = '', answer = '']) => ({
      words: wordsIn(line),
      answer: answer.split('\n').filter((told) => told !== '...'),
    }),
  )

const isSpanish = (page: string): boolean => page.includes('su-primer')

describe('the manual is true', () => {
  test.each([
    ['en_US.UTF-8', PAGES.filter((page) => !isSpanish(page))],
    ['es_CO.UTF-8', PAGES.filter(isSpanish)],
  ] as const)('what pages show of the demo its commands answer: %s', async (LANG, pages) => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'bin'))
    const main = join(cwd, 'bin/cuadre.js')
    writeFileSync(main, '')
    const user = { main, env: { LANG }, newRunId: randomUUID }
    const played = await type('demo', { ...user, cwd })
    for (const { words, answer } of pages.flatMap(shownIn)) {
      const { out, err } = words[0] === 'demo' ? played : await type(words, { ...user, cwd: join(cwd, 'cuadre-demo') })
      let at = 0
      for (const line of answer) {
        const place = (out + err).indexOf(line, at)
        expect(place === -1 ? `${words.join(' ')}: ${out}${err}` : line).toBe(line)
        at = place + line.length
      }
    }
  })

  test.each(PAGES)('every link of %s leads somewhere', (page) => {
    const broken = linksOf(page).filter(
      ([path, anchor]) => !existsSync(join(ROOT, path)) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
    )
    expect(broken).toEqual([])
  })

  test('commands that it writes exist, with their flags', () => {
    const wrong = [
      ...new Set(PAGES.filter((page) => !page.includes('recipes')).flatMap((page) => commandsIn(read(page)))),
    ]
    expect(wrong.length).toBeGreaterThan(100)
    expect(wrong.filter((line) => !isKnown(line))).toEqual([])
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

  test('leads to the index of the manual, and that to every chapter', () => {
    expect(readme).toContain('](docs/README.md)')
    const led = [...linksOf('README.md'), ...linksOf('docs/README.md')].map(([path]) => path)
    expect(CHAPTERS.filter((name) => !led.includes(join('docs', name)))).toEqual([])
  })
})
