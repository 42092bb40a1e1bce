import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { openCuadre } from '../../src/library/open-cuadre.ts'
import { FEES_FIT } from '../../src/questions/fees-fit.ts'
import type { Language } from '../../src/words/language.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from './service.ts'
import { paid, settlement } from './told.ts'

const DAYS = Array.from({ length: 12 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
const CYCLES = ['11', '18']
const RANGE = `--from ${DAYS[0]} --to ${DAYS.at(-1)}`

let service: Service
let cwd: string
const here = (): Partial<Io> => ({ cwd, env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' } })

/** PSE costs 2,900 and a card 800 + 2.79 %; `off` is charged in addition. */
const tellWeeks = (off: (date: string, cycle: string, place: number) => number): void => {
  for (const [day, date] of DAYS.entries()) {
    for (const [at, cycle] of CYCLES.entries()) {
      const place = 2 * day + at
      const invoices = Array.from({ length: 3 + ((place * 5) % 7) }, (_, n) => {
        const sum = 500_000 + ((place * 37 + n * 91) % 211) * 10_000
        const paymentMethod = (place + n * n) % 3 === 0 ? 'card' : 'pse'
        return paid(date, cycle, n + 1, { amount: sum, paymentAmount: sum, paymentMethod })
      })
      const fees = invoices.reduce(
        (all, { paymentMethod, paymentAmount }) =>
          all + (paymentMethod === 'pse' ? 2900 : 800 + (Number(paymentAmount) * 279) / 10_000),
        off(date, cycle, place),
      )
      const collected = invoices.reduce((all, { paymentAmount }) => all + Number(paymentAmount), 0)
      const told = settlement(date, cycle, invoices, { fees, paymentAmount: collected - fees })
      service.tell(date, cycle, { settlement: told, invoices })
    }
  }
}

beforeEach(async () => {
  cwd = emptyFolder()
  service = await startService(() => Date.parse('2026-03-13T03:30:00Z'))
  onTestFinished(() => service.close())
})

const run = () => type(`run ${RANGE} --cycle 11 --cycle 18 --fail-on never`, here())
const OVERCHARGE = (date: string, cycle: string): number => (date === '2026-03-09' && cycle === '18' ? 451_120 : 0)
const RATES = { card: { fixed: 800, percent: 2.79 }, pse: { fixed: 2900, percent: 0 } }
const FILE = '{\n  "language": "en",   "policy": {"toleranceCop": 0 }\n}\n'
const PROPOSED = { by: 'ana', at: '2026-03-13T03:30:00.000Z' }
const MERCHANTS = [
  { name: 'finca', apiKeyVariable: 'KEY_B' },
  { name: 'casa', apiKeyVariable: 'KEY_A' },
]
const fileAt = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8'))

describe('a tariff that history proposes', () => {
  it('is told with its support, what is off by how much, and as JSON; the database is only read', async () => {
    tellWeeks(OVERCHARGE)
    await run()
    service.refuse(() => ({ status: 500, body: { error: 'asked' } }))
    const { status, out, err } = await type('fees fit', here())
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^History proposes a tariff: 23 of 24 settlements fit it to the centavo\.\n/)
    expect(out).toMatch(/2026-03-01 +card +800 +2\.79 +\d+ +\d+\n2026-03-01 +pse +2,900 +0 +\d+ +\d+\n/)
    expect(out).toMatch(
      /2026-03-09 +18 +[\d,.]+ +[\d,.]+ +\+451,120\n= More than expected: 1 settlement +[\d,.]+ +[\d,.]+ +\+451,120\n/,
    )
    expect(out).toContain('No fee is checked against it until it is saved:   cuadre fees fit --write')
    expect((await type('fees fit --format csv --table rates', here())).out).toMatch(
      /^\uFEFF?merchant,from,method,fixed,percent,settlements,payments\r?\ndefault,2026-03-01,card,800,2\.79,\d+,\d+\r?\n/,
    )
    expect((await type('fees fit --format csv --table off', here())).out.trim().split('\n')).toHaveLength(2)
    const document = JSON.parse((await type('fees fit --json', here())).out)
    const library = openCuadre({ db: join(cwd, 'data/cuadre.db'), apiKey: 'a-key', baseUrl: service.baseUrl })
    expect(await library.feesFit({})).toEqual(document)
    await expect(library.feesFit({ tax: 279 })).rejects.toThrow('tax must be a percent above 0')
    await library.close()
    expect(document).toMatchObject({
      command: 'fees fit',
      refusal: null,
      settlements: 24,
      fits: 23,
      tariff: [{ from: '2026-03-01', methods: RATES }],
      deviations: [{ date: '2026-03-09', cycle: '18', difference: 451_120 }],
      files: [],
    })
    const part = JSON.parse((await type('fees fit --from 2026-03-01 --to 2026-03-08 --json', here())).out)
    expect(part).toMatchObject({ settlements: 16, fits: 16, deviations: [], from: '2026-03-01', to: '2026-03-08' })
  })

  it('leaves out an answer for another settlement', async () => {
    tellWeeks(() => 0)
    const date = '2026-03-09'
    const invoices = [paid(date, '18', 1, { paymentMethod: 'pse' })]
    service.tell(date, '18', { settlement: settlement(date, '11', invoices, { fees: 451_120 }), invoices })
    await run()
    const { out } = await type('fees fit', here())
    expect(out).toMatch(/^History proposes a tariff: 23 of 23 settlements fit it to the centavo\.\n/)
    expect(out).toContain('1 without a settlement')
  })

  it('is told in Spanish', async () => {
    tellWeeks(OVERCHARGE)
    writeFileSync(join(cwd, 'cuadre.config.json'), '{"language": "es"}')
    await run()
    const { out } = await type('fees fit', here())
    expect(out).toMatch(/^El historial propone una tarifa: 23 de 24 liquidaciones se ajustan al centavo\.\n/)
    expect(out).toMatch(/09\/03\/2026 +18 .*\+451\.120\n= Más de lo esperado: 1 liquidación/)
  })

  it('is written into the settings file by name and time, once; all else in it stays', async () => {
    tellWeeks(OVERCHARGE)
    writeFileSync(join(cwd, 'cuadre.config.json'), FILE, { mode: 0o640 })
    await run()
    const { status, out } = await type('fees fit --write --by ana', here())
    expect([status, out]).toEqual([0, expect.stringContaining('Written to cuadre.config.json: "cuadre check" now')])
    const text = readFileSync(join(cwd, 'cuadre.config.json'), 'utf8')
    expect(text.startsWith(FILE.slice(0, -3))).toBe(true)
    expect(fileAt('cuadre.config.json').tariff).toEqual([
      { from: '2026-03-01', methods: RATES, rounding: 'none', proposed: PROPOSED },
    ])
    expect(statSync(join(cwd, 'cuadre.config.json')).mode & 0o777).toBe(0o640)
    const settings = JSON.parse((await type('config --json', here())).out)
    expect(JSON.stringify(settings)).toContain('"percent":2.79')
    expect(await type('fees fit --write', here())).toMatchObject({
      status: 2,
      err: expect.stringContaining('TARIFF_PRESENT: a tariff stands in the settings already (from 2026-03-01)'),
    })
    expect((await type('fees fit --write --replace --by eva', here())).status).toBe(0)
    expect(fileAt('cuadre.config.json').tariff).toMatchObject([{ proposed: { by: 'eva' } }])
  })

  it('is written into the tariffFile that the settings name', async () => {
    tellWeeks(OVERCHARGE)
    writeFileSync(join(cwd, 'cuadre.config.json'), '{"policy": {"tariffFile": "tariff.json"}}')
    writeFileSync(join(cwd, 'tariff.json'), '[]')
    await run()
    const { out } = await type('fees fit --write --by ana --json', here())
    expect(JSON.parse(out).files).toEqual(['tariff.json'])
    expect(fileAt('tariff.json')).toMatchObject([{ methods: RATES, proposed: PROPOSED }])
    expect(fileAt('cuadre.config.json')).toEqual({ policy: { tariffFile: 'tariff.json' } })
  })

  it('is written into the entry of its merchant, and the others keep theirs', async () => {
    tellWeeks(OVERCHARGE)
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ merchants: MERCHANTS }))
    const keys = { ...here(), env: { CUADRE_BASE_URL: service.baseUrl, KEY_A: 'key-a', KEY_B: 'key-b' } }
    await type(`run ${RANGE} --cycle 11 --cycle 18 --fail-on never --merchant casa`, keys)
    expect(await type('fees fit --write --by ana --merchant casa', keys)).toMatchObject({ status: 0, err: '' })
    expect(fileAt('cuadre.config.json').merchants).toEqual([
      MERCHANTS[0],
      { ...MERCHANTS[1], tariff: [expect.objectContaining({ methods: RATES })] },
    ])
  })

  it('tells when rates changed; where both dates fit, that of the settings stays', async () => {
    tellWeeks((date, cycle, place) =>
      date < '2026-03-07' ? 0 : 100 * (3 + ((place * 5) % 7)) - OVERCHARGE(date, cycle),
    )
    writeFileSync(join(cwd, 'cuadre.config.json'), '{"tariffDate": "settlement"}')
    await run()
    const { status, out } = await type('fees fit --write --by ana', here())
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('Rates changed on 2026-03-07, and history does not show'),
    ])
    expect(fileAt('cuadre.config.json')).toMatchObject({
      tariffDate: 'settlement',
      tariff: [
        { from: '2026-03-01', methods: RATES },
        { from: '2026-03-07', methods: { card: { fixed: 900 }, pse: { fixed: 3000 } } },
      ],
    })
  })
})

