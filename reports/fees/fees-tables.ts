import type { Cell } from '../../src/core/cell.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import { asSlotDate } from '../../src/core/slot.ts'
import type { FeesEntry, FeesSum, FeesSummary, MethodCost, MethodSum } from '../../src/rules/account/fees-summary.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { monthIn } from '../../src/words/dates.ts'
import { feesWords } from '../../src/words/fees-words.ts'
import type { Language } from '../../src/words/language.ts'
import { methodName } from '../../src/words/say.ts'
import { type FeesReport, feesByMonth, hasTariff } from './fees-report.ts'

/** A table for people: the first cell of a row is its name, the others are sums, numbers and rates. */
export interface FeesTable {
  readonly heads: readonly string[]
  /** Columns that a narrow screen leaves out, in that order. */
  readonly spare?: readonly string[]
  readonly rows: readonly FeesRow[]
}

export interface FeesRow {
  readonly label: string
  readonly cells: readonly Cell[]
  /** Whether the row is the sum of the rows above it. */
  readonly isTotal: boolean
}

type NamedColumn<T> = readonly [head: string, of: (item: T) => Cell]

const headsOf = <T>(first: string, columns: readonly NamedColumn<T>[]): readonly string[] => [
  first,
  ...columns.map(([head]) => head),
]

const rowOf = <T>(columns: readonly NamedColumn<T>[], label: string, item: T, isTotal = false): FeesRow => ({
  label,
  cells: columns.map(([, of]) => of(item)),
  isTotal,
})

/** Writes the name of a month. */
type MonthForm = typeof monthIn

/** The name of the month `2026-03`. */
export const monthName = (month: string, language: Language, nameOf: MonthForm = monthIn): string => {
  const first = asSlotDate(`${month}-01`)
  return first === null ? month : nameOf(first, language)
}

export const methodHeading = (method: string, language: Language): string =>
  method === '' ? feesWords(language).noMethod : methodName(method, language)

type MonthSum = FeesSum & Partial<Pick<FeesSummary['compared'], 'expected' | 'difference'>>

/** The months, their sums, what was not compared, and the total. */
export const monthTable = (report: FeesReport, nameOf: MonthForm = monthIn): FeesTable => {
  const { language, total } = report
  const words = feesWords(language)
  const isCompared = hasTariff(report)
  const columns: readonly NamedColumn<MonthSum>[] = [
    [words.settlements, ({ settlements }) => settlements],
    [words.collected, ({ collected }) => collected],
    [words.charged, ({ charged }) => charged],
    [words.deducted, ({ deducted }) => deducted],
    [words.billedApart, ({ billedApart }) => billedApart],
    ...(total.all.otherNotDeducted === ZERO
      ? []
      : ([
          [words.otherNotDeducted, ({ otherNotDeducted }) => otherNotDeducted],
        ] satisfies readonly NamedColumn<MonthSum>[])),
    ...(isCompared
      ? ([
          [words.expected, ({ expected }) => expected ?? null],
          [words.difference, ({ difference }) => difference ?? null],
        ] satisfies readonly NamedColumn<MonthSum>[])
      : []),
    [words.rate, ({ charged, collected }) => feeRate(charged, collected)],
  ]
  const months = feesByMonth(report)
  const rows = months.map((month) =>
    rowOf(columns, monthName(month.key, language, nameOf), isCompared ? month.compared : month.all),
  )
  const ends = isCompared
    ? [
        rowOf(columns, words.compared, total.compared, true),
        rowOf(columns, words.notComparedRow, total.notCompared),
        rowOf(columns, words.total, total.all, true),
      ]
    : [rowOf(columns, words.total, total.all, true)]
  return {
    heads: headsOf(words.month, columns),
    spare: [words.collected, words.settlements, words.rate],
    rows: [...rows, ...ends],
  }
}

/** The parts of the difference; they add up to it. */
export const differenceTable = ({ total: { compared }, language }: FeesReport): FeesTable => {
  const words = feesWords(language)
  const { tooMuch, tooLittle, withinTolerance, difference } = compared
  const columns: readonly NamedColumn<{ readonly number: number | null; readonly sum: Centavos }>[] = [
    [words.settlements, ({ number }) => number],
    ['COP', ({ sum }) => sum],
  ]
  return {
    heads: headsOf(words.made, columns),
    rows: [
      rowOf(columns, words.rowTooMuch, tooMuch),
      rowOf(columns, words.rowTooLittle, { ...tooLittle, sum: negate(tooLittle.sum) }),
      rowOf(columns, words.rowTolerance, withinTolerance),
      rowOf(columns, words.difference, { number: null, sum: difference }, true),
    ],
  }
}

type MethodRow = Partial<MethodCost>

