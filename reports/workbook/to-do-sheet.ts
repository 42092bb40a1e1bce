import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { compareAmounts } from '../../src/core/findings/discrepancy.ts'
import type { Centavos } from '../../src/core/money.ts'
import { type FilledTable, filledSheet } from '../../src/print/xlsx.ts'
import { toDoOf } from '../../src/rules/account/to-do.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { indexWords } from '../../src/words/index-words.ts'
import type { Language } from '../../src/words/language.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { wordsIn } from '../../src/words/words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { nameOfCase } from '../pages/index-page/troubled-list.tsx'
import { troubledCase } from '../pages/troubled-slots.ts'

interface ToDoRow {
  readonly amount: Centavos | null
  readonly cells: Row
}

/** What is to do in some settlements: the list that screens and pages begin with. */
export const toDoRows = (reports: readonly SlotReport[], zone: Zone, language: Language): readonly ToDoRow[] => {
  const { actions, verdictMeanings } = wordsIn(language)
  return toDoOf(reports).map(({ slot, amount, found }) => {
    const named = [slot.date, slot.cycle, amount]
    if (found === null) return { amount, cells: [...named, verdictMeanings.incomplete, actions.wait] }
    const one = troubledCase(found, zone)
    const { first } = found.cases[0]
    const alone = found.cases.length === 1 ? [one.id, messageIn(first, language).text] : []
    return { amount, cells: [...named, nameOfCase(one, language), actions[one.action], one.since, ...alone] }
  })
}

/** The sheet on which a workbook opens; null where nothing is to do. */
export const toDoSheet = (rows: readonly ToDoRow[], language: Language): FilledTable | null => {
  const { sheets, toDo: words, chargebacks, totalOfShown } = workbookWords(language)
  const { whatIsWrong, toDo } = indexWords(language)
  if (rows.length === 0) return null
  return filledSheet(
    {
      name: sheets.toDo,
      frozen: 2,
      total: totalOfShown,
      columns: [
        { head: chargebacks.date, kind: 'date', width: 12 },
        { head: chargebacks.cycle, kind: 'text', width: 8 },
        { head: 'COP', kind: 'number', width: 18, isSummed: true },
        { head: whatIsWrong, kind: 'text', width: 44 },
        { head: toDo, kind: 'text', width: 30 },
        { head: words.since, kind: 'date', width: 12 },
        { head: words.case, kind: 'text', width: 18 },
        { head: words.says, kind: 'text', width: 60 },
      ],
    },
    rows.toSorted((a, b) => compareAmounts(b.amount, a.amount)).map(({ cells }) => cells),
  )
}
