import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { typedAs } from '../../src/cli/framework/command.ts'
import { GROUPS } from '../../src/questions/question.ts'
import { LANGUAGES } from '../../src/words/language.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

const COMMANDS = await allCommands()

const KEY = 'sk_live_very-secret-0123456789'

/** Invalid words, and the messages. */
const SENSELESS: readonly (readonly [string, string])[] = [
  ['--json', 'no command is given; see "cuadre --help"'],
  ['rnu', 'unknown command "rnu"; did you mean "cuadre run"? see "cuadre --help"'],
  ['webhook serve', 'unknown command "webhook"; did you mean "cuadre webhooks serve"? see "cuadre --help"'],
  [
    'db bakup --keep 3',
    '"cuadre db" is not a whole command; did you mean "cuadre db backup"? say "cuadre db backup" or "cuadre db verify" or "cuadre db restore" or "cuadre db split"',
  ],
  ['runs', '"cuadre runs" is not a whole command; say "cuadre status --runs" or "cuadre status --run"'],
  ['rnu extra', 'unknown command "rnu"; did you mean "cuadre run"? see "cuadre --help"'],
  ['Run', 'no command is given; see "cuadre --help"'],
  [KEY, 'no command is given; see "cuadre --help"'],
  ['run extra', '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  ['run run', '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  [`run ${KEY}`, '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  ['run -- --json', '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  [
    'invoice create --amount -5000',
    '-5000 is taken for a flag; write a value below zero behind an equals sign: =-5000',
  ],
  ['run --dates 2026-03-01', 'unknown flag --dates; did you mean --date? see "cuadre run --help"'],
  ['run --dryRun', 'unknown flag --dryRun; did you mean --dry-run? see "cuadre run --help"'],
  ['run --no-json', 'unknown flag --no-json; did you mean --json? see "cuadre run --help"'],
  ['month --match x', 'unknown flag --match; see "cuadre month --help"'],
  ['month --month 2026-03', 'unknown flag --month; write it without the flag: cuadre month <month>'],
  [
    'fees invoice x.csv',
    '"cuadre fees" takes flags only; there is one argument too many; did you mean "cuadre fees invoice import"?',
  ],
  ['run -j', 'unknown flag --j; see "cuadre run --help"'],
  ['run --date.x 1', 'unknown flag; did you mean --date? see "cuadre run --help"'],
  ['check --dry-run', 'unknown flag --dry-run; see "cuadre check --help"'],
  [`run --api-key ${KEY}`, 'unknown flag --api-key; keys are never flags: set CUADRE_API_KEY, or CUADRE_API_KEY_FILE'],
  [`run --token=${KEY}`, 'unknown flag --token; keys are never flags: set CUADRE_API_KEY, or CUADRE_API_KEY_FILE'],
  ['run --json --json', '--json is given more than once; give it once'],
  ['run --date 2026-03-01 --date 2026-03-01', '--date is given more than once; give it once'],
  ['run --db=a --db b', '--db is given more than once; give it once'],
  ['run --dry-run=false', '--dry-run takes no value; give it alone, or leave it out'],
  ['run --dry-run=yes', '--dry-run takes no value; give it alone, or leave it out'],
  ['run --dry-run false', '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  ['run --date', '--date is given without a value; give one'],
  ['run --date --json', '--date is given without a value; give one'],
  ['run --cycle', '--cycle is given without a value; give one'],
  ['run --cycle=', '--cycle is given without a value; give one'],
  ['sell', 'unknown command "sell"; see "cuadre --help"'],
  ['run --cycle 11 13', '"cuadre run" takes flags only; there is one argument too many; see "cuadre run --help"'],
  ...['', 'today', '2026-3-1', '2026-02-29', '2026-13-01', '26-03-01', '2026-03-01T00:00'].map(
    (date): readonly [string, string] => [
      `run --date=${date}`,
      '--date is not a valid date; write it as YYYY-MM-DD: 2026-03-12',
    ],
  ),
  ['run --date 10/10/2026', '--date is not a valid date; write it as YYYY-MM-DD: 2026-10-10'],
  ['run --date 3/4/2026', '--date is not a valid date; write it as YYYY-MM-DD: 2026-04-03 or 2026-03-04'],
  ['run --date 13/12/2026', '--date is not a valid date; write it as YYYY-MM-DD: 2026-12-13'],
  ['run --date 31/31/2026', '--date is not a valid date; write it as YYYY-MM-DD: 2026-03-12'],
  ['run --from 2026-03-01', '--from and --to need each other; give --from and --to, or --date'],
  ['run --to 2026-03-01', '--from and --to need each other; give --from and --to, or --date'],
  ['run --date 2026-03-01 --to 2026-03-02', '--date excludes --from and --to; give --from and --to, or --date'],
  ['run --from 2026-03-02 --to 2026-03-01', '--from 2026-03-02 is after --to 2026-03-01; swap them'],
  [
    'run --from 2016-01-01 --to 2026-03-01',
    '2016-01-01 to 2026-03-01 is more than 3660 days; ask for a shorter range at a time',
  ],
  ...['a/b', '..', '11,13', 'x'.repeat(17)].map((cycle): readonly [string, string] => [
    `run --cycle=${cycle}`,
    '--cycle is not a valid cycle; write 1 to 16 letters, digits, "_", ":" or "-": --cycle 11',
  ]),
  ['run --fail-on all', '--fail-on must be one of error, warning, info, never; correct it'],
  ['run --fail-on=', '--fail-on must be one of error, warning, info, never; correct it'],
]

describe('words that make no sense', () => {
  it.each(SENSELESS)('cuadre %s', async (line, says) => {
    const cwd = emptyFolder()
    const { status, out, err } = await type(line, { cwd })
    expect(err).toBe(`cuadre: USAGE: ${says}\n`)
    expect(status).toBe(2)
    expect(err + out).not.toContain(KEY)
    expect(out === '').toBe(!line.includes('--json') || line.includes('-- --json'))
    expect(readdirSync(cwd)).toEqual([])
  })

  it('are told as one JSON document too where one was asked for', async () => {
    const { out, status } = await type('check --json --date 2026-02-30')
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      command: 'check',
      outcome: 'failed',
      exitCode: status,
      runId: null,
      slots: [],
      files: [],
      error: {
        code: 'USAGE',
        message: '--date is not a valid date',
        next: 'write it as YYYY-MM-DD: 2026-03-12',
      },
    })
  })

  it('are told in English, whatever the language of the host', async () => {
    const before = process.env.LC_ALL
    process.env.LC_ALL = 'es_CO.UTF-8'
    onTestFinished(() => {
      if (before === undefined) delete process.env.LC_ALL
      else process.env.LC_ALL = before
    })
    expect((await type('run --help')).out).toContain('Options:')
    expect((await type('run --date')).err).toContain('is given without a value')
  })
})

describe('words before their command', () => {
  it.each([
    '--out x run',
    '--out=x run',
    '--json run',
    'run --out x',
    '--merchant run run',
    '--cycle 11 run --cycle 13',
  ])('are understood: %s', async (line) => {
    expect((await type(line)).err).toMatch(/^cuadre: NO_SERVICE: /)
  })
})

describe('help', () => {
  it.each(['--help', '-h', 'help'])('fits one screen: %s', async (line) => {
    for (const language of LANGUAGES) {
      const cwd = emptyFolder()
      writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language }))
      const { status, out, err } = await type(line, { cwd })
      expect([status, err]).toEqual([0, ''])
      const lines = out.split('\n').slice(0, -1)
      expect(lines.length).toBeLessThanOrEqual(45)
      // With `npx`, which stands before each command, too.
      expect(lines.filter((one) => one.length > (one.startsWith('  cuadre') ? 76 : 80))).toEqual([])
      const known = COMMANDS.map(({ name }) => name)
      const proposed = [...out.matchAll(/^ {2}cuadre ([a-z-]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name)
      expect(proposed.length).toBeLessThanOrEqual(20)
      expect(proposed.filter((name) => !known.includes(name))).toEqual(['help bank', 'help all'])
      expect(Object.keys(GROUPS).filter((topic) => !new RegExp(`^ {2}${topic} `, 'm').test(out))).toEqual([])
    }
  })

  it('is what no word prints, on standard error, and it ends with 2', async () => {
    const { out } = await type('--help')
    expect(await type('')).toEqual({ status: 2, out: '', err: out })
  })

  it('of everything shows every command in its group, and no old name', async () => {
    const { status, out, err } = await type('help all')
    expect([status, err]).toEqual([0, ''])
    const headings = out.split('\n').filter((one) => /^\S.*:$/.test(one))
    const titles = Object.values(GROUPS).map(({ title }) => `${title.en}:`)
    expect(headings).toEqual([...titles, 'Options:', 'Exit statuses:'])
    for (const { group, operand, describe: what, ...command } of COMMANDS) {
      const shown = (word: string): string => (word.startsWith('[') ? word : `<${word}>`)
      const operands = operand === undefined ? [] : operand.split(' ').map(shown)
      const [, listed = ''] = out.split(`\n${GROUPS[group].title.en}:\n`)
      const [own = ''] = listed.split('\n\n')
      expect(own.replace(/\s+/g, ' ')).toContain(['cuadre', typedAs(command), ...operands, what.en].join(' '))
    }
    expect(out).not.toMatch(/cuadre (?:runs|inbox|bank accounts)/)
  })

  it.each(Object.keys(GROUPS))(
    'of the topic %s shows an example, its commands, settings and statuses',
    async (topic) => {
      const { status, out } = await type(`help ${topic}`)
      expect(status).toBe(0)
      const own = COMMANDS.filter(({ group }) => group === topic)
      expect(out).toMatch(/^Examples:\n {2}cuadre /)
      for (const command of own) expect(out).toContain(`  cuadre ${typedAs(command)}`)
      const { settings } = GROUPS[topic as keyof typeof GROUPS]
      for (const setting of settings) expect(out).toContain(`\n  ${setting}  `)
      expect(out).toMatch(/\nExit statuses:\n {2}0 /)
    },
  )

  it.each(['bank', 'chargebacks', 'db', 'discrepancies', 'invoice', 'merchants', 'queue', 'webhooks'])(
    'of the group %s is also asked for by its flag',
    async (group) => {
      const { status, out } = await type(`${group} --help`)
      expect(status).toBe(0)
      expect(out).toBe((await type(`help ${group}`)).out)
      const others = COMMANDS.filter((one) => one.group !== group)
        .map(typedAs)
        .filter((name) => !name.startsWith(`${group} `))
      expect(others.filter((name) => out.includes(`\n  cuadre ${name} `))).toEqual([])
    },
  )

  it.each(['run', 'fees fit', 'status --runs', 'webhooks work'])(
    'of a command can be asked for by name: %s',
    async (line) => {
      expect(await type(`help ${line}`)).toEqual(await type(`${line} --help`))
    },
  )

  it.each(['help bnak', 'bnak --help'])('of nothing that there is ends with 2: %s', async (line) => {
    const { status, err } = await type(line)
    expect([status, err]).toEqual([2, 'cuadre: USAGE: unknown command "bnak"; see "cuadre --help"\n'])
  })

  it.each([
    ['runs list --job run', 'status --runs --job run'],
    ['runs show 12', 'status --run 12'],
    ['runs show 12', '--run=12 status'],
    ['bank accounts --json', 'bank files --json --accounts'],
    ['inbox --quiet', 'webhooks work --quiet'],
  ])('an old name is understood: cuadre %s is cuadre %s', async (old, line) => {
    const cwd = emptyFolder()
    expect(await type(line, { cwd })).toEqual(await type(old, { cwd }))
  })

  it.each(['status --runs --run 1', 'status --runs --all', 'status --runs --runs', 'status --job run'])(
    'flags that contradict the part asked for are refused: %s',
    async (line) => {
      const { status, err } = await type(line, { cwd: emptyFolder() })
      expect([status, err]).toEqual([2, expect.stringMatching(/^cuadre: USAGE: (?:unknown flag|--runs is given more)/)])
    },
  )

  it.each(COMMANDS.map(({ name }) => name))('of %s shows examples first, then every flag', async (name) => {
    const { status, out, err } = await type(`${name} --help`)
    expect([status, err]).toEqual([0, ''])
    const command = COMMANDS.find((one) => one.name === name)
    const options = out.indexOf('Options:')
    expect(command?.examples.length).toBeGreaterThan(0)
    for (const [example] of command?.examples ?? []) expect(out.slice(0, options)).toContain(`  ${example}  `)
    for (const [flag, { describe: what }] of Object.entries(command?.flags ?? {})) {
      expect(out.slice(options)).toContain(`--${flag} `)
      expect(out.slice(options).replace(/\s+/g, ' ')).toContain(what.en.split(' ').slice(0, 4).join(' '))
    }
  })

  it.each([
    ['status', ['0', '1', '2', '6', '130, 143']],
    ['close', ['0', '1', '2', '3', '6', '7', '130, 143']],
    ['worker', ['0', '1', '2', '3', '4', '5', '6', '7']],
    ['sandbox', ['0', '1', '2', '6']],
    ['invoice get', ['0', '1', '2', '4', '5', '6', '130, 143']],
    ['run', ['0', '1', '2', '3', '4', '5', '6', '7', '130, 143']],
  ])('of %s ends with the exit statuses it can end with', async (name, statuses) => {
    const { out } = await type(`${name} --help`)
    const [, listed = ''] = out.split('Exit statuses:\n')
    expect([...listed.matchAll(/^ {2}(\d[\d, ]*?) {2}/gm)].map(([, status]) => status)).toEqual(statuses)
  })

  it('and the list of commands have the groups in the same order', () => {
    const groups = Object.keys(GROUPS)
    const places = COMMANDS.map(({ group }) => groups.indexOf(group))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it.each(
    COMMANDS.flatMap(({ examples }) => examples.map(([line]) => line)).filter((line) => line.startsWith('cuadre ')),
  )('gives an example that is understood: %s', async (line) => {
    const words = line.split(' ').slice(1)
    const { status } = await type([...words, '--help'])
    expect(status).toBe(0)
  })

  it('the version is that of the package', async () => {
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
    expect(await type('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' })
    expect((await type('run --version')).out).toBe(`${version}\n`)
  })
})
