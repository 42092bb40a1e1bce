import type { Zone } from '../../calendar/calendar.ts'
import { type Centavos, isFractional, minus, size, ZERO } from '../../money.ts'
import type { SlotDate } from '../../slot.ts'
import type { MethodRate, Schedule } from '../tariff.ts'
import {
  type ChargedSettlement,
  type ChargeForm,
  expectedFees,
  factorOf,
  isSameRounding,
  type RoundingForm,
  roundingBound,
  roundingNoise,
  roundingsFor,
} from './charged-settlement.ts'
import { type Equations, entry, leastSizes, onlyRows, residuals, solve, type Vector } from './equations.ts'
import { RATE_STEPS, type RateSteps, type RoundRates, roundRates, stepOf } from './round-rates.ts'

const PERCENT_STEPS = [0.1, 0.01, 0.001]
const FIXED_STEPS = [100, 10, 1]

/** The roundness of the least round rate of a schedule: 3 for hundreds of pesos and tenths of a percent, 0 for a rate that nobody would set. */
export const roundness = ({ methods }: Schedule): number =>
  Math.min(
    ...Object.values(methods).flatMap(({ fixed, percent }) => [
      roundnessIn(FIXED_STEPS, fixed),
      roundnessIn(PERCENT_STEPS, percent),
    ]),
  )

const roundnessIn = (steps: readonly number[], value: number): number => {
  const fit = steps.findIndex((step) => Math.abs(value / step - Math.round(value / step)) < 1e-6)
  return fit === -1 ? 0 : steps.length - fit
}

/** Rates that are not 0. */
export const ratesIn = ({ methods }: Schedule): number =>
  Object.values(methods).flatMap(({ fixed, percent }) => [fixed, percent].filter((rate) => rate > 0)).length

/** The schedule that most settlements fit, and schedules of other forms that almost as many fit. */
export interface BestFit extends ScheduleFit {
  readonly alike: readonly ScheduleFit[]
}

/** Two forms count as alike when at most this many settlements distinguish them. */
const ALIKE = 2

export const bestFit = (window: FitWindow, forms: readonly ChargeForm[], from: SlotDate): BestFit | null =>
  bestOf(forms.flatMap((form) => fitSchedule(window, form, from) ?? []))

/** The best of fits in the order of their forms, the simplest first. */
export const bestOf = (fits: readonly ScheduleFit[]): BestFit | null => {
  const most = mostFitting(fits)
  if (most === undefined) return null
  const alike = fits.filter(({ count }) => count >= most.count - ALIKE)
  const best = mostFitting(alike.filter((fit) => isTaxOnTop(fit, alike))) ?? most
  return { ...best, alike: alike.filter((fit) => fit !== best) }
}

/**
 * A tax is added on top when the rates are round without it, and not round with it. A single rate may be round by chance: two round
 * rates prove it, or a rate with tax that nobody would set.
 */
const isTaxOnTop = (fit: ScheduleFit, alike: readonly ScheduleFit[]): boolean => {
  const [plain, round] = [roundest(alike.filter((other) => !isOnTop(other))), roundness(fit.schedule)]
  return round === roundest(alike) && (plain < 1 ? round > 0 : plain < 2 && round > 1 && ratesIn(fit.schedule) > 1)
}

export const isOnTop = ({ schedule: { tax } }: ScheduleFit): boolean => tax?.included === false

const roundest = (fits: readonly ScheduleFit[]): number => Math.max(...fits.map(({ schedule }) => roundness(schedule)))

/**
 * Other roundings that fit equally well, with other rates or with the same: fees of whole pesos are the same under any
 * rounding. Where the best one fits every settlement, so must the others.
 */
export const roundingsAlike = (best: BestFit, fitsToo: (schedule: Schedule) => boolean): readonly RoundingForm[] => {
  const { schedule } = best
  const withOtherRates = best.alike
    .filter((other) => isOnTop(other) === isOnTop(best) && (!fitsAll(best) || fitsAll(other)))
    .map((other) => other.schedule)
  return roundingsFor(schedule.tax).filter(
    (form) =>
      !isSameRounding(form, schedule) &&
      (withOtherRates.some((other) => isSameRounding(form, other)) || fitsToo({ ...schedule, ...form })),
  )
}

const fitsAll = ({ fits }: ScheduleFit): boolean => fits.every(Boolean)

