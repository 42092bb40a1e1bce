import type { FeesFitReport } from '../../../../reports/documents/fees/fees-fit-report.ts'
import type { FeesDeviation } from '../../../domain/fees/fit/charged-settlement.ts'
import type { FittedRate, FittedSchedule } from '../../../domain/fees/fit/fees-fit.ts'
import type { LooseMethod } from '../../../domain/fees/fit/schedule-fit.ts'
import { type Centavos, sumOf } from '../../../domain/money.ts'
import type { Slot } from '../../../domain/slot.ts'
import { dayIn } from '../../../i18n/dates.ts'
import { feesFitWords, settlementsIn } from '../../../i18n/fees-fit-words.ts'
import type { Language } from '../../../i18n/language.ts'
import { serviceMethodName } from '../../../i18n/method.ts'
import { countInTable, inTable, signedInTable } from '../../../print/in-table.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

/** The proposed tariff in a sentence, then its rates, the undetermined rates, and the settlements off the tariff. */
export const feesFitText = (report: FeesFitReport, language: Language): string =>
  [
    headLines(report, language),
    rateTable(report, language),
    noteLines(report, language),
    openLines(report, language),
    deviationTable(report, language),
    unusedLines(report, language),
    endLines(report, language),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const wrapSentences = (sentences: readonly string[], indent = ''): readonly string[] =>
  sentences.flatMap((sentence) => wrapText(indent, sentence))

const headLines = ({ fit, taxes }: FeesFitReport, language: Language): readonly string[] => {
  const words = feesFitWords(language)
  const settlements = settlementsIn(fit.settlements, language)
  if (fit.refusal !== null) {
    const tried = taxes.map((percent) => `${decimalIn(percent, language)} %`).join(', ') || words.none
    return wrapSentences([words.refusal[fit.refusal](settlements, tried)])
  }
  const changes = fit.schedules
    .slice(1)
    .map(({ schedule, fromLast }) =>
      words.change(dayIn(schedule.from, language), dayIn(fromLast, language), fit.tariffDate),
    )
  const close = fit.close === 0 ? [] : [words.close(settlementsIn(fit.close, language))]
  return wrapSentences([words.proposal(String(fit.fits), settlements), ...close, ...changes])
}

/** Methods that always occur together are joined by a plus sign. */
const methodsIn = (methods: string, language: Language): string =>
  methods
    .split('+')
    .map((method) => serviceMethodName(method, language))
    .join('+')

const decimalIn = (number: number, language: Language): string =>
  language === 'es' ? String(number).replace('.', ',') : String(number)

const rateTable = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  if (fit.schedules.length === 0) return []
  const { heads, together } = feesFitWords(language)
  const row = ({ schedule }: FittedSchedule, name: string, { rate, settlements, payments }: FittedRate) => [
    dayIn(schedule.from, language),
    harmless(name),
    countInTable(rate.fixed, language),
    decimalIn(rate.percent, language),
    countInTable(settlements, language),
    countInTable(payments, language),
  ]
  return alignColumns(
    [
      [heads.from, heads.method, heads.fixed, heads.percent, heads.settlements, heads.payments],
      ...fit.schedules.flatMap((one) => [
        ...one.rates.map((rate) => row(one, serviceMethodName(rate.method, language), rate)),
        ...one.together.map((rate) => row(one, `${methodsIn(rate.method, language)} (${together})`, rate)),
      ]),
    ],
    2,
  )
}

/** Tax and rounding, which all schedules share. */
const noteLines = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  const [first] = fit.schedules
  if (first === undefined) return []
  const words = feesFitWords(language)
  const { tax, rounding, to } = first.schedule
  const percent = decimalIn(tax?.percent ?? 0, language)
  const withTax = tax?.included === true ? words.taxInside : words.tax
  const ofTax = tax === null ? words.noTax : withTax(tax.name, percent)
  const alike = first.taxAlike
  return wrapSentences([
    ofTax,
    ...(alike === null ? [] : [words.taxAlike(alike.name, decimalIn(alike.percent, language))]),
    `${words.rounding[rounding](words.unit[to])}${first.roundings.length === 0 ? '' : ` ${words.roundingAlike}`}`,
  ])
}