describe('no tariff', () => {
  it('is written without a settings file', async () => {
    tellWeeks(OVERCHARGE)
    await run()
    expect(await type('fees fit --write', here())).toMatchObject({
      status: 2,
      err: expect.stringContaining('NO_SETTINGS_FILE: there is no settings file to write to'),
    })
  })

  it('where fees contradict each other: nothing is written', async () => {
    tellWeeks((_date, _cycle, place) => 1000 + ((place * place * 7919) % 90_001))
    writeFileSync(join(cwd, 'cuadre.config.json'), FILE)
    await run()
    const { status, out } = await type('fees fit --tax 19', here())
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(
        /^No tariff is proposed: no set of rates fits a clear majority[\s\S]*\(tax tried:\s+19 %\)/,
      ),
    ])
    expect(await type('fees fit --write', here())).toMatchObject({
      status: 2,
      err: expect.stringContaining('NOTHING_PROPOSED'),
    })
    expect(readFileSync(join(cwd, 'cuadre.config.json'), 'utf8')).toBe(FILE)
  })

  it('where neighbouring settlements fit no schedule it is shown, and not written without naming other days', async () => {
    tellWeeks((date, _cycle, place) => (date >= '2026-03-09' ? 1000 + place * place * 7 : 0))
    writeFileSync(join(cwd, 'cuadre.config.json'), FILE)
    await run()
    const { status, out } = await type('fees fit', here())
    expect([status, out]).toEqual([0, expect.stringContaining('From 2026-03-09 11 to 2026-03-12 18 most of 8')])
    const { status: refused, err } = await type('fees fit --write', here())
    expect([refused, err]).toEqual([2, expect.stringMatching(/NOTHING_PROPOSED: most of the 8 settlements from 2026/)])
    expect(readFileSync(join(cwd, 'cuadre.config.json'), 'utf8')).toBe(FILE)
    const written = await type('fees fit --write --from 2026-03-01 --to 2026-03-08', here())
    expect([written.status, written.out.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        'so the last one holds after 2026-03-08, too. Of 8 settlements since then, 8 do not fit it.',
      ),
    ])
    expect(JSON.parse((await type('fees fit --from 2026-03-01 --to 2026-03-08 --json', here())).out).later).toEqual({
      settlements: 8,
      off: 8,
      open: 0,
    })
    expect(JSON.parse((await type('fees fit --from 2026-03-01 --to 2026-03-12 --json', here())).out).later).toEqual({
      settlements: 0,
      off: 0,
      open: 0,
    })
    expect(fileAt('cuadre.config.json').tariff).toMatchObject([{ from: '2026-03-01', methods: RATES }])
  })

  it.each([
    ['fees fit --tax 279', '--tax must be a percent above 0'],
    ['fees fit --tax 0', '--tax must be a percent above 0'],
    ['fees fit --from 2026-03-01', 'need each other'],
    ['fees fit --replace', '--replace needs --write'],
    ['fees fit --by ana', '--by needs --write'],
  ])('%s is refused', async (line, message) => {
    expect(await type(line, here())).toMatchObject({ status: 2, err: expect.stringContaining(message) })
  })
})

