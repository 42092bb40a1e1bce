import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { helpTexts, wordsOfCommands } from '../../src/cli/help/help-texts.ts'
import { LANGUAGES } from '../../src/words/language.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** The command as installed by npm. Requires `npm run build`. */
const ROOT = join(import.meta.dirname, '../..')
const COMMAND = join(ROOT, 'bin/cuadre.js')

/** A folder with Spanish settings. */
const spanishFolder = (): string => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), '{"language":"es"}')
  return cwd
}

const start = (words: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [COMMAND, ...words], { cwd, env, encoding: 'utf8' })

/** The JavaScript files that a process loads, by Node's own coverage data. */
const filesLoadedBy = (words: readonly string[]): readonly string[] => {
  const folder = emptyFolder()
  start(words, emptyFolder(), { NODE_V8_COVERAGE: folder })
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return result.map(({ url }: { url: string }) => url)
  })
  return urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))
}

const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0)

describe('what the build stores', () => {
  it.each(LANGUAGES)('is the help of this program, in %s', async (language) => {
    expect(JSON.parse(readFileSync(join(ROOT, `dist/help.${language}.json`), 'utf8'))).toEqual(
      await helpTexts(language),
    )
  })

  it('is also the words of all commands', async () => {
    expect(JSON.parse(readFileSync(join(ROOT, 'dist/help.words.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(await wordsOfCommands())),
    )
  })

  it.each(LANGUAGES)('names no types of flags, however long a line is, in %s', async (language) => {
    expect(JSON.stringify(await helpTexts(language)).match(/.{20}\[(?:boolean|string|array)\]/g)).toBe(null)
  })

  it.each([
    '',
    '--help',
    'run -h',
    'webhooks serve --help',
    'bank --help',
    'help bank',
    'help webhooks work',
    'status --runs --help',
    'help',
    'help run run run',
    '__proto__ --help',
    'run --help --json',
  ])('answers as the program does: cuadre %s', async (line) => {
    for (const cwd of [emptyFolder(), spanishFolder()]) {
      const { status, stdout: out, stderr: err } = start(line.split(' ').filter(Boolean), cwd)
      expect({ status, out, err }).toEqual(await type(line, { cwd, main: COMMAND }))
    }
  })

  it('takes one word for one word', async () => {
    const { status, stdout: out, stderr: err } = start(['webhooks serve', '--help'], emptyFolder())
    expect({ status, out, err }).toEqual(await type(['webhooks serve', '--help'], { main: COMMAND }))
  })

  it.each(['init', 'run'])('is in the language of the machine before there are settings: %s', async (name) => {
    const env = { LANG: 'es_CO.UTF-8' }
    const cwd = emptyFolder()
    expect(start([name, '--help'], cwd, env).stdout).toBe((await type(`${name} --help`, { cwd, env })).out)
  })
})

it('the help of a checkout proposes what can be typed in it', () => {
  const { stdout } = start(['help', 'bank'], ROOT)
  expect(stdout).toContain('  npx cuadre bank import march.csv ')
  const [, line = '', next = ''] = stdout.match(/^( {2}npx cuadre bank import <file..>.*)\n(.*)$/m) ?? []
  expect(next.search(/\S/)).toBe(line.indexOf('Import'))
})

describe('help is printed without', () => {
  it.each(['', '--help', 'run --help', 'audit -h', 'help bank'])('the program and its libraries: cuadre %s', (line) => {
    const files = filesLoadedBy(line.split(' ').filter(Boolean))
    expect(files).toContain(COMMAND)
    expect(files.length).toBeLessThanOrEqual(12)
    expect(sizeOf(files)).toBeLessThan(40_000)
  })

  it('which any other line loads', () => {
    expect(sizeOf(filesLoadedBy(['rnu']))).toBeGreaterThan(400_000)
  })
})

it.each([
  ['config', 640_000],
  ['status', 1_200_000],
])('a command loads its own files, and those of no other command: %s', (name, most) => {
  expect(sizeOf(filesLoadedBy([name]))).toBeLessThan(most)
})

describe('compiled code is kept, where Node can,', () => {
  const HAS_CACHE = 'enableCompileCache' in module

  it('in a folder of this user alone', () => {
    const cache = emptyFolder()
    expect(start(['config'], emptyFolder(), { XDG_CACHE_HOME: cache }).status).toBe(0)
    expect(readdirSync(cache)).toEqual(HAS_CACHE ? ['cuadre'] : [])
    if (HAS_CACHE) expect(statSync(join(cache, 'cuadre')).mode & 0o777).toBe(0o700)
  })

  it('and never where others may write, or nobody can', () => {
    const cache = emptyFolder()
    mkdirSync(join(cache, 'cuadre'))
    chmodSync(join(cache, 'cuadre'), 0o777)
    writeFileSync(join(cache, 'file'), '')
    for (const place of [cache, join(cache, 'file')])
      expect(start(['config'], emptyFolder(), { XDG_CACHE_HOME: place }).status).toBe(0)
    expect(readdirSync(join(cache, 'cuadre'))).toEqual([])
  })
})
