import { execSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { isInShard, shardIn } from '../../src/cli/framework/shard.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { emptyFolder } from '../empty-folder.ts'
import { twoMerchantsForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Two merchants of one service, each with its own database. */
const service = await twoMerchantsForAll()

const DAY = '--date 2026-03-12'
const CASA = { name: 'casa', apiKeyVariable: 'CASA_KEY' }
const TORRE = { name: 'torre', apiKeyVariable: 'TORRE_KEY' }

let runs = 0
const at = (settings: object, env: Record<string, string> = {}): Partial<Io> & { cwd: string } => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, ...settings }))
  const keys = { CASA_KEY: service.apiKey, TORRE_KEY: 'sandbox-api-key-2' }
  const now = () => Date.parse('2026-03-13T03:30:00Z')
  return { cwd, env: { ...keys, ...env }, now, newRunId: () => `run-${++runs}` }
}
const OWN = { db: 'data/{merchant}.db', merchants: [CASA, TORRE] }
const databasesIn = (cwd: string): readonly string[] =>
  readdirSync(join(cwd, 'data'))
    .filter((name) => name.endsWith('.db'))
    .sort()
/** The name and text of each CSV file. */
const filesIn = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])

describe('a database for each merchant', () => {
  it.each([
    ['by the pattern of all', OWN, ['casa.db', 'torre.db']],
    ['by an entry of its own', { merchants: [CASA, { ...TORRE, db: 'data/other.db' }] }, ['cuadre.db', 'other.db']],
  ])('%s, with the files that a shared one gives', async (_, settings, names) => {
    const io = at(settings)
    expect((await type(`run ${DAY}`, io)).status).toBe(0)
    expect(databasesIn(io.cwd)).toEqual(names)
    const shared = at({ merchants: [CASA, TORRE] })
    await type(`run ${DAY}`, shared)
    for (const name of ['casa', 'torre']) {
      const files = filesIn(join(io.cwd, 'out', name, '2026-03-12'))
      expect(files.map(([file]) => file)).toEqual(['discrepancies.csv', 'invoice-ledger.csv', 'settlement-ledger.csv'])
      expect(files[1]?.[1].split('\n').length).toBeGreaterThan(10)
      expect(files).toEqual(filesIn(join(shared.cwd, 'out', name, '2026-03-12')))
    }
  })

  it('is verified once, in the order of the merchants, though others share it', async () => {
    const third = { ...CASA, name: 'villa', apiKeyVariable: 'KEY_OF_VILLA' }
    const shared = [
      { ...CASA, db: 'data/one.db' },
      { ...TORRE, db: 'data/two.db' },
      { ...third, db: 'data/one.db' },
    ]
    const io = at({ merchants: shared })
    await type(`run ${DAY} --merchant casa`, io)
    await type(`run ${DAY} --merchant torre`, io)
    const { out } = await type('db verify --json', io)
    expect(JSON.parse(out).merchants.map(({ merchant }: { merchant: string }) => merchant)).toEqual(['casa', 'torre'])
  })

  it('is verified and backed up with the others, each by its name', async () => {
    const io = at(OWN)
    await type(`run ${DAY}`, io)
    const { status, out } = await type('db verify --json', io)
    expect(status).toBe(0)
    expect(JSON.parse(out).merchants).toMatchObject([
      { merchant: 'casa', exitCode: 0 },
      { merchant: 'torre', exitCode: 0 },
    ])
    expect((await type('db backup', io)).status).toBe(0)
    expect(readdirSync(join(io.cwd, 'data/backups')).map((name) => name.split('-')[0])).toEqual(['casa', 'torre'])
  })

  it('must be named where one of them is meant', async () => {
    const io = at(OWN)
    await type(`run ${DAY}`, io)
    const { status, err } = await type('db backup copy.db', io)
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('names several merchants: casa, torre; say which one is meant') as string,
    ])
    expect((await type('db backup copy.db --merchant torre', io)).status).toBe(0)
    expect(existsSync(join(io.cwd, 'copy.db'))).toBe(true)
  })

  it('lists its merchant beside those of the other databases', async () => {
    const io = at(OWN)
    await type('run --date 2026-03-12 --merchant casa', io)
    const { out } = await type('merchants list --json', io)
    expect(JSON.parse(out).merchants).toMatchObject([
      { name: 'casa', configured: true, baseUrl: service.baseUrl },
      { name: 'torre', configured: true, baseUrl: null },
    ])
  })

  it('holds up no other when it is damaged or its key is wrong', async () => {
    const io = at(OWN, { TORRE_KEY: 'a-wrong-key' })
    const { status, out, err } = await type(`run ${DAY} --json`, io)
    expect(status).toBe(4)
    expect(JSON.parse(out).merchants).toMatchObject([
      { merchant: 'casa', exitCode: 0, outcome: 'agrees' },
      { merchant: 'torre', exitCode: 4 },
    ])
    expect(err).toContain('merchant torre')
    writeFileSync(join(io.cwd, 'data/torre.db'), 'no database at all')
    expect(JSON.parse((await type(`run ${DAY} --json`, io)).out).merchants).toMatchObject([
      { merchant: 'casa', exitCode: 0 },
      { merchant: 'torre', exitCode: 6 },
    ])
  })

  it('says in each line of the log whose it is', async () => {
    const { err } = await type(`run ${DAY}`, { ...at(OWN), log: 'json' })
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(lines.map(({ merchant }) => merchant))).toEqual(new Set(['casa', 'torre']))
  })
})