const EN = 'A schedule has no end, so the last one holds after 2026-03-08, too.'
const ES = 'Una tarifa no tiene fin, y la última también rige después del 08/03/2026.'

test.each<[Language, number, number, number, string]>([
  ['en', 8, 0, 0, `${EN} Of 8 settlements since then, 0 do not fit it.`],
  ['en', 8, 1, 0, `${EN} Of 8 settlements since then, 1 does not fit it.`],
  [
    'en',
    8,
    2,
    1,
    `${EN} Of 8 settlements since then, 2 do not fit it, and 1 cannot be compared, because a rate is not determined.`,
  ],
  ['en', 3, 0, 3, `${EN} Of 3 settlements since then, 3 cannot be compared, because a rate is not determined.`],
  ['es', 8, 1, 0, `${ES} De 8 liquidaciones desde entonces, 1 no se ajusta a ella.`],
  [
    'es',
    8,
    2,
    1,
    `${ES} De 8 liquidaciones desde entonces, 2 no se ajustan a ella, y 1 no se puede comparar por falta de una comisión.`,
  ],
  ['es', 3, 0, 3, `${ES} De 3 liquidaciones desde entonces, 3 no se pueden comparar por falta de una comisión.`],
])('later settlements in %s: %i, %i off, %i open', (language, settlements, off, open, sentence) => {
  const fit = {
    refusal: null,
    fits: 9,
    settlements: 9,
    close: 0,
    open: 0,
    gaps: [],
    schedules: [],
    deviations: [],
    loose: [],
  }
  const facts = {
    ...{ merchant: 'casa', days: { from: '2026-03-01', to: '2026-03-08' }, taxes: [], unused: {}, fit, files: [] },
    later: { settlements, off, open },
  }
  const { sections } =
    FEES_FIT.report?.(facts as never, { settings: { merchants: [], policy: { tariff: [] } } } as never, {} as never) ??
    {}
  expect(sections?.flatMap((one) => (one.kind === 'note' ? [one.words[language]] : []))).toContain(sentence)
})
