import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

const KEY = 'sk_live_very-secret-0123456789'
const TWO = {
  baseUrl: 'https://service.example/v1',
  merchants: [
    { name: 'casa', apiKeyVariable: 'CASA_KEY' },
    { name: 'torre', apiKeyVariable: 'TORRE_KEY', cycles: ['11'] },
  ],
}

const folderWith = (config: unknown): string => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(config))
  return cwd
}

describe('config', () => {
  it('tells every setting and where it came from, and no secret', async () => {
    const cwd = folderWith({ $schema: 'x', pageLimit: 50, envFile: 'cuadre.env' })
    writeFileSync(join(cwd, 'cuadre.env'), `CUADRE_INTEGRITY_KEY=${KEY}\n`)
    const { status, out, err } = await type('config --out reports', { cwd, env: { CUADRE_API_KEY: KEY } })
    expect([status, err]).toEqual([0, ''])
    expect(out).not.toContain(KEY)
    expect(out).toMatch(/^apiKey +CUADRE_API_KEY +set$/m)
    expect(out).toMatch(/^integrityKey +CUADRE_INTEGRITY_KEY in env file +set$/m)
    expect(out).toMatch(/^integrityKeyPrevious +default\s+not set$/m)
    expect(out).toMatch(/^pageLimit +settings file\s+50$/m)
    expect(out).toMatch(/^out +--out\s+\/[\s\S]*?\/reports$/m)
    expect(out).toMatch(/^cycles +default\s+\[ "11", "13", "16",\s+"18", "20" \]$/m)
    expect(out).toMatch(/^settings file +\/.*\/cuadre\.config\.json\nenv file +\/.*\/cuadre\.env\n/)
  })

  it('is one JSON document for a program', async () => {
    const cwd = folderWith({ toleranceCop: 0.5 })
    const { out } = await type('config --json', { cwd, env: { CUADRE_API_KEY: KEY } })
    const document = JSON.parse(out)
    expect(document).toMatchObject({
      schemaVersion: 1,
      command: 'config',
      exitCode: 0,
      configFile: join(cwd, 'cuadre.config.json'),
      envFile: null,
      error: null,
    })
    expect(document.settings).toMatchObject({
      apiKey: { value: 'set', from: 'environment', place: 'CUADRE_API_KEY' },
      baseUrl: { value: null, from: 'default', place: null },
      toleranceCop: { value: 0.5, from: 'file', place: join(cwd, 'cuadre.config.json') },
      db: { value: join(cwd, 'data/cuadre.db'), from: 'default', place: null },
    })
    expect(out).not.toContain(KEY)
  })

  it('tells several merchants one after the other, or the one that is named', async () => {
    const io = { cwd: folderWith(TWO), env: { CASA_KEY: KEY } }
    const both = JSON.parse((await type('config --json', io)).out)
    expect(both.merchants.map(({ merchant }: Record<string, unknown>) => merchant)).toEqual(['casa', 'torre'])
    expect(both.merchants[0].settings.apiKey).toMatchObject({ value: 'set', place: 'CASA_KEY' })
    expect(both.merchants[1].settings.apiKey).toMatchObject({ value: 'not set' })
    expect(both.merchants[1].settings.merchant).toMatchObject({ value: 'torre', from: 'file' })
    expect(both.merchants[1].settings.cycles).toMatchObject({
      value: ['11'],
      place: expect.stringMatching(/^merchant torre in /),
    })
    const one = JSON.parse((await type('config --json --merchant torre', io)).out)
    expect(one.settings.merchant).toMatchObject({ value: 'torre', from: 'flag', place: '--merchant' })
    expect((await type('config', io)).out.match(/^merchant /gm)).toHaveLength(2)
  })

  it('says what each setting decides, in the language of the settings', async () => {
    const meanings = async (language: string) =>
      JSON.parse((await type('config --json', { cwd: folderWith({ language }) })).out).settings
    const [english, spanish] = [await meanings('en'), await meanings('es')]
    expect([english.pageLimit.meaning, spanish.pageLimit.meaning]).toEqual([
      'Invoices asked for per page.',
      'Facturas que se piden por página.',
    ])
    for (const name of Object.keys(english).filter((one) => !/Key|Password/.test(one)))
      expect(spanish[name].meaning).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
  })

  it('prints the schema of the settings file', async () => {
    const { status, out } = await type('config --schema', { cwd: emptyFolder() })
    expect([status, JSON.parse(out).title]).toEqual([0, 'Settings of cuadre'])
    expect((await type('config --schema --json', { cwd: emptyFolder() })).status).toBe(2)
  })

  it.each([
    [{ pagelimit: 5 }, 'SETTING_UNKNOWN', 'did you mean pageLimit?'],
    [{ pageLimit: '5' }, 'SETTING_INVALID', 'must be a whole number from 1 to 100'],
    [{ apiKey: KEY }, 'SECRET_IN_FILE', 'apiKey'],
    [{ apiKeyVariable: KEY }, 'SETTING_INVALID', 'apiKeyVariable'],
  ])('refuses %j', async (config, code, says) => {
    const { status, out, err } = await type('config --json', { cwd: folderWith(config) })
    expect([status, JSON.parse(out).error.code]).toEqual([2, code])
    expect(err).toContain(says)
    expect(out + err).not.toContain(KEY)
  })
})
