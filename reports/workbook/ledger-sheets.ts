import type { Language } from '../../src/i18n/language.ts'
import { workbookWords } from '../../src/i18n/workbook.ts'
import { DISCREPANCY_LEDGER } from '../ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../ledgers/invoice-ledger.ts'
import type { WorkbookColumn, WorkbookLedger } from '../ledgers/ledger.ts'
import { SETTLEMENT_LEDGER } from '../ledgers/settlement-ledger.ts'

/** How a ledger's column stands in a workbook. The rows are those of the CSV files: a string is text unless it is a day or a time. */
export interface SheetColumn extends Pick<WorkbookColumn<never, never>, 'kind' | 'width' | 'tones' | 'isSummed'> {
  readonly head: string
}

export interface LedgerSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Columns that tell which row it is: they stay in sight. */
  readonly frozen: number
  /** What its row of totals is called. */
  readonly total: string
}

export interface LedgerSheets {
  readonly settlements: LedgerSheet
  readonly invoices: LedgerSheet
  readonly discrepancies: LedgerSheet
}

/** The three ledgers as sheets, in the order and with the rows of their CSV files. */
export const ledgerSheets = (language: Language): LedgerSheets => {
  const { sheets, totalOfShown: total } = workbookWords(language)
  return {
    settlements: { name: sheets.settlements, columns: columnsIn(language, SETTLEMENT_LEDGER), frozen: 4, total },
    invoices: { name: sheets.invoices, columns: columnsIn(language, INVOICE_LEDGER), frozen: 4, total },
    discrepancies: { name: sheets.discrepancies, columns: columnsIn(language, DISCREPANCY_LEDGER), frozen: 0, total },
  }
}

const columnsIn = <Subject, Context>(
  language: Language,
  { columns }: WorkbookLedger<Subject, Context>,
): readonly SheetColumn[] =>
  columns.map(({ kind, width, head, tones, isSummed = false }) => ({
    head: head[language],
    kind,
    width,
    isSummed,
    ...(tones && { tones }),
  }))
