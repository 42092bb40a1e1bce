import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, it, onTestFinished, test } from 'vitest'
import { startMany, wrongTurns } from '../../bench/many/scene.ts'
import type { Language } from '../../src/words/language.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { centavosIn, tablesIn } from '../reports/read-tables.ts'
import { DISASTER, tellDisaster } from './disaster.ts'
import { type Service, startService } from './service.ts'

/**
 * Two merchants of two services in one database. Each settlement of casa has three invoices and pays out 3,000,000:
 * 15,000,000 in all. Of torre's disaster two settlements are compared: 12,054,000 + 15,090,000 expected, 500,000 paid
 * too much and 300,000 too little.
 */
let [casa, torre]: Service[] = []
let now = 0
let runs = 0
beforeEach(async () => {
  now = Date.parse('2026-03-13T03:30:00Z')
  ;[casa, torre] = [await startService(() => now), await startService(() => now)]
  for (const cycle of ['11', '13', '16', '18', '20']) {
    casa.tellSettled(DISASTER, cycle, 3)
  }
  tellDisaster({ service: torre })
})
afterEach(() => Promise.all([casa?.close(), torre?.close()]))

const atHome = (ofCasa: object = {}, shared: object = {}, cwd = emptyFolder()) => {
  const merchants = [
    { name: 'casa', baseUrl: casa?.baseUrl, apiKeyVariable: 'CASA_KEY', ...ofCasa },
    { name: 'torre', baseUrl: torre?.baseUrl, apiKeyVariable: 'TORRE_KEY' },
  ]
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ merchants, ...shared }))
  const env = { CASA_KEY: 'sk_casa_0123456789', TORRE_KEY: 'sk_torre_0123456789' }
  const read = () => readFileSync(join(cwd, 'out/index.html'), 'utf8')
  return {
    cwd,
    read,
    type: (line: string) => type(line, { cwd, env, now: () => now, newRunId: () => `run-${++runs}` }),
  }
}

const NIGHT = `run --date ${DISASTER}`

const sheetsOf = async (path: string): Promise<readonly string[]> =>
  (await readXlsx(readFileSync(path))).sheets.map(({ name }) => name)

/** Its lines as displayed: name and conclusion, the sums, the time of reading. */
const linesIn = (html: string, language: Language = 'en') => {
  const rows = tablesIn(html).find(({ name }) => name === 'merchants')?.groups[0]?.rows ?? []
  return rows.map(({ cells }) => ({
    name: cells[0] ?? '',
    sums: cells.slice(1, -1).map((cell) => (cell === '' ? null : Number(centavosIn(cell, language)) / 100)),
    readAt: cells.at(-1),
  }))
}

it('has a line a merchant with its first sentence, and a total that foots', async () => {
  const home = atHome()
  const { status, out } = await home.type(NIGHT)
  expect([status, out]).toEqual([
    5,
    expect.stringMatching(/\nAll merchants: out\/index\.html\n\nAll merchants: out\/merchants\.xlsx\n$/),
  ])
  const [ofCasa, ofTorre, total] = linesIn(home.read())
  expect(ofCasa?.name).toBe('casa ✓ All 5 settlements add up; COP 15,000,000 paid out.')
  expect(ofCasa?.sums).toEqual([15_000_000, 0, 0, 15_000_000, null, null, null])
  expect(ofTorre?.name).toMatch(
    /^torre ≠ COP.9,985,000 could not be judged \(1 settlement\); COP.8,020,000 has not arrived \(1\)/,
  )
  expect(ofTorre?.sums).toEqual([27_144_000, 300_000, 500_000, 27_344_000, 8_020_000, null, 1])
  expect(total?.sums).toEqual([42_144_000, 300_000, 500_000, 42_344_000, 8_020_000, null, 1])
  expect([ofCasa?.readAt, total?.readAt]).toEqual(['2026-03-12 22:30', ''])
  for (const { sums } of linesIn(home.read())) {
    const [expected, owed, overpaid, paidOut] = sums.map((sum) => sum ?? 0)
    expect((expected ?? 0) - (owed ?? 0) + (overpaid ?? 0)).toBe(paidOut)
  }
  expect(home.read()).toContain('<a href="casa/index.html">casa</a>')
  expect(home.read()).toMatch(/class="headline bad".*could not be judged/)
})

