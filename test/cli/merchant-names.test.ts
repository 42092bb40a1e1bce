import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openInboxReader } from '../../src/store/inbox/inbox.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { readMerchants } from '../../src/store/merchants/merchants.ts'
import { emptyFolder } from '../empty-folder.ts'
import { twoMerchantsForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Mistyped and changed names of merchants, over one database and one output folder. */
const service = await twoMerchantsForAll()

const DAY = '--date 2026-03-12'
const NOW = () => Date.parse('2026-03-13T03:30:00Z')

/** A folder with the settings of one merchant, or of several. */
const settled = (settings: object, cwd = emptyFolder()) => {
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, ...settings }))
  const env = { CUADRE_API_KEY: service.apiKey, CUADRE_INTEGRITY_KEY: 'a-key', TORRE_KEY: 'sandbox-api-key-2' }
  return { cwd, env, now: NOW, newRunId: () => `run-${++runs}` }
}
let runs = 0
const bytesUnder = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')]),
  )

const NEW_INVOICE =
  'invoice create --reference r --amount 5000 --description x --redirect-url https://x.co --document 1 --merchant cassa'

describe('a name that neither the settings nor the database know', () => {
  it.each([
    ['mistyped', 'run --date 2026-03-13 --merchant cassa', { merchant: 'casa' }],
    ['mistyped, and nothing is read', 'check --merchant cassa', { merchant: 'casa' }],
    ['mistyped, in a command that only tells', 'status --merchant cassa', { merchant: 'casa' }],
    ['mistyped, of the past', 'status --as-of 2026-03-14 --merchant cassa', { merchant: 'casa' }],
    ['mistyped, where nothing but notifications is read', 'webhooks list --merchant cassa', { merchant: 'casa' }],
    ['mistyped, before notifications are worked', 'inbox --merchant cassa', { merchant: 'casa' }],
    ['mistyped, before notifications are taken in', 'webhooks serve --merchant cassa', { merchant: 'casa' }],
    ['mistyped, in a dry run', 'run --date 2026-03-13 --dry-run --merchant cassa', { merchant: 'casa' }],
    ['mistyped, before the service is asked', 'settlement get 2026-03-12 11 --merchant cassa', { merchant: 'casa' }],
    ['mistyped, before anything is made', NEW_INVOICE, { merchant: 'casa' }],
    ['mistyped, in files for a scheduler', 'schedule --print cron --merchant cassa', { merchant: 'casa' }],
    ['mistyped, when a scheduler is looked for', 'schedule --health --merchant cassa', { merchant: 'casa' }],
    ['mistyped, before the scheduler stays up', 'schedule --merchant cassa', { merchant: 'casa' }],
    ['changed in the settings', 'run --date 2026-03-13', { merchant: 'house' }],
  ])('%s: ends with 2, names those there are, and changes no file', async (_what, words, settings) => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY}`, io)
    await type('close --through 2026-03-12 --force --reason test --by Ana', io)
    const before = bytesUnder(join(io.cwd, 'out'))
    const { status, err } = await type(words, settled(settings, io.cwd))
    expect(err).toMatch(
      /^cuadre: UNKNOWN_MERCHANT: \S*\/data\/cuadre\.db does not know the merchant (cassa|house); it knows casa; .*merchants rename casa/,
    )
    expect(status).toBe(2)
    expect(bytesUnder(join(io.cwd, 'out'))).toEqual(before)
    expect(
      JSON.parse((await type('merchants list --json', settled({ merchant: 'casa' }, io.cwd))).out).merchants,
    ).toHaveLength(1)
    expect(existsSync(join(io.cwd, 'data/cuadre.db.inbox'))).toBe(false)
  })

  it('is fine at the first run of a new database, also after one that read nothing', async () => {
    const io = settled({ merchant: 'cassa', baseUrl: 'http://127.0.0.1:9/v1' })
    expect((await type(`run ${DAY} --cycle 11`, io)).status).toBe(5)
    expect((await type(`run ${DAY} --cycle 11`, settled({ merchant: 'casa' }, io.cwd))).status).toBe(0)
  })
})

describe('several merchants in the settings', () => {
  const CASA = { name: 'casa', apiKeyVariable: 'CUADRE_API_KEY' }
  const TORRE = { name: 'torre', apiKeyVariable: 'TORRE_KEY' }

  it('may be joined by another one, while all that the database holds are still named', async () => {
    const io = settled({ merchants: [CASA] })
    await type(`run ${DAY}`, io)
    const { status, err } = await type(`run ${DAY}`, settled({ merchants: [CASA, TORRE] }, io.cwd))
    expect([status, err]).toEqual([0, ''])
  })

  it('of which one was renamed in the settings only: refused, until a person says that it is another one', async () => {
    const io = settled({ merchants: [CASA] })
    await type(`run ${DAY}`, io)
    const renamed = settled({ merchants: [{ ...TORRE, name: 'house' }] }, io.cwd)
    const refused = await type(`run ${DAY}`, renamed)
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('cuadre merchants rename casa house')])
    expect((await type(`run ${DAY} --create`, renamed)).status).toBe(0)
  })

  it.each([
    ['the folder of another', 'out/casa'],
    ['the folder of another, by a longer way', './out/../out/casa'],
  ])('never write into %s', async (_what, out) => {
    const io = settled({ merchants: [CASA, TORRE] })
    await type(`run ${DAY} --merchant casa`, io)
    const before = bytesUnder(join(io.cwd, 'out/casa'))
    const { status, err } = await type(`run ${DAY}`, settled({ merchants: [CASA, { ...TORRE, out }] }, io.cwd))
    expect([status, err]).toEqual([2, expect.stringContaining('OUT_OF_ANOTHER_MERCHANT')])
    expect(err).toMatch(/holds the reports of the merchant casa, not of torre/)
    expect(readMerchants(join(io.cwd, 'data/cuadre.db')).map(({ name }) => name)).toEqual(['casa'])
    expect(bytesUnder(join(io.cwd, 'out/casa'))).toEqual(before)
    const page = readFileSync(join(io.cwd, 'out/index.html'), 'utf8')
    expect(page.match(/href="[^#"]+">\w+/g)).toEqual(['href="casa/index.html">casa'])
  })
})

describe('a run into the folder of another merchant', () => {
  it('makes no database', async () => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY}`, io)
    const before = readdirSync(io.cwd)
    const { status, err } = await type(`run ${DAY} --db new.db --create`, settled({ merchant: 'torre' }, io.cwd))
    expect([status, err]).toEqual([2, expect.stringContaining('OUT_OF_ANOTHER_MERCHANT')])
    expect(readdirSync(io.cwd)).toEqual(before)
  })
})

