import type { Zone } from '../../calendar/calendar.ts'
import { type Centavos, fromCentavos, size, sumOf, ZERO } from '../../money.ts'
import { compareSlots, type Slot, type SlotDate } from '../../slot.ts'
import type { MethodRate, Schedule, Tariff, TariffDate, TaxOnFees } from '../tariff.ts'
import {
  type ChargedSettlement,
  chargeForms,
  deviationOf,
  expectedFees,
  type FeesDeviation,
  type JudgedSettlement,
  type RoundingForm,
} from './charged-settlement.ts'
import { entry, lastEntry } from './equations.ts'
import {
  fitWindow,
  inOneForm,
  isOnTop,
  type LooseMethod,
  looseInAll,
  looseMethods,
  MAJORITY,
  methodsOf,
  roundingsAlike,
} from './schedule-fit.ts'
import { changeDays, dateThatFits, type RunTerms, type ScheduleRun, scheduleRuns } from './schedule-runs.ts'

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
  /** When nothing is proposed: the methods that the settlements would not determine even if all of them were charged correctly. */
  readonly loose: readonly LooseMethod[]
}

/** The inputs of a fit other than the history: taxes on fees to try, and the zone of payments. */
interface FitContext {
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

/** Neighbouring settlements, most of which fit no schedule: another may have been charged, but they are too few to determine it. */
export interface FitGap {
  readonly from: Slot
  readonly to: Slot
  readonly settlements: number
}

const GAP_MIN = 5
const GAP_SHARE = 0.5

/** The gaps before, between and after the settlements that determined a schedule, and all settlements outside gaps. `judged` is in order. */
export const gapsIn = <One extends JudgedSettlement>(
  judged: readonly One[],
  fitted: readonly { readonly slot: Slot }[],
): { readonly gaps: readonly FitGap[]; readonly others: readonly One[] } => {
  const stretches = stretchesBeside(judged, new Set(fitted.map(({ slot }) => slot))).filter(isGap)
  const inGap = new Set(stretches.flat())
  return {
    gaps: stretches.map((gap) => ({ from: entry(gap, 0).slot, to: lastEntry(gap).slot, settlements: gap.length })),
    others: judged.filter((settlement) => !inGap.has(settlement)),
  }
}

const isGap = (stretch: readonly JudgedSettlement[]): boolean =>
  stretch.length >= GAP_MIN && stretch.flatMap(deviationOf).length >= GAP_SHARE * stretch.length

/** The settlements that determined no schedule, neighbours together. */
const stretchesBeside = <One extends JudgedSettlement>(
  judged: readonly One[],
  fitted: ReadonlySet<Slot>,
): readonly (readonly One[])[] => {
  const stretches: One[][] = []
  let stretch: One[] = []
  for (const settlement of judged) {
    if (fitted.has(settlement.slot)) stretch = []
    else if (stretch.push(settlement) === 1) stretches.push(stretch)
  }
  return stretches
}

/** Methods that have the same number of payments and the same sum in every settlement: only their joint fee can be known. */
interface TwinMethods {
  readonly methods: readonly string[]
  /** Their joint name in the fit. */
  readonly name: string
}

export const twinMethods = (settlements: readonly ChargedSettlement[]): readonly TwinMethods[] => {
  const groups = new Map<string, readonly string[]>()
  for (const method of methodsOf(settlements)) {
    const sums = settlements.map((settlement) => ofMethod(settlement, method)).join(' ')
    groups.set(sums, [...(groups.get(sums) ?? []), method])
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((methods) => ({ methods, name: methods.join('+') }))
}

const ofMethod = ({ payments }: ChargedSettlement, method: string): string => {
  const own = payments.filter(({ paymentMethod }) => paymentMethod === method)
  return `${own.length}/${sumOf(own.map(({ paid }) => paid))}`
}

/** The same settlements with one joint payment for each pair of twin payments. */
export const joinTwins = (
  settlements: readonly ChargedSettlement[],
  twins: readonly TwinMethods[],
): readonly ChargedSettlement[] =>
  settlements.map((settlement) => ({
    ...settlement,
    payments: settlement.payments.flatMap((payment) => {
      const twin = twins.find(({ methods }) => methods.includes(payment.paymentMethod))
      if (twin === undefined) return [payment]
      return twin.methods[0] === payment.paymentMethod ? [{ ...payment, paymentMethod: twin.name }] : []
    }),
  }))

/** Settlements with payments after the days of a proposal, for which its last schedule holds, too: it has no end. */
export interface LaterSettlements {
  readonly settlements: number
  /** Those whose fees do not fit it. */
  readonly off: number
  /** Those with a payment whose rate is not determined, which are not compared. */
  readonly open: number
}

/** Holds a proposed tariff against the settlements after its days; `usual` is the date of the settings. Null where nothing is proposed. */
export const laterSettlements = (
  later: readonly ChargedSettlement[],
  fit: FeesFit,
  { zone, tariffDate: usual }: { readonly zone: Zone; readonly tariffDate: TariffDate },
): LaterSettlements | null => {
  if (fit.schedules.every(({ rates }) => rates.length === 0)) return null
  const expected = expectedFees(tariffOf(fit), fit.tariffDate ?? usual, zone)
  const charged = later.filter(({ payments }) => payments.length > 0)
  const sums = charged.map((settlement) => ({ charged: settlement.charged, expected: expected(settlement) }))
  const open = sums.filter(({ expected }) => expected === null)
  const off = sums.filter(({ charged, expected }) => expected !== null && expected !== charged)
  return { settlements: charged.length, off: off.length, open: open.length }
}
