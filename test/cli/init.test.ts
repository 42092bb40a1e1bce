import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { firstConfig } from '../../src/input/first-config.ts'
import { configSchema } from '../../src/input/schema.ts'
import { jsonText } from '../../src/print/json.ts'
import { emptyFolder } from '../empty-folder.ts'
import { sandboxForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const KEY = 'sk_live_very-secret-0123456789'

const service = await sandboxForAll({ days: 1 })

const now = Date.now
const configIn = (cwd: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(cwd, 'cuadre.config.json'), 'utf8'))
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('init --yes', () => {
  it('writes a settings file and an env file, for their owner alone, and no key anywhere', async () => {
    const cwd = emptyFolder()
    const env = { CUADRE_API_KEY: KEY }
    const { status, out, err } = await type(`init --yes --base-url ${service.baseUrl}`, { cwd, env, now })
    expect([status, err]).toEqual([0, ''])
    expect(readdirSync(cwd).sort()).toEqual(['cuadre.config.json', 'cuadre.env'])
    const { $schema, ...settings } = configIn(cwd)
    expect(settings).toEqual({
      baseUrl: service.baseUrl,
      envFile: './cuadre.env',
      db: './data/cuadre.db',
      out: './out',
      csvProfile: 'excel-co',
      timeZone: 'America/Bogota',
      language: 'en',
    })
    expect(fileURLToPath(String($schema))).toMatch(/dist.cuadre\.config\.schema\.json$/)
    expect(existsSync(fileURLToPath(String($schema)))).toBe(true)
    for (const name of readdirSync(cwd)) {
      expect(modeOf(join(cwd, name))).toBe('600')
      expect(readFileSync(join(cwd, name), 'utf8')).not.toContain(KEY)
    }
    expect(out).not.toContain(KEY)
  })

  it('says where the key goes and what to do then, and then it runs', async () => {
    const cwd = emptyFolder()
    const { out } = await type(`init --yes --base-url ${service.baseUrl}`, { cwd, now })
    const envFile = join(cwd, 'cuadre.env')
    expect(out).toMatch(/^FAILED +key +no key is set$/m)
    expect(out.slice(-200)).toContain(
      `Next 1: put the key into ${envFile}, in the line CUADRE_API_KEY=\nNext 2: cuadre doctor\nNext 3: cuadre run\n`,
    )
    expect([(await type('doctor', { cwd, now })).status, (await type('run', { cwd, now })).status]).toEqual([2, 2])
    writeFileSync(envFile, readFileSync(envFile, 'utf8').replace('CUADRE_API_KEY=', `CUADRE_API_KEY=${service.apiKey}`))
    const doctor = await type('doctor', { cwd, now })
    expect([doctor.status, doctor.out]).toEqual([
      0,
      expect.stringMatching(/Everything is in order\. Next: cuadre run\n$/),
    ])
    const run = await type('run', { cwd, now })
    expect([run.status, run.err]).toEqual([0, ''])
  })

  it('looks at how things stand, and its file fits the schema', async () => {
    const cwd = emptyFolder()
    const { status, out } = await type(
      [
        'init',
        '--yes',
        '--json',
        '--base-url',
        service.baseUrl,
        '--key-variable',
        'CASA_KEY',
        '--out',
        'reports',
        '--merchant',
        'casa',
      ],
      { cwd, env: { CASA_KEY: service.apiKey }, now },
    )
    expect(status).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      command: 'init',
      exitCode: 0,
      written: [join(cwd, 'cuadre.config.json')],
      kept: null,
      next: ['cuadre run'],
      health: 'ok',
      error: null,
    })
    expect(configIn(cwd)).toMatchObject({ apiKeyVariable: 'CASA_KEY', out: './reports', merchant: 'casa' })
    const fits = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(jsonText(configSchema())))
    expect(fits(configIn(cwd)) || fits.errors).toBe(true)
  })

  it.each([
    ['--key-file /run/secrets/key', { apiKeyFile: '/run/secrets/key' }],
    ['--key-variable CUADRE_API_KEY', { apiKeyVariable: undefined, envFile: undefined }],
    ['--variables-file etc/its.env', { envFile: './etc/its.env' }],
    ['--time-zone Europe/Madrid', { timeZone: 'Europe/Madrid', csvProfile: 'standard' }],
    ['--language es', { language: 'es' }],
    ['--csv-profile raw --db /var/lib/cuadre/c.db', { csvProfile: 'raw', db: '/var/lib/cuadre/c.db' }],
  ])('takes %s', async (flags, expected) => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'etc'))
    await type(`init --yes --base-url ${service.baseUrl} ${flags}`, { cwd, now })
    const config = configIn(cwd)
    for (const [name, value] of Object.entries(expected)) expect([name, config[name]]).toEqual([name, value])
  })

  it('names the settings file in what comes next when it is another', async () => {
    const cwd = emptyFolder()
    const { out } = await type(`init --yes --base-url ${service.baseUrl} --config etc/mine.json`, { cwd, now })
    expect(out).toMatch(/^Next 3: cuadre run --config etc\/mine\.json$/m)
    expect(JSON.parse(readFileSync(join(cwd, 'etc/mine.json'), 'utf8'))).toMatchObject({
      out: './out',
      envFile: './cuadre.env',
    })
    expect(readdirSync(join(cwd, 'etc')).sort()).toEqual(['cuadre.env', 'mine.json'])
  })

  it('replaces nothing unless told to, and an env file never', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'cuadre.config.json'), '{"pageLimit": 5}')
    writeFileSync(join(cwd, 'cuadre.env'), `CUADRE_API_KEY=${service.apiKey}\n`)
    chmodSync(join(cwd, 'cuadre.env'), 0o600)
    const refused = await type(`init --yes --base-url ${service.baseUrl}`, { cwd, now })
    expect([refused.status, refused.err]).toEqual([2, expect.stringMatching(/already exists; add --force/)])
    expect(configIn(cwd)).toEqual({ pageLimit: 5 })
    const { status, out } = await type(`init --yes --force --base-url ${service.baseUrl}`, { cwd, now })
    expect([status, configIn(cwd).baseUrl]).toEqual([0, service.baseUrl])
    expect(readFileSync(join(cwd, 'cuadre.env'), 'utf8')).toBe(`CUADRE_API_KEY=${service.apiKey}\n`)
    expect(out).toMatch(/^kept {5}cuadre\.env, which was there already$/m)
    expect(out).toMatch(/\nNext: cuadre run\n$/)
  })

  it.each([
    ['init', 'at a terminal'],
    ['init --yes', '--yes needs --base-url'],
    ['init --force --base-url https://x/v1', '--force needs --yes'],
    ['init --yes --base-url sk_live_very-secret-0123456789', '--base-url must be'],
    ['init --yes --base-url https://x/v1 --key-variable sk_live_very-secret-0123456789', '--key-variable must be'],
    ['init --yes --base-url https://x/v1 --key-file k --variables-file e', '--variables-file excludes --key-file'],
    ['init --yes --base-url https://x/v1 --csv-profile excel', '--csv-profile must be one of'],
    ['init --yes --base-url https://x/v1 --language fr', '--language must be one of'],
    ['init --yes --base-url https://x/v1 --time-zone Bogota', '--time-zone must be'],
    ['init --yes --base-url https://x/v1 --merchant ../x', '--merchant is not a valid name'],
  ])('%s is refused, and nothing is written', async (words, says) => {
    const cwd = emptyFolder()
    const { status, err } = await type(words, { cwd })
    expect([status, err]).toEqual([2, expect.stringContaining(says)])
    expect(err).not.toContain(KEY)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('into a folder that is a file ends with 6', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'etc'), 'mine')
    const { status } = await type('init --yes --base-url https://x/v1 --config etc/mine.json', { cwd })
    expect([status, readFileSync(join(cwd, 'etc'), 'utf8')]).toEqual([6, 'mine'])
  })
})

