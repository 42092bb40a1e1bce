import { negate } from '../../src/core/money.ts'
import type { Column, Table, Workbook } from '../../src/print/xlsx/workbook.ts'
import { clockIn } from '../../src/words/dates.ts'
import { merchantsWords } from '../../src/words/merchants-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import {
  hasAccepted,
  MERCHANT_COLUMNS,
  type MerchantColumn,
  type MerchantsFacts,
  noteOf,
} from '../pages/all-merchants/merchants-facts.ts'

/** The page over all merchants as a workbook: the totals, and a row for each merchant. */
export const merchantsWorkbook = (facts: MerchantsFacts): Workbook => {
  const { language, sentence, asOf, zone } = facts
  const words = merchantsWords(language)
  return {
    cover: {
      name: wordsIn(language).total,
      title: words.title,
      subtitle: [sentence.text, ...(asOf === null ? [] : [words.asOf(clockIn(asOf, language))])].join(' '),
      columns: [
        { head: words.title, kind: 'text', width: 48 },
        { head: 'COP', kind: 'number', width: 22 },
      ],
      rows: totalRows(facts),
      notes: () => [wordsIn(language).timesIn(zone)],
    },
    tables: [merchantsTable(facts)],
  }
}

/** The account over all merchants: the rows above "paid out" add up to it; those below are not included. */
const totalRows = (facts: MerchantsFacts): Workbook['cover']['rows'] => {
  const { language, total } = facts
  const words = merchantsWords(language)
  const labels = { ...words.sums, owed: words.lessOwed, paidOut: words.paidOutByOperator }
  const rows = columnsOf(facts).map((column) => {
    const sum = total.sums[column]
    return {
      cells: [labels[column], sum !== null && column === 'owed' ? negate(sum) : sum],
      isStrong: column === 'paidOut',
    }
  })
  return total.unread === 0 ? rows : [...rows, { cells: [words.unreadOf(total.unread), null], isStrong: false }]
}

const merchantsTable = (facts: MerchantsFacts): Table => {
  const { language, lines } = facts
  const words = merchantsWords(language)
  const columns = columnsOf(facts)
  const number = (head: string): Column => ({ head, kind: 'number', width: 20, isSummed: true })
  const rows = lines.map((line) => [
    line.merchant,
    line.sentence?.text ?? null,
    ...columns.map((column) => line.sums[column]),
    line.unread,
    line.readAt,
    noteOf(line, language),
  ])
  return {
    name: words.merchants,
    frozen: 1,
    columns: [
      { head: words.merchant, kind: 'text', width: 28 },
      { head: words.result, kind: 'text', width: 60 },
      ...columns.map((column) => number(words.sums[column])),
      number(words.unread),
      { head: words.readAt, kind: 'time', width: 19 },
      { head: words.note, kind: 'text', width: 48 },
    ],
    total: workbookWords(language).totalOfShown,
    batches: [rows],
  }
}

const columnsOf = (facts: MerchantsFacts): readonly MerchantColumn[] =>
  MERCHANT_COLUMNS.filter((column) => column !== 'accepted' || hasAccepted(facts))
