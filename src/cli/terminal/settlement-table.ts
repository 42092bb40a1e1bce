import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Verdict } from '../../domain/assessment/verdict.ts'
import { groupCases } from '../../domain/findings/case.ts'
import { isOpen, SEVERITIES, type Severity } from '../../domain/findings/discrepancy.ts'
import type { Centavos } from '../../domain/money.ts'
import { dayIn } from '../../i18n/dates.ts'
import type { Language } from '../../i18n/language.ts'
import { type TerminalWords, terminalWords } from '../../i18n/terminal.ts'
import type { Display, DisplayTone } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { countInTable, inTable, slotInTable } from '../../print/in-table.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { resultName } from './names.ts'
import { type RowSums, settlementRows, type TerminalRow } from './settlement-rows.ts'

/** The table of settlements: those that need attention, the sums of the others by day, and the totals. */
export const settlementTable = (reports: readonly SlotReport[], all: boolean, display: Display): readonly string[] => {
  const { rows, totals } = settlementRows(reports, all)
  if (rows.length === 0) return []
  const table = fitTable(columnSets(rows, display.language), [...rows, ...totals], display)
  const rule = '-'.repeat(table.width)
  const { open, openLetters } = terminalWords(display.language)
  const legend = table.head.endsWith(open) ? wrapText('', openLetters, display.width) : []
  return [table.head, rule, ...table.rows.slice(0, rows.length), rule, ...table.rows.slice(rows.length), ...legend]
}

type Column = TableColumn<TerminalRow>

/**
 * Sets of columns from wide to narrow: first the sums not paid out share one column, then the listed sums are dropped,
 * then the number of open findings.
 */
const columnSets = (rows: readonly TerminalRow[], language: Language): readonly (readonly Column[])[] => {
  const words = terminalWords(language)
  const money = (head: string, of: (sums: RowSums) => Centavos | null): Column => ({
    head,
    isNumber: true,
    of: ({ sums }) => inTable(of(sums), language),
  })
  const settlement: Column = { head: words.settlement, of: (row) => nameOf(row, words, language) }
  const result: Column = { head: words.result, of: (row) => resultOf(row, words, language), tone: toneOf }
  const listed = money(words.listed, (sums) => sums.listed)
  const payout = [money(words.expected, (sums) => sums.expected), money(words.paidOut, (sums) => sums.paidOut)]
  const inProcess = money(words.inProcess, (sums) => sums.inProcess)
  const failed = money(words.failed, (sums) => sums.failed)
  const apart = [...usedColumns(inProcess, rows), ...usedColumns(failed, rows)]
  const together = apart.length < 2 ? apart : [money(words.notPaidOut, (sums) => sums.notPaidOut)]
  const difference = money(words.difference, (sums) => sums.difference)
  const open: Column = { head: words.open, of: ({ reports }) => openOf(reports, language), isNumber: true }
  return [
    [settlement, result, listed, ...payout, ...apart, difference, open],
    [settlement, result, listed, ...payout, ...together, difference, open],
    [settlement, result, ...payout, ...together, difference, open],
    [settlement, result, ...payout, ...together, difference],
  ]
}

/** Leaves out a column that would be empty. */
const usedColumns = (column: Column, rows: readonly TerminalRow[]): readonly Column[] =>
  rows.some((row) => column.of(row) !== '') ? [column] : []

const nameOf = (row: TerminalRow, words: TerminalWords, language: Language): string => {
  if (row.kind === 'settlement') {
    const { slot, verdict, settlement } = row.report
    return `${slotInTable(slot, language)}${verdict === 'incomplete' && settlement !== null ? '*' : ''}`
  }
  if (row.kind === 'rest-of-day') return dayIn(row.date, language)
  return row.kind === 'compared' ? words.compared : words.notCompared
}

const resultOf = (row: TerminalRow, words: TerminalWords, language: Language): string => {
  if (row.kind === 'settlement') return resultName(row.report, language)
  return row.kind === 'rest-of-day' ? words.addUp(row.reports.length) : countInTable(row.reports.length, language)
}

const TONES: Readonly<Record<Verdict, DisplayTone>> = {
  reconciled: 'good',
  accepted: 'good',
  empty: 'quiet',
  provisional: 'warning',
  discrepant: 'bad',
  exceptions: 'bad',
  failed: 'bad',
  incomplete: 'bad',
  'not-pulled': 'bad',
  'not-due': 'quiet',
}

const toneOf = (row: TerminalRow): DisplayTone => {
  if (row.kind === 'settlement') return TONES[row.report.verdict]
  return row.kind === 'rest-of-day' ? 'good' : 'plain'
}

const LETTERS: Readonly<Record<Language, Readonly<Record<Severity, string>>>> = {
  en: { error: 'E', warning: 'W', info: 'I' },
  es: { error: 'E', warning: 'A', info: 'I' },
}

/** The number of open cases, gravest first: `2E 1W`. */
const openOf = (reports: readonly SlotReport[], language: Language): string => {
  const open = groupCases(reports.flatMap(({ discrepancies }) => discrepancies)).filter(isOpen)
  return SEVERITIES.toReversed()
    .map((severity) => ({ severity, number: open.filter(({ first }) => first.severity === severity).length }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => `${number}${LETTERS[language][severity]}`)
    .join(' ')
}