/** The fits of all runs in one form, if all have one in common: an operator rarely changes its rounding. */
export const inOneForm = (fits: readonly BestFit[]): readonly BestFit[] => {
  const all = fits.map((fit) => [fit, ...fit.alike])
  const common = entry(all, 0).filter((one) => all.every((others) => others.some((other) => isSameForm(one, other))))
  if (common.length === 0) return fits
  return all.map((others) => {
    const ofForm = common.flatMap((one) => others.filter((other) => isSameForm(one, other)))
    return { ...entry(ofForm, 0), alike: ofForm.slice(1) }
  })
}

const isSameForm = (a: ScheduleFit, b: ScheduleFit): boolean =>
  isSameRounding(a.schedule, b.schedule) && a.schedule.tax?.included === b.schedule.tax?.included

/** A schedule that a clear majority of settlements fits to the centavo. */
export interface ScheduleFit {
  readonly schedule: Schedule
  /** Methods with payments whose rates history does not determine. */
  readonly loose: readonly string[]
  /** For each settlement, whether it fits. */
  readonly fits: readonly boolean[]
  readonly count: number
}

/** The least share of the settlements that must fit. */
export const MAJORITY = 0.7
/** At least this many settlements more than unknowns must fit. */
const SPARE_FITS = 5
/** At least this many settlements that fit must support a rate. */
export const SUPPORT = 4
/** At most this share of the settlements that do not fit may be within rounding: otherwise the rates are slightly wrong. */
const NEAR_SHARE = 0.1
/** The settlements of a window as equations, and the solution of most of them. */
export interface FitWindow {
  readonly settlements: readonly ChargedSettlement[]
  readonly methods: readonly string[]
  readonly equations: Equations
  readonly start: Vector
  readonly zone: Zone
  /** Settlements that are off by no more do not count against a schedule that the others fit to the centavo. */
  readonly leeway: Centavos
}

export const methodsOf = (settlements: readonly ChargedSettlement[]): readonly string[] =>
  [...new Set(settlements.flatMap(({ payments }) => payments.map(({ paymentMethod }) => paymentMethod)))].sort()

export const fitWindow = (
  settlements: readonly ChargedSettlement[],
  zone: Zone,
  leeway: Centavos = ZERO,
): FitWindow => {
  const methods = methodsOf(settlements)
  const equations = equationsOf(settlements, methods)
  return { settlements, methods, equations, start: leastSizes(equations), zone, leeway }
}

const equationsOf = (settlements: readonly ChargedSettlement[], methods: readonly string[]): Equations => {
  const column = (of: (settlement: ChargedSettlement) => number): Vector => Float64Array.from(settlements, of)
  return {
    columns: methods.flatMap((method) => {
      const own = ({ payments }: ChargedSettlement) => payments.filter(({ paymentMethod }) => paymentMethod === method)
      return [
        column((settlement) => own(settlement).length),
        column((settlement) => own(settlement).reduce((sum, { paid }) => sum + Number(paid) / 100, 0) / 100),
      ]
    }),
    fees: column(({ charged }) => Number(charged) / 100),
  }
}

/**
 * The schedule of this form that a clear majority fits; null without one. Its rates are the roundest that fit, or with a
 * leeway, in which rates that are not quite right would fit as well, those that most settlements fit.
 */
export const fitSchedule = (window: FitWindow, form: ChargeForm, from: SlotDate): ScheduleFit | null => {
  const sizes = window.settlements.map(({ payments }) => payments.length)
  const bounds = Float64Array.from(sizes, (size) => roundingBound(form, size))
  const noise = Float64Array.from(sizes, (size) => roundingNoise(form, size))
  if (!couldRound(form, window.settlements)) return null
  const near = nearRows(window, bounds, noise)
  if (count(near) < MAJORITY * near.length) return null
  const tried = new Set<string>()
  const all: ScheduleFit[] = []
  for (const steps of RATE_STEPS) {
    const round = roundSchedule(window, { form, steps, from, near, noise })
    const key = JSON.stringify(round?.schedule.methods)
    const found = round === null || tried.has(key) ? null : judge(window, bounds, round.schedule, round.values)
    if (found !== null && window.leeway === ZERO) return found
    if (found !== null) all.push(found)
    tried.add(key)
  }
  return mostFitting(all) ?? null
}

/** The first of those that most settlements fit; undefined of none. */
const mostFitting = (fits: readonly ScheduleFit[]): ScheduleFit | undefined =>
  fits.find(({ count }) => fits.every((other) => other.count <= count))

/** Whether the sums may be rounded so: a majority is whole pesos, or more than chance leaves has centavos. */
const couldRound = ({ rounding, to }: ChargeForm, settlements: readonly ChargedSettlement[]): boolean => {
  if (rounding === 'none') return true
  const whole = settlements.filter(({ charged }) => !isFractional(charged)).length
  return to === 'peso' ? whole >= MAJORITY * settlements.length : whole < (1 - NEAR_SHARE) * settlements.length
}

