import type { Row } from '../../src/core/cell.ts'
import type { Workbook } from '../../src/print/xlsx/workbook.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import { feesWords } from '../../src/words/fees-words.ts'
import { moneyIn } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { type FeesReport, hasTariff } from '../fees/fees-report.ts'
import { feesSentence } from '../fees/fees-sentence.ts'
import {
  billTable,
  differenceTable,
  type FeesTable,
  methodNote,
  methodTable,
  monthTable,
  unpricedTable,
  unpricedTitle,
} from '../fees/fees-tables.ts'
import { FEES_SETTLEMENT_LEDGER, feesSettlementRows } from '../ledgers/fees-settlement-rows.ts'
import { assumptionNotes, changeNotes } from './assumption-notes.ts'
import { sheetColumns } from './ledger-sheets.ts'

/** In characters. The first column is as wide as the longest heading of a table. */
const WIDTHS = [58, 18, 22, 22, 22, 22, 22, 22, 22, 12] as const

/** Fees against the tariff as a workbook: the tables of the page, and each settlement. */
export const feesWorkbook = (report: FeesReport): Workbook => {
  const { language, merchant, days, moment, zone, policy, entries } = report
  const words = feesWords(language)
  const ofStatement = statementWords(language)
  const { comparedOfShown, notComparedOfShown } = workbookWords(language)
  const bill = billTable(report)
  return {
    cover: {
      name: words.title,
      title: `${words.title}: ${merchant}, ${ofStatement.days(dayIn(days.from, language), dayIn(days.to, language))}`,
      subtitle: `${feesSentence(report, language).text} ${ofStatement.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}`,
      columns: WIDTHS.map((width, at) => ({
        head: at === 0 ? words.title : '',
        kind: at === 0 ? 'text' : 'number',
        width,
      })),
      rows: [
        ...coverTable(words.byMonth, monthTable(report)),
        ...(hasTariff(report) ? coverTable(words.made, differenceTable(report)) : []),
        ...coverTable(words.byMethod, methodTable(report)),
        ...coverTable(unpricedTitle(report), unpricedTable(report)),
        ...(bill === null || report.bill === null
          ? []
          : coverTable(words.bill(moneyIn(report.bill.billed, language)), bill)),
      ],
      notes: (written) => [
        `${words.byMonth}. ${words.rateNote}`,
        ...(hasTariff(report) ? [`${words.byMethod}. ${methodNote(report)}`] : []),
        ...written.flatMap((table) => changeNotes(table, language)),
        ...assumptionNotes(policy, language),
      ],
    },
    tables: [
      {
        name: words.bySettlement,
        frozen: 3,
        columns: sheetColumns(language, FEES_SETTLEMENT_LEDGER.columns),
        // Differences exist only for compared fees: with the other rows the totals would not add up.
        total: { column: DIFFERENCE, withValue: comparedOfShown, withoutValue: notComparedOfShown },
        batches: [feesSettlementRows(entries, merchant)],
      },
    ],
  }
}

const DIFFERENCE = FEES_SETTLEMENT_LEDGER.columns.findIndex(({ name }) => name === 'difference')

const coverTable = (title: string, { heads, rows }: FeesTable): Workbook['cover']['rows'] =>
  rows.length === 0
    ? []
    : [
        { cells: [], isStrong: false },
        { cells: [title, ...heads.slice(1)], isStrong: true },
        ...rows.map(({ label, cells, isTotal }): { cells: Row; isStrong: boolean } => ({
          cells: [capitalize(label), ...cells],
          isStrong: isTotal,
        })),
      ]
