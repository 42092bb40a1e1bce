import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** Settings that would reveal the key, and other things in place of a file. */
const settled = (settings: object, env: Record<string, string> = {}) => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(settings), { mode: 0o600 })
  return { cwd, env: { CUADRE_API_KEY: 'sk_0123456789', ...env } }
}
const CLOSED = 'http://127.0.0.1:9/v1'

describe('the key is not sent', () => {
  const AWAY = 'http://service.example/v1'
  it.each([
    ['over plain http to another machine', { baseUrl: AWAY }, {}, 'PLAIN_HTTP'],
    [
      'while certificates are not verified',
      { baseUrl: 'https://service.example/v1' },
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'TLS_UNVERIFIED',
    ],
  ])('%s, unless the settings allow it', async (_what, settings, env, code) => {
    for (const words of ['run', 'settlement get 2026-03-12 11', 'invoice list', 'sweep']) {
      const { status, err } = await type(words, settled(settings, env))
      expect([words, status, err]).toEqual([words, 2, expect.stringMatching(new RegExp(`^cuadre: ${code}: `))])
    }
    const told = await type('doctor', settled(settings, env))
    expect([told.status, told.out]).toEqual([2, expect.stringContaining(code)])
  })

  it.each([
    [{ baseUrl: CLOSED }, {}],
    [{ baseUrl: 'http://localhost:9/v1' }, {}],
    [{ baseUrl: 'http://[::1]:9/v1' }, {}],
    [{ baseUrl: 'http://nowhere.invalid/v1', allowPlainHttp: true }, {}],
    [{ baseUrl: CLOSED, allowUnverifiedTls: true }, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    [{ baseUrl: CLOSED }, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }],
  ])('but asked for with %j %j', async (settings, env) => {
    expect((await type('settlement get 2026-03-12 11', settled(settings, env))).err).toMatch(/^cuadre: UNREACHABLE: /)
  })

  it.each(['http:///v1', 'https:////v1'])('to %s, which is no address', async (baseUrl) => {
    const { status, err } = await type('run', settled({ baseUrl }))
    expect([status, err]).toEqual([2, expect.stringContaining('baseUrl must be an http or https address')])
  })
})

describe('doctor and run', () => {
  it('name a settings file that others may write, and variables that are no settings, never their values', async () => {
    const io = settled({ baseUrl: CLOSED }, { CUADRE_APIKEY: 'sk_secret_987654', CUADRE_LOG: 'text' })
    chmodSync(join(io.cwd, 'cuadre.config.json'), 0o666)
    const out = (await type('doctor', io)).out.replaceAll(/\s+/g, ' ')
    expect(out).toContain('can be written by others')
    expect(out).toContain('CUADRE_APIKEY is not a setting, and is ignored')
    const { err } = await type('run --date 2026-03-12 --cycle 11', io)
    expect(err).toContain('the variable CUADRE_APIKEY is not a setting')
    expect(out + err).not.toContain('sk_secret_987654')
  })
})

describe('something else stands where a file is expected', () => {
  const pipe = (path: string) => execFileSync('mkfifo', [path])
  const loop = (path: string) => symlinkSync(path, path)

  it.each([
    [
      'the settings, a pipe',
      'run --config odd',
      pipe,
      /^cuadre: CONFIG_NOT_READ: .*odd could not be read \(it is not a file\)/,
    ],
    [
      'the settings, a loop of links',
      'run --config odd',
      loop,
      /^cuadre: CONFIG_NOT_READ: .*odd could not be read \(ELOOP\)/,
    ],
    [
      'the settings, nested too deep',
      'run --config odd',
      (path: string) => writeFileSync(path, '['.repeat(100_000) + ']'.repeat(100_000)),
      /^cuadre: CONFIG_NOT_READ: .*odd is /,
    ],
    [
      'a setting, nested too deep',
      'run --config odd',
      (path: string) => writeFileSync(path, `{"cycles":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      /^cuadre: CONFIG_NOT_READ: .*odd is /,
    ],
    ['a backup, a pipe', 'db restore odd', pipe, /^cuadre: NO_BACKUP: .*odd is not a file/],
    ['a backup, a loop of links', 'db restore odd', loop, /^cuadre: NO_BACKUP: /],
    ['a sheet, a pipe', 'discrepancies import odd --by Ana', pipe, /^cuadre: [A-Z_]+: .*odd is not a file/],
  ])('%s', async (_what, words, make, told) => {
    const io = settled({ baseUrl: CLOSED })
    make(join(io.cwd, 'odd'))
    const { status, err } = await type(words, io)
    expect([status, err]).toEqual([2, expect.stringMatching(told)])
  })

  it.each([
    ['an env file', { envFile: 'odd' }, {}, 'ENV_FILE_NOT_READ'],
    ['a key file', { apiKeyFile: 'odd' }, { CUADRE_API_KEY: '' }, 'SECRET_NOT_READ'],
    ['a key file of the environment', {}, { CUADRE_API_KEY: '', CUADRE_API_KEY_FILE: 'odd' }, 'SECRET_NOT_READ'],
  ])('%s, a pipe', async (_what, settings, env, code) => {
    const io = settled({ baseUrl: CLOSED, ...settings }, env)
    pipe(join(io.cwd, 'odd'))
    const { status, err } = await type('run', io)
    expect([status, err]).toEqual([2, expect.stringMatching(new RegExp(`^cuadre: ${code}: .*not a file`))])
  })

  it('the manifest of a day, a pipe: it is replaced, and nothing waits', async () => {
    const io = settled({ baseUrl: CLOSED })
    mkdirSync(join(io.cwd, 'out/2026-03-12'), { recursive: true })
    pipe(join(io.cwd, 'out/2026-03-12/manifest.json'))
    expect((await type('run --date 2026-03-12 --cycle 11', io)).status).toBe(5)
  })

  it('the database, a loop of links: told with its name', async () => {
    const io = settled({ baseUrl: CLOSED, db: 'odd' })
    loop(join(io.cwd, 'odd'))
    const { status, err } = await type('run', io)
    expect([status, err]).toEqual([6, expect.stringMatching(/^cuadre: READ_ONLY: .*odd /)])
  })
})
