import { byCase, discrepancyRows } from '../../../reports/ledgers/discrepancy-row.ts'
import { chargebackSheet, chargebackSheetRows } from '../../../reports/workbook/chargeback-sheet.ts'
import { discrepancyColumns } from '../../../reports/workbook/discrepancy-columns.ts'
import { ledgerSheets } from '../../../reports/workbook/ledger-sheets.ts'
import { settlementSheet, settlementSheetRows } from '../../../reports/workbook/settlement-sheet.ts'
import { toDoRows, toDoSheet } from '../../../reports/workbook/to-do-sheet.ts'
import { type WorkbookSubject, workbookCover } from '../../../reports/workbook/workbook-cover.ts'
import { isWithin } from '../../../src/core/calendar/calendar.ts'
import type { Row } from '../../../src/core/cell.ts'
import { compareSlots, nameOf } from '../../../src/core/slot.ts'
import type { Workbook } from '../../../src/print/xlsx/workbook.ts'
import { filledSheet } from '../../../src/print/xlsx.ts'
import { businessDaysRead } from '../../../src/rules/account/business-days-read.ts'
import { positionOf } from '../../../src/rules/account/position-of.ts'
import { type CountedReport, countedReportOf } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { firstSentence } from '../../../src/words/first-sentence.ts'
import type { JobContext } from '../run/context.ts'
import type { RangeAccountFacts } from '../statement/account-as-of.ts'
import type { DatabaseFacts } from './database-facts.ts'
import { eachDay, invoicesOf, type LedgerDay } from './ledger-days.ts'

/** A workbook, and its sheets but for that of the invoices, which show whether it changed. */
export interface LedgerWorkbook extends Workbook {
  readonly filledSheets: readonly unknown[]
}

/** What a workbook of ledgers is of. */
interface LedgerRange extends Pick<WorkbookSubject, 'days' | 'by'> {
  readonly account: RangeAccountFacts | null
}

/**
 * What is to do, the account with the operator and the three ledgers of some days as one workbook. Invoices are read while it is
 * written, day by day, so that their sheet has every column. The ledgers show each day as its files do, a closed one as of its closing. The account, the first sentence, the
 * results and the chargebacks are of one moment, that of the account.
 */
export const ledgerWorkbook = async (
  { settings: { policy, language } }: Pick<JobContext, 'settings'>,
  store: Store,
  range: LedgerRange,
  days: readonly LedgerDay[],
  facts: DatabaseFacts,
): Promise<LedgerWorkbook> => {
  const reportsOfDays: CountedReport[] = []
  const settlementRows: Row[] = []
  const discrepancies: Row[] = []
  const toDo: ReturnType<typeof toDoRows>[number][] = []
  for (const day of days) {
    const ofDay = (await day.slots()).map(({ report }) => report)
    const { zone } = day.context
    reportsOfDays.push(...ofDay.map(countedReportOf))
    toDo.push(...toDoRows(ofDay, zone, language))
    settlementRows.push(...settlementSheetRows(ofDay, zone, language))
    for (const rows of discrepancyRows(ofDay, { zone, language }, discrepancyColumns(language), byCase))
      discrepancies.push(...rows)
  }
  const reports = withReportsOfAccount(reportsOfDays, range)
  const chargebacks = range.account?.chargebacks ?? (await facts.chargebacks())
  const sentence = firstSentence(positionOf(reports), language, businessDaysRead(reports)).text
  const isOfSeveralMoments = new Set(days.map(({ closing = null }) => closing)).size > 1
  const subject = { ...range, merchant: store.merchant.name, sentence, isOfSeveralMoments, policy, language }
  const sheets = ledgerSheets(language)
  const first = toDoSheet(toDo, language)
  const settlements = settlementSheet(language, settlementRows)
  const others = [
    filledSheet(chargebackSheet(language), chargebackSheetRows(chargebacks, range.days, language)),
    filledSheet(sheets.discrepancies, discrepancies),
  ]
  return {
    filledSheets: [first, settlements, ...others],
    first,
    cover: workbookCover(reports, chargebacks, subject),
    tables: [settlements, { ...sheets.invoices, batches: eachDay(days, invoicesOf) }, ...others],
  }
}

/** Each settlement as the account of its days has it; what that does not hold, because it was never read, as its day has it. */
const withReportsOfAccount = (
  reports: readonly CountedReport[],
  { account, days }: LedgerRange,
): readonly CountedReport[] => {
  if (account === null) return reports
  const ofAccount = account.reports.filter(({ slot: { date } }) => isWithin(date, days))
  const all = new Map([...reports, ...ofAccount].map((report) => [nameOf(report.slot), report]))
  return [...all.values()].sort((a, b) => compareSlots(a.slot, b.slot))
}
