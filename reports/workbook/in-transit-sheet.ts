import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { daysInTransit, type InTransit } from '../../src/core/in-transit.ts'
import { localTime } from '../../src/input/zone.ts'
import type { ReportColumn } from '../../src/print/report.ts'
import type { Column } from '../../src/print/xlsx/workbook.ts'
import { sheetColumn } from '../../src/print/xlsx.ts'
import { inBoth } from '../../src/std/both.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { inTransitLines } from '../statements/in-transit-lines.ts'
import type { PaymentsOnTheirWay } from '../statements/statement.ts'
import type { CoverRow } from './account-cover.ts'
import type { LedgerSheet } from './ledger-sheets.ts'

/** The payments in transit at the end of a day. */
export const inTransitSheet = (language: Language): LedgerSheet => {
  const { sheets, inTransit: words, totalOfShown } = workbookWords(language)
  const named = (words: NonNullable<ReportColumn['words']>, head: string): Column =>
    sheetColumn({ name: '', kind: 'word', head: inBoth(head), words, width: 18 }, language)
  return {
    name: sheets.inTransit,
    frozen: 3,
    total: totalOfShown,
    columns: [
      { head: words.date, kind: 'date', width: 12 },
      { head: words.cycle, kind: 'text', width: 8 },
      { head: words.invoice, kind: 'text', width: 38 },
      { head: words.reference, kind: 'text', width: 20 },
      { head: words.contract, kind: 'text', width: 12 },
      { head: words.paidAt, kind: 'time', width: 19 },
      named(CELL_WORDS.payment_method, words.method),
      { head: words.paid, kind: 'number', width: 18, isSummed: true },
      named(CELL_WORDS.settlement_status, words.status),
      { head: words.days, kind: 'number', width: 10 },
    ],
  }
}

export const inTransitSheetRows = ({ figures: { at }, payments }: PaymentsOnTheirWay, zone: Zone): readonly Row[] =>
  payments.map(
    ({ date, cycle, invoiceId, reference, contract, paymentDate, paidOn, method, paid, settlementStatus }) => [
      date,
      cycle,
      invoiceId,
      reference,
      contract,
      paymentDate === null ? null : localTime(paymentDate, zone),
      method,
      paid,
      settlementStatus,
      paidOn === null ? null : daysInTransit(paidOn, at),
    ],
  )

/** The roll-forward of payments in transit for the first sheet: invoices and COP. */
export const inTransitCoverRows = (figures: InTransit, language: Language): readonly CoverRow[] => {
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
