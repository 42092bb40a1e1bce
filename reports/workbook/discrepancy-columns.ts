import type { Language } from '../../src/i18n/language.ts'
import { messageIn } from '../../src/i18n/sentences.ts'
import { DISCREPANCY_LEDGER } from '../ledgers/discrepancy-row.ts'

type DiscrepancyColumn = (typeof DISCREPANCY_LEDGER.columns)[number]

/** A figure, and what is a text and no figure, in columns of their own. */
const figureAndText = (column: DiscrepancyColumn, head: DiscrepancyColumn['head']): readonly DiscrepancyColumn[] => [
  { ...column, of: (one, context) => (one.figures.unit === null ? null : column.of(one, context)) },
  {
    ...column,
    kind: 'text',
    width: 22,
    head,
    of: (one, context) => (one.figures.unit === null ? column.of(one, context) : null),
  },
]

/** The columns of the sheet: those of the CSV file, with sums and words in columns of their own, and the reader's sentences. */
export const discrepancyColumns = (language: Language): readonly DiscrepancyColumn[] =>
  DISCREPANCY_LEDGER.columns.flatMap((column) => {
    if (column.name === 'reported') return figureAndText(column, { en: 'Reported text', es: 'Texto reportado' })
    if (column.name === 'expected') return figureAndText(column, { en: 'Expected text', es: 'Texto esperado' })
    return column.name === 'message' ? [{ ...column, of: (one) => messageIn(one, language).text }] : [column]
  })
