import type { SlotDate } from '../../slot.ts'
import type { Schedule } from '../tariff.ts'
import { type ChargeForm, isSameRounding, type RoundingForm, roundingsFor } from './charge-form.ts'
import { ratesIn, roundness } from './roundness.ts'
import { type FitWindow, fitSchedule, mostFitting, type ScheduleFit } from './schedule-fit.ts'
import { entry } from './vector.ts'

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
