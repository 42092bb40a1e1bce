import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import { emptyFolder } from '../empty-folder.ts'
import { twoMerchantsForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Two merchants of one service, on the command line of a person responsible for both. */
const service = await twoMerchantsForAll()

const DAY = '--date 2026-03-12'
const KEYS = () => ({ CASA_KEY: service.apiKey, TORRE_KEY: 'sandbox-api-key-2' })
const CASA = { name: 'casa', apiKeyVariable: 'CASA_KEY' }
const TORRE = { name: 'torre', apiKeyVariable: 'TORRE_KEY' }

let runs = 0
const at = (
  merchants: readonly object[],
  env: Record<string, string> = {},
  cwd = emptyFolder(),
): Partial<Io> & { cwd: string } => {
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, merchants }))
  const now = () => Date.parse('2026-03-13T03:30:00Z')
  return { cwd, env: { ...KEYS(), ...env }, now, newRunId: () => `run-${++runs}` }
}
const merchantsIn = (document: { slots: readonly { merchant: string }[] }): readonly string[] => [
  ...new Set(document.slots.map(({ merchant }) => merchant)),
]
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.csv'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

describe('a night of two merchants', () => {
  it('leaves each the files it would have alone, and nothing of the other', async () => {
    const io = at([CASA, TORRE])
    await type(`run ${DAY}`, io)
    const both = ['casa', 'torre'].map((name) => filesIn(join(io.cwd, 'out', name, '2026-03-12')))
    for (const [place, key] of [service.apiKey, 'sandbox-api-key-2'].entries()) {
      const name = ['casa', 'torre'][place]
      const cwd = emptyFolder()
      const env = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: key }
      await type(`run ${DAY} --merchant ${name}`, { cwd, env, now: io.now ?? Date.now })
      expect(both[place]).toEqual(filesIn(join(cwd, 'out/2026-03-12')))
    }
    const ids = both.map((files) => [...(files.get('invoice-ledger.csv') ?? '').matchAll(/^\w+,[^,]+,\d+,([^,]+),/gm)])
    const [ofCasa = [], ofTorre = []] = ids.map((list) => list.map(([, id]) => id))
    expect(ofCasa.length).toBeGreaterThan(0)
    expect(ofTorre.filter((id) => ofCasa.includes(id))).toEqual([])
  })

  it('is about one of them when one is named, and prints what it prints alone', async () => {
    const io = at([CASA, TORRE])
    const { out } = await type(`run ${DAY} --json --merchant torre`, io)
    expect(merchantsIn(JSON.parse(out))).toEqual(['torre'])
    expect(JSON.parse(out)).not.toHaveProperty('merchants')
    expect(readdirSync(join(io.cwd, 'out'))).toEqual(['torre'])
  })

  it('is logged as a run each, which says whose it is', async () => {
    const { err } = await type(`run ${DAY} --cycle 11`, { ...at([CASA, TORRE], { CUADRE_LOG: 'json' }), log: 'json' })
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const began = lines.filter(({ merchant }) => merchant !== undefined)
    expect(began.map(({ merchant }) => merchant)).toEqual(['casa', 'torre'])
    expect([...new Set(lines.map(({ run }) => run))]).toEqual(began.map(({ run }) => run))
  })
})

