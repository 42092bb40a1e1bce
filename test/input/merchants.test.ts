import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings, merchantsOf, requireService, type Sources } from '../../src/input/settings.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder } from '../empty-folder.ts'

const KEYS = { CASA_KEY: 'key-of-casa', TORRE_KEY: 'key-of-torre' }
const TWO = [
  { name: 'casa', apiKeyVariable: 'CASA_KEY', policy: { chargebacks: 'excluded' }, csvProfile: 'excel-co' },
  { name: 'torre', apiKeyVariable: 'TORRE_KEY', baseUrl: 'https://torre.example/v1' },
]

let folder = ''
beforeEach(() => {
  folder = emptyFolder()
})

const withFile = (content: unknown, name = 'cuadre.config.json'): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const sources = (merchant?: string, env: Sources['env'] = KEYS, flags: Sources['flags'] = {}): Sources => ({
  flags: { merchant, ...flags },
  env,
  cwd: folder,
})
const load = (...asked: Parameters<typeof sources>) => loadSettings(sources(...asked)).settings
const fault = (...asked: Parameters<typeof sources>): CuadreError => {
  try {
    load(...asked)
  } catch (error) {
    if (error instanceof CuadreError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('several merchants', () => {
  beforeEach(() => withFile({ baseUrl: 'https://all.example/v1', pageLimit: 50, merchants: TWO }))

  it('are done in the order of the file, or only the one that is named', () => {
    expect(merchantsOf(sources())).toEqual(['casa', 'torre'])
    expect(merchantsOf(sources('torre'))).toEqual(['torre'])
    expect(merchantsOf(sources(undefined, { ...KEYS, CUADRE_MERCHANT: 'casa' }))).toEqual(['casa'])
  })

  it('have each a key, a folder and a policy of their own, and share the rest', () => {
    const [casa, torre] = [load('casa'), load('torre')]
    expect(casa).toMatchObject({
      merchant: 'casa',
      baseUrl: 'https://all.example/v1',
      apiKey: 'key-of-casa',
      out: join(folder, 'out/casa'),
      csvProfile: 'excel-co',
      pageLimit: 50,
    })
    expect(torre).toMatchObject({
      merchant: 'torre',
      baseUrl: 'https://torre.example/v1',
      apiKey: 'key-of-torre',
      out: join(folder, 'out/torre'),
      csvProfile: 'standard',
      pageLimit: 50,
    })
    expect([casa.policy.chargebacks, torre.policy.chargebacks]).toEqual(['excluded', 'counted'])
    expect(casa.db).toBe(torre.db)
  })

  it('have a folder each wherever a flag or a variable puts them all', () => {
    expect(load('casa', { ...KEYS, CUADRE_OUT: 'o' }).out).toBe(join(folder, 'o/casa'))
    expect(load('casa', KEYS, { merchant: 'casa', out: 'p' }).out).toBe(join(folder, 'p/casa'))
  })

  it('never have the key that is meant for one merchant only', () => {
    const settings = load('casa', { CUADRE_API_KEY: 'key-of-nobody' })
    expect(settings.apiKey).toBe(null)
    expect(() => requireService(settings)).toThrow('no API key (CASA_KEY) is set')
  })

  it('are asked for by name, and by none that is not there', () => {
    expect(fault()).toMatchObject({
      code: 'MERCHANT_NOT_NAMED',
      message: expect.stringContaining('casa, torre'),
      next: expect.stringContaining('--merchant casa'),
    })
    expect(fault('cassa')).toMatchObject({ code: 'SETTING_INVALID', next: 'did you mean casa?' })
  })

  it('have different keys, or the records of two would show the data of one', () => {
    const same = { CASA_KEY: 'key-of-casa', TORRE_KEY: 'key-of-casa' }
    expect(load('casa', same).apiKey).toBe('key-of-casa')
    withFile({ baseUrl: 'https://all.example/v1', merchants: TWO.map(({ baseUrl: _, ...entry }) => entry) })
    const error = fault('casa', same)
    expect([error.code, error.message]).toEqual(['SETTING_CONTRADICTS', expect.stringContaining('casa and torre')])
    expect(error.message).not.toContain('key-of-casa')
  })
})

describe('one merchant in the list', () => {
  it('need not be named', () => {
    withFile({ merchants: [{ name: 'casa', out: 'reports', apiKeyFile: 'casa.key' }] })
    withFile('key-of-casa\n', 'casa.key')
    expect(load()).toMatchObject({ merchant: 'casa', out: join(folder, 'reports'), apiKey: 'key-of-casa' })
  })
})

describe('merchants that stand elsewhere', () => {
  const names = (named: unknown): readonly string[] => {
    withFile({ merchants: named })
    return loadSettings({ flags: { merchant: 'casa' }, env: {}, cwd: folder }).settings.merchants
  }
  const inFolder = (files: Readonly<Record<string, string>>): void => {
    mkdirSync(join(folder, 'merchants'))
    for (const name in files) writeFileSync(join(folder, 'merchants', name), files[name] ?? '')
  }

  it('are those of a folder, one file each, in the order of their names', () => {
    inFolder({
      'torre.json': '{"pageLimit": 50}',
      'casa.json': '\ufeff{"name": "casa", "out": "own"}',
      'notes.txt': 'no',
    })
    expect(names({ folder: 'merchants' })).toEqual(['casa', 'torre'])
    expect(load('casa').out).toBe(join(folder, 'own'))
    expect(load('torre').pageLimit).toBe(50)
  })

  it('are those that a command prints, a JSON object a line', () => {
    const lines = '{"name":"casa"}\n\n{"name":"torre"}\n'
    expect(names({ command: [process.execPath, '-e', `process.stdout.write(${JSON.stringify(lines)})`] })).toEqual([
      'casa',
      'torre',
    ])
  })

  const says = (text: string) => [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`]
  it.each<readonly [unknown, Readonly<Record<string, string>>, string, string]>([
    [{ folder: 'merchants' }, {}, 'CONFIG_NOT_READ', 'leads to no merchant'],
    [{ folder: 'nowhere' }, {}, 'CONFIG_NOT_READ', 'nowhere could not be read (ENOENT)'],
    [
      { folder: 'merchants' },
      { 'casa.json': '{"apiKey":"sk_live_0123456789"' },
      'CONFIG_NOT_READ',
      'casa.json is not a JSON',
    ],
    [{ folder: 'merchants' }, { 'casa.json': '{"name":"torre"}' }, 'CONFIG_NOT_READ', 'another merchant than its name'],
    [{ folder: 'merchants' }, { 'casa.json': '{"apiKey":"sk_live_0123456789"}' }, 'SECRET_IN_FILE', 'merchant casa'],
    [{ folder: 'merchants' }, { 'a b.json': '{}' }, 'SETTING_INVALID', 'the name of merchant 1'],
    [{ command: says('') }, {}, 'CONFIG_NOT_READ', 'leads to no merchant'],
    [{ command: says('{"name":"casa"}\nsk_live_0123456789') }, {}, 'CONFIG_NOT_READ', 'line 2 of what'],
    [{ command: says('{"name":"casa"}\n{"name":"casa"}') }, {}, 'SETTING_INVALID', 'different names'],
    [{ command: [process.execPath, '-e', 'process.exit(3)'] }, {}, 'CONFIG_NOT_READ', 'ended with 3'],
    [{ command: ['./nowhere'] }, {}, 'CONFIG_NOT_READ', 'ended with ENOENT'],
    [{ command: [] }, {}, 'SETTING_INVALID', 'must be a list'],
    [{ command: 'ls' }, {}, 'SETTING_INVALID', 'must be a list'],
    [{ folder: 'a', command: ['b'] }, {}, 'SETTING_INVALID', 'must be a list'],
  ])('%j with %j is refused', (named, files, code, part) => {
    inFolder(files)
    withFile({ merchants: named })
    const error = fault('casa')
    expect(error.code).toBe(code)
    expect(error.message).toContain(part)
    expect(error.message + error.next).not.toContain('sk_live_0123456789')
  })
})

describe('a list of merchants', () => {
  it.each<readonly [unknown, string, string]>([
    [{ merchants: {} }, 'SETTING_INVALID', 'must be a list'],
    [{ merchants: [] }, 'SETTING_INVALID', 'at least one object'],
    [{ merchants: ['casa'] }, 'SETTING_INVALID', 'must be a list'],
    [{ merchants: [{}] }, 'SETTING_INVALID', 'the name of merchant 1'],
    [{ merchants: [{ name: '../casa' }] }, 'SETTING_INVALID', 'the name of merchant 1'],
    [{ merchants: [{ name: 'casa' }, { name: 'Casa' }] }, 'SETTING_INVALID', 'different names'],
    [{ merchants: [{ name: 'casa', apiKey: 'sk_live_0123456789' }] }, 'SECRET_IN_FILE', 'merchant casa'],
    [{ merchants: [{ name: 'casa', policy: { api_key: 'sk_live_0123456789' } }] }, 'SECRET_IN_FILE', 'merchant casa'],
    [{ merchants: [{ name: 'casa', apiKeyVariable: 'sk_live_0123456789' }] }, 'SETTING_INVALID', 'apiKeyVariable'],
    [
      { merchants: [{ name: 'casa', apiKeyFile: 'sk_live_0123456789' }] },
      'SECRET_NOT_READ',
      'apiKeyFile of merchant casa',
    ],
    [{ merchants: [{ name: 'casa', apiKeyFile: 'f', apiKeyVariable: 'V' }] }, 'SETTING_CONTRADICTS', 'apiKeyFile'],
    [{ merchants: [{ name: 'casa', db: 7 }] }, 'SETTING_INVALID', 'merchant casa'],
    [{ merchants: [{ name: 'casa', pageLimit: 0 }] }, 'SETTING_INVALID', 'merchant casa'],
    [{ merchants: [{ name: 'casa' }], merchant: 'casa' }, 'SETTING_CONTRADICTS', 'merchant'],
    [{ merchants: [{ name: 'casa' }], apiKeyFile: 'key' }, 'SETTING_CONTRADICTS', 'apiKeyFile'],
    [{ merchants: [{ name: 'casa' }], policy: { pingUrl: 'https://x/1' } }, 'SETTING_CONTRADICTS', 'pingUrl'],
  ])('%j is refused', (document, code, says) => {
    withFile(document)
    const error = fault('casa')
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
    expect(error.message + error.next).not.toContain('sk_live_0123456789')
  })

  it.each([
    ['apiKeyFil', 'apiKeyFile'],
    ['api_key_variable', 'apiKeyVariable'],
    ['polcy', 'policy'],
    ['csvProfil', 'csvProfile'],
  ])('%s is told as %s mistyped', (typed, near) => {
    withFile({ merchants: [{ name: 'casa', [typed]: 'x' }] })
    expect(fault('casa')).toMatchObject({ code: 'SETTING_UNKNOWN', next: `did you mean ${near}?` })
  })
})