const openLines = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  const words = feesFitWords(language)
  const inWords = ({ method, reason, with: others, settlements }: LooseMethod): string =>
    words.loose[reason]({
      method: harmless(serviceMethodName(method, language)),
      with: harmless(others.map((other) => serviceMethodName(other, language)).join(', ')),
      settlements: settlementsIn(settlements, language),
    })
  const several = fit.schedules.length > 1
  const loose = [
    ...fit.loose.map(inWords),
    ...fit.schedules.flatMap((one) =>
      one.loose.map((method) => `${several ? `${dayIn(one.schedule.from, language)}: ` : ''}${inWords(method)}`),
    ),
    ...fit.gaps.map(({ from, to, settlements }) =>
      words.gap(slotIn(from, language), slotIn(to, language), settlementsIn(settlements, language)),
    ),
    ...(fit.open === 0 ? [] : [words.openSettlements(settlementsIn(fit.open, language))]),
  ]
  return loose.length === 0 ? [] : [words.openTitle, ...wrapSentences(loose, '  ')]
}

const slotIn = ({ date, cycle }: Slot, language: Language): string => `${dayIn(date, language)} ${cycle}`

const deviationTable = ({ fit: { deviations } }: FeesFitReport, language: Language): readonly string[] => {
  if (deviations.length === 0) return []
  const { heads, offTitle, more, less } = feesFitWords(language)
  const figures = ({ charged, expected, difference }: Omit<FeesDeviation, 'slot'>) => [
    inTable(charged, language),
    inTable(expected, language),
    signedInTable(difference, language),
  ]
  const total = (title: (settlements: string) => string, of: readonly FeesDeviation[]) =>
    of.length === 0 ? [] : [[title(settlementsIn(of.length, language)), '', ...figures(totalOf(of))]]
  return [
    offTitle,
    ...alignColumns(
      [
        [heads.date, heads.cycle, heads.charged, heads.expected, heads.difference],
        ...deviations.map((one) => [dayIn(one.slot.date, language), one.slot.cycle, ...figures(one)]),
        ...total(
          more,
          deviations.filter(({ difference }) => difference > 0n),
        ),
        ...total(
          less,
          deviations.filter(({ difference }) => difference < 0n),
        ),
      ],
      2,
    ),
  ]
}

const totalOf = (deviations: readonly FeesDeviation[]): Omit<FeesDeviation, 'slot'> => {
  const sum = (of: (one: FeesDeviation) => Centavos) => sumOf(deviations.map(of))
  return {
    charged: sum(({ charged }) => charged),
    expected: sum(({ expected }) => expected),
    difference: sum(({ difference }) => difference),
  }
}

const unusedLines = ({ unused }: FeesFitReport, language: Language): readonly string[] => {
  const { title, ...words } = feesFitWords(language).unused
  const parts = [
    [unused.absent, words.absent],
    [unused.notFinal, words.notFinal],
    [unused.malformed, words.malformed],
    [unused.noMethod, words.noMethod],
  ] as const
  const named = parts.filter(([number]) => number > 0).map(([number, why]) => `${number} ${why}`)
  return named.length === 0 ? [] : wrapSentences([`${title}: ${named.join(', ')}.`])
}

const endLines = (report: FeesFitReport, language: Language): readonly string[] => {
  const { fit, files } = report
  const words = feesFitWords(language)
  if (files.length > 0) return wrapSentences([words.written(files.join(', ')), ...laterLines(report, language)])
  if (fit.refusal !== null) return []
  if (fit.schedules.some(({ rates }) => rates.length === 0)) return wrapSentences([words.nothingToWrite])
  return wrapSentences([...laterLines(report, language), words.notWritten])
}

/** A schedule has no end: it holds for what comes after the days that propose it. */
const laterLines = ({ days, later }: FeesFitReport, language: Language): readonly string[] => {
  if (days === null || later === null || later.settlements === 0) return []
  const counted = settlementsIn(later.settlements, language)
  return [feesFitWords(language).later(dayIn(days.to, language), counted, later)]
}
