import { minus } from '../../src/core/money.ts'
import { reportPage } from '../../src/print/html.tsx'
import { inEach } from '../../src/print/names.ts'
import { note, type Report } from '../../src/print/report.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { assumptionNotes } from '../workbook/assumption-notes.ts'
import { Digest, Signatures } from './sheet-parts.tsx'
import type { StatementOfClosedDays } from './since-closing.ts'
import { changeTable, itemsTable, restatementTable } from './statement-tables.ts'

/** What has changed in the account since its days were closed: as it was closed, as it is known now, and each restatement. */
export const sinceClosingReport = (statement: StatementOfClosedDays): Report => {
  const { merchant, days, account, closed } = statement
  return {
    merchant,
    title: inEach((language) => {
      const words = statementWords(language)
      return `${words.title}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}: ${words.sinceClosing}`
    }),
    sections: [
      note(
        inEach((language) => {
          const sum = (amount: typeof account.closing): string => moneyIn(amount, language)
          const [then, now] = [account.closing, closed.now.account.closing]
          return statementWords(language).closingSince(sum(then), sum(now), sum(minus(now, then)))
        }),
        { isStrong: true },
      ),
      note(inEach((language) => closedText(statement, language))),
      changeTable(statement),
      restatementTable(closed.restatements),
      { ...itemsTable(closed.now.account), only: ['csv', 'xlsx'] },
      note(inEach((language) => statementWords(language).signs)),
      ...assumptionNotes(closed.now.policy),
    ],
  }
}

/** Who closed the days, and as of when they are compared. */
const closedText = ({ closed: { closing, now }, zone }: StatementOfClosedDays, language: Language): string => {
  const words = statementWords(language)
  const clock = (at: number): string => clockIn(zone.clockAt(at), language)
  return `${words.closedOn(dayIn(closing.through, language), clock(closing.at), closing.by)} ${words.asOf(clock(now.moment.at), zone.name)}`
}

/** A page next to the sheet that was signed then, which stays unchanged. */
export const sinceClosingPage = (statement: StatementOfClosedDays, manifest: string): string => {
  const words = statementWords(statement.language)
  return reportPage(sinceClosingReport(statement), statement.language, {
    end: <Signatures words={words} />,
    foot: <Digest words={words} manifest={manifest} />,
  })
}