const count = (rows: readonly boolean[]): number => rows.filter(Boolean).length

const CONCENTRATIONS = 12

/** The settlements that agree with each other within rounding: those with the smallest residuals, solved again until the set stays the same. */
const nearRows = ({ equations, start }: FitWindow, bounds: Vector, noise: Vector): readonly boolean[] => {
  let values = start
  for (let step = 0; step < CONCENTRATIONS; step += 1) {
    const misses = residuals(equations, values).map((off, row) => Math.abs(off) / entry(bounds, row))
    const widest = Math.max(1, entry(misses.slice().sort(), Math.floor(misses.length * MAJORITY)))
    const rows = [...misses].map((miss) => miss <= widest)
    const weights = noise.filter((_, row) => rows[row]).map((off) => 1 / off)
    values = solve(onlyRows(equations, rows), weights).values
  }
  return [...residuals(equations, values)].map((off, row) => Math.abs(off) <= entry(bounds, row))
}

interface Attempt {
  readonly form: ChargeForm
  readonly steps: RateSteps
  readonly from: SlotDate
  readonly near: readonly boolean[]
  readonly noise: Vector
}

interface RoundSchedule {
  readonly schedule: Schedule
  /** For every unknown, with its tax. */
  readonly values: Vector
}

/** A schedule of the determined rates, rounded; null when no round rates fit. */
const roundSchedule = (window: FitWindow, { form, steps, near, noise, from }: Attempt): RoundSchedule | null => {
  const nearNoise = noise.filter((_, row) => near[row])
  const round = roundRates(onlyRows(window.equations, near), nearNoise, steps, factorOf(form))
  const methods = methodRates(window.methods, round)
  const rates = [...methods.values()]
  if (rates.length === 0 || rates.some(({ fixed, percent }) => fixed < 0 || percent < 0 || percent > 50)) return null
  const schedule = { from, methods: Object.fromEntries(methods), ...form, withholdings: [], proposed: null }
  return { schedule, values: round.values }
}

const methodRates = (methods: readonly string[], { rates }: RoundRates): ReadonlyMap<string, MethodRate> =>
  new Map(
    methods.flatMap((method, at) => {
      const [fixed, percent] = [rates.get(2 * at), rates.get(2 * at + 1)]
      return fixed === undefined || percent === undefined
        ? []
        : [[method, { fixed, percent, min: null, max: null, tiers: [] }] as const]
    }),
  )

/** Compares the settlements with the schedule: to the centavo when it has all rates, within rounding when a method is undetermined. */
const judge = (window: FitWindow, bounds: Vector, schedule: Schedule, values: Vector): ScheduleFit | null => {
  const { settlements, methods, equations, zone, leeway } = window
  const off = residuals(equations, values)
  const expected = expectedFees([schedule], 'settlement', zone)
  const rows = settlements.map((settlement, row) => {
    const isNear = Math.abs(entry(off, row)) <= Math.max(entry(bounds, row), settlement.payments.length / 2 + 1)
    const sum = isNear ? expected(settlement) : null
    const isWithin = Math.abs(entry(off, row)) <= entry(bounds, row)
    const isExact = sum === settlement.charged
    const fits = isExact || (sum === null && isNear && isWithin)
    const isInLeeway = sum !== null && size(minus(settlement.charged, sum)) <= leeway
    return { methods: methodsOf([settlement]), isMiss: isNear && !fits && !isInLeeway, isExact, fits }
  })
  const [determined, loose] = [
    Object.keys(schedule.methods),
    methods.filter((method) => !Object.hasOwn(schedule.methods, method)),
  ]
  const fits = rows.map((row) => row.fits)
  return isProven(rows, determined, loose) ? { schedule, loose, fits, count: count(fits) } : null
}

/** A settlement compared with a schedule. */
export interface FitRow {
  /** The methods of its payments. */
  readonly methods: readonly string[]
  /** It does not fit, though its residual is at most a little more than rounding allows, and beyond the leeway. */
  readonly isMiss: boolean
  /** Its fees are those charged, to the centavo. */
  readonly isExact: boolean
  /** It is exact, or has an undetermined method and a residual within rounding. */
  readonly fits: boolean
}

/** Whether the number of settlements that fit is large and clear enough to prove the rates of the determined methods. */
export const isProven = (rows: readonly FitRow[], determined: readonly string[], loose: readonly string[]): boolean => {
  const exact = rows.filter((row) => row.isExact)
  const misses = rows.filter(({ isMiss }) => isMiss).length
  return (
    exact.length >= 2 * determined.length + SPARE_FITS &&
    determined.every((method) => hasSupport(exact, method)) &&
    isClearMajority(rows, loose) &&
    misses <= NEAR_SHARE * rows.length
  )
}

