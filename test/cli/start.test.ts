import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { typableFor } from '../../src/cli/framework/cuadre.ts'
import { programOf } from '../../src/cli/help/program-of.ts'
import { typed } from '../../src/std/start.ts'
import { emptyFolder } from '../empty-folder.ts'

const COMMANDS = await allCommands()

/** A checkout, and beside it an empty folder; the checkout's program. */
const aCheckout = () => {
  const folder = emptyFolder()
  const [home, elsewhere] = [join(folder, 'cuadre'), join(folder, 'else where')]
  for (const path of [join(home, 'bin'), join(home, 'src'), elsewhere]) mkdirSync(path, { recursive: true })
  const main = join(home, 'bin/cuadre.js')
  writeFileSync(main, '')
  return { folder, home, elsewhere, main }
}

test('no command has a flag that Node takes from anywhere in a command line', () => {
  const flags = COMMANDS.flatMap((command) => Object.keys(command.flags))
  expect([flags.includes('variables-file'), flags.filter((flag) => flag.startsWith('env-file'))]).toEqual([true, []])
})

describe('the program is named as it can be typed', () => {
  test('through npx in its checkout, also below its top', () => {
    const { home, main } = aCheckout()
    expect([home, join(home, 'src')].map((cwd) => programOf({ env: {}, cwd, main }))).toEqual([
      'npx cuadre',
      'npx cuadre',
    ])
  })

  test('with its path elsewhere: npx would look for a package of that name', () => {
    const { elsewhere, main } = aCheckout()
    expect(programOf({ env: { npm_command: 'exec' }, cwd: elsewhere, main })).toBe(`node ${main}`)
    const spaced = join(elsewhere, 'cuadre.js')
    writeFileSync(spaced, '')
    expect(programOf({ env: {}, cwd: '/', main: spaced })).toBe(`node '${spaced}'`)
  })

  test('by its name alone where a shell finds this very program', () => {
    const { folder, home, elsewhere, main } = aCheckout()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    symlinkSync(main, join(bin, 'cuadre'))
    expect(programOf({ env: { PATH: `/usr/bin::${bin}` }, cwd: elsewhere, main })).toBe('cuadre')
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'cuadre'), '')
    expect(programOf({ env: { PATH: other }, cwd: home, main })).toBe('npx cuadre')
  })

  test('through npx where it is a dependency: the folder that npm puts on the PATH is not on that of the shell', () => {
    const { elsewhere, main } = aCheckout()
    const bin = join(elsewhere, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    symlinkSync(main, join(bin, 'cuadre'))
    expect(programOf({ env: { PATH: bin }, cwd: elsewhere, main: join(bin, 'cuadre') })).toBe('npx cuadre')
  })

  test('plainly where another program started it', () => {
    expect(programOf({ env: {}, cwd: '/', main: undefined })).toBe('cuadre')
  })
})

describe('commands in a text can be typed as they stand', () => {
  const typable = typableFor(COMMANDS)
  const start = { program: 'npx cuadre', flags: { config: 'my demo/c.json', db: undefined } }

  test.each([
    ['see "cuadre bank list".', `see "npx cuadre bank list --config 'my demo/c.json'".`],
    ['run: cuadre run --date 2026-03-12', `run: npx cuadre run --config 'my demo/c.json' --date 2026-03-12`],
    ['tie it: «cuadre\n  bank tie»', `tie it: «npx cuadre\n  bank tie --config 'my demo/c.json'»`],
    ['"cuadre demo" and "cuadre init"', '"npx cuadre demo" and "npx cuadre init"'],
    ['cuadre discrepancies --help', 'npx cuadre discrepancies --help'],
    ['see "cuadre --help"', 'see "npx cuadre --help"'],
    ['see "cuadre help bank"', 'see "npx cuadre help bank"'],
    ['cuadre status --runs', `npx cuadre status --runs --config 'my demo/c.json'`],
    ['cuadre bank files --accounts', `npx cuadre bank files --accounts --config 'my demo/c.json'`],
    ['cuadre audit --verify e.zip --digest 4f', 'npx cuadre audit --verify e.zip --digest 4f'],
    ['cuadre audit 2026-03-12 11 --out e', `npx cuadre audit --config 'my demo/c.json' 2026-03-12 11 --out e`],
    ['cuadre check --config other.json', 'npx cuadre check --config other.json'],
    [
      'Made by cuadre 1.0.0, cuadre.config.json, cuadre-demo/out',
      'Made by cuadre 1.0.0, cuadre.config.json, cuadre-demo/out',
    ],
    ['cuadre: NO_DATABASE: there is none', 'cuadre: NO_DATABASE: there is none'],
  ])('%s', (text, expected) => {
    expect(typable(text, start)).toBe(expected)
    expect(typable(expected, start)).toBe(expected)
  })

  test('a command line gets the flags at its end', () => {
    expect(typed('cuadre explain 2026-03-12 11', start)).toBe(
      `npx cuadre explain 2026-03-12 11 --config 'my demo/c.json'`,
    )
  })
})
