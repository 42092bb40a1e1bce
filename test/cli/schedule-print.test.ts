import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

const BOTH = [{ name: 'casa' }, { name: 'torre' }]
const EACH = { db: 'data/{merchant}/c.db', merchants: BOTH }
const NAMED = {
  merchants: [
    { name: 'casa', db: 'one/c.db' },
    { name: 'torre', db: 'two/c.db' },
  ],
}
const SHARED = { db: 'data/all.db', merchants: BOTH }

/** What a command prints in a folder with these settings files. */
const printed = async (line: string, files: Readonly<Record<string, object>>) => {
  const cwd = emptyFolder()
  for (const [name, settings] of Object.entries(files)) writeFileSync(join(cwd, name), JSON.stringify(settings))
  const { out } = await type(`schedule --print ${line}`, { cwd })
  return out.replaceAll(`${cwd}/`, '')
}

describe('the lines for cron', () => {
  it.each([
    ['', 'data/c.db', { db: 'data/c.db' }],
    ['', 'data/all.db', SHARED],
    ['', 'data/casa/cuadre.config', EACH],
    ['', 'one/cuadre.config', NAMED],
    ['--config other.json', 'one/other', {}],
    ['--merchant torre', 'two/c.db', NAMED],
  ])('%s have a lock and a log of their own: %s', async (flags, files, settings) => {
    const out = await printed(`cron ${flags}`, { 'cuadre.config.json': settings, 'other.json': NAMED })
    expect(new Set(out.match(/(?<=-E 7 )\S+/g))).toEqual(new Set([`${files}.cron`]))
    expect(new Set(out.match(/(?<=>> )\S+/g))).toEqual(new Set([`${files}.log`]))
  })

  it('do what was asked for when they were printed', async () => {
    const files = { 'cuadre.config.json': SHARED }
    expect(await printed('cron --merchant torre --out=elsewhere', files)).toMatch(
      / run --quiet --config cuadre\.config\.json --out=elsewhere --merchant=torre >> /,
    )
  })
})

describe('the units of systemd', () => {
  it.each([
    ['', /cuadre-cuadre-test-[\w-]+-run/],
    ['--config cuadre.json', /^cuadre-run$/],
    ['--config torre.json', /^cuadre-torre-run$/],
    ['--config torre.json --merchant casa', /^cuadre-torre-casa-run$/],
  ])('have names of their own: %s', async (flags, name) => {
    const files = { 'cuadre.config.json': NAMED, 'cuadre.json': NAMED, 'torre.json': NAMED }
    const out = await printed(`systemd ${flags}`, files)
    expect(/system\/(\S+)\.service/.exec(out)?.[1]).toMatch(name)
  })

  it('may write to the folder of each database', async () => {
    const out = await printed('systemd', { 'cuadre.config.json': NAMED })
    expect(new Set(out.match(/^ReadWritePaths=.*$/gm))).toEqual(new Set(['ReadWritePaths=-one -two -out']))
  })
})

describe.each([
  ['docker', '/data', /ENV .*CUADRE_DB=(\S+)/],
  ['github', 'data', /CUADRE_DB: (\S+)/],
  ['kubernetes', '/data', /CUADRE_DB\n +value: (\S+)/],
])('the files for %s', (kind, folder, database) => {
  it.each([
    ['one merchant', {}, 'cuadre'],
    ['merchants of one database', SHARED, 'cuadre'],
    ['merchants with a database each, by a pattern', EACH, '{merchant}'],
    ['merchants with a database each, by name', NAMED, '{merchant}'],
    ['the first merchant of several', { ...EACH, merchants: [{ name: 'casa' }] }, '{merchant}'],
  ])('name the databases of %s', async (_, settings, name) => {
    const out = await printed(kind, { 'cuadre.config.json': settings })
    expect(database.exec(out)?.[1]).toBe(`${folder}/${name}.db`)
  })
})