/** By month and method: cost of payments, rounding of settlements, and the expected fees of the month. */
export const methodTable = (report: FeesReport, nameOf: MonthForm = monthIn): FeesTable => {
  const { language } = report
  const words = feesWords(language)
  const months = feesByMonth(report).filter(({ methods }) => methods.length > 0)
  const costs = months.flatMap(({ methods }) => methods)
  const part = (head: string, of: (row: MethodRow) => Centavos | null): readonly NamedColumn<MethodRow>[] =>
    costs.every((cost) => of(cost) === ZERO) ? [] : [[head, of]]
  const names = [...new Set(costs.flatMap(({ withholdings }) => withholdings.map(({ name }) => name)))].sort(
    compareText,
  )
  const rate = isWithheld(report) ? words.rateWithWithheld : words.rate
  const columns: readonly NamedColumn<MethodRow>[] = [
    [words.payments, ({ payments }) => payments ?? null],
    [words.paid, ({ paid }) => paid ?? null],
    [words.fee, ({ fee }) => fee ?? null],
    ...part(taxName(report), ({ tax }) => tax ?? null),
    ...names.map((name): NamedColumn<MethodRow> => [name, (row) => withheldAs(name, row)]),
    // Totals of earlier versions do not name what is withheld.
    ...part(words.withheld, withheldWithoutName),
    [words.expected, ({ expected }) => expected ?? null],
    [rate, ({ expected, paid }) => (expected === undefined || paid === undefined ? null : feeRate(expected, paid))],
  ]
  return {
    heads: headsOf(words.method, columns),
    spare: [rate, words.payments],
    rows: months.flatMap((month) =>
      methodRows(month, columns, (key) => (months.length > 1 ? `${monthName(key, language, nameOf)}: ` : ''), language),
    ),
  }
}

const isWithheld = ({ total }: Pick<FeesReport, 'total'>): boolean =>
  total.methods.some(({ withheld }) => withheld !== ZERO)

/** The name of the tax in the tariff; a word for any where its schedules have several, or none. */
const taxName = ({ policy, language }: FeesReport): string => {
  const names = new Set(policy.tariff.flatMap(({ tax }) => tax?.name ?? []))
  const [name] = names
  return names.size === 1 && name !== undefined ? name : feesWords(language).tax
}

/** Null in a row that has no fees of its own. */
const withheldAs = (name: string, { withholdings }: MethodRow): Centavos | null =>
  withholdings === undefined ? null : sumOf(withholdings.filter((one) => one.name === name).map(({ sum }) => sum))

const withheldWithoutName = ({ withheld, withholdings }: MethodRow): Centavos | null =>
  withheld === undefined ? null : minus(withheld, sumOf((withholdings ?? []).map(({ sum }) => sum)))

const methodRows = (
  { key, methods, rounding, compared }: FeesSummary & { readonly key: string },
  columns: readonly NamedColumn<MethodRow>[],
  monthOf: (key: string) => string,
  language: Language,
): readonly FeesRow[] => {
  const words = feesWords(language)
  const named = (text: string): string => `${monthOf(key)}${text}`
  const all = (name: 'fee' | 'tax' | 'withheld'): Centavos => sumOf(methods.map((cost) => cost[name]))
  const total = {
    payments: compared.payments,
    paid: compared.paid,
    fee: all('fee'),
    tax: all('tax'),
    withheld: all('withheld'),
    withholdings: methods.flatMap(({ withholdings }) => withholdings),
    expected: compared.expected,
  }
  return [
    ...methods.map((cost) => rowOf(columns, named(methodHeading(cost.method, language)), cost)),
    ...(rounding === ZERO ? [] : [rowOf(columns, named(words.rounding), { expected: rounding })]),
    rowOf(columns, named(words.total), total, true),
  ]
}

/** Payments of settlements that were not compared, by method; without a tariff these are all payments. */
export const unpricedTable = ({ total, language }: FeesReport): FeesTable => {
  const words = feesWords(language)
  const columns: readonly NamedColumn<Pick<MethodSum, 'payments' | 'paid'>>[] = [
    [words.payments, ({ payments }) => payments],
    [words.paid, ({ paid }) => paid],
  ]
  const { methodsNotCompared, notCompared } = total
  return {
    heads: headsOf(words.method, columns),
    rows:
      methodsNotCompared.length === 0
        ? []
        : [
            ...methodsNotCompared.map((sum) => rowOf(columns, methodHeading(sum.method, language), sum)),
            rowOf(columns, words.total, notCompared, true),
          ],
  }
}

/** Explains the rate of a method; and, when they differ, why paid is not collected. */
export const methodNote = (report: FeesReport): string => {
  const { compared } = report.total
  const words = feesWords(report.language)
  const ofRate = isWithheld(report) ? words.methodRateNoteWithWithheld : words.methodRateNote
  return compared.paid === compared.collected ? ofRate : `${ofRate} ${words.paidNote}`
}

export const unpricedTitle = (report: FeesReport): string => {
  const words = feesWords(report.language)
  return hasTariff(report) ? words.byMethodUnpriced : words.byMethodAll
}

/** The operator's bill against each sum that it may represent. */
export const billTable = ({ bill, language }: FeesReport): FeesTable | null => {
  if (bill === null) return null
  const words = feesWords(language)
  const columns: readonly NamedColumn<(typeof bill.lines)[number]>[] = [
    ['COP', ({ sum }) => sum],
    [words.billDifference, ({ difference }) => difference],
  ]
  return {
    heads: headsOf('', columns),
    rows: bill.lines.map((line) => rowOf(columns, words.bases[line.of], line)),
  }
}

/** Why the fees of a settlement were not compared, with the payments that the tariff does not price. */
export const reasonName = ({ notCompared, unpriced }: FeesEntry, language: Language): string => {
  if (notCompared === null) return ''
  const words = feesWords(language)
  if (notCompared !== 'unpriced') return words.reasons[notCompared]
  return unpriced
    .map(({ reason, method, payments }) => `${words.unpriced[reason](methodHeading(method, language))} (${payments})`)
    .join(', ')
}
