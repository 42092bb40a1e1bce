import type { Cell } from '../../src/core/cell.ts'
import type { Language } from '../../src/words/language.ts'
import { SAY, subjectIn } from '../../src/words/say.ts'
import { DISCREPANCY_LEDGER } from '../ledgers/discrepancy-row.ts'
import { SHAPE } from '../ledgers/ledger.ts'

type DiscrepancyColumn = (typeof DISCREPANCY_LEDGER.columns)[number]

/** A status or field in the reader's words; any other text unchanged. */
const textIn = (text: Cell, language: Language): Cell => {
  if (typeof text !== 'string') return text
  const { status, field } = SAY[language]
  return status(text) === text ? field(text) : status(text)
}

/** Sums and texts of a figure in separate columns. */
const figureAndText = (
  column: DiscrepancyColumn,
  head: DiscrepancyColumn['head'],
  language: Language,
): readonly DiscrepancyColumn[] => [
  { ...column, of: (one, context) => (one.figures.unit === null ? null : column.of(one, context)) },
  {
    ...column,
    kind: 'text',
    width: 22,
    head,
    of: (one, context) => (one.figures.unit === null ? textIn(column.of(one, context), language) : null),
  },
]

/** The pesos of a case, in its first row: its findings are about the same pesos, so that only this column has a total. */
const caseAmount: DiscrepancyColumn = {
  name: 'case_amount',
  of: (one) => one.caseAmount,
  ...SHAPE.money,
  head: { en: 'Amount of the case', es: 'Valor del caso' },
  meaning: 'the pesos that moved; in the first row of the case',
}

/** The columns of the CSV file and the pesos of the cases, with sums and words in separate columns, and the sentences in the reader's language. */
export const discrepancyColumns = (language: Language): readonly DiscrepancyColumn[] =>
  DISCREPANCY_LEDGER.columns.flatMap((column) => {
    if (column.name === 'reported')
      return figureAndText(column, { en: 'Reported text', es: 'Texto reportado' }, language)
    if (column.name === 'expected')
      return figureAndText(column, { en: 'Expected text', es: 'Texto esperado' }, language)
    if (column.name === 'amount') return [column, caseAmount]
    return column.name === 'subject' ? [{ ...column, of: ({ subject }) => subjectIn(subject, language) }] : [column]
  })
