import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../src/input/setting-readers.ts'
import { loadSettings } from '../../src/input/settings.ts'
import { tariffReader, tariffSchema } from '../../src/input/tariff/tariff-reader.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder } from '../empty-folder.ts'

const schedule = (instead: object = {}) => ({ from: '2026-01-01', methods: { pse: { fixed: 2900 } }, ...instead })
const card = (rate: object) => [schedule({ methods: { card: rate } })]

const refusalOf = (raw: unknown): string | null => {
  const read = tariffReader(raw)
  return read instanceof Refusal ? read.mustBe.en.replace('a list of dated schedules: ', '') : null
}

describe('a tariff of the settings', () => {
  it('is completed with what is nothing, and never with a rate', () => {
    expect(tariffReader([schedule()])).toEqual([
      {
        from: '2026-01-01',
        methods: { pse: { fixed: 2900, percent: 0, min: null, max: null, tiers: [] } },
        tax: null,
        withholdings: [],
        rounding: 'none',
        to: 'peso',
        proposed: null,
      },
    ])
  })

  const twice = [schedule(), schedule()]
  const back = [schedule({ from: '2026-02-01' }), schedule()]
  const tiers = [
    { above: 200, percent: 1 },
    { above: 100, percent: 2 },
  ]
  it.each<[string, unknown, string]>([
    ['no list', {}, 'it is {} and must be a list'],
    [
      'two schedules of one day',
      twice,
      '[1] begins on 2026-01-01, as the schedule before it does: their dates overlap',
    ],
    ['dates that fall', back, '[1] begins on 2026-01-01, before the schedule above it: list them by rising dates'],
    [
      'no day of the calendar',
      [schedule({ from: '2026-02-30' })],
      '[0].from is "2026-02-30" and must be a date: "2026-01-31"',
    ],
    ['no date', [{ methods: { pse: { fixed: 1 } } }], '[0].from is absent and must be a date: "2026-01-31"'],
    [
      'no methods',
      [schedule({ methods: {} })],
      '[0].methods is {} and must be an object with at least one payment method',
    ],
    [
      'an unknown field',
      [schedule({ method: {} })],
      '[0] holds "method", which is not known there; did you mean methods?',
    ],
    [
      'one of a method',
      card({ percentage: 2 }),
      '[0].methods.card holds "percentage", which is not known there; did you mean percent?',
    ],
    [
      'a negative rate',
      card({ percent: -1 }),
      '[0].methods.card.percent is -1 and must be a number of percent, 0 or more, with at most 6 decimals',
    ],
    [
      'a negative sum',
      card({ fixed: -800 }),
      '[0].methods.card.fixed is -800 and must be a number of COP, 0 or more, with at most 2 decimals',
    ],
    [
      'fractions of centavos',
      card({ fixed: 0.001 }),
      '[0].methods.card.fixed is 0.001 and must be a number of COP, 0 or more, with at most 2 decimals',
    ],
    [
      '279 for 2.79',
      card({ percent: 279 }),
      '[0].methods.card.percent is 279 percent, above 50: write 2.79 for 2.79 % of what was paid',
    ],
    [
      'text for a number',
      card({ percent: '2.79' }),
      '[0].methods.card.percent is "2.79" and must be a number of percent, 0 or more, with at most 6 decimals',
    ],
    ['no rate', card({ min: 100 }), '[0].methods.card has neither fixed nor percent nor tiers'],
    ['bounds that cross', card({ percent: 1, min: 10, max: 5 }), '[0].methods.card has a min of 10 above its max of 5'],
    [
      'a tier that goes back',
      card({ tiers }),
      '[0].methods.card.tiers[1] goes back: it begins above 100, and the tier before it above 200',
    ],
    [
      'a tier without a rate',
      card({ tiers: [{ above: 1 }] }),
      '[0].methods.card.tiers[0] has neither fixed nor percent',
    ],
    [
      'an unknown rounding',
      [schedule({ rounding: 'up' })],
      '[0].rounding is "up" and must be one of invoice, invoice-then-tax, settlement, none',
    ],
    ['another unit', [schedule({ to: 'cent' })], '[0].to is "cent" and must be one of peso, centavo'],
    [
      'a tax without a name',
      [schedule({ tax: { percent: 19 } })],
      '[0].tax.name is absent and must be text of 1 to 80 characters',
    ],
    [
      'a tax that may be included',
      [schedule({ tax: { name: 'IVA', percent: 19, included: 1 } })],
      '[0].tax.included is 1 and must be true or false',
    ],
    [
      'a withholding on what has no rate',
      [schedule({ withholdings: [{ name: 'R', percent: 1, methods: ['card'] }] })],
      '[0].withholdings[0].methods[0] is "card" and must be one of pse',
    ],
    [
      'one of another base',
      [schedule({ withholdings: [{ name: 'R', percent: 1, base: 'amount' }] })],
      '[0].withholdings[0].base is "amount" and must be one of paid, fee, tax',
    ],
    ['methods as a list', [schedule({ methods: [] })], '[0].methods is [] and must be an object'],
  ])('%s is refused with its place', (_name, raw, said) => {
    expect(refusalOf(raw)).toBe(said)
  })

  const fitsSchema = new Ajv({ allowUnionTypes: true }).compile(tariffSchema)
  it('what it takes, the schema of the settings file takes', () => {
    const all = schedule({
      methods: { card: { fixed: 800, percent: 2.79, min: 0, max: null, tiers: [{ above: 1, percent: 1 }] } },
      tax: { name: 'IVA', percent: 19, included: true },
      withholdings: [{ name: 'ReteICA', percent: 0.414, base: 'paid', methods: ['card'] }],
      rounding: 'invoice-then-tax',
      to: 'centavo',
      proposed: { by: 'ana', at: '2026-03-12T00:00:00Z' },
    })
    expect(refusalOf([all])).toBeNull()
    expect(fitsSchema([all])).toBe(true)
    expect(fitsSchema(card({ percent: 279 }))).toBe(false)
    expect(fitsSchema([schedule({ to: 'cent' })])).toBe(false)
  })
})