describe('a merchant with a database of its own that is renamed', () => {
  const TOWER = { ...TORRE, name: 'tower' }
  const set = (cwd: string, settings: object) =>
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, ...settings }))
  const ran = async (settings: object) => {
    const io = at(settings)
    expect((await type(`run ${DAY}`, io)).status).toBe(0)
    return io
  }
  const commandsIn = (text: string, from: RegExp) => from.exec(text)?.[1] ?? ''
  const readings = async (io: Parameters<typeof type>[1], more = '') =>
    JSON.parse((await type(`history 2026-03-12 11 --json${more}`, io)).out).history?.length

  it.each([
    ['of its own', OWN, { ...OWN, merchants: [CASA, TOWER] }, 2],
    ['that all share', { merchants: [CASA, TORRE] }, { merchants: [CASA, TOWER] }, 1],
    [
      'of its own, and a folder of its own',
      { ...OWN, merchants: [CASA, { ...TORRE, out: 'reports/torre' }] },
      { ...OWN, merchants: [CASA, { ...TOWER, out: 'reports/torre' }] },
      1,
    ],
    ['of its own, and its entry first', OWN, { ...OWN, merchants: [CASA, TOWER] }, 2],
  ])('%s keeps its history when what is told is done to the letter', async (what, before, after, moves) => {
    const io = await ran(before)
    const isFirst = what.endsWith('first')
    const renamed = isFirst ? null : await type('merchants rename torre tower', io)
    expect(renamed?.status ?? 0).toBe(0)
    set(io.cwd, after)
    if (isFirst) {
      const refused = await type(`run ${DAY} --merchant tower`, io)
      expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('UNKNOWN_MERCHANT: ')])
      execSync(commandsIn(refused.err, /if it is tower: (mv .+); if tower/), { cwd: io.cwd })
      expect((await type('merchants rename torre tower', io)).status).toBe(0)
      execSync('mv out/torre out/tower', { cwd: io.cwd })
    } else {
      const commands = commandsIn(renamed?.out ?? '', /type: (mv .+)/)
      expect(commands === '' ? 0 : commands.split(' && ').length).toBe(moves)
      execSync(commands, { cwd: io.cwd })
    }
    expect((await type(`run ${DAY} --merchant tower`, io)).status).toBe(0)
    expect(await readings(io, ' --merchant tower')).toBe(2)
  })

  it('takes its notifications with it', async () => {
    const io = await ran(OWN)
    openInboxWriter(join(io.cwd, 'data/torre.db.inbox'), 'torre', 'signed-body').close()
    const { out } = await type('merchants rename torre tower', io)
    expect(out).toContain(`mv ${io.cwd}/data/torre.db.inbox ${io.cwd}/data/tower.db.inbox`)
  })

  it.each([
    ['run --date 2026-03-12 --merchant tower', 2],
    ['run --date 2026-03-12 --dry-run --merchant tower', 2],
    ['status --merchant tower', 2],
    ['schedule --print cron', 2],
    ['doctor', 2],
  ])('%s never begins anew beside the database that no entry leads to', async (line, expected) => {
    const io = await ran(OWN)
    await type('merchants rename torre tower', io)
    set(io.cwd, { ...OWN, merchants: [CASA, TOWER] })
    const { status, out, err } = await type(line, io)
    expect([status, `${out}${err}`.replaceAll(/\s+/g, ' ')]).toEqual([
      expected,
      expect.stringMatching(/UNKNOWN_MERCHANT.*mv /),
    ])
    expect(databasesIn(io.cwd)).toEqual(['casa.db', 'torre.db'])
    expect((await type(`run ${DAY} --merchant tower --create --out new`, io)).status).toBe(0)
  })

  it('is not begun anew where the settings name one merchant only', async () => {
    const one = { db: OWN.db, apiKeyVariable: 'CASA_KEY' }
    const io = await ran({ ...one, merchant: 'casa' })
    set(io.cwd, { ...one, merchant: 'house' })
    expect((await type(`run ${DAY}`, io)).err).toContain('UNKNOWN_MERCHANT')
    expect(databasesIn(io.cwd)).toEqual(['casa.db'])
  })

  it.each([
    ['torre casa', 'MERCHANT_NAME_TAKEN'],
    ['nobody villa', 'MERCHANT_NOT_NAMED'],
    ['nobody casa', 'UNKNOWN_MERCHANT'],
  ])('%s is refused, and nothing proposed renames another merchant', async (names, code) => {
    const { status, err } = await type(`merchants rename ${names}`, await ran(OWN))
    expect([status, err]).toEqual([2, expect.stringContaining(`cuadre: ${code}: `)])
    expect(err).not.toContain('merchants rename casa')
  })
})

