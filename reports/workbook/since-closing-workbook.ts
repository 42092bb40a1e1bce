import type { Cell } from '../../src/core/cell.ts'
import { differenceOf } from '../../src/core/findings/discrepancy.ts'
import type { Table, Workbook } from '../../src/print/xlsx/workbook.ts'
import { changeNotes } from '../../src/print/xlsx.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { SAY } from '../../src/words/say.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { furtherParts, mainLines } from '../statements/account-lines.ts'
import {
  type LineSinceClosing,
  linesSinceClosing,
  restatedIn,
  type StatementOfClosedDays,
} from '../statements/since-closing.ts'
import { closedText, closingSinceText, unitIn } from '../statements/since-closing-page.tsx'
import type { CoverRow } from './account-cover.ts'
import { assumptionTexts } from './assumption-notes.ts'
import { accountItemsTable } from './statement-workbook.ts'

/** The account as it was closed, as it is known now, and the difference, with each restatement. */
export const sinceClosingWorkbook = (statement: StatementOfClosedDays): Workbook => {
  const { language, days, merchant, closed } = statement
  const words = statementWords(language)
  const range = words.days(dayIn(days.from, language), dayIn(days.to, language))
  return {
    cover: {
      name: workbookWords(language).sheets.account,
      title: `${words.title}: ${merchant}, ${range}: ${words.sinceClosing}`,
      subtitle: `${closingSinceText(statement, words)} ${closedText(statement, words)}`,
      columns: [
        { head: words.lines, kind: 'text', width: 46 },
        ...[words.closed, words.now, words.difference].map((head) => ({ head, kind: 'number' as const, width: 22 })),
      ],
      rows: coverRows(statement),
      notes: (written) => [
        words.signs,
        ...written.flatMap((table) => changeNotes(table, language)),
        ...assumptionTexts(closed.now.policy, language),
      ],
    },
    tables: [restatementTable(closed.restatements, language), accountItemsTable(closed.now.account, language)],
  }
}

const coverRows = (statement: StatementOfClosedDays): readonly CoverRow[] => {
  const { language } = statement
  const words = statementWords(language)
  const lines = linesSinceClosing(statement)
  const row = ({ label, isTotal, closed, now, difference }: LineSinceClosing): CoverRow => ({
    cells: [label[language], closed, now, difference],
    isStrong: isTotal,
  })
  return [
    ...mainLines(lines).map(row),
    ...furtherParts(lines, words).flatMap((part): readonly CoverRow[] => [
      { cells: [part.heading], isStrong: true },
      ...part.lines.map(row),
    ]),
  ]
}

/** Pesos, numbers of invoices and texts share a column, so it has no total. */
const restatementTable = (restatements: readonly Restatement[], language: Language): Table => {
  const words = statementWords(language)
  const { states } = wordsIn(language)
  const figureIn = (figure: Restatement['figures']['reported']): Cell =>
    typeof figure === 'string' ? SAY[language].status(figure) : figure
  return {
    name: words.restatements,
    frozen: 2,
    columns: [
      { head: words.date, kind: 'date', width: 12 },
      { head: words.cycle, kind: 'text', width: 8 },
      { head: words.subject, kind: 'text', width: 40 },
      { head: words.state, kind: 'text', width: 14 },
      { head: words.unit, kind: 'text', width: 10 },
      { head: words.closed, kind: 'number', width: 20 },
      { head: words.now, kind: 'number', width: 20 },
      { head: words.difference, kind: 'number', width: 20 },
    ],
    batches: [
      restatements.map(({ slot, subject, state, figures }) => [
        slot.date,
        slot.cycle,
        restatedIn({ subject, figures }, language),
        states[state],
        unitIn(figures, language) || null,
        figureIn(figures.expected),
        figureIn(figures.reported),
        differenceOf(figures),
      ]),
    ],
  }
}
