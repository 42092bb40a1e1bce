import type { Days } from '../../../src/core/calendar/calendar.ts'
import type { FeesDeviation, FeesHistory } from '../../../src/core/fees/fit/charged-settlement.ts'
import {
  type FeesFit,
  FIT_REFUSALS,
  type FitGap,
  type FittedRate,
  type FittedSchedule,
  type LaterSettlements,
} from '../../../src/core/fees/fit/fees-fit.ts'
import { LOOSE_REASONS, type LooseMethod } from '../../../src/core/fees/fit/schedule-fit.ts'
import {
  type MethodRate,
  type Proposal,
  type Rate,
  ROUNDING_UNITS,
  ROUNDINGS,
  type Schedule,
  TARIFF_DATES,
  type TaxOnFees,
  type Tier,
  type Withholding,
} from '../../../src/core/fees/tariff.ts'
import {
  byName,
  cop,
  type DocumentOf,
  dateText,
  list,
  number,
  shape,
  text,
  truth,
  wordOf,
} from '../../../src/print/shape.ts'
import { type AnswerDocument, OF_SLOT, SLOT } from '../answer-document.ts'

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

const RATE_PARTS = shape<Rate>()({
  fixed: number.as('Pesos for each payment.'),
  percent: number.as('Percent of the payment.'),
}).members

const METHOD_RATE = shape<MethodRate>()({
  ...RATE_PARTS,
  min: number.orNull.as('The least fee of a payment, in pesos before tax; null for no bound.'),
  max: number.orNull.as('The greatest one.'),
  tiers: list(shape<Tier>()({ ...RATE_PARTS, above: number })).as('In ascending order of `above`.'),
})

const TAX = shape<TaxOnFees>()({
  name: text,
  percent: number,
  included: truth.as('Whether the rates contain the tax; otherwise it is added.'),
})

const WITHHOLDING = shape<Withholding>()({
  name: text,
  percent: number,
  base: wordOf(['paid', 'fee', 'tax']).as(
    'Withheld from the payment, from the fee without tax, or from the tax on the fee.',
  ),
  methods: list(text).orNull.as('Null for every method.'),
})

const SCHEDULE = shape<Schedule>()({
  from: dateText.as('The first day on which it is in force, until the next schedule begins.'),
  methods: byName(METHOD_RATE).as('By payment method, as the service spells it.'),
  rounding: wordOf(ROUNDINGS),
  to: wordOf(ROUNDING_UNITS),
  tax: TAX.orNull,
  withholdings: list(WITHHOLDING),
  proposed: shape<Proposal>()({ by: text, at: text }).orNull,
})

const RATE = shape<FittedRate>()({
  method: text,
  fixed: number(({ rate }) => rate.fixed),
  percent: number(({ rate }) => rate.percent),
  settlements: number.as('The settlements that support the rate.'),
  payments: number,
})

const LOOSE = shape<LooseMethod>()({
  method: text,
  settlements: number,
  payments: number,
  reason: wordOf(LOOSE_REASONS),
  with: list(text),
})

const FITTED = shape<FittedSchedule>()({
  from: dateText(({ schedule }) => schedule.from),
  fromLast: dateText.as('The last day on which it may have begun.'),
  settlements: number,
  fits: number,
  rates: list(RATE),
  together: list(RATE).as('The joint rates of methods that always occur together.'),
  loose: list(LOOSE),
  roundings: list(
    shape<FittedSchedule['roundings'][number]>()({ rounding: wordOf(ROUNDINGS), to: wordOf(ROUNDING_UNITS) }),
  ).as('Other roundings that fit equally well.'),
  taxAlike: number.orNull(
    ({ taxAlike }) => taxAlike?.percent ?? null,
    'A tax, in percent, with which other rates fit equally well.',
  ),
})

/** The tariff that past settlements propose. */
export const FEES_FIT = shape<FeesFitReport>()({
  merchant: text,
  from: dateText.orNull(({ days }) => days?.from ?? null, 'The settlement dates that were asked for; null for all.'),
  to: dateText.orNull(({ days }) => days?.to ?? null),
  taxes: list(number).as('The percentages of tax on fees that were tried.'),
  refusal: wordOf(FIT_REFUSALS).orNull(({ fit }) => fit.refusal, 'Why nothing is proposed; null when a tariff is.'),
  settlements: number(({ fit }) => fit.settlements, 'Settlements that were used.'),
  fits: number(({ fit }) => fit.fits, 'Those that fit to the centavo.'),
  close: number(({ fit }) => fit.close, 'Those that are off by at most two pesos.'),
  open: number(({ fit }) => fit.open, 'Those that have a payment whose rate is open.'),
  unused: shape<FeesFitReport['unused']>()({
    absent: number,
    notFinal: number,
    malformed: number,
    noMethod: number,
  }).as('Settlements that were not used.'),
  tariffDate: wordOf(TARIFF_DATES).orNull(
    ({ fit }) => fit.tariffDate,
    'Null when both dates fit equally well, or no rate changed.',
  ),
  tariff: list(SCHEDULE)(
    ({ fit }) => fit.schedules.map(({ schedule }) => schedule),
    'In the form of the setting; empty when nothing is proposed.',
  ),
  schedules: list(FITTED)(({ fit }) => fit.schedules),
  loose: list(LOOSE)(
    ({ fit }) => fit.loose,
    'When nothing is proposed: methods whose rates the settlements would not determine.',
  ),
  deviations: list(
    shape<FeesDeviation>()({
      ...OF_SLOT,
      charged: cop,
      expected: cop,
      difference: cop.as('Charged less expected.'),
    }),
  )(({ fit }) => fit.deviations),
  gaps: list(shape<FitGap>()({ from: SLOT, to: SLOT, settlements: number }))(
    ({ fit }) => fit.gaps,
    'Ranges of settlements that fit no schedule.',
  ),
  later: shape<LaterSettlements>()({ settlements: number, off: number, open: number }).orNull.as(
    'Settlements with payments after `to`, for which the last schedule holds, too; those of them whose fees do not fit it, and those that it has no rate for. Null when no days were named, or no rate is proposed.',
  ),
  files: list(text).as('The files to which the tariff was written.'),
})

export type FittedRateDocument = DocumentOf<typeof RATE>
export type LooseMethodDocument = DocumentOf<typeof LOOSE>
export type FeesFitDocument = AnswerDocument<'fees fit'> & DocumentOf<typeof FEES_FIT>
