import type { Days } from '../../../src/domain/calendar/calendar.ts'
import type { Json } from '../../../src/domain/cell.ts'
import type { FeesHistory } from '../../../src/domain/fees/fit/charged-settlement.ts'
import type { FeesFit, FittedRate, FittedSchedule, LaterSettlements } from '../../../src/domain/fees/fit/fees-fit.ts'
import type { LooseMethod } from '../../../src/domain/fees/fit/schedule-fit.ts'

/** The tariff that past settlements propose. */
export interface FeesFitReport {
  readonly merchant: string
  /** The settlement dates that were asked for; null means all. */
  readonly days: Days | null
  /** The percentages of tax on fees that were tried. */
  readonly taxes: readonly number[]
  readonly unused: Omit<FeesHistory, 'settlements'>
  readonly fit: FeesFit
  /** The settlements after the days; null without days, or without a rate. */
  readonly later: LaterSettlements | null
  /** The files to which the tariff was written. */
  readonly files: readonly string[]
}

export const feesFitDocument = (report: FeesFitReport): { readonly [name: string]: Json } => {
  const { merchant, days, taxes, unused, fit, later, files } = report
  return {
    merchant,
    from: days?.from ?? null,
    to: days?.to ?? null,
    taxes: [...taxes],
    refusal: fit.refusal,
    settlements: fit.settlements,
    fits: fit.fits,
    close: fit.close,
    open: fit.open,
    unused: { ...unused },
    tariffDate: fit.tariffDate,
    tariff: fit.schedules.map(({ schedule }) => schedule),
    schedules: fit.schedules.map(scheduleDocument),
    loose: fit.loose.map(looseDocument),
    deviations: fit.deviations.map(({ slot, ...sums }) => ({ date: slot.date, cycle: slot.cycle, ...sums })),
    gaps: fit.gaps.map(({ from, to, settlements }) => ({ from: { ...from }, to: { ...to }, settlements })),
    later: later === null ? null : { ...later },
    files: [...files],
  }
}

const scheduleDocument = (fitted: FittedSchedule): Json => ({
  from: fitted.schedule.from,
  fromLast: fitted.fromLast,
  settlements: fitted.settlements,
  fits: fitted.fits,
  rates: fitted.rates.map(rateDocument),
  together: fitted.together.map(rateDocument),
  loose: fitted.loose.map(looseDocument),
  roundings: fitted.roundings.map(({ rounding, to }) => ({ rounding, to })),
  taxAlike: fitted.taxAlike?.percent ?? null,
})

const rateDocument = ({ method, rate: { fixed, percent }, settlements, payments }: FittedRate): Json => ({
  method,
  fixed,
  percent,
  settlements,
  payments,
})

const looseDocument = (loose: LooseMethod): Json => ({ ...loose, with: [...loose.with] })
