import { UNPRICED, type UnpricedPayments } from '../../../src/core/fees/list-fees.ts'
import { feeRate, TARIFF_DATES } from '../../../src/core/fees/tariff.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, truth, wordOf } from '../../../src/print/shape.ts'
import {
  BILL_BASES,
  type BillComparison,
  type FeesEntry,
  type FeesSum,
  type FeesSummary,
  type MethodCost,
  type MethodSum,
  type WithheldSum,
} from '../../../src/rules/account/fees-summary.ts'
import { NOT_COMPARED } from '../../../src/rules/account/position.ts'
import { type FeesAsOf, type FeesReport, feesByMonth, hasTariff } from '../../fees/fees-report.ts'
import { feesSentence } from '../../fees/fees-sentence.ts'
import { AMOUNT, type AnswerDocument, MOMENT, OF_DAYS, OF_SLOT } from '../answer-document.ts'
import { CLOSING } from '../close-document.ts'
import { FEES_INVOICED } from './fees-invoices.ts'

const rateOf = ({ charged, collected }: FeesSum): number | null => {
  const rate = feeRate(charged, collected)
  return rate === null ? null : Number(rate.decimal)
}

/** Charged is deducted + billed apart + other not deducted; all is compared + not compared. */
const SUM = shape<FeesSum>()({
  settlements: number,
  payments: number,
  paid: cop,
  collected: cop,
  charged: cop,
  deducted: cop,
  billedApart: cop,
  otherNotDeducted: cop.as('Kept or left out by a gateway, with fees that are not billed apart.'),
  rate: number.orNull(rateOf, 'Charged over collected, to four decimals; null when nothing was collected.'),
})

/** Difference is charged - expected, and too much - too little + within tolerance. */
const COMPARED = shape<FeesSummary['compared']>()({
  ...SUM.members,
  expected: cop,
  difference: cop,
  tooMuch: AMOUNT,
  tooLittle: AMOUNT,
  withinTolerance: AMOUNT,
})

const METHOD = shape<MethodSum>()({ method: text, payments: number, paid: cop })

const METHOD_COST = shape<MethodCost>()({
  ...METHOD.members,
  fee: cop,
  tax: cop,
  withheld: cop,
  withholdings: list(shape<WithheldSum>()({ name: text, sum: cop })).as('What is withheld, by the name in the tariff.'),
  expected: cop,
})

const WHY_NOT = wordOf([...NOT_COMPARED, 'no-tariff', 'unpriced'])

const SUMMARY = shape<FeesSummary>()({
  compared: COMPARED,
  methods: list(METHOD_COST).as(
    'Over the compared settlements. Expected of a method is fee + tax + withheld; the methods and the rounding add up to expected.',
  ),
  rounding: cop.as('What rounding whole settlements adds to the fees of their methods.'),
  notCompared: shape<FeesSum & Pick<FeesSummary, 'reasons' | 'methodsNotCompared'>>()({
    ...SUM.members,
    reasons: list(
      shape<FeesSummary['reasons'][number]>()({
        reason: WHY_NOT,
        settlements: number((one) => one.number),
        charged: cop(({ sum }) => sum),
      }),
    ),
    methods: list(METHOD)(({ methodsNotCompared }) => methodsNotCompared),
  })(({ notCompared, reasons, methodsNotCompared }) => ({ ...notCompared, reasons, methodsNotCompared })),
  all: SUM,
})

const MONTH = shape<FeesSummary & { readonly key: string }>()({ month: text(({ key }) => key), ...SUMMARY.members })

const STANDING = shape<FeesAsOf>()({
  total: SUMMARY,
  months: list(MONTH)(feesByMonth, 'By month of the settlement dates, `YYYY-MM`.'),
  invoiced: list(FEES_INVOICED).as(
    "The operator's invoices of months of which all settlements are shown, against their fees.",
  ),
})

const ENTRY = shape<FeesEntry>()({
  ...OF_SLOT,
  payments: number.orNull.as('Listed payments that count; null when no list was read.'),
  paid: cop.orNull,
  collected: cop.orNull,
  charged: cop.orNull,
  deducted: cop.orNull,
  billedApart: cop.orNull,
  otherNotDeducted: cop.orNull,
  expected: cop.orNull(
    ({ notCompared, expected }) => (notCompared === null ? expected : null),
    'Null when nothing was compared.',
  ),
  difference: cop.orNull.as('Charged - expected: positive when too much was charged.'),
  off: truth.orNull(
    ({ notCompared, isOff }) => (notCompared === null ? isOff : null),
    'Whether the difference exceeds the tolerance.',
  ),
  notCompared: WHY_NOT.orNull,
  unpriced: list(
    shape<UnpricedPayments>()({
      reason: wordOf(UNPRICED),
      method: text.orNull(({ method }) => method || null),
      payments: number,
    }),
  ).as('Payments that the tariff does not price.'),
})

const BILL = shape<BillComparison>()({
  sum: cop(({ billed }) => billed),
  matches: wordOf(BILL_BASES).orNull.as('The first line that equals the bill exactly; null when none does.'),
  lines: list(shape<BillComparison['lines'][number]>()({ of: wordOf(BILL_BASES), sum: cop, difference: cop })).as(
    '`difference` is the bill less this sum.',
  ),
})

/** Fees over a range of settlement dates, compared with the tariff. */
export const FEES = shape<FeesReport & { readonly files: readonly string[] }>()({
  merchant: text,
  ...OF_DAYS,
  timeZone: text(({ zone }) => zone.name),
  asOf: MOMENT(
    ({ moment }) => moment,
    'The moment as of which figures are shown; for closed days that of their closing.',
  ),
  tariff: shape<FeesReport['policy']>()({
    from: list(dateText)(({ tariff }) => tariff.map(({ from }) => from)),
    date: wordOf(TARIFF_DATES)(({ tariffDate }) => tariffDate),
  }).orNull(
    (report) => (hasTariff(report) ? report.policy : null),
    'The first days of its schedules, and the date that chooses one; null without a tariff, when nothing is compared.',
  ),
  sentence: text(
    (report) => feesSentence(report, report.language).text,
    'The conclusion over the fees, in the language of the settings.',
  ),
  ...STANDING.members,
  settlements: list(ENTRY)(({ entries }) => entries, 'In order of date and cycle.'),
  billed: BILL.orNull(({ bill }) => bill, "The operator's own bill (`--billed`); null without one."),
  closed: shape<NonNullable<FeesReport['closed']>>()({ closing: CLOSING, now: STANDING }).orNull.as(
    'Null while the days are open.',
  ),
  files: list(text),
})

export type FeesSumDocument = DocumentOf<typeof SUM>
export type FeesSummaryDocument = DocumentOf<typeof SUMMARY>
export type FeesStandingDocument = DocumentOf<typeof STANDING>
export type SettlementFeesDocument = DocumentOf<typeof ENTRY>
export type FeesDocument = AnswerDocument<'fees'> & DocumentOf<typeof FEES>
