import { cellWords } from '../../src/i18n/cell-words.ts'
import type { Language } from '../../src/i18n/language.ts'
import { workbookWords } from '../../src/i18n/workbook.ts'
import type { SplitTotal } from '../../src/publish/xlsx/workbook.ts'
import { INVOICE_LEDGER } from '../ledgers/invoice-ledger.ts'
import type { WorkbookColumn, WorkbookLedger } from '../ledgers/ledger.ts'
import { SETTLEMENT_LEDGER } from '../ledgers/settlement-ledger.ts'
import { discrepancyColumns } from './discrepancy-columns.ts'

/** How a ledger's column stands in a workbook. The rows are those of the CSV files: a string is text unless it is a day or a time. */
export interface SheetColumn extends Pick<WorkbookColumn<never, never>, 'kind' | 'width' | 'tones' | 'isSummed'> {
  readonly head: string
  /** What its words are in the reader's language. */
  readonly words?: Readonly<Record<string, string>>
}

export interface LedgerSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Columns that tell which row it is: they stay in sight. */
  readonly frozen: number
  /** What its row of totals is called, or how its rows are summed apart. */
  readonly total: string | SplitTotal
}

export interface LedgerSheets {
  readonly settlements: LedgerSheet
  readonly invoices: LedgerSheet
  readonly discrepancies: LedgerSheet
}

const DIFFERENCE = SETTLEMENT_LEDGER.columns.findIndex(({ name }) => name === 'payout_difference')

/** The three ledgers as sheets, in the order and with the rows of their CSV files. */
export const ledgerSheets = (language: Language): LedgerSheets => {
  const { sheets, totalOfShown: total, comparedOfShown, notComparedOfShown } = workbookWords(language)
  return {
    settlements: {
      name: sheets.settlements,
      columns: sheetColumns(language, SETTLEMENT_LEDGER.columns),
      frozen: 4,
      // Differences are given only where payouts were compared: the other rows would keep the totals from footing.
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

export const sheetColumns = <Subject, Context>(
  language: Language,
  columns: WorkbookLedger<Subject, Context>['columns'],
): readonly SheetColumn[] =>
  columns.map(({ name, kind, width, head, tones, isSummed = false }) => {
    const words = cellWords(name, language)
    const widest = Math.max(width, ...Object.values(words ?? {}).map((word) => word.length + 1))
    return { head: head[language], kind, width: widest, isSummed, ...(tones && { tones }), ...(words && { words }) }
  })