/** Undetermined unknowns can make as many settlements fit as there are unknowns, which proves nothing. */
const isClearMajority = (rows: readonly FitRow[], loose: readonly string[]): boolean => {
  const holding = rows.filter(({ methods }) => methods.some((method) => loose.includes(method))).length
  const free = Math.min(2 * loose.length, holding)
  return rows.filter(({ fits }) => fits).length - free >= MAJORITY * (rows.length - free)
}

/** A settlement with a payment of an undetermined method is no support, since it cannot be compared to the centavo. */
const hasSupport = (exact: readonly FitRow[], method: string): boolean =>
  exact.filter(({ methods }) => methods.includes(method)).length >= SUPPORT

/**
 * Why history does not determine the rates of a method: too few settlements with it fit; its payments are nearly of one
 * size, so that a fixed sum and a percent explain them equally well; or it always occurs with other methods in one
 * proportion.
 */
export const LOOSE_REASONS = ['few', 'one-size', 'together', 'unclear'] as const
export type LooseReason = (typeof LOOSE_REASONS)[number]

export interface LooseMethod {
  readonly method: string
  readonly reason: LooseReason
  /** The methods with which it always occurs. */
  readonly with: readonly string[]
  /** The number of settlements with a payment by it. */
  readonly settlements: number
  readonly payments: number
}

export const looseMethods = (window: FitWindow, { loose, schedule }: ScheduleFit): readonly LooseMethod[] =>
  loose.map((method) => looseMethod(window, { loose, form: schedule }, method))

/** The methods that would stay undetermined even if all settlements were charged correctly. */
export const looseInAll = (window: FitWindow): readonly LooseMethod[] => {
  const form: ChargeForm = { tax: null, rounding: 'settlement', to: 'peso' }
  const open = window.methods.filter((method) => !isDetermined(window, { loose: [], form }, method, [], false))
  return open.map((method) => looseMethod(window, { loose: open, form }, method))
}

interface LooseFit {
  readonly loose: readonly string[]
  readonly form: ChargeForm
}

const looseMethod = (window: FitWindow, fit: LooseFit, method: string): LooseMethod => {
  const holding = window.settlements.map(
    ({ payments }) => payments.filter(({ paymentMethod }) => paymentMethod === method).length,
  )
  const settlements = holding.filter((payments) => payments > 0).length
  const partners = partnersOf(window, fit, method)
  const facts = { method, settlements, payments: holding.reduce((all, one) => all + one, 0) }
  if (settlements < SUPPORT) return { ...facts, reason: 'few', with: [] }
  if (partners.length > 0) return { ...facts, reason: 'together', with: partners }
  return { ...facts, reason: isOneSize(window, fit, method) ? 'one-size' : 'unclear', with: [] }
}

/** Whether knowing its fixed sum would determine the rest. */
const isOneSize = (window: FitWindow, fit: LooseFit, method: string): boolean =>
  !isDetermined(window, fit, method, [], false) && isDetermined(window, fit, method, [], true)

/** The methods without whose payments this one would be determined. */
const partnersOf = (window: FitWindow, fit: LooseFit, method: string): readonly string[] =>
  isDetermined(window, fit, method, [], false)
    ? []
    : fit.loose.filter((other) => other !== method && isDetermined(window, fit, method, [other], false))

/** Whether the unknowns of a method are determined once those of others are known; of its own two, once the fixed sum is known. */
const isDetermined = (
  { methods, equations, settlements }: FitWindow,
  { form }: LooseFit,
  method: string,
  known: readonly string[],
  isFixedKnown: boolean,
): boolean => {
  const unknowns = [...equations.columns.keys()].filter((unknown) => {
    const own = entry(methods, Math.floor(unknown / 2))
    return !known.includes(own) && !(isFixedKnown && own === method && unknown % 2 === 0)
  })
  const columns = unknowns.map((unknown) => entry(equations.columns, unknown))
  const weights = Float64Array.from(settlements, ({ payments }) => 1 / roundingNoise(form, payments.length))
  const open: Equations = { columns, fees: equations.fees }
  const { errors } = solve(open, weights)
  return unknowns.every(
    (unknown, at) =>
      entry(methods, Math.floor(unknown / 2)) !== method ||
      6 * entry(errors, at) <= (stepOf(unknown, entry(RATE_STEPS, 0)) * factorOf(form)) / 2,
  )
}