describe('merchants rename', () => {
  it('gives the merchant another name: its history, its closed days and its notifications stay', async () => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY}`, io)
    await type('close --through 2026-03-12 --force --reason test --by Ana', io)
    const inbox = join(io.cwd, 'data/cuadre.db.inbox')
    const writer = openInboxWriter(inbox, 'casa', 'signed-body')
    writer.listening(NOW())
    writer.close()
    const before = bytesUnder(join(io.cwd, 'out'))
    const named = await type('merchants rename casa house', io)
    expect([named.status, named.err, named.out]).toEqual([
      0,
      '',
      expect.stringMatching(/^Renamed casa to house\.\nSet "house"/),
    ])
    const house = settled({ merchant: 'house' }, io.cwd)
    expect((await type(`run ${DAY}`, house)).status).toBe(0)
    expect(bytesUnder(join(io.cwd, 'out')).get(join(io.cwd, 'out/2026-03-12/settlement-ledger.csv'))).toBe(
      before.get(join(io.cwd, 'out/2026-03-12/settlement-ledger.csv')),
    )
    const { slots } = JSON.parse((await type(`check ${DAY} --json`, house)).out)
    expect(slots[0].merchant).toBe('house')
    expect(JSON.parse((await type('history 2026-03-12 11 --json', house)).out).history.length).toBeGreaterThan(1)
    expect(openInboxReader(inbox, 'house')?.listeningSince()).toBe(NOW())
    expect((await type('db verify', house)).status).toBe(0)
    expect((await type('merchants list', house)).out).toMatch(/house +yes +http\S+ +casa\n/)
  })

  it('the old name is refused from then on, and says the new one', async () => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY} --cycle 11`, io)
    await type('merchants rename casa house', io)
    const { status, err } = await type(`run ${DAY}`, io)
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/^cuadre: UNKNOWN_MERCHANT: the merchant casa .* is called house now; /),
    ])
    expect((await type('merchants rename casa house', io)).status).toBe(0)
    expect((await type('merchants rename house casa', io)).status).toBe(0)
    expect((await type(`run ${DAY} --cycle 11`, io)).status).toBe(0)
  })

  it('the past keeps the name it had, to the byte', async () => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY}`, io)
    const [before] = [bytesUnder(join(io.cwd, 'out/2026-03-12'))]
    const later = () => NOW() + 3_600_000
    await type('merchants rename casa house', { ...io, now: later })
    const house = { ...settled({ merchant: 'house' }, io.cwd), now: later }
    await type(`check ${DAY} --as-of 2026-03-12T22:40:00-05:00 --out then`, house)
    for (const name of ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv'])
      expect(readFileSync(join(io.cwd, 'then/2026-03-12', name), 'base64')).toBe(
        before.get(join(io.cwd, 'out/2026-03-12', name)),
      )
  })

  it.each([
    ['merchants rename nobody house', 2, 'UNKNOWN_MERCHANT'],
    ['merchants rename casa Casa', 2, 'MERCHANT_NAME_TAKEN'],
    ['merchants rename casa casa', 2, 'USAGE'],
    ['merchants rename casa ../up', 2, 'USAGE'],
  ])('%s ends with %i', async (words, expected, code) => {
    const io = settled({ merchant: 'casa' })
    await type(`run ${DAY} --cycle 11`, io)
    const { status, err } = await type(words, io)
    expect([status, err]).toEqual([expected, expect.stringContaining(`cuadre: ${code}: `)])
  })
})

describe('a database that a flag names', () => {
  it.each([
    'run --date 2026-03-12 --db mistyped.db',
    'status --db mistyped.db',
    'webhooks serve --db mistyped.db',
    'schedule --db mistyped.db',
  ])('%s: one that does not exist is not made', async (words) => {
    const io = settled({})
    const { status, err } = await type(words, io)
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/^cuadre: NO_DATABASE: there is no database mistyped.db .*--create/),
    ])
    expect(readdirSync(io.cwd)).toEqual(['cuadre.config.json'])
  })

  it('doctor says that a run refuses it', async () => {
    const { status, out } = await type('doctor --db mistyped.db', settled({}))
    expect([status, out.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/there is no database \S*mistyped\.db \(from --db\).*cuadre run --create --db/),
    ])
  })

  it('is made with --create, and by the first run where the settings place it', async () => {
    const io = settled({ db: 'configured/cuadre.db' })
    mkdirSync(join(io.cwd, 'configured'))
    expect((await type(`run ${DAY} --db new.db --create`, io)).status).toBe(0)
    expect((await type(`run ${DAY}`, io)).status).toBe(0)
    expect(['new.db', 'configured/cuadre.db'].map((path) => existsSync(join(io.cwd, path)))).toEqual([true, true])
  })
})
