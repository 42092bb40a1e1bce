import { chargebackSheet, chargebackSheetRows } from '../../../reports/workbook/chargeback-sheet.ts'
import { ledgerSheets } from '../../../reports/workbook/ledger-sheets.ts'
import { type WorkbookSubject, workbookCover } from '../../../reports/workbook/workbook-cover.ts'
import { addTotals, NO_TOTALS } from '../../domain/account/add-totals.ts'
import { moneyTotals } from '../../domain/account/money-totals.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { isBusinessDay } from '../../domain/calendar/business-days.ts'
import type { Row } from '../../domain/cell.ts'
import { firstSentence } from '../../i18n/first-sentence.ts'
import type { Workbook } from '../../publish/xlsx/workbook.ts'
import type { Store } from '../../storage/store.ts'
import type { JobContext } from '../run/context.ts'
import type { DatabaseFacts } from './database-facts.ts'
import { discrepancySheetOf, eachDay, invoicesOf, type LedgerDay, settlementsOf } from './ledger-day.ts'

/** A workbook, and the rows of its sheet of chargebacks, which tell whether it changed. */
export interface LedgerWorkbook extends Workbook {
  readonly chargebackRows: readonly Row[]
}

/**
 * The account with the operator and the three ledgers of some days as one workbook. Invoices and discrepancies are read while it is
 * written, day by day.
 */
export const ledgerWorkbook = async (
  { settings: { policy, language } }: Pick<JobContext, 'settings'>,
  store: Store,
  range: Pick<WorkbookSubject, 'days' | 'by' | 'account'>,
  days: readonly LedgerDay[],
  facts: DatabaseFacts,
): Promise<LedgerWorkbook> => {
  const reports: SlotReport[] = []
  const settlements: Row[] = []
  let totals = NO_TOTALS
  for (const day of days) {
    const ofDay = (await day.slots()).map(({ report }) => report)
    totals = addTotals(totals, moneyTotals(ofDay))
    reports.push(...ofDay.map((report) => ({ ...report, discrepancies: [] })))
    settlements.push(...(await settlementsOf(day)))
  }
  const chargebacks = range.account?.chargebacks ?? (await facts.chargebacks())
  const sentence = firstSentence(totals, language, businessDaysIn(reports)).text
  const subject = { ...range, merchant: store.merchant.name, sentence, policy, language }
  const sheets = ledgerSheets(language)
  const chargebackRows = chargebackSheetRows(chargebacks, range.days)
  return {
    chargebackRows,
    cover: workbookCover(reports, chargebacks, subject),
    tables: [
      { ...sheets.settlements, batches: [settlements] },
      { ...sheets.invoices, batches: eachDay(days, invoicesOf) },
      { ...chargebackSheet(language), batches: [chargebackRows] },
      { ...sheets.discrepancies, batches: eachDay(days, discrepancySheetOf) },
    ],
  }
}

/** How many of the days that are due have business. */
const businessDaysIn = (reports: readonly SlotReport[]): number => {
  const due = reports.filter(({ verdict }) => verdict !== 'not-due').map(({ slot }) => slot.date)
  return [...new Set(due)].filter(isBusinessDay).length
}
