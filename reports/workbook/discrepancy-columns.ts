import type { Cell } from '../../src/core/cell.ts'
import { column } from '../../src/print/report.ts'
import type { Language } from '../../src/words/language.ts'
import { SAY, subjectIn } from '../../src/words/say.ts'
import { titleOf } from '../../src/words/sentences.ts'
import { DISCREPANCY_LEDGER } from '../ledgers/discrepancy-row.ts'

type DiscrepancyColumn = (typeof DISCREPANCY_LEDGER.columns)[number]

/** A status or field in the reader's words; any other text unchanged. */
const textIn = (text: Cell, language: Language): Cell => {
  if (typeof text !== 'string') return text
  const { status, field } = SAY[language]
  return status(text) === text ? field(text) : status(text)
}

/** Sums and texts of a figure in separate columns. */
const figureAndText = (
  figure: DiscrepancyColumn,
  head: DiscrepancyColumn['head'],
  language: Language,
): readonly DiscrepancyColumn[] => [
  { ...figure, of: (one, context) => (one.figures.unit === null ? null : figure.of(one, context)) },
  {
    ...figure,
    kind: 'text',
    width: 22,
    head,
    of: (one, context) => (one.figures.unit === null ? textIn(figure.of(one, context), language) : null),
  },
]

/** The pesos of a case, in its first row: its findings are about the same pesos, so that only this column has a total. */
const caseAmount: DiscrepancyColumn = column(
  'case_amount',
  'money',
  { en: 'Amount of the case', es: 'Valor del caso' },
  (one) => one.caseAmount,
)

const WRONG = { en: 'What is wrong', es: 'Qué pasa' }

/** The columns of the CSV file and the pesos of the cases, with sums and words in separate columns, and titles for codes, as the sentences in the reader's language. */
export const discrepancyColumns = (language: Language): readonly DiscrepancyColumn[] =>
  DISCREPANCY_LEDGER.columns.flatMap((one) => {
    if (one.name === 'reported') return figureAndText(one, { en: 'Reported text', es: 'Texto reportado' }, language)
    if (one.name === 'expected') return figureAndText(one, { en: 'Expected text', es: 'Texto esperado' }, language)
    if (one.name === 'amount') return [one, caseAmount]
    if (one.name === 'code') return [{ ...one, head: WRONG, width: 44, of: ({ code }) => titleOf(code, language) }]
    if (one.name === 'causes')
      return [{ ...one, of: ({ causes }) => causes.map(({ code }) => titleOf(code, language)).join('; ') || null }]
    return one.name === 'subject' ? [{ ...one, of: ({ subject }) => subjectIn(subject, language) }] : [one]
  })
