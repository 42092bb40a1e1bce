import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromCentavos, ZERO } from '../../src/core/money.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { configSchema } from '../../src/input/schema.ts'
import { loadSettings, requireService, type Settings, type Sources } from '../../src/input/settings.ts'
import { jsonText } from '../../src/print/json.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder } from '../empty-folder.ts'

const KEY = 'sk_live_very-secret-0123456789'

let folder = ''
beforeEach(() => {
  folder = emptyFolder()
})

const fitsSchema = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(jsonText(configSchema())))

const withFile = (content: unknown, name = 'cuadre.config.json'): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const load = (sources: Partial<Sources> = {}) => loadSettings({ flags: {}, env: {}, cwd: folder, ...sources })
const fault = (sources: Partial<Sources> = {}): CuadreError => {
  try {
    load(sources)
  } catch (error) {
    if (error instanceof CuadreError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const A_SCHEDULE = {
  from: '2026-01-01',
  methods: {
    card: { fixed: 800, percent: 2.79, min: 0, max: null, tiers: [{ above: 1_000_000, fixed: 0, percent: 2.5 }] },
  },
  tax: { name: 'IVA', percent: 19, included: false },
  withholdings: [{ name: 'ReteFuente', percent: 1.5, base: 'paid', methods: ['card'] }],
  rounding: 'invoice',
  to: 'peso',
  proposed: null,
}

describe('where a setting comes from', () => {
  it('is the default, when nobody says anything', () => {
    const { settings, origins } = load()
    expect(settings).toEqual({
      baseUrl: null,
      apiKey: null,
      integrityKey: null,
      integrityKeyPrevious: null,
      mailPassword: null,
      db: join(folder, 'data/cuadre.db'),
      dbPattern: join(folder, 'data/cuadre.db'),
      inbox: join(folder, 'data/cuadre.db.inbox'),
      out: join(folder, 'out'),
      merchant: 'default',
      merchants: [],
      policy: DEFAULT_POLICY,
      tariffFile: null,
      merchantsAtOnce: 4,
      bankKeepAll: false,
      bankMapping: null,
      receivableMapping: null,
      receivableWindowDays: { before: 20, after: 60 },
      receivableGraceDays: 5,
      receivableToleranceCop: ZERO,
      lookbackDays: 7,
      sweepDays: 180,
      pageLimit: 100,
      concurrency: 4,
      absentStatuses: [404],
      absentBodies: [],
      csvProfile: 'standard',
      language: 'en',
      xlsx: true,
      clock: null,
      allowPlainHttp: false,
      allowUnverifiedTls: false,
      tlsUnverified: false,
      webhookFormat: 'signed-body',
      webhookPayloadField: null,
      pingUrl: null,
      notifyUrl: null,
      journal: null,
      notifyMail: null,
      claims: { from: [], to: [], daysToAnswer: 10 },
      databaseStore: null,
      notifyCodes: ['ADJUSTMENT', 'SETTLEMENT_OVERDUE', 'NEGATIVE_PAYOUT', 'CHARGEBACK'],
      quietBusinessDays: 3,
      backupsKept: 7,
      schedule: {
        runAt: ['30 13 * * *', '30 15 * * *', '30 18 * * *', '30 20 * * *', '30 22 * * *'],
        sweepAt: ['15 3 * * *'],
        backupAt: ['45 3 * * *'],
      },
      invoiceMin: fromCentavos(300_000),
      invoiceMax: fromCentavos(55_000_000_000),
      configFile: null,
      keyPlaces: { apiKey: 'CUADRE_API_KEY', integrityKey: 'CUADRE_INTEGRITY_KEY' },
    } satisfies Settings)
    expect([...origins.values()].every(({ from }) => from === 'default')).toBe(true)
  })

  it('is the strongest of flag, environment and file', () => {
    const path = withFile({ db: 'file.db', out: 'file-out', merchant: 'of-file', baseUrl: 'https://file.example/v1' })
    const env = { CUADRE_DB: 'env.db', CUADRE_OUT: 'env-out', CUADRE_MERCHANT: '' }
    const { settings, origins } = load({ env, flags: { db: 'flag.db' } })
    expect(settings).toMatchObject({
      db: join(folder, 'flag.db'),
      out: join(folder, 'env-out'),
      merchant: 'of-file',
      baseUrl: 'https://file.example/v1',
      configFile: path,
    })
    expect(['db', 'out', 'merchant', 'pageLimit'].map((name) => origins.get(name))).toEqual([
      { from: 'flag', name: '--db' },
      { from: 'environment', name: 'CUADRE_OUT' },
      { from: 'file', name: path },
      { from: 'default', name: '' },
    ])
  })

  it('relative paths of the file are relative to it, those of flags and variables to the folder we are in', () => {
    mkdirSync(join(folder, 'etc'))
    withFile({ db: 'books.db', out: '../reports' }, 'etc/mine.json')
    expect(load({ flags: { config: 'etc/mine.json' } }).settings).toMatchObject({
      db: join(folder, 'etc/books.db'),
      out: join(folder, 'reports'),
    })
    expect(load({ flags: { config: 'etc/mine.json', db: 'books.db' } }).settings.db).toBe(join(folder, 'books.db'))
  })

  it('policy may be flat or grouped', () => {
    withFile({ gateway: 'same', policy: { adjustments: 'subtract', toleranceCop: 0.5, pageLimit: 20 } })
    const { settings } = load()
    expect(settings.policy).toEqual({ ...DEFAULT_POLICY, gateway: 'same', adjustments: 'subtract', tolerance: 50n })
    expect(settings.pageLimit).toBe(20)
  })

  it('every setting of the file is taken', () => {
    const values = {
      baseUrl: 'http://localhost:8080/v1/',
      merchant: 'Casa_1-b',
      adjustments: 'subtract',
      postpaidFees: 'deducted',
      gateway: 'unchecked',
      chargebacks: 'excluded',
      collectedBasis: 'amount',
      toleranceCop: 12.34,
      taxOnFeesRate: 19.25,
      tariff: [A_SCHEDULE],
      tariffDate: 'settlement',
      feesToleranceCop: 2,
      pinnedReadings: { adjustments: { by: 'Ana', at: '2026-03-12' } },
      finalStatuses: ['credited'],
      cycles: ['1', '11:00'],
      extraCycles: ['1A'],
      cycleAliases: { '11': '11:00', 'Cycle one': '1' },
      timeZone: 'Europe/Madrid',
      graceMinutes: 0,
      overdueHours: 1,
      stuckHours: 1,
      bankText: ['PAYCO SAS', 'payco'],
      bankDays: 0,
      bankNearPercent: 7,
      taxId: '900123456',
      lookbackDays: 0,
      clock: '2026-03-12T22:30:00-05:00',
      pageLimit: 1,
      concurrency: 64,
      absentStatuses: [400, 404, 422],
      csvProfile: 'excel-co',
    }
    expect(fitsSchema(values) || fitsSchema.errors).toBe(true)
    withFile(`\uFEFF${JSON.stringify(values)}`)
    const { merchant, baseUrl, lookbackDays, clock, pageLimit, concurrency, absentStatuses, csvProfile, policy } =
      load().settings
    const { tolerance, feesTolerance, ...rest } = policy
    expect({ merchant, lookbackDays, clock, pageLimit, concurrency, absentStatuses, csvProfile, ...rest }).toEqual(
      (({ baseUrl: _url, toleranceCop: _cop, feesToleranceCop: _fees, ...others }) => others)(values),
    )
    expect([baseUrl, tolerance, feesTolerance]).toEqual(['http://localhost:8080/v1', 1234n, 200n])
  })

  it('the amounts of an invoice may have other limits', () => {
    withFile({ invoiceMinCop: 1, policy: { invoiceMaxCop: 600_000_000 } })
    expect(load().settings).toMatchObject({ invoiceMin: 100n, invoiceMax: 60_000_000_000n })
  })

  it('nothing of it can be changed afterwards', () => {
    const { settings } = load()
    expect(() => Object.assign(settings.policy, { gateway: 'same' })).toThrow(TypeError)
    expect(() => Object.assign(settings.absentStatuses, { 0: 500 })).toThrow(TypeError)
  })
})

describe('secrets', () => {
  it('come from a variable, or from the file it names, without the newline at its end', () => {
    withFile(`${KEY}\r\n`, 'key.txt')
    expect(load({ env: { CUADRE_API_KEY: KEY } }).settings.apiKey).toBe(KEY)
    const { settings, origins } = load({ env: { CUADRE_API_KEY_FILE: 'key.txt', CUADRE_API_KEY: '' } })
    expect([settings.apiKey, origins.get('apiKey')]).toEqual([
      KEY,
      { from: 'environment', name: 'CUADRE_API_KEY_FILE' },
    ])
    withFile('line one\nline two\n', 'integrity.txt')
    const env = { CUADRE_INTEGRITY_KEY_FILE: 'integrity.txt', CUADRE_INTEGRITY_KEY_PREVIOUS: 'the-key-before-1' }
    expect(load({ env }).settings).toMatchObject({
      integrityKey: 'line one\nline two',
      integrityKeyPrevious: 'the-key-before-1',
    })
  })

  it.each([
    [
      'both are set',
      { CUADRE_API_KEY: KEY, CUADRE_API_KEY_FILE: 'key.txt' },
      'SETTING_CONTRADICTS',
      'CUADRE_API_KEY and CUADRE_API_KEY_FILE',
    ],
    ['the file is not there', { CUADRE_API_KEY_FILE: 'absent.txt' }, 'SECRET_NOT_READ', 'ENOENT'],
    ['the file is a folder', { CUADRE_API_KEY_FILE: '.' }, 'SECRET_NOT_READ', 'EISDIR'],
    ['the file is empty', { CUADRE_API_KEY_FILE: 'empty.txt' }, 'SECRET_NOT_READ', 'empty'],
    ['it has a space', { CUADRE_API_KEY: `${KEY} x` }, 'SETTING_INVALID', 'CUADRE_API_KEY'],
    ['it has a line end', { CUADRE_API_KEY: `${KEY}\n` }, 'SETTING_INVALID', 'CUADRE_API_KEY'],
    ['it has a letter no header takes', { CUADRE_API_KEY: `${KEY}ñ` }, 'SETTING_INVALID', 'CUADRE_API_KEY'],
    ['it has a control character', { CUADRE_API_KEY: `${KEY}\u0000` }, 'SETTING_INVALID', 'CUADRE_API_KEY'],
  ])('are refused when %s', (_why, env, code, says) => {
    withFile(KEY, 'key.txt')
    withFile('\n', 'empty.txt')
    const error = fault({ env })
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
    expect(error.message + error.next + error.stack).not.toContain(KEY)
  })

  it.each(['apiKey', 'api_key', 'CUADRE_API_KEY', 'integrityKey', 'integrity-key-previous'])(
    'are refused in the settings file: %s',
    (name) => {
      const path = withFile({ [name]: KEY })
      const error = fault()
      expect(error.code).toBe('SECRET_IN_FILE')
      expect(error.message).toContain(path)
      expect(error.message + error.next).not.toContain(KEY)
      withFile({ policy: { [name]: KEY } })
      expect(fault().code).toBe('SECRET_IN_FILE')
    },
  )
})

/** setting, an invalid value */
const WRONG: readonly (readonly [string, unknown])[] = [
  ...[
    '',
    'ftp://host/v1',
    'host/v1',
    'https://',
    'https://user:pass@host/v1',
    'https://host/v1?x=1',
    'https://host/v1#x',
    'https://ho st/v1',
    'https://host\\v1',
    7,
    null,
  ].map((value) => ['baseUrl', value] as const),
  ['db', ''],
  ['db', 'a\u0000b'],
  ['db', ['a']],
  ['out', 5],
  ...['', 'a b', '../x', 'x'.repeat(33), 'ñ', null].map((value) => ['merchant', value] as const),
  ['adjustments', 'plus'],
  ['adjustments', true],
  ['postpaidFees', 'Deducted'],
  ['gateway', 'usual'],
  ['chargebacks', ''],
  ['collectedBasis', 'sum'],
  ...[-1, 0.001, '5', null, 1e300, -0.01].map((value) => ['toleranceCop', value] as const),
  ...[0, -19, 100.5, 0.00001, '19', '19 %', true].map((value) => ['taxOnFeesRate', value] as const),
  ...[[], 'paid', [''], ['paid', 'paid'], [1], ['a\nb']].map((value) => ['finalStatuses', value] as const),
  ...[[], ['11', '11'], [11], ['a/b'], ['..'], ['x'.repeat(17)], '11', ['']].map((value) => ['cycles', value] as const),
  ['extraCycles', ['7', '7']],
  ['extraCycles', null],
  ...[[], '11', { '11:00': 11 }, { '11:00': 'no such' }, { '': '11' }, null].map(
    (value) => ['cycleAliases', value] as const,
  ),
  ...['', 'Bogota', '-05:00', '+05', 'Z', 5, 'America/Bogota\n'].map((value) => ['timeZone', value] as const),
  ...['graceMinutes', 'overdueHours', 'stuckHours', 'lookbackDays'].flatMap((name) =>
    [-1, 1.5, '1', null, 1e9, true].map((value) => [name, value] as const),
  ),
  ...[0, 101, 1.5, '10'].map((value) => ['pageLimit', value] as const),
  ...['invoiceMinCop', 'invoiceMaxCop'].flatMap((name) =>
    [0, -1, 3000.5, '3000', null, 1e300].map((value) => [name, value] as const),
  ),
  ...[0, 65, '4'].map((value) => ['concurrency', value] as const),
  ...[[0], [199], [300], [399], [401], [403], [408], [425], [429], [404, 404], ['404'], 404, [404.5], [600]].map(
    (value) => ['absentStatuses', value] as const,
  ),
  ...['', 'type', 'webhookId', '__proto__', '1st', 'a b', 7, ['data'], 'x'.repeat(41)].map(
    (value) => ['webhookPayloadField', value] as const,
  ),
  ...['empty', ['Empty'], ['null', 'null'], [null], [{}], ['']].map((value) => ['absentBodies', value] as const),
  ...['', '2026-03-13', '2026-03-13T03:30:00', '03:30Z', 5, true].map((value) => ['clock', value] as const),
  ['csvProfile', 'excel'],
  ['language', 'fr'],
  ['language', 'ES'],
  ['csvProfile', 'toString'],
]

/**
 * Constraints that JSON Schema cannot express: decimals of a number, a possible host, an existing zone, another
 * setting, the name of a member.
 */
const TOO_FINE =
  /^(baseUrl https:\/\/(user|host)|toleranceCop (0.001|1e\+300)|taxOnFeesRate 0.00001|cycleAliases .*no such|timeZone|invoiceM.*1e\+300)/

describe('a wrong value', () => {
  it.each(WRONG)('%s: %j is refused by the schema too, as far as a schema can', (name, value) => {
    const text = `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
    expect([text, fitsSchema({ [name]: value }) && !TOO_FINE.test(text)]).toEqual([text, false])
  })

  it.each(WRONG)('%s: %j is refused with its name and its file', (name, value) => {
    const path = withFile({ [name]: value })
    const error = fault()
    expect(error.code).toBe('SETTING_INVALID')
    expect(error.message).toMatch(new RegExp(`^${name} .*must be `))
    expect(error.message).toContain(`(from ${path})`)
    expect(`${error.message}; ${error.next}`).not.toMatch(/\p{Cc}/u)
  })

  it.each([
    [{ flags: { merchant: '' } }, 'merchant is "" and must be 1 to 32 letters, digits, "_" or "-" (from --merchant)'],
    [{ flags: { db: '' } }, 'db is "" and must be a path (from --db)'],
    [
      { env: { CUADRE_MERCHANT: 'a b' } },
      'merchant is "a b" and must be 1 to 32 letters, digits, "_" or "-" (from CUADRE_MERCHANT)',
    ],
  ])('is told with where it came from: %j', (sources, message) => {
    expect(fault(sources).message).toBe(message)
  })

  it('of the base URL is never shown: a key or a password may have been pasted there', () => {
    for (const value of [KEY, `https://user:${KEY}@host/v1`, `https://host/v1?key=${KEY}`]) {
      const { message } = fault({ env: { CUADRE_BASE_URL: value } })
      expect(message).toContain('CUADRE_BASE_URL')
      expect(message).not.toContain(KEY)
    }
  })

  it('long or hostile is shown short and harmless', () => {
    withFile({ gateway: `\u001b[31m\u202E${'x'.repeat(500)}` })
    const { message } = fault()
    expect(message.length).toBeLessThan(400)
    expect(message).not.toMatch(/[\p{Cc}\u202E]/u)
  })
})

describe('the settings file', () => {
  it.each([
    [{ merchnat: 'x' }, 'merchant'],
    [{ PageLimit: 5 }, 'pageLimit'],
    [{ tolerance: 5 }, 'toleranceCop'],
    [{ policy: { csv_profile: 'raw' } }, 'csvProfile'],
    [{ polcy: {} }, 'policy'],
  ])('names the setting nearest to an unknown one: %j', (content, near) => {
    const path = withFile(content)
    const error = fault()
    expect([error.code, error.next]).toEqual(['SETTING_UNKNOWN', `did you mean ${near}?`])
    expect(error.message).toContain(path)
  })

  it.each([
    ['not JSON', '{ "apiKey": "sk_live_very-secret-0123456789", }', 'CONFIG_NOT_READ'],
    ['a list', '[]', 'CONFIG_NOT_READ'],
    ['text', '"x"', 'CONFIG_NOT_READ'],
    ['nothing', '', 'CONFIG_NOT_READ'],
    ['a policy that is a list', '{"policy":[]}', 'SETTING_INVALID'],
    ['a setting twice', '{"gateway":"same","policy":{"gateway":"same"}}', 'SETTING_CONTRADICTS'],
    ['a place under policy', '{"policy":{"db":"x"}}', 'SETTING_UNKNOWN'],
    ['__proto__', '{"__proto__":{"db":"x"}}', 'SETTING_UNKNOWN'],
    [
      'a clock of a sandbox elsewhere',
      '{"clock":"2026-03-13T03:30:00Z","baseUrl":"https://x/v1"}',
      'SETTING_CONTRADICTS',
    ],
    ['an alias of a known cycle', '{"cycleAliases":{"13":"11"}}', 'SETTING_CONTRADICTS'],
    ['an alias for an unknown cycle', '{"cycleAliases":{"7:00":"7"}}', 'SETTING_CONTRADICTS'],
    ['stuck before overdue', '{"stuckHours":1}', 'SETTING_CONTRADICTS'],
    ['a smallest amount above the largest', '{"invoiceMinCop":550000001}', 'SETTING_CONTRADICTS'],
    ['a largest amount below the smallest', '{"invoiceMaxCop":2999}', 'SETTING_CONTRADICTS'],
    ['overdue after stuck', '{"overdueHours":121}', 'SETTING_CONTRADICTS'],
  ])('is refused when it holds %s', (_what, content, code) => {
    const path = withFile(content)
    const error = fault()
    expect(error.code).toBe(code)
    expect(error.message).toContain(path)
    expect(error.message).not.toContain(KEY)
  })

  it('is refused when it is named and not there, or is a folder', () => {
    expect(fault({ flags: { config: 'absent.json' } })).toMatchObject({ code: 'CONFIG_NOT_READ' })
    mkdirSync(join(folder, 'cuadre.config.json'))
    expect(fault()).toMatchObject({ code: 'CONFIG_NOT_READ' })
  })

  it('tells the line at which it stops being JSON', () => {
    withFile('{\n  "db": "x",\n  oops\n}')
    expect(fault().message).toMatch(/is not valid JSON at line 3$/)
  })

  it('is refused when a setting stands in it twice, by its name', () => {
    withFile('{ "cycles": ["11"], "lookbackDays": 3, "cycles": ["13"] }')
    expect(fault().message).toMatch(/has cycles twice$/)
  })
})

describe('the service', () => {
  it('is there when both of its settings are', () => {
    const { settings } = load({ env: { CUADRE_BASE_URL: 'https://Service.Example:443/v1//', CUADRE_API_KEY: KEY } })
    expect(requireService(settings)).toEqual({ baseUrl: 'https://service.example/v1', apiKey: KEY })
  })

  it.each([
    [{}, 'no base URL (CUADRE_BASE_URL) and no API key (CUADRE_API_KEY) is set'],
    [{ CUADRE_BASE_URL: 'https://service.example/v1' }, 'no API key (CUADRE_API_KEY) is set'],
    [{ CUADRE_API_KEY: KEY }, 'no base URL (CUADRE_BASE_URL) is set'],
  ])('is missed with advice: %j', (env, message) => {
    const { settings } = load({ env })
    expect(() => requireService(settings)).toThrow(CuadreError)
    try {
      requireService(settings)
    } catch (error) {
      expect(error).toMatchObject({
        code: 'NO_SERVICE',
        message,
        next: expect.stringMatching(/cuadre init.*cuadre doctor.*cuadre demo/),
      })
    }
  })
})
