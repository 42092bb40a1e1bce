import type { SplitTotal } from '../../src/print/xlsx/workbook.ts'
import { sheetWords } from '../../src/words/cell-words.ts'
import type { Language } from '../../src/words/language.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { INVOICE_LEDGER } from '../ledgers/invoice-ledger.ts'
import type { WorkbookColumn, WorkbookLedger } from '../ledgers/ledger.ts'
import { SETTLEMENT_LEDGER } from '../ledgers/settlement-ledger.ts'
import { discrepancyColumns } from './discrepancy-columns.ts'

/**
 * A ledger's column in a workbook. The rows are those of the CSV files: a string is text unless it is a day or a time.
 */
export interface SheetColumn extends Pick<WorkbookColumn<never, never>, 'kind' | 'width' | 'tones' | 'isSummed'> {
  readonly head: string
  /** Translations of its words for the reader. */
  readonly words?: Readonly<Record<string, string>>
}

export interface LedgerSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
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

export const sheetColumns = <Subject, Context>(
  language: Language,
  columns: WorkbookLedger<Subject, Context>['columns'],
): readonly SheetColumn[] =>
  columns.map(({ name, kind, width, head, tones, isSummed = false }) => {
    const words = sheetWords(name, language)
    const widest = Math.max(width, ...Object.values(words ?? {}).map((word) => word.length + 1))
    return { head: head[language], kind, width: widest, isSummed, ...(tones && { tones }), ...(words && { words }) }
  })
