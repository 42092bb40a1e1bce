import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import { ZERO } from '../../src/core/money.ts'
import { compareSlots } from '../../src/core/slot.ts'
import { column } from '../../src/print/report.ts'
import { type FilledTable, filledSheet } from '../../src/print/xlsx.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { titleOf } from '../../src/words/sentences.ts'
import type { LedgerColumn, LedgerContext } from '../ledgers/ledger.ts'
import { openCodes, SETTLEMENT_LEDGER } from '../ledgers/settlement-ledger.ts'
import { ledgerSheets, sheetColumns } from './ledger-sheets.ts'

type Column = LedgerColumn<SlotReport, LedgerContext>

/** With these two, listed less fees deducted, plus adjustments, less what the gateway keeps is the payout expected, in each row. */
const ADJUSTMENTS_IN_PAYOUT: Column = column(
  'adjustments_in_payout',
  'money',
  { en: 'Adjustments in the payout', es: 'Ajustes en el abono' },
  ({ money }) => money.parts?.adjustments ?? null,
  {
    meaning: 'the effect of the adjustments on the payout; 0 where the reading of a gateway settlement leaves them out',
  },
)

const KEPT_BY_GATEWAY: Column = column(
  'kept_by_gateway',
  'money',
  { en: 'Kept by the gateway', es: 'No girado por la pasarela' },
  ({ money }) => money.parts?.keptByGateway ?? null,
  { meaning: 'what a gateway settlement collects and does not pay out' },
)

const COLUMNS: readonly Column[] = SETTLEMENT_LEDGER.columns.flatMap((column) =>
  column.name === 'adjustments' ? [column, ADJUSTMENTS_IN_PAYOUT, KEPT_BY_GATEWAY] : [column],
)

/** What is open in a settlement, in words. */
const titlesOf = (report: SlotReport, language: Language): Cell =>
  openCodes(report)
    .map((code) => titleOf(code, language))
    .join('; ') || null

const columnOf = (name: string): number => COLUMNS.findIndex((column) => column.name === name)
const [REPORTED, DIFFERENCE] = [columnOf('adjustments'), columnOf('payout_difference')]

/** Whether a sheet with these rows needs the column to foot. */
const isNeeded = (column: Column, at: number, rows: readonly Row[]): boolean => {
  if (column !== ADJUSTMENTS_IN_PAYOUT && column !== KEPT_BY_GATEWAY) return true
  const withoutIt = (row: Row): Cell => (column === KEPT_BY_GATEWAY ? ZERO : (row[REPORTED] ?? null))
  return rows.some((row) => row[at] !== null && row[at] !== withoutIt(row))
}

/** The rows of the sheet, with every column, in order of date and cycle. */
export const settlementSheetRows = (reports: readonly SlotReport[], zone: Zone, language: Language): readonly Row[] =>
  reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map((report) =>
      COLUMNS.map(({ name, of }) =>
        name === 'discrepancies' ? titlesOf(report, language) : of(report, { merchant: report.merchant, zone }),
      ),
    )

/** The sheet of settlements: the columns of their CSV file that its rows fill, and those that they need to foot. */
export const settlementSheet = (language: Language, rows: readonly Row[]): FilledTable => {
  const { settlements } = ledgerSheets(language)
  const { total } = settlements
  const needed = COLUMNS.map((column, at) => isNeeded(column, at, rows))
  return filledSheet(
    {
      ...settlements,
      columns: sheetColumns(language, COLUMNS),
      total: typeof total === 'string' ? total : { ...total, column: DIFFERENCE },
    },
    rows.map((row) => row.map((cell, at) => (needed[at] ? cell : null))),
  )
}
