import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import { VERDICTS } from '../../src/domain/assessment/verdict.ts'
import type { Days } from '../../src/domain/calendar/month.ts'
import type { Cell, Row } from '../../src/domain/cell.ts'
import { assumptionsOf, type Policy } from '../../src/domain/policy.ts'
import type { Language } from '../../src/i18n/language.ts'
import { wordsIn } from '../../src/i18n/words.ts'
import { type WorkbookWords, workbookWords } from '../../src/i18n/workbook.ts'
import { type BalanceOf, daysOf, figuresOf, monthsOf, type Period } from '../pages/month.ts'
import type { SheetColumn } from './ledger-sheets.ts'

/** The first sheet of a workbook: what each month comes to, and what is to be known of the other sheets. */
export interface WorkbookCover {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly { readonly cells: Row; readonly isStrong: boolean }[]
  readonly notes: (written: readonly WrittenLedger[]) => readonly string[]
}

/** How a ledger stands in the workbook, and what its cells could not hold. */
export interface WrittenLedger {
  readonly sheets: readonly { readonly name: string }[]
  readonly cut: number
  readonly replaced: number
  readonly asText: number
}

/** What a workbook is of. */
export interface WorkbookSubject {
  readonly merchant: string
  readonly days: Days
  /** The date the range is about. */
  readonly by: 'settlement' | 'payment'
  readonly policy: Policy
  readonly language: Language
}

export const workbookCover = (
  reports: readonly SlotReport[],
  subject: WorkbookSubject,
  balanceOf: BalanceOf,
): WorkbookCover => {
  const words = workbookWords(subject.language)
  const { from, to } = subject.days
  const days = from === to ? from : words.days(from, to)
  const periods = periodsOf(reports, words, balanceOf)
  const zone = subject.policy.timeZone
  return {
    name: words.sheets.summary,
    title: words.title(subject.merchant, days),
    subtitle: subject.by === 'settlement' ? words.subtitle(zone) : `${words.paidBetween(days)} ${words.subtitle(zone)}`,
    columns: columnsIn(periods, words),
    rows: rowsIn(periods, subject.language),
    notes: (written) => [
      ...written.flatMap((ledger) => notesOn(ledger, words)),
      ...assumptionNotes(subject.policy, subject.language),
    ],
  }
}

interface HeadedPeriod extends Period {
  readonly head: string
}

/** The months, and all of them together where there are several. */
const periodsOf = (
  reports: readonly SlotReport[],
  { total }: WorkbookWords,
  balanceOf: BalanceOf,
): readonly HeadedPeriod[] => {
  const months = monthsOf(reports, balanceOf).map(({ month, ...period }) => ({ head: month, ...period }))
  const days = daysOf(reports)
  if (months.length < 2 || days === null) return months
  return [...months, { head: total, days, figures: figuresOf(reports, balanceOf(days)) }]
}

/** A statement: figures below each other, months side by side. */
const columnsIn = (periods: readonly HeadedPeriod[], words: WorkbookWords): readonly SheetColumn[] => [
  { head: words.figures.heading, kind: 'text', width: 38 },
  ...periods.map(({ head }): SheetColumn => ({ head, kind: 'number', width: 26 })),
]

const rowsIn = (periods: readonly Period[], language: Language): WorkbookCover['rows'] => {
  const words = workbookWords(language)
  const { figures } = words
  const { verdicts } = wordsIn(language)
  const row = (label: string, cellOf: (period: Period) => Cell, isStrong = false) => ({
    cells: [label, ...periods.map(cellOf)],
    isStrong,
  })
  return [
    row(figures.days, ({ days: { from, to } }) => (from === to ? from : words.days(from, to))),
    row(figures.collected, (of) => of.figures.collected),
    row(figures.feesDeducted, (of) => of.figures.feesDeducted),
    row(figures.feesPostpaid, (of) => of.figures.feesPostpaid),
    row(figures.adjustments, (of) => of.figures.adjustments),
    row(figures.payout, (of) => of.figures.payout, true),
    row(figures.difference, (of) => of.figures.difference),
    row(figures.chargebacksSeen, (of) => of.figures.chargebacks.paid),
    row(figures.withoutChargeback, (of) => of.figures.chargebacks.withoutChargeback.sum),
    row(figures.notDebited, (of) => of.figures.chargebacks.notDebited.sum),
    row(figures.chargebacks, (of) => of.figures.chargebacks.seen),
    row(figures.slots, (of) => of.figures.slots, true),
    ...VERDICTS.toReversed().map((verdict) => row(verdicts[verdict], (of) => of.figures.byVerdict[verdict])),
  ]
}

const notesOn = ({ sheets, cut, replaced, asText }: WrittenLedger, words: WorkbookWords): readonly string[] => {
  const [first = '', ...others] = sheets.map(({ name }) => name)
  return [
    ...(others.length === 0 ? [] : [words.continued(first, others.join(', '))]),
    ...(cut === 0 ? [] : [words.cut(first, words.cells(cut))]),
    ...(replaced === 0 ? [] : [words.replaced(first, words.cells(replaced))]),
    ...(asText === 0 ? [] : [words.asText(first, words.cells(asText))]),
  ]
}

const assumptionNotes = (policy: Policy, language: Language): readonly string[] => {
  const { meanings } = wordsIn(language)
  return [
    workbookWords(language).assumptions,
    ...assumptionsOf(policy).map(
      ({ setting, value, meaning }) => `${setting} = ${value || '-'} (${meanings?.[setting] ?? meaning})`,
    ),
  ]
}
