import type { ChargeForm } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { type FeesFit, type FittedSchedule, fitFees } from '../../../../src/core/fees/fit/fees-fit.ts'
import type { Schedule } from '../../../../src/core/fees/tariff.ts'
import { nameOf } from '../../../../src/core/slot.ts'
import { inWords } from './a-schedule.ts'
import { generate, type History, PLAIN_ZONE, type Troubles } from './generate.ts'

/** The result of a fit on a history with a known tariff: every rate right, some open, or what is wrong. */
export interface Recovery {
  readonly result: 'right' | 'open' | 'refusal' | 'wrong'
  readonly wrong: readonly string[]
  readonly settlements: number
  readonly fit: FeesFit
}

export const recover = (seed: number, troubles: Troubles): Recovery => recoverFrom(generate(seed, troubles))

const recoverFrom = (history: History): Recovery => {
  const fit = fitFees(history.settlements, {
    taxes: [{ name: 'IVA', percent: 19 }],
    zone: PLAIN_ZONE,
    tariffDate: 'payment',
  })
  const wrong = fit.refusal === null ? mistakes(history, fit) : []
  const isWhole =
    fit.schedules.length === history.tariff.length && fit.schedules.every(({ loose }) => loose.length === 0)
  const result =
    wrong.length > 0 ? 'wrong' : fit.refusal !== null ? 'refusal' : isWhole && fit.gaps.length === 0 ? 'right' : 'open'
  return { result, wrong, settlements: history.settlements.length, fit }
}

/**
 * The number of settlements after which a rate is first proposed, by bisection; null when it never is. And the errors
 * on the way.
 */
export const needed = (seed: number, troubles: Troubles): { settlements: number | null; wrong: readonly string[] } => {
  const history = generate(seed, troubles)
  const wrong: string[] = []
  const proposes = (settlements: number): boolean => {
    const recovery = recoverFrom({ ...history, settlements: history.settlements.slice(0, settlements) })
    wrong.push(...recovery.wrong)
    return recovery.fit.schedules.some(({ rates }) => rates.length > 0)
  }
  let [few, enough] = [0, history.settlements.length]
  if (!proposes(enough)) return { settlements: null, wrong }
  while (enough - few > 1) {
    const half = Math.floor((few + enough) / 2)
    if (proposes(half)) enough = half
    else few = half
  }
  return { settlements: enough, wrong }
}

const factor = ({ tax }: Pick<Schedule, 'tax'>): number => (tax === null || tax.included ? 1 : 1 + tax.percent / 100)

/** The form of the simplest schedule with the same rates and totals. */
export const asTotalsShow = ({ tax, rounding, to }: ChargeForm): ChargeForm => {
  if (rounding === 'none') return { tax: tax?.included === false ? tax : null, rounding, to: 'peso' }
  if (tax?.included === false || (tax !== null && rounding === 'invoice-then-tax')) return { tax, rounding, to }
  if (rounding === 'settlement' && to === 'centavo') return { tax: null, rounding: 'none', to: 'peso' }
  return { tax: null, rounding: rounding === 'settlement' ? rounding : 'invoice', to }
}

const mistakes = (history: History, fit: FeesFit): string[] => {
  if (fit.schedules.length > history.tariff.length) return [`${fit.schedules.length} schedules`]
  const ofSchedules = fit.schedules.map((one) => {
    const all = history.tariff.map((truth) => rateMistakes(one, truth))
    return all.toSorted((a, b) => a.length - b.length)[0] ?? []
  })
  return [...ofSchedules.flat(), ...changeMistakes(history, fit), ...deviationMistakes(history, fit)]
}

const rateMistakes = ({ schedule, rates, roundings }: FittedSchedule, truth: Schedule): string[] => {
  const tax = schedule.tax !== null && schedule.tax.included !== truth.tax?.included ? ['a tax'] : []
  // Without a tax the fit reports that it cannot decide: payments that are rounded one by one cost the same at rates in
  // whole pesos.
  const isOpen = schedule.tax === null && truth.tax !== null && truth.rounding.startsWith('invoice')
  const isRounding = isOpen || [schedule, ...roundings].map(inWords).includes(inWords(asTotalsShow(truth)))
  const slack = truth.to === 'peso' ? 1.1 : 0.011
  const wrong = rates.flatMap(({ method, rate }) => {
    const real = truth.methods[method]
    const isRight = (part: 'fixed' | 'percent') =>
      Math.abs(rate[part] * factor(schedule) - (real?.[part] ?? Number.NaN) * factor(truth)) < (isOpen ? slack : 1e-6)
    return isRight('fixed') && isRight('percent')
      ? []
      : [`${method} ${rate.fixed} + ${rate.percent} % for ${real?.fixed} + ${real?.percent} %`]
  })
  return [...tax, ...(isRounding ? [] : [`rounding ${inWords(schedule)} for ${inWords(truth)}`]), ...wrong]
}

const changeMistakes = ({ tariff, tariffDate }: History, fit: FeesFit): string[] => {
  const [second, truth] = [fit.schedules[1], tariff[1]]
  if (second === undefined || truth === undefined) return []
  if (fit.tariffDate === null) return []
  const isInside = second.schedule.from <= truth.from && truth.from <= second.fromLast
  return [
    ...(fit.tariffDate === tariffDate ? [] : [`by ${fit.tariffDate} for ${tariffDate}`]),
    ...(isInside ? [] : [`${second.schedule.from} to ${second.fromLast} for ${truth.from}`]),
  ]
}

const deviationMistakes = ({ settlements, wrong, tariff }: History, fit: FeesFit): string[] => {
  if (fit.schedules.length < tariff.length) return []
  const places = new Map(settlements.map(({ slot }, at) => [nameOf(slot), at]))
  return fit.deviations.flatMap(({ slot, difference }) => {
    const real = wrong.get(places.get(nameOf(slot)) ?? -1) ?? 0n
    return real === difference ? [] : [`${nameOf(slot)} off by ${difference} for ${real}`]
  })
}
