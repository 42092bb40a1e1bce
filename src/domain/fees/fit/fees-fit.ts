import type { Zone } from '../../calendar/calendar.ts'
import { type Centavos, fromCentavos, size, ZERO } from '../../money.ts'
import { compareSlots, type SlotDate } from '../../slot.ts'
import type { MethodRate, Schedule, Tariff, TariffDate, TaxOnFees } from '../tariff.ts'
import { inOneForm, isOnTop, roundingsAlike } from './best-fit.ts'
import { changeDays, dateThatFits } from './change-days.ts'
import { chargeForms, type RoundingForm } from './charge-form.ts'
import type { ChargedSettlement } from './charged-settlement.ts'
import { expectedFees } from './expected-fees.ts'
import { deviationOf, type FeesDeviation } from './fees-deviation.ts'
import { type FitGap, gapsIn } from './fit-gaps.ts'
import { type LooseMethod, looseInAll, looseMethods } from './loose-methods.ts'
import { fitWindow, MAJORITY, methodsOf } from './schedule-fit.ts'
import { type RunTerms, type ScheduleRun, scheduleRuns } from './schedule-runs.ts'
import { joinTwins, type TwinMethods, twinMethods } from './twin-methods.ts'
import { entry } from './vector.ts'

/** A rate proposed from history, and its support. */
export interface FittedRate {
  readonly method: string
  readonly rate: MethodRate
  /** The number of settlements with the method that fit. */
  readonly settlements: number
  readonly payments: number
}

/** A schedule proposed from history. */
export interface FittedSchedule {
  readonly schedule: Schedule
  /** The last day on which it may have begun; equal to `from` when no other day is possible. */
  readonly fromLast: SlotDate
  readonly settlements: number
  readonly fits: number
  readonly rates: readonly FittedRate[]
  /** The rates of methods that always occur together, with their names joined by a plus sign. */
  readonly together: readonly FittedRate[]
  readonly loose: readonly LooseMethod[]
  /** Other roundings that fit equally well. */
  readonly roundings: readonly RoundingForm[]
  /** A tax that, added to other rates, fits equally well. */
  readonly taxAlike: TaxOnFees | null
}

/** Why nothing is proposed: no settlements, too few, or no schedule that a clear majority fits. */
export const FIT_REFUSALS = ['nothing', 'few', 'no-majority'] as const
export type FitRefusal = (typeof FIT_REFUSALS)[number]

/** The tariff proposed from a history, and what remains open. */
export interface FeesFit {
  readonly refusal: FitRefusal | null
  readonly settlements: number
  readonly fits: number
  /** The number of deviations of at most two pesos: the operator may round in a way that was not tried. */
  readonly close: number
  /** The number of settlements with a payment whose rate is open. */
  readonly open: number
  /** Ranges of settlements that fit no schedule. */
  readonly gaps: readonly FitGap[]
  readonly schedules: readonly FittedSchedule[]
  /** The date that chooses the schedule; null when both fit equally well, or there is only one schedule. */
  readonly tariffDate: TariffDate | null
  readonly deviations: readonly FeesDeviation[]
  /**
   * When nothing is proposed: the methods that the settlements would not determine even if all of them were charged
   * correctly.
   */
  readonly loose: readonly LooseMethod[]
}

/** The inputs of a fit other than the history: taxes on fees to try, and the zone of payments. */
export interface FitContext {
  readonly taxes: readonly Pick<TaxOnFees, 'name' | 'percent'>[]
  readonly zone: Zone
  /** The date by which the settings choose schedules; used when history does not determine it. */
  readonly tariffDate: TariffDate
}

const SETTLEMENTS_MIN = 9

const CLOSE = fromCentavos(200)

/**
 * Proposes a tariff from a history. Each rate is either proven or reported as open. Where no schedule is, one counts as
 * proven that a majority fits to the centavo while others are close: the operator may round a little otherwise.
 */
export const fitFees = (history: readonly ChargedSettlement[], { taxes, zone, tariffDate }: FitContext): FeesFit => {
  const all = history.filter(({ payments }) => payments.length > 0).toSorted((a, b) => compareSlots(a.slot, b.slot))
  if (all.length === 0) return refuse('nothing', 0, [])
  if (all.length < SETTLEMENTS_MIN) return refuse('few', all.length, [])
  const twins = twinMethods(all)
  const settlements = joinTwins(all, twins)
  const from = firstDay(settlements, zone)
  const joined = { settlements, twins, zone, usual: tariffDate }
  const within = (leeway: Centavos) => provenFit(joined, { forms: chargeForms(taxes), from, zone, leeway })
  return within(ZERO) ?? within(CLOSE) ?? refuse('no-majority', all.length, looseInAll(fitWindow(all, zone)))
}

/** Null where no schedule is proven, or those of all runs fit no majority. */
const provenFit = (history: JoinedHistory, terms: RunTerms): FeesFit | null => {
  const apart = scheduleRuns(history.settlements, terms)
  if (apart.length === 0) return null
  const fits = inOneForm(apart.map(({ fit }) => fit))
  const runs = apart.map((run, at) => ({ ...run, fit: entry(fits, at) }))
  const fit = fitOf(history, runs, terms.from)
  return fit.fits >= MAJORITY * (fit.fits + fit.deviations.length) ? fit : null
}

/** The settlements with one joint payment for methods that always occur together. */
interface JoinedHistory {
  readonly settlements: readonly ChargedSettlement[]
  readonly twins: readonly TwinMethods[]
  readonly zone: Zone
  /** The date to use when history does not determine it. */
  readonly usual: TariffDate
}

