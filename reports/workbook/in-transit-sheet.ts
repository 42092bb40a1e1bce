import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import type { InTransit } from '../../src/core/in-transit.ts'
import { localTime } from '../../src/input/zone.ts'
import { sheetColumn } from '../../src/print/xlsx.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { IN_TRANSIT_LEDGER } from '../ledgers/in-transit.ts'
import { inTransitLines } from '../statements/in-transit-lines.ts'
import type { PaymentsOnTheirWay } from '../statements/statement.ts'
import type { CoverRow } from './account-cover.ts'
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
export const inTransitSheet = (language: Language): LedgerSheet => {
  const { sheets, totalOfShown } = workbookWords(language)
  return {
    name: sheets.inTransit,
    frozen: 3,
    total: totalOfShown,
    columns: COLUMNS.map((one) => sheetColumn(one, language)),
  }
}

export const inTransitSheetRows = ({ figures: { at }, payments }: PaymentsOnTheirWay, zone: Zone): readonly Row[] => {
  const context = { merchant: '', at, localTime: (text: string) => localTime(text, zone) }
  return payments.map((payment) => COLUMNS.map(({ of }) => of(payment, context)))
}

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
