import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CuadreError, openCuadre } from '../../src/index.ts'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import type { FeeTerms } from '../../src/sandbox/settlements/fees.ts'
import { folderForAll } from '../empty-folder.ts'
import { tariffOf } from '../stories/tariff-of.ts'
import { type } from './terminal.ts'

const DEARER = { ...ASSUMED.fees, card: { percent: 3.1, fixed: 0, max: 60_000 }, pse: { percent: 0, fixed: 3_500 } }
const TERMS: FeeTerms = {
  fees: {
    ...ASSUMED.fees,
    nequiButton: { percent: 1.2, fixed: 0, tiers: [{ above: 2_000_000, percent: 0.9, fixed: 500 }] },
  },
  feeChanges: [{ from: '2026-03-09', fees: DEARER }],
  feeTax: 19,
  feeRounding: 'settlement',
  feeRoundingTo: 'peso',
}

const parent = folderForAll()

/** A week of the sandbox, read by a merchant whose settings have more or less of its tariff. */
const readWeek = async (
  name: string,
  sandbox: Sandbox,
  settings: object,
  line = 'run --from 2026-03-05 --to 2026-03-12',
) => {
  const cwd = join(parent, name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: sandbox.baseUrl, ...settings }))
  const say = (words: string | readonly string[]) =>
    type(words, { cwd, env: { CUADRE_API_KEY: sandbox.apiKey }, newRunId: randomUUID })
  expect([0, 3]).toContain((await say(line)).status)
  return { cwd, say }
}

interface Off {
  readonly date: string
  readonly cycle: string
  readonly difference: number
}

type Rows = readonly Readonly<Record<string, string>>[]
const rowsOf = (cwd: string, file: string): Rows =>
  parse(readFileSync(join(cwd, 'out/fees/2026-03-01_2026-03-31', file), 'utf8'), { columns: true })
const sum = (rows: Rows, column: string): number =>
  rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0) / 100

