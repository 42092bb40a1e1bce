import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Ajv } from 'ajv'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { asOfText } from '../../src/input/as-of-text.ts'
import { FILE_SETTINGS } from '../../src/input/file-settings.ts'
import { configSchema } from '../../src/input/schema.ts'
import { loadSettings, type Sources } from '../../src/input/settings.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { jsonText } from '../../src/print/json.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder } from '../empty-folder.ts'

const KEY = 'sk_live_very-secret-0123456789'

let folder = ''
beforeEach(() => {
  folder = emptyFolder()
})

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const load = (env: Sources['env'] = {}) => loadSettings({ flags: {}, env, cwd: folder })
const fault = (): CuadreError => {
  try {
    load()
  } catch (error) {
    if (error instanceof CuadreError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
const withEnvFile = (text: string): void => {
  write('cuadre.config.json', JSON.stringify({ envFile: 'cuadre.env', baseUrl: 'https://file.example/v1' }))
  write('cuadre.env', text)
}

describe('the env file that the settings file names', () => {
  it('sets what the process does not, and wins over the settings file', () => {
    withEnvFile(
      `# a comment\n\nexport CUADRE_API_KEY='${KEY}'\r\nCUADRE_BASE_URL=https://env.example/v1\nCUADRE_OUT=\n`,
    )
    const { settings, origins } = load()
    expect(settings).toMatchObject({ apiKey: KEY, baseUrl: 'https://env.example/v1', out: join(folder, 'out') })
    const path = join(folder, 'cuadre.env')
    expect(origins.get('apiKey')).toEqual({ from: 'env-file', name: `CUADRE_API_KEY in ${path}` })
    const env = { CUADRE_BASE_URL: 'https://process.example/v1', CUADRE_API_KEY: '' }
    expect(load(env).settings).toMatchObject({ apiKey: KEY, baseUrl: 'https://process.example/v1' })
  })

  it('has paths relative to itself, and a process with a key file of its own wins over its key', () => {
    mkdirSync(join(folder, 'etc'))
    write('cuadre.config.json', '{"envFile": "etc/cuadre.env"}')
    write('etc/cuadre.env', 'CUADRE_API_KEY_FILE=key\nCUADRE_DB="books.db"\n')
    write('etc/key', `${KEY}\n`)
    write('other', 'another-key\n')
    expect(load().settings).toMatchObject({ apiKey: KEY, db: join(folder, 'etc/books.db') })
    expect(load({ CUADRE_API_KEY_FILE: 'other' }).settings.apiKey).toBe('another-key')
  })

  it('need not be there: variables may come from elsewhere', () => {
    write('cuadre.config.json', '{"envFile": "cuadre.env"}')
    expect(load({ CUADRE_API_KEY: KEY }).settings.apiKey).toBe(KEY)
    expect(load().settings.apiKey).toBe(null)
  })

  it('may hold the variables in which the settings file says that keys stand', () => {
    write('cuadre.config.json', '{"envFile": "cuadre.env", "apiKeyVariable": "CUADRE_KEY_OF_CASA"}')
    write('cuadre.env', `CUADRE_KEY_OF_CASA=${KEY}\nOTHER_PROGRAM=1\n`)
    expect(load().settings.apiKey).toBe(KEY)
  })

  it.each([
    ['a line that is no assignment', `CUADRE_API_KEY ${KEY}`, 'ENV_FILE_NOT_READ', 'line 2'],
    ['a value that a shell would split', `CUADRE_API_KEY=${KEY} more`, 'ENV_FILE_NOT_READ', 'line 2'],
    ['a value that a shell would expand', `CUADRE_API_KEY="${KEY}$x"`, 'ENV_FILE_NOT_READ', 'line 2'],
    ['quotes that do not close', `CUADRE_API_KEY='${KEY}`, 'ENV_FILE_NOT_READ', 'line 2'],
    ['a variable twice', `CUADRE_API_KEY=${KEY}\nCUADRE_API_KEY=${KEY}`, 'ENV_FILE_NOT_READ', 'line 3'],
    ['a mistyped variable', `CUADRE_API_KY=${KEY}`, 'SETTING_UNKNOWN', 'CUADRE_API_KY at line 2'],
  ])('is refused for %s, by its line and never its text', (_what, line, code, says) => {
    withEnvFile(`# first line\n${line}\n`)
    const error = fault()
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
    expect(error.message + error.next).not.toContain(KEY)
  })

  it('is refused when it cannot be read', () => {
    withEnvFile('')
    rmSync(join(folder, 'cuadre.env'))
    mkdirSync(join(folder, 'cuadre.env'))
    expect(fault()).toMatchObject({ code: 'ENV_FILE_NOT_READ', message: expect.stringContaining('EISDIR') })
  })

  it('says to a shell what it says to us', () => {
    withEnvFile(`CUADRE_INTEGRITY_KEY='a b$c"d'\nCUADRE_MERCHANT="casa"\nexport CUADRE_OUT=x/y-1.2:3,4@5%6+7=8#9\n`)
    const names = ['CUADRE_INTEGRITY_KEY', 'CUADRE_MERCHANT', 'CUADRE_OUT']
    const script = `set -a; . ./cuadre.env; ${names.map((name) => `printf '%s\\n' "$${name}"`).join('; ')}`
    const shell = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8', env: {} })
    const { integrityKey, merchant, out } = load().settings
    expect(shell).toBe(`${integrityKey}\n${merchant}\n${relative(folder, out)}\n`)
    expect(shell).toBe('a b$c"d\ncasa\nx/y-1.2:3,4@5%6+7=8#9\n')
  })
})

describe('where a key stands', () => {
  it('may be told by the settings file, and a variable wins over it', () => {
    write('cuadre.config.json', '{"apiKeyFile": "key", "integrityKeyVariable": "HOOKS"}')
    write('key', `${KEY}\n`)
    const { settings, origins } = load({ HOOKS: 'key-of-hooks' })
    expect(settings).toMatchObject({ apiKey: KEY, integrityKey: 'key-of-hooks' })
    expect(origins.get('integrityKey')).toEqual({ from: 'environment', name: 'HOOKS' })
    expect(load({ CUADRE_API_KEY: 'of-process' }).settings.apiKey).toBe('of-process')
  })
})

const schema = JSON.parse(jsonText(configSchema()))
const fits = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)

describe('the schema of the settings file', () => {
  it('is itself a schema, and knows every setting, each with a sentence', () => {
    for (const name of Object.keys(FILE_SETTINGS)) expect(schema.properties[name].description).toMatch(/^[A-Z].*\.$/s)
    expect(schema.properties.toleranceCop.default).toBe(0)
    expect(schema.properties.invoiceMinCop.default).toBe(3000)
  })

  it('takes every default', () => {
    for (const [name, { otherwise }] of Object.entries(FILE_SETTINGS)) {
      if (otherwise === null) continue
      expect([name, fits({ [name]: JSON.parse(jsonText(otherwise)) })]).toEqual([name, true])
    }
  })

  it.each([
    [{}],
    [{ $schema: './cuadre.config.schema.json' }],
    [{ baseUrl: 'HTTP://localhost:8080/v1/', policy: { gateway: 'same', cycleAliases: { '11:00': '11' } } }],
    [{ envFile: 'cuadre.env', apiKeyVariable: 'KEY_OF_CASA', integrityKeyFile: '../keys/integrity' }],
    [{ taxOnFeesRate: null, absentStatuses: [], extraCycles: [] }],
    [{ webhookPayloadField: 'payload' }],
    [{ webhookPayloadField: null }],
    [{ absentStatuses: [200, 204, 404, 500], absentBodies: ['empty', 'null', '{}', 'html'] }],
    [
      {
        merchants: [
          { name: 'casa', apiKeyFile: 'casa.key', out: 'x', cycles: ['11'], policy: { chargebacks: 'excluded' } },
        ],
      },
    ],
  ])('takes %j', (document) => {
    expect(fits(document) || fits.errors).toBe(true)
  })

  it.each([
    [[]],
    [{ baseurl: 'https://service.example/v1' }],
    [{ apiKey: 'sk_live_0123456789' }],
    [{ apiKeyVariable: 'sk_live_0123456789' }],
    [{ baseUrl: 'ftp://service.example' }],
    [{ cycles: [] }],
    [{ cycles: [11] }],
    [{ absentStatuses: [401] }],
    [{ policy: { db: 'x' } }],
    [{ merchants: [] }],
    [{ merchants: [{}] }],
    [{ merchants: [{ name: '../casa' }] }],
    [{ merchants: [{ name: 'casa', db: 7 }] }],
    [{ merchants: { folder: 'a', command: ['b'] } }],
    [{ merchants: [{ name: 'casa', apiKey: 'sk_live_0123456789' }] }],
  ])('refuses %j', (document) => {
    expect(fits(document)).toBe(false)
  })

  it('stands in the package, where the build puts it', () => {
    const shipped = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/cuadre.config.schema.json'), 'utf8'))
    expect([shipped.title, new Ajv({ allowUnionTypes: true }).compile(shipped)({ pageLimit: 0 })]).toEqual([
      schema.title,
      false,
    ])
  })
})

test.each<[text: string, zone: string, at: string | number | null]>([
  ['100', 'America/Bogota', 100],
  ['2026-03-12', 'America/Bogota', '2026-03-13T04:59:59.999Z'],
  ['2026-03-12 10:15:30', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12T10:15:30', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12 10:15:30.250', 'America/Bogota', '2026-03-12T15:15:30.250Z'],
  ['2026-03-12T10:15:30-05:00', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12T10:15:30Z', 'America/Bogota', '2026-03-12T10:15:30.999Z'],
  // Clocks go forward at 02:00 on this day, and back at 02:00 on the next.
  ['2026-03-08 01:00:00', 'America/New_York', '2026-03-08T06:00:00.999Z'],
  ['2026-03-08 12:00:00', 'America/New_York', '2026-03-08T16:00:00.999Z'],
  ['2026-11-01 12:00:00', 'America/New_York', '2026-11-01T17:00:00.999Z'],
  ['2026-03-08', 'America/New_York', '2026-03-09T03:59:59.999Z'],
  ['2026-02-30', 'America/Bogota', null],
  ['2026-03-12 25:00:00', 'America/Bogota', null],
  ['2026-03-12 10:61:00', 'America/Bogota', null],
  ['yesterday', 'America/Bogota', null],
])('%s in %s', (text, zone, at) => {
  const found = asOfText(text, zoneByName(zone))
  const shown = found?.kind === 'time' ? new Date(found.at).toISOString() : (found?.number ?? null)
  expect(shown).toBe(at)
})
