import type { ReportColumn } from '../../src/print/report.ts'
import type { Column, SplitTotal } from '../../src/print/xlsx/workbook.ts'
import { sheetColumn } from '../../src/print/xlsx.ts'
import type { Language } from '../../src/words/language.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { INVOICE_LEDGER } from '../ledgers/invoice-ledger.ts'
import { SETTLEMENT_LEDGER } from '../ledgers/settlement-ledger.ts'
import { discrepancyColumns } from './discrepancy-columns.ts'

export interface LedgerSheet {
  readonly name: string
  readonly columns: readonly Column[]
  /** The number of columns that identify the row: they stay in sight. */
  readonly frozen: number
  /** The label of the total row, or how its rows are summed separately. */
  readonly total: string | SplitTotal
}

export interface LedgerSheets {
  readonly settlements: LedgerSheet
  readonly invoices: LedgerSheet
  readonly discrepancies: LedgerSheet
}

const DIFFERENCE = SETTLEMENT_LEDGER.columns.findIndex(({ name }) => name === 'payout_difference')

/** The three ledgers as sheets, with the columns' order and the rows of their CSV files. */
export const ledgerSheets = (language: Language): LedgerSheets => {
  const { sheets, totalOfShown: total, comparedOfShown, notComparedOfShown } = workbookWords(language)
  return {
    settlements: {
      name: sheets.settlements,
      columns: sheetColumns(language, SETTLEMENT_LEDGER.columns),
      frozen: 4,
      // Differences exist only for compared payouts: with the other rows the totals would not add up.
      total: { column: DIFFERENCE, withValue: comparedOfShown, withoutValue: notComparedOfShown },
    },
    invoices: { name: sheets.invoices, columns: sheetColumns(language, INVOICE_LEDGER.columns), frozen: 4, total },
    discrepancies: {
      name: sheets.discrepancies,
      columns: sheetColumns(language, discrepancyColumns(language)),
      frozen: 0,
      total,
    },
  }
}

/** The columns of a sheet, whose rows are those of the CSV file. */
export const sheetColumns = (language: Language, columns: readonly ReportColumn[]): readonly Column[] =>
  columns.map((one) => sheetColumn(one, language))