describe('a week whose tariff changes in its middle, with tax, a cap and tiers', () => {
  let sandbox: Sandbox
  let week: Awaited<ReturnType<typeof readWeek>>
  beforeAll(async () => {
    sandbox = await startSandbox({ scenario: 'quiet-week', assumptions: { ...TERMS, dateHeader: 'sandbox' } })
    week = await readWeek('right', sandbox, { tariff: tariffOf(TERMS) })
  })
  afterAll(() => sandbox.close())

  test('agrees in every settlement, to the centavo, and every table foots', async () => {
    const { status, out } = await week.say('fees')
    expect(status).toBe(0)
    expect(out).toMatch(/^The fees of all \d+ settlements match the tariff\./)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    const [settlements, methods, months] = ['settlements', 'methods', 'months'].map((name) =>
      rowsOf(week.cwd, `fees-${name}.csv`),
    ) as [Rows, Rows, Rows]
    expect(settlements.length).toBeGreaterThan(25)
    expect(settlements.every(({ difference, off }) => difference === '0' && off === 'false')).toBe(true)
    for (const column of ['paid', 'expected']) expect(sum(methods, column)).toBe(sum(settlements, column))
    for (const column of ['charged', 'deducted', 'billed_apart', 'expected', 'paid', 'collected'])
      expect(sum(months, column)).toBe(sum(settlements, column))
    for (const row of methods)
      expect(Number(row.fee) + Number(row.tax) + Number(row.withheld)).toBeCloseTo(
        Number(row.expected) - (row.line === 'rounding' ? Number(row.expected) : 0),
        2,
      )
    expect(methods.map(({ line }) => line)).toContain('rounding')
  })

  test('holds the bill of the operator against what was deducted', async () => {
    const deducted = sum(rowsOf(week.cwd, 'fees-settlements.csv'), 'deducted')
    const { out } = await week.say(`fees --billed ${deducted}`)
    expect(out).toContain('It is exactly the fees deducted.')
    const { billed } = JSON.parse((await week.say(`fees --billed ${deducted - 1} --json`)).out)
    expect([billed.matches, billed.lines[1].difference, billed.lines[0].difference]).toEqual([null, -1, deducted - 1])
  })

  test('by the schedule from before, each settlement after the change is off, and the page names the worst', async () => {
    const [first] = tariffOf(TERMS)
    writeFileSync(
      join(week.cwd, 'cuadre.config.json'),
      JSON.stringify({ baseUrl: sandbox.baseUrl, tariff: [first], language: 'es' }),
    )
    const { total, settlements, sentence, months } = JSON.parse((await week.say('fees --json')).out)
    const off = settlements.filter((one: { off: boolean }) => one.off)
    expect(off.length).toBe(total.compared.tooMuch.number + total.compared.tooLittle.number)
    expect(off.every(({ date }: { date: string }) => date >= '2026-03-09')).toBe(true)
    expect(months).toEqual([{ month: '2026-03', ...total }])
    expect(sentence).toMatch(/^El operador cobró \$\s[\d.]+ más que la tarifa en \d+ liquidaciones/)
    const page = readFileSync(join(week.cwd, 'out/fees/2026-03-01_2026-03-31/fees.html'), 'utf8')
    expect(page).toContain('Cobrado frente a esperado')
    expect(page.match(/class="dot off"/g)?.length).toBe(off.length)
    const names = [...page.matchAll(/class="dot-name"[^>]*>([^<]*)</g)].map(([, name]) => name)
    const worst: Off = off.toSorted((a: Off, b: Off) => Math.abs(b.difference) - Math.abs(a.difference))[0]
    const [year, month, day] = worst.date.split('-')
    expect(names[0]).toContain(`${day}/${month}/${year} ${worst.cycle}: `)
    expect(names.length).toBeLessThan(off.length)
  })

  test('without a rate for a method its settlements are not compared, and the reason names it', async () => {
    const [first] = tariffOf({ ...TERMS, feeChanges: [] })
    const { card: _card, ...methods } = first?.methods ?? {}
    writeFileSync(
      join(week.cwd, 'cuadre.config.json'),
      JSON.stringify({ baseUrl: sandbox.baseUrl, tariff: [{ ...first, methods }] }),
    )
    const { out } = await week.say('fees --format csv')
    expect(out).toMatch(/no rate for Card \(\d+\)/)
    const rows = rowsOf(week.cwd, 'fees-settlements.csv').filter(({ not_compared }) => not_compared === 'unpriced')
    expect(rows.length).toBeGreaterThan(3)
    expect(
      rows.every(
        ({ expected, difference, off, unpriced }) =>
          `${expected}${difference}${off}` === '' && /^no-rate card \d+$/.test(unpriced ?? ''),
      ),
    ).toBe(true)
    expect(readdirSync(join(week.cwd, 'out/fees/2026-03-01_2026-03-31')).sort()).toEqual([
      'fees-methods.csv',
      'fees-months.csv',
      'fees-settlements.csv',
      'fees.html',
      'manifest.json',
    ])
  })
})