const refuse = (refusal: FitRefusal, settlements: number, loose: readonly LooseMethod[]): FeesFit => ({
  refusal,
  settlements,
  fits: 0,
  close: 0,
  open: 0,
  gaps: [],
  schedules: [],
  tariffDate: null,
  deviations: [],
  loose,
})

/** The first day of any payment or settlement. */
const firstDay = (settlements: readonly ChargedSettlement[], zone: Zone): SlotDate =>
  entry(
    settlements
      .flatMap(({ slot, payments }) => [
        slot.date,
        ...payments.flatMap(({ paymentDate }) => (paymentDate === null ? [] : (zone.dayOf(paymentDate) ?? []))),
      ])
      .sort(),
    0,
  )

const fitOf = (history: JoinedHistory, runs: readonly ScheduleRun[], from: SlotDate): FeesFit => {
  const { settlements, zone } = history
  const { tariffDate, chosen } = timetable(history, runs)
  const days = [{ first: from, last: from }, ...chosen.days]
  const begins = days.map(({ first, last }) => beginning(first, last))
  const tariff = runs.map(({ fit }, at) => ({ ...fit.schedule, from: entry(begins, at) }))
  const expected = expectedFees(tariff, chosen.date, zone)
  const judged = settlements.map((settlement) => ({ ...settlement, expected: expected(settlement) }))
  const { gaps, others } = gapsIn(
    judged,
    runs.flatMap((run) => run.settlements),
  )
  const deviations = others.flatMap(deviationOf)
  return {
    refusal: null,
    settlements: settlements.length,
    fits: judged.filter(({ charged, expected }) => charged === expected).length,
    close: deviations.filter(({ difference }) => size(difference) <= CLOSE).length,
    open: judged.filter(({ expected }) => expected === null).length,
    gaps,
    schedules: runs.map((run, at) => fittedSchedule(history, run, entry(begins, at), entry(days, at).last)),
    tariffDate,
    deviations,
    loose: [],
  }
}

/** The first of a month, if possible. */
const beginning = (first: SlotDate, last: SlotDate): SlotDate => {
  const month = `${last.slice(0, 8)}01` as SlotDate
  return month >= first ? month : first
}

/** The days of all changes, by the date that more settlements fit. */
const timetable = ({ settlements, zone, usual }: JoinedHistory, runs: readonly ScheduleRun[]) => {
  const changes = runs.slice(1).map((after, at) => [entry(runs, at), after] as const)
  const by = (date: TariffDate) => {
    const days = changes.map((change) => changeDays(settlements, change, date, zone))
    return { date, days, count: days.reduce((all, { count }) => all + count, 0) }
  }
  const [payment, settlement] = [by('payment'), by('settlement')]
  const tariffDate = dateThatFits({ payment: payment.count, settlement: settlement.count })
  return { tariffDate, chosen: (tariffDate ?? usual) === 'payment' ? payment : settlement }
}

const fittedSchedule = (
  { twins, zone }: JoinedHistory,
  { settlements, fit }: ScheduleRun,
  from: SlotDate,
  fromLast: SlotDate,
): FittedSchedule => {
  const fitting = exactFits(settlements, fit.schedule, zone)
  const rates = Object.entries(fit.schedule.methods).map(([method, rate]) => ({
    method,
    rate,
    ...support(fitting, method),
  }))
  const joined = new Set(twins.map(({ name }) => name))
  const own = rates.filter(({ method }) => !joined.has(method))
  return {
    schedule: { ...fit.schedule, from, methods: Object.fromEntries(own.map(({ method, rate }) => [method, rate])) },
    fromLast,
    settlements: settlements.length,
    fits: fitting.length,
    rates: own,
    together: rates.filter(({ method }) => joined.has(method)),
    loose: [
      ...looseMethods(fitWindow(settlements, zone), fit).filter(({ method }) => !joined.has(method)),
      ...twins.flatMap((twin) => looseTwins(twin, settlements)),
    ],
    roundings: roundingsAlike(fit, (schedule) => exactFits(settlements, schedule, zone).length >= fitting.length),
    taxAlike: fit.alike.find((other) => isOnTop(other) && !isOnTop(fit))?.schedule.tax ?? null,
  }
}

/** The settlements whose fees are those of the schedule. */
const exactFits = (
  settlements: readonly ChargedSettlement[],
  schedule: Schedule,
  zone: Zone,
): readonly ChargedSettlement[] => {
  const expected = expectedFees([schedule], 'settlement', zone)
  return settlements.filter((settlement) => expected(settlement) === settlement.charged)
}

const looseTwins = (
  { methods, name }: TwinMethods,
  settlements: readonly ChargedSettlement[],
): readonly LooseMethod[] =>
  methods.map((method) => ({
    method,
    reason: 'together',
    with: methods.filter((other) => other !== method),
    ...support(settlements, name),
  }))

const support = (
  fitting: readonly ChargedSettlement[],
  method: string,
): Pick<FittedRate, 'settlements' | 'payments'> => {
  const holding = fitting.filter((settlement) => methodsOf([settlement]).includes(method))
  const payments = holding.flatMap((settlement) =>
    settlement.payments.filter(({ paymentMethod }) => paymentMethod === method),
  )
  return { settlements: holding.length, payments: payments.length }
}

/** The schedules as a tariff for the settings. */
export const tariffOf = ({ schedules }: FeesFit): Tariff => schedules.map(({ schedule }) => schedule)