describe('a part of the merchants', () => {
  it('is done by each machine, and nobody is done twice or left out', async () => {
    const io = at(OWN)
    const parts = await Promise.all(['0/2', '1/2'].map((shard) => type(`run ${DAY} --shard ${shard} --json`, io)))
    const done = parts.flatMap(({ out }) =>
      JSON.parse(out).merchants.map(({ merchant }: { merchant: string }) => merchant),
    )
    expect(done.sort()).toEqual(['casa', 'torre'])
  })

  it('may be empty, and says so', async () => {
    const io = at({ db: 'data/{merchant}.db', merchants: [CASA] })
    const parts = await Promise.all(['0/2', '1/2'].map((shard) => type(`run ${DAY} --shard ${shard}`, io)))
    expect(parts.map(({ out }) => out.startsWith('No merchant is in this part.')).sort()).toEqual([false, true])
    expect(parts.map(({ status }) => status)).toEqual([0, 0])
  })

  it('tells what is wrong with the settings as every command does', async () => {
    const { status, err } = await type(`run ${DAY} --shard 0/2`, at({ merchants: 'casa' }))
    expect([status, err]).toEqual([2, expect.stringContaining('"merchants" in') as string])
  })

  it('says what was wrong with it before anything is read', async () => {
    const io = at(OWN)
    for (const shard of ['2/2', '1', '-1/2', '0/0', '1/20000']) {
      const { status, err } = await type(`run ${DAY} --shard=${shard}`, io)
      expect([status, err]).toEqual([2, expect.stringContaining('--shard must be i/n') as string])
    }
    const alone = at({ apiKeyVariable: 'CASA_KEY' })
    const { status, err } = await type(`run ${DAY} --shard 0/2`, alone)
    expect([status, err]).toEqual([2, expect.stringContaining('--shard is about several merchants') as string])
    expect(existsSync(join(io.cwd, 'data'))).toBe(false)
  })

  it('is not asked for with one merchant, whom the other machines would leave out', async () => {
    const io = at(OWN)
    for (const [words, env] of [
      ['--merchant casa', {}],
      ['--db data/casa.db', {}],
      ['', { CUADRE_MERCHANT: 'casa' }],
    ] as const)
      for (const shard of ['0/2', '1/2']) {
        const { status, err } = await type(`run ${DAY} --shard ${shard} ${words}`, {
          ...io,
          env: { ...io.env, ...env },
        })
        expect([status, err]).toEqual([2, expect.stringMatching(/USAGE: --shard is about[^\n]*leave out --shard/)])
      }
    expect(existsSync(join(io.cwd, 'data'))).toBe(false)
  })
})

test('each merchant belongs to one part, which merchants added later do not change', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `merchant-${at}`)
  const counts = [0, 1, 2, 3].map((index) => names.filter((name) => isInShard(name, { index, parts: 4 })).length)
  expect(counts.reduce((a, b) => a + b, 0)).toBe(1000)
  for (const count of counts) expect(count).toBeGreaterThan(200)
  expect(isInShard('casa', { index: 0, parts: 1 })).toBe(true)
  expect(shardIn({ text: () => '3/4' })).toEqual({ index: 3, parts: 4 })
})
