import type { Chance } from '../chance.ts'
import { dayAfter } from '../oracle/words.ts'
import type { StoryMethod, StoryRate, StorySchedule, StoryTariff, StoryWithholding } from '../story-tariff.ts'

const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card', 'cash']

/** A tariff of one to three schedules that change within the story. */
export const generateTariff = (chance: Chance, first: string, nights: number): StoryTariff => {
  const changes = Array.from({ length: chance.whole(0, 2) }, () => dayAfter(first, chance.whole(-2, nights)))
  const begin = chance.percent(85) ? '2026-01-01' : dayAfter(first, chance.whole(-2, 2))
  const dates = [...new Set([begin, ...changes])].sort()
  const rounding = generateRounding(chance)
  return {
    tariff: dates.map((from) => ({ ...generateSchedule(chance, from), ...rounding })),
    ...(chance.percent(30) ? { tariffDate: chance.oneOf(['payment', 'settlement'] as const) } : {}),
    ...(chance.percent(40) ? { feesToleranceCop: chance.oneOf([null, 0, 0.5, 1, 500]) } : {}),
  }
}

const generateRounding = (chance: Chance): Pick<StorySchedule, 'rounding' | 'to'> =>
  chance.oneOf<Pick<StorySchedule, 'rounding' | 'to'>>([
    { rounding: 'invoice' },
    { rounding: 'invoice', to: 'centavo' },
    { rounding: 'invoice-then-tax' },
    { rounding: 'invoice-then-tax', to: 'centavo' },
    { rounding: 'settlement', to: 'peso' },
    { rounding: 'settlement', to: 'centavo' },
    { rounding: 'none' },
    {},
  ])

const generateSchedule = (chance: Chance, from: string): StorySchedule => {
  const missing = chance.percent(25) ? chance.oneOf(METHODS) : ''
  const named = METHODS.filter((method) => method !== missing && (method !== 'cash' || chance.percent(50)))
  return {
    from,
    methods: Object.fromEntries(named.map((method) => [method, generateMethod(chance)])),
    ...(chance.percent(70) ? { tax: generateTax(chance) } : {}),
    ...(chance.percent(35) ? { withholdings: generateWithholdings(chance, named) } : {}),
  }
}

const generateTax = (chance: Chance): StorySchedule['tax'] & object => ({
  name: 'IVA',
  percent: chance.oneOf([19, 19, 8, 5.5, 0]),
  included: chance.percent(40),
})

const generateWithholdings = (chance: Chance, named: readonly string[]): readonly StoryWithholding[] =>
  ['ReteFuente', 'ReteICA'].slice(0, chance.whole(1, 2)).map((name) => ({
    name,
    percent: chance.oneOf([1.5, 0.414, 11]),
    base: chance.oneOf(['paid', 'fee', 'tax'] as const),
    ...(chance.percent(50) ? { methods: named.slice(chance.whole(0, 2), chance.whole(2, 4)) } : {}),
  }))

const generateRate = (chance: Chance): StoryRate =>
  chance.oneOf<StoryRate>([
    { fixed: chance.oneOf([1_900, 2_900, 950.5, 0.25]) },
    { percent: chance.oneOf([1.2, 2.79, 0.333333, 3]) },
    { fixed: 800, percent: 2.79 },
  ])

const generateMethod = (chance: Chance): StoryMethod => ({
  ...generateRate(chance),
  ...(chance.percent(20) ? { min: chance.oneOf([null, 2_000, 1_234.56]) } : {}),
  ...(chance.percent(20) ? { max: chance.oneOf([null, 12_000, 5_000.5]) } : {}),
  ...(chance.percent(25) ? { tiers: generateTiers(chance) } : {}),
})

const generateTiers = (chance: Chance): StoryMethod['tiers'] & object => {
  const low = { above: chance.oneOf([100_000, 300_000]), ...generateRate(chance) }
  return chance.percent(50) ? [low] : [low, { above: 600_000, ...generateRate(chance) }]
}

/** Different tariff settings on a later night. */
export const otherTariff = (chance: Chance, { tariff = [] }: StoryTariff): StoryTariff =>
  chance.oneOf<StoryTariff>([
    { tariff: [] },
    { tariff: mistakenTariff(chance, tariff) },
    { tariff: tariff.map((schedule) => ({ ...schedule, ...generateRounding(chance) })) },
    { tariffDate: chance.oneOf(['payment', 'settlement']) },
    { feesToleranceCop: chance.oneOf([null, 0, 1, 2_000]) },
  ])

/** Wrong tariffs of the operator: without tax, by the previous schedule, or with the rate of another method. */
export const mistakenTariff = (chance: Chance, tariff: readonly StorySchedule[]): readonly StorySchedule[] =>
  chance.oneOf([withoutTax, scheduleBefore, rateOfAnother, plainRounding])(tariff)

type Mistake = (tariff: readonly StorySchedule[]) => readonly StorySchedule[]

const withoutTax: Mistake = (tariff) => tariff.map(({ tax: _, ...schedule }) => schedule)

const scheduleBefore: Mistake = (tariff) =>
  tariff.map((schedule, place) => ({ ...(tariff[place - 1] ?? schedule), from: schedule.from }))

const rateOfAnother: Mistake = (tariff) =>
  tariff.map((schedule) => {
    const { pse, breb, ...others } = schedule.methods
    return pse === undefined || breb === undefined
      ? schedule
      : { ...schedule, methods: { ...others, pse: breb, breb: pse } }
  })

const plainRounding: Mistake = (tariff) => tariff.map((schedule) => ({ ...schedule, rounding: 'invoice' }))