describe('the first settings file', () => {
  it('knows its schema by a way that goes with the folder, where the package lies in it', () => {
    const answers = {
      baseUrl: 'https://x/v1',
      key: { kind: 'variable', name: 'CUADRE_API_KEY' },
      db: '/srv/data/cuadre.db',
      out: '/elsewhere/out',
      merchant: null,
      csvProfile: 'standard',
      timeZone: 'America/Bogota',
      language: 'es',
    } as const
    const schema = '/srv/node_modules/cuadre/dist/cuadre.config.schema.json'
    expect(JSON.parse(firstConfig({ ...answers, clock: null }, '/srv', schema))).toMatchObject({
      $schema: './node_modules/cuadre/dist/cuadre.config.schema.json',
      db: './data/cuadre.db',
      out: '/elsewhere/out',
    })
    expect(JSON.parse(firstConfig({ ...answers, clock: null }, '/other', schema)).$schema).toBe(`file://${schema}`)
  })
})

const hasScript = spawnSync('script', ['--version']).status === 0

/** A terminal of 120 columns: its contents, with each answer typed when its question appears. */
const atTerminal = async (cwd: string, answers: readonly (readonly [question: string, keys: string])[]) => {
  const command = `stty cols 120 rows 40; ${process.execPath} ${MAIN} init; echo "status $?"`
  const child: ChildProcess = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', COLUMNS: '120', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let drawn = ''
  let from = 0
  const left = [...answers]
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (text: string) => {
    drawn += text
    const [question, keys] = left[0] ?? []
    const at = question === undefined ? -1 : drawn.indexOf(question, from)
    if (at === -1 || keys === undefined) return
    from = at + (question?.length ?? 0)
    left.shift()
    child.stdin?.write(keys)
  })
  await once(child, 'close')
  const status = Number(/status (\d+)/.exec(drawn)?.[1])
  return { status, drawn, unasked: left.map(([question]) => question) }
}