describe('a merchant that fails', () => {
  it.each<readonly [string, readonly object[], Record<string, string>, number, string]>([
    ['has another key', [CASA, TORRE], { CASA_KEY: 'sk_wrong_0123456789' }, 4, 'CREDENTIALS_REJECTED'],
    ['has no key', [CASA, TORRE], { CASA_KEY: '' }, 2, 'NO_SERVICE'],
    ['has a folder that is a file', [{ ...CASA, out: 'cuadre.config.json' }, TORRE], {}, 6, 'OUT_NOT_A_FOLDER'],
    ['has settings that are wrong', [{ ...CASA, pageLimit: 0 }, TORRE], {}, 2, 'SETTING_INVALID'],
    ['cannot be reached', [{ ...CASA, baseUrl: 'http://127.0.0.1:9/v1' }, TORRE], {}, 5, ''],
  ])('because it %s does not stop the other', async (_what, merchants, env, expected, code) => {
    const io = at(merchants, env)
    const { status, out, err } = await type(`run ${DAY} --json`, io)
    const document = JSON.parse(out)
    expect(status).toBe(expected)
    expect(document.exitCode).toBe(expected)
    expect(document.outcome).toBe(expected === 5 ? 'incomplete' : 'failed')
    expect(document.slots.filter(({ merchant }: { merchant: string }) => merchant === 'torre')).toHaveLength(5)
    expect(document.merchants[1]).toMatchObject({ merchant: 'torre', exitCode: 0 })
    if (code === '') return
    expect(document.error).toMatchObject({ code, message: expect.stringMatching(/^merchant casa: /) })
    expect(err).toMatch(new RegExp(`^cuadre: ${code}: merchant casa: `, 'm'))
    expect(out + err).not.toContain('sk_wrong_0123456789')
  })

  it('has another’s key: neither is read', async () => {
    const io = at([CASA, TORRE], { TORRE_KEY: service.apiKey })
    const { status, out } = await type(`run ${DAY} --json`, io)
    expect([status, JSON.parse(out).slots]).toEqual([2, []])
    expect(readdirSync(io.cwd)).toEqual(['cuadre.config.json'])
  })

  it('has another’s key since yesterday: nothing is written, not even the page above all', async () => {
    const io = at([CASA, TORRE])
    await type(`run ${DAY}`, io)
    const page = join(io.cwd, 'out/index.html')
    writeFileSync(page, 'as it was')
    const { status } = await type(`run ${DAY}`, at([CASA, TORRE], { TORRE_KEY: service.apiKey }, io.cwd))
    expect([status, readFileSync(page, 'utf8')]).toEqual([2, 'as it was'])
  })

  it('that is told for a person stands in its place', async () => {
    const { status, out } = await type(`run ${DAY}`, at([CASA, TORRE], { CASA_KEY: '' }))
    expect(status).toBe(2)
    expect(out).toMatch(
      /^merchant casa\n=+\nThe job failed for this merchant; standard error says why\. It stopped no other merchant\.\n\nmerchant torre\n/,
    )
  })
})

describe('a command about the database of all', () => {
  it('needs no merchant', async () => {
    const io = at([CASA, TORRE])
    await type(`run ${DAY} --cycle 11`, io)
    const backup = await type('db backup copy.db', io)
    expect([backup.status, backup.err]).toEqual([0, ''])
    expect((await type('db verify', io)).status).toBe(0)
    expect((await type('db verify --db copy.db', io)).status).toBe(0)
  })
})

describe('a command about one merchant', () => {
  it.each([
    'explain 2026-03-12 11',
    'settlement get 2026-03-12 11',
    'invoice list',
    'webhooks serve',
    'discrepancies list --csv',
    'close --through 2026-03-12',
  ])('%s has to be told which', async (words) => {
    const { status, err } = await type(words, at([CASA, TORRE]))
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/^cuadre: MERCHANT_NOT_NAMED: .*casa, torre; .*--merchant casa\n$/),
    ])
  })

  it('is proposed with its merchant by screens, files and refusals', async () => {
    const io = at([CASA, TORRE])
    await type(`run ${DAY}`, io)
    const { out } = await type('fees', io)
    expect(out).toMatch(/cuadre fees fit --merchant casa\n[\s\S]*cuadre fees fit --merchant torre\n/)
    const page = readFileSync(join(io.cwd, 'out/torre/2026-03-12/report.html'), 'utf8')
    expect(
      [...page.matchAll(/<code>(cuadre [^<]*)/g)].filter(([, line]) => !line?.includes('--merchant torre')),
    ).toEqual([])
    const bank = await type('bank list --merchant casa', io)
    expect(bank.err).toContain('cuadre bank import FILE --merchant casa\n')
  })

  it('asks the service as that merchant', async () => {
    const { status, out } = await type('settlement get 2026-03-12 11 --merchant torre --json', at([CASA, TORRE]))
    expect([status, JSON.parse(out).error]).toEqual([0, null])
  })
})

describe('a signal', () => {
  it('ends it for all, once', async () => {
    const controller = new AbortController()
    const io = at([CASA, TORRE])
    const stopping = {
      ...io,
      signal: controller.signal,
      newRunId: () => {
        controller.abort(new Interrupted('SIGTERM'))
        return 'cut'
      },
    }
    const { status, out, err } = await type(`run ${DAY} --json`, stopping)
    expect([status, JSON.parse(out).error.code, err.match(/^cuadre: /gm)]).toEqual([143, 'INTERRUPTED', ['cuadre: ']])
    const again = await type(`run ${DAY} --json`, io)
    expect([again.status, merchantsIn(JSON.parse(again.out))]).toEqual([0, ['casa', 'torre']])
  })
})

describe('words that make no sense', () => {
  it('are refused once', async () => {
    const { status, err } = await type('run --date tomorrow', at([CASA, TORRE]))
    expect([status, err.split('\n').length]).toEqual([2, 2])
  })
  it('are refused before settings that make none', async () => {
    const { err } = await type('run --date tomorrow', at([{}]))
    expect(err).toMatch(/^cuadre: USAGE: /)
  })
})