it('is read by its owner alone, says the same of the same data, and stands in nobody’s folder', async () => {
  const home = atHome()
  const { files } = JSON.parse((await home.type(`${NIGHT} --json`)).out)
  expect(files.slice(-2)).toEqual(['out/index.html', 'out/merchants.xlsx'])
  const [page, folder] = [home.read(), join(home.cwd, 'out')]
  expect(statSync(join(folder, 'index.html')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['casa', 'index.html', 'merchants.xlsx', 'torre'])
  const written = statSync(join(folder, 'index.html')).mtimeMs
  now += 3_600_000
  await home.type('check')
  expect([home.read(), statSync(join(folder, 'index.html')).mtimeMs]).toEqual([page, written])
  expect(readFileSync(join(folder, 'casa/index.html'), 'utf8')).toContain('<a href="../index.html">All merchants</a>')
})

it.each([
  ['a key that is refused', {}],
  ['settings that are wrong', { pageLimit: 0 }],
])('keeps the last line of a merchant with %s, with its time', async (_why, instead) => {
  const home = atHome()
  await home.type(NIGHT)
  const [before] = linesIn(home.read())
  now += 24 * 3_600_000
  casa?.refuse(() => ({ status: 401, body: { error: 'no' } }))
  const later = atHome(instead, {}, home.cwd)
  await later.type(NIGHT)
  const [after, ofTorre] = linesIn(later.read())
  expect(after).toEqual({
    ...before,
    name: `${before?.name} Not read since 2026-03-12 22:30; the figures are those of that time.`,
  })
  expect(ofTorre).toMatchObject({ name: expect.not.stringContaining('Not read'), readAt: '2026-03-13 22:30' })
  expect(later.read()).toMatch(/class="headline bad".* 1 merchant was not read in the last night\./)
})

it('is in the language of the settings', async () => {
  const home = atHome({}, { language: 'es' })
  await home.type(NIGHT)
  expect(home.read()).toContain('<html lang="es">')
  const [ofCasa, , total] = linesIn(home.read(), 'es')
  expect(ofCasa?.name).toBe('casa ✓ Las 5 liquidaciones cuadran; se abonaron $ 15.000.000.')
  expect(total?.sums).toEqual([42_144_000, 300_000, 500_000, 42_344_000, 8_020_000, null, 1])
})

it('does not take the place of the page of a merchant whose folder it is', async () => {
  const home = atHome({ out: 'out' })
  const { err } = await home.type(NIGHT)
  expect(err).toMatch(/cuadre: OUT_OF_ANOTHER_MERCHANT: \S+out holds the reports of the merchant casa, /)
  expect(home.read()).toContain('<b>casa</b>')
  const spanish = await atHome({ out: 'out' }, { language: 'es' }).type(NIGHT)
  expect(spanish.err).toMatch(/tiene los informes del comercio casa, no de todos;/)
})

it('is not written by what writes nothing, nor by what is about one of them', async () => {
  const home = atHome()
  await home.type(`${NIGHT} --dry-run`)
  await home.type(`${NIGHT} --merchant torre`)
  expect(readdirSync(join(home.cwd, 'out'))).toEqual(['torre'])
})

it('has a workbook, which the setting leaves out', async () => {
  const home = atHome()
  await home.type(NIGHT)
  expect(await sheetsOf(join(home.cwd, 'out/merchants.xlsx'))).toEqual(['Total', 'Merchant by merchant'])
  await atHome({}, { xlsx: false }, home.cwd).type(NIGHT)
  expect(readdirSync(join(home.cwd, 'out')).sort()).toEqual(['casa', 'index.html', 'torre'])
})

it('has the lines of the others when a database is damaged', async () => {
  const home = atHome({}, { db: 'data/{merchant}.db' })
  await home.type(NIGHT)
  const [, before] = linesIn(home.read())
  writeFileSync(join(home.cwd, 'data/casa.db'), 'no database any more')
  const { status } = await home.type(NIGHT)
  const [ofCasa, ofTorre] = linesIn(home.read())
  expect([status, ofCasa?.name]).toEqual([6, 'casa Its database cannot be read; its figures are not shown.'])
  expect(ofCasa?.sums).toEqual([null, null, null, null, null, null, null])
  expect(ofTorre).toEqual(before)
})

const UNREAD = new Set(['incomplete', 'not-pulled', 'not-due'])

/** A small version of `npm run many`. */
test('of many merchants each with a trouble of its own ends as it should, and all others are done', async () => {
  const folder = emptyFolder()
  const troubled = { 'dead service': 1, 'wrong key': 1, 'damaged database': 1 }
  const many = await startMany({ folder, merchants: 12, invoicesPerDay: 10, troubled })
  onTestFinished(() => many.sandbox.close())
  let runs = 0
  const io = { cwd: folder, env: many.env, now: Date.now, newRunId: () => `run-${++runs}` }
  const night = await type(`run --date ${many.day} --fail-on never --json`, io)
  const document = JSON.parse(night.out)
  // The first of 6, 4, 5 wins.
  expect([night.status, document.exitCode]).toEqual([6, 6])
  expect(wrongTurns(many, document)).toEqual([])
  const read = document.slots.filter(({ verdict }: { verdict: string }) => !UNREAD.has(verdict))
  expect(new Set(read.map(({ merchant }: { merchant: string }) => merchant)).size).toBe(9)
  for (const name of ['out/index.html', 'out/merchants.xlsx']) expect(existsSync(join(folder, name))).toBe(true)
  for (const line of ['status --json', 'discrepancies list --json']) {
    const { status, out } = await type(line, io)
    const { merchants }: { merchants: readonly { merchant: string; exitCode: number }[] } = JSON.parse(out)
    const damaged = merchants
      .filter(({ exitCode }) => exitCode === 6)
      .map(({ merchant }) => many.troubles.get(merchant))
    expect([line, status, merchants.length, damaged]).toEqual([line, 6, 12, ['damaged database']])
  }
})
