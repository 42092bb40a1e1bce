import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import type { InTransit } from '../../src/core/in-transit.ts'
import { localTime } from '../../src/input/zone.ts'
import type { Workbook } from '../../src/print/xlsx/workbook.ts'
import { changeNotes, filledSheet, sheetColumn, sheetOf } from '../../src/print/xlsx.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { IN_TRANSIT_LEDGER } from '../ledgers/in-transit.ts'
import { inTransitLines, inTransitNotes } from '../statements/in-transit-lines.ts'
import type { PaymentsOnTheirWay, Statement } from '../statements/statement.ts'
import { statementSentence, statementTitle } from '../statements/statement-sentence.ts'
import { itemsTable, restatedTable } from '../statements/statement-tables.ts'
import { accountColumns, accountCoverRows, type CoverRow } from './account-cover.ts'
import { assumptionTexts } from './assumption-notes.ts'
import { chargebackSheet, chargebackSheetRows } from './chargeback-sheet.ts'
import type { LedgerSheet } from './ledger-sheets.ts'

/** The settlement stands before its payments. */
const ORDER = [
  'date',
  'cycle',
  'invoice_id',
  'reference',
  'contract',
  'payment_date',
  'payment_method',
  'paid',
  'settlement_status',
  'days',
]
const COLUMNS = ORDER.flatMap((name) => IN_TRANSIT_LEDGER.columns.find((one) => one.name === name) ?? [])

/** The payments in transit at the end of a day. */
const inTransitSheet = (language: Language): LedgerSheet => {
  const { sheets, totalOfShown } = workbookWords(language)
  return {
    name: sheets.inTransit,
    frozen: 3,
    total: totalOfShown,
    columns: COLUMNS.map((one) => sheetColumn(one, language)),
  }
}

const inTransitSheetRows = ({ figures: { at }, payments }: PaymentsOnTheirWay, zone: Zone): readonly Row[] => {
  const context = { merchant: '', at, localTime: (text: string) => localTime(text, zone) }
  return payments.map((payment) => COLUMNS.map(({ of }) => of(payment, context)))
}

/** The roll-forward of payments in transit for the first sheet: invoices and COP. */
const inTransitCoverRows = (figures: InTransit, language: Language): readonly CoverRow[] => {
  const words = statementWords(language)
  const heading = `${words.transit(dayIn(figures.at, language))} (${words.invoices.toLowerCase()}, COP)`
  return [
    { cells: [heading], isStrong: true },
    ...inTransitLines(figures, language).map(({ name, isTotal, money: { number, sum } }) => ({
      cells: [name, number, sum],
      isStrong: isTotal,
    })),
  ]
}

/** The account with the operator as a workbook: its lines, and each settlement of the closing balance. */
export const statementWorkbook = (statement: Statement): Workbook => {
  const { account, language, days, merchant, moment, zone, policy, chargebacks, inTransit } = statement
  const words = statementWords(language)
  const accounts = [{ head: `${days.from} – ${days.to}`, account }]
  return {
    cover: {
      name: workbookWords(language).sheets.account,
      title: `${statementTitle(statement)}: ${merchant}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}`,
      subtitle: `${statementSentence(statement)} ${words.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}${statement.closed === null ? ` ${words.draftNote}` : ''}`,
      columns: accountColumns(accounts, language),
      rows: [...accountCoverRows(accounts, language), ...inTransitCoverRows(inTransit.figures, language)],
      notes: (written) => [
        words.signs,
        ...(account.bank === null ? [words.withoutBank] : []),
        words.methodNote,
        ...inTransitNotes(statement, language),
        ...written.flatMap((table) => changeNotes(table, language)),
        ...assumptionTexts(policy, language),
      ],
    },
    tables: [
      sheetOf(itemsTable(account), language),
      ...(account.restated === null || account.restated.settlements.length === 0
        ? []
        : [sheetOf(restatedTable(account.restated), language)]),
      filledSheet(chargebackSheet(language), chargebackSheetRows(chargebacks, days, language)),
      filledSheet(inTransitSheet(language), inTransitSheetRows(inTransit, zone)),
    ],
  }
}
