import type { StatementReport } from '../../../../jobs/statement.ts'
import { type AccountRow, accountRows } from '../../../../reports/statements/account-lines.ts'
import { openingText } from '../../../../reports/statements/statement-page.tsx'
import { type Centavos, minus } from '../../../domain/money.ts'
import { clockIn, dayIn } from '../../../i18n/dates.ts'
import { firstSentence } from '../../../i18n/first-sentence.ts'
import { digitsOf, numberIn } from '../../../i18n/money.ts'
import { statementWords } from '../../../i18n/statement-words.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

/** The account with the operator: how it stands in a sentence, line by line, the settlements behind closing, and the files. */
export const statementText = (told: StatementReport): string =>
  [headLines(told), accountTable(told), behindLines(told), sinceClosing(told), fileLines(told)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const headLines = (told: StatementReport): readonly string[] => {
  const { language, days, merchant, zone, moment, totals, businessDays, closed, account, openingAsClosed } = told
  const words = statementWords(language)
  const sentences = [
    firstSentence(totals, language, businessDays).text,
    `${words.title}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}, ${words.merchant} ${harmless(merchant)}. ${words.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}`,
    ...(closed === null
      ? []
      : [
          words.closedOn(
            dayIn(closed.closing.through, language),
            clockIn(zone.clockAt(closed.closing.at), language),
            harmless(closed.closing.by),
          ),
        ]),
    ...(openingAsClosed === null ? [] : [openingText(account.opening, openingAsClosed, days.from, language)]),
  ]
  return sentences.flatMap((sentence) => wrapText('', sentence))
}

const accountTable = (told: StatementReport): readonly string[] => {
  const { language, account, closed } = told
  const words = statementWords(language)
  const rows = accountRows(closed === null ? [account] : [account, closed.now.account])
  const figures = (row: AccountRow): readonly string[] => {
    const [shown = null, now = null] = row.figures
    const number = shown?.number ?? null
    const digits = (amount: Centavos | undefined): string => (amount === undefined ? '' : digitsOf(amount, language))
    const cells = [number === null ? '' : numberIn(number, language), digits(shown?.amount)]
    if (closed === null) return cells
    const difference = shown === null || now === null ? undefined : minus(now.amount, shown.amount)
    return [...cells, digits(now?.amount), digits(difference)]
  }
  const lines = (section: AccountRow['section'], indent: string): readonly (readonly string[])[] =>
    rows
      .filter((row) => row.section === section)
      .map((row) => [`${row.isTotal ? '= ' : indent}${row.label[language]}`, ...figures(row)])
  const heads = closed === null ? [words.amount] : [words.closed, words.now, words.difference]
  return alignColumns(
    [
      ['', words.number, ...heads],
      ...lines('account', '  '),
      [words.madeOf],
      ...lines('closing', '  '),
      [words.beside],
      ...lines('beside', '  '),
    ],
    1,
  )
}

/** A screen holds no more; the CSV file has them all. */
const MOST = 40

const behindLines = ({ account: { items }, language }: StatementReport): readonly string[] => {
  const words = statementWords(language)
  if (items.length === 0) return [words.behindNone]
  const cells = items
    .slice(0, MOST)
    .map(({ slot, kind, state, expected, paidOut, balance }) => [
      `  ${dayIn(slot.date, language)} ${slot.cycle}`,
      words.kinds[kind],
      words.states[state],
      digitsOf(expected, language),
      paidOut === null ? '' : digitsOf(paidOut, language),
      digitsOf(balance, language),
    ])
  const heads = [words.behind, '', '', words.expected, words.paidOut, words.balance]
  const rest = items.length - MOST
  return [...alignColumns([heads, ...cells], 3), ...(rest > 0 ? [`  ${words.more(rest)}`] : [])]
}

const sinceClosing = ({ closed, language }: StatementReport): readonly string[] => {
  if (closed === null) return []
  const words = statementWords(language)
  const { restatements } = closed
  if (restatements.length === 0) return [words.unchanged]
  const textOf = (figure: Centavos | number | string | null): string => {
    if (typeof figure === 'bigint') return digitsOf(figure, language)
    return figure === null ? '' : harmless(String(figure))
  }
  const cells = restatements.map(({ slot, subject, figures }) => {
    const { unit, reported, expected } = figures
    const difference = unit === 'COP' && reported !== null && expected !== null ? minus(reported, expected) : null
    return [
      `  ${dayIn(slot.date, language)} ${slot.cycle}`,
      harmless(subject),
      textOf(expected),
      textOf(reported),
      textOf(difference),
    ]
  })
  return alignColumns([[words.restated, words.subject, words.closed, words.now, words.difference], ...cells], 2)
}

const fileLines = ({ files, language }: StatementReport): readonly string[] =>
  files.map((file) => `${statementWords(language).file}: ${harmless(file)}`)
