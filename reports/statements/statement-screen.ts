import type { Display } from '../../src/print/display.ts'
import { inEach } from '../../src/print/names.ts'
import { note, type Report } from '../../src/print/report.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { inBoth } from '../../src/std/both.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { hasBankChanged, hasChangedSinceClosing, isOfClosedDays } from './since-closing.ts'
import type { Statement } from './statement.ts'
import { openingText } from './statement-page.tsx'
import { statementSentence } from './statement-sentence.ts'
import { accountOnScreen, itemsTable, restatementTable } from './statement-tables.ts'

type StatementReport = Statement & { readonly files: readonly string[] }

/** The account with the operator: the conclusion, the lines of the account, the settlements of the closing balance, and the files. */
export const statementText = (report: StatementReport, display: Display): string => {
  const { account, language, merchant, files } = report
  return terminalText(
    {
      merchant,
      title: inEach((of) => statementWords(of).title),
      sections: [
        note(inBoth(statementSentence(report))),
        note(inBoth(headText(report))),
        accountOnScreen(report),
        itemsTable(account),
        ...sinceClosing(report),
      ],
      files,
    },
    { ...display, language },
  )
}

const headText = (report: StatementReport): string => {
  const { language, days, merchant, zone, moment, closed } = report
  const words = statementWords(language)
  const clock = (at: number): string => clockIn(zone.clockAt(at), language)
  return [
    `${words.title}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}, ${words.merchant} ${merchant}.`,
    words.asOf(clock(moment.at), zone.name),
    closed === null
      ? words.draftNote
      : words.closedOn(dayIn(closed.closing.through, language), clock(closed.closing.at), closed.closing.by),
    openingText(report),
  ]
    .filter((text) => text !== null)
    .join(' ')
}

/** The table of the account shows the lines that have changed. */
const sinceClosing = (report: StatementReport): Report['sections'] => {
  if (!isOfClosedDays(report)) return []
  const { restatements } = report.closed
  if (hasChangedSinceClosing(report)) return [restatementTable(restatements)]
  const name = hasBankChanged(report) ? 'unchangedButBank' : 'unchanged'
  return [note(inEach((language) => statementWords(language)[name]))]
}