describe('a tariff in a file of its own', () => {
  const load = (files: Readonly<Record<string, unknown>>) => {
    const folder = emptyFolder()
    for (const [name, value] of Object.entries(files))
      writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
    return () => loadSettings({ cwd: folder, env: {}, flags: {} })
  }
  const codeOf = (work: () => unknown): unknown => {
    try {
      work()
      return null
    } catch (error) {
      return error instanceof CuadreError ? [error.code, error.exit] : error
    }
  }

  it('is read beside the settings file that names it', () => {
    const { settings } = load({ 'cuadre.config.json': { tariffFile: 'rates.json' }, 'rates.json': [schedule()] })()
    expect(settings.policy.tariff.map(({ from }) => from)).toEqual(['2026-01-01'])
  })
  it('of a merchant wins over the tariff of all', () => {
    const config = { tariff: [schedule()], merchants: [{ name: 'casa', tariffFile: 'rates.json' }] }
    const folder = emptyFolder()
    writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'rates.json'), JSON.stringify([schedule({ from: '2026-03-01' })]))
    const { settings } = loadSettings({ cwd: folder, env: {}, flags: { merchant: 'casa' } })
    expect(settings.policy.tariff.map(({ from }) => from)).toEqual(['2026-03-01'])
  })
  it.each([
    [
      'both',
      { 'cuadre.config.json': { tariffFile: 'r.json', tariff: [schedule()] }, 'r.json': [] },
      'SETTING_CONTRADICTS',
    ],
    ['no file', { 'cuadre.config.json': { tariffFile: 'r.json' } }, 'CONFIG_NOT_READ'],
    ['no JSON', { 'cuadre.config.json': { tariffFile: 'r.json' }, 'r.json': '[' }, 'CONFIG_NOT_READ'],
    [
      'a wrong rate',
      { 'cuadre.config.json': { tariffFile: 'r.json' }, 'r.json': card({ percent: 279 }) },
      'SETTING_INVALID',
    ],
    ['no path', { 'cuadre.config.json': { tariffFile: 5 } }, 'SETTING_INVALID'],
  ])('%s: refused with status 2', (_name, files, code) => {
    expect(codeOf(load(files))).toEqual([code, 2])
  })
})