describe.skipIf(!hasScript)('init at a terminal', () => {
  const ENTER = '\r'
  const CTRL_C = '\u0003'

  it('asks what it needs, proposes the rest, and never shows the key', async () => {
    const cwd = emptyFolder()
    const { status, drawn, unasked } = await atTerminal(cwd, [
      ['Base URL', `${service.baseUrl.replace(/\/v1$/, '')}${ENTER}`],
      [`Use ${service.baseUrl}?`, ENTER],
      ['Where is the key?', ENTER],
      ['Which env file?', ENTER],
      ['Folder of the reports?', ENTER],
      ['What opens the CSV files?', ENTER],
      ['Language of pages', ENTER],
      ['The key (it goes into cuadre.env', `${service.apiKey}${ENTER}`],
    ])
    expect([status, unasked]).toEqual([0, []])
    expect(drawn).not.toContain(service.apiKey)
    expect(configIn(cwd)).toMatchObject({ baseUrl: service.baseUrl, envFile: './cuadre.env', csvProfile: 'excel-co' })
    expect(readFileSync(join(cwd, 'cuadre.env'), 'utf8')).toContain(`\nCUADRE_API_KEY=${service.apiKey}\n`)
    expect(modeOf(join(cwd, 'cuadre.env'))).toBe('600')
    expect(drawn).toMatch(/\d+ checks are well/)
    expect(drawn).toMatch(/Next: node \S+ run\s/)
  })

  it('leaves a settings file alone unless somebody says otherwise', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'cuadre.config.json'), '{"pageLimit": 5}')
    const { status, drawn } = await atTerminal(cwd, [['Replace it?', ENTER]])
    expect([status, configIn(cwd)]).toEqual([0, { pageLimit: 5 }])
    expect(drawn).toContain('nothing was written')
  })

  it('that is left by Ctrl-C has written nothing', async () => {
    const cwd = emptyFolder()
    const { status } = await atTerminal(cwd, [
      ['Base URL', `${service.baseUrl}${ENTER}`],
      ['Where is the key?', CTRL_C],
    ])
    expect([status, readdirSync(cwd)]).toEqual([130, []])
  })
})