describe('a week of a merchant without a tariff, billed later', () => {
  let sandbox: Sandbox
  let week: Awaited<ReturnType<typeof readWeek>>
  beforeAll(async () => {
    sandbox = await startSandbox({ scenario: 'postpaid', assumptions: { dateHeader: 'sandbox' } })
    week = await readWeek('none', sandbox, {})
  })
  afterAll(() => sandbox.close())

  test('is said to have none, with what was charged, its rate, and the way to one', async () => {
    const { status, out } = await week.say('fees')
    expect([status, out.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^No tariff is set, so no fee is compared\. Charged: COP\s[\d,]+, 0\.\d\d\s% of what/),
    ])
    expect(out).toContain('cuadre fees fit')
    const { total, tariff } = JSON.parse((await week.say('fees --json')).out)
    expect([tariff, total.compared.settlements, total.all.deducted]).toEqual([null, 0, 0])
    expect(total.all.billedApart).toBe(total.all.charged)
    expect(total.notCompared.reasons).toEqual([
      { reason: 'no-tariff', settlements: total.all.settlements, charged: total.all.charged },
    ])
  })

  test('a new tariff shows at once what it makes of the past; a past moment has the one of then', async () => {
    const tariff = tariffOf({
      ...TERMS,
      fees: ASSUMED.fees,
      feeChanges: [],
      feeTax: 0,
      feeRounding: 'invoice',
      feeRoundingTo: 'peso',
    })
    writeFileSync(join(week.cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: sandbox.baseUrl, tariff }))
    expect((await week.say('fees')).out).toMatch(/^The fees of all \d+ settlements match the tariff/)
    expect((await week.say('fees --as-of 2026-03-13 --out then')).out).toMatch(/^No tariff is set/)
  })

  test('of closed days the figures are those of the closing', async () => {
    expect(
      (await week.say(['close', '--through', '2026-03-12', '--force', '--reason', 'end of it', '--by', 'ana'])).status,
    ).toBe(0)
    const { closed, total } = JSON.parse((await week.say('fees --from 2026-03-05 --to 2026-03-12 --json')).out)
    expect([closed.closing.by, closed.now.total]).toEqual(['ana', total])
  })

  test('stands on the library face, and a past one writes nothing', async () => {
    const cuadre = openCuadre({ db: join(week.cwd, 'data/cuadre.db'), out: join(week.cwd, 'library') })
    const { total, files } = await cuadre.fees({ month: '2026-03', billed: 5 })
    expect(files).toHaveLength(6)
    expect(total.compared.settlements + total.notCompared.settlements).toBe(total.all.settlements)
    expect((await cuadre.fees({ asOf: '2026-03-13' })).files).toEqual([])
    await expect(cuadre.fees({ billed: -5 })).rejects.toThrow(CuadreError)
    await expect(cuadre.fees({ billed: 0.001 })).rejects.toThrow('billed must be a sum of COP')
    await cuadre.close()
  })
})

describe('settlements that nobody asked for', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ scenario: 'quiet-week', assumptions: { ...TERMS, dateHeader: 'sandbox' } })
  })
  afterAll(() => sandbox.close())

  test('are due, and stand among those that were not compared, without a sum', async () => {
    const tariff = tariffOf(TERMS)
    const { cwd, say } = await readWeek('parts', sandbox, { tariff }, 'run --date 2026-03-10 --cycle 11')
    expect((await say('run --date 2026-03-11 --cycle 13')).status).toBe(0)
    const { sentence, total } = JSON.parse((await say('fees --json')).out)
    expect(sentence).toBe('The fees of all 2 settlements match the tariff. 8 settlements were not read.')
    expect(total.notCompared.reasons).toEqual([{ reason: 'unread', settlements: 8, charged: 0 }])
    const rows = rowsOf(cwd, 'fees-settlements.csv')
    expect(rows.map(({ date, cycle, not_compared }) => `${date?.slice(8)} ${cycle} ${not_compared}`.trim())).toEqual(
      ['10 11', '10 13', '10 16', '10 18', '10 20', '11 11', '11 13', '11 16', '11 18', '11 20'].map((name) =>
        ['10 11', '11 13'].includes(name) ? name : `${name} unread`,
      ),
    )
    const figures = ['payments', 'paid', 'collected', 'charged', 'expected', 'difference'] as const
    const unread = rows.filter(({ not_compared }) => not_compared === 'unread')
    expect(unread.flatMap((row) => figures.map((name) => row[name])).every((cell) => cell === '')).toBe(true)
  })
})

describe('words that make no sense', () => {
  test.each<[string, string]>([
    ['fees --billed 4.512.300', '--billed must be a sum of COP'],
    ['fees --billed=-5', '--billed must be a sum of COP'],
    ['fees --month 2026-13', '--month must be a month'],
    ['fees --month 2026-03 --from 2026-03-01 --to 2026-03-02', '--month excludes --from and --to'],
    ['fees --format pdf', '--format must be one of csv, xlsx'],
    ['fees --from 2026-03-01', '--from and --to need each other'],
  ])('%s', async (line, message) => {
    const { status, err } = await type(line, { cwd: parent })
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })

  test('what was never pulled is said with the command that pulls it', async () => {
    const { status, err } = await type('fees --month 2025-01', { cwd: join(parent, 'right') })
    expect([status, err]).toEqual([2, expect.stringContaining('cuadre run --from 2025-01-01 --to 2025-01-31')])
  })
})
