import { type Days, isOneMonth } from '../../../src/core/calendar/calendar.ts'
import { clockIn, dayIn, monthsIn } from '../../../src/words/dates.ts'
import { feesWords } from '../../../src/words/fees-words.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { statementWords } from '../../../src/words/statement-words.ts'
import { Headline } from '../headline.tsx'
import type { IndexFacts } from '../index-facts.ts'
import type { MonthOfIndex } from '../index-months.ts'
import { Account } from './account.tsx'
import { Calendar } from './calendar.tsx'

/** The most recent months are expanded, older ones collapsed. */
const OPEN_MONTHS = 3

/** Each month with its conclusion, its account with the operator, and its calendar; newest first. */
export const Months = ({ facts }: { readonly facts: IndexFacts }) => {
  const words = indexWords(facts.language)
  const older = facts.months.slice(OPEN_MONTHS)
  return (
    <section aria-labelledby="months">
      <h2 id="months">{words.months}</h2>
      <p class="hint">{words.calendarHint}</p>
      {facts.months.slice(0, OPEN_MONTHS).map((month) => (
        <Month month={month} facts={facts} />
      ))}
      {older.length === 0 ? null : (
        <details>
          <summary>{words.earlier}</summary>
          {older.map((month) => (
            <Month month={month} facts={facts} />
          ))}
        </details>
      )}
    </section>
  )
}

const Month = ({ month, facts }: { readonly month: MonthOfIndex; readonly facts: IndexFacts }) => (
  <div class="month">
    <h3>{monthsIn(month.months, facts.language)}</h3>
    {month.closedAt === null ? null : (
      <p class="hint">{indexWords(facts.language).monthClosed(clockIn(month.closedAt, facts.language))}</p>
    )}
    {facts.months.length === 1 ? null : <MonthSentence month={month} facts={facts} />}
    <div class="two">
      {month.days.length === 0 ? null : <Calendar month={month} facts={facts} />}
      <Account account={month.account} asOf={facts.asOf} language={facts.language} />
    </div>
    <RangeLinks month={month} language={facts.language} />
  </div>
)

/** How the settlements of the month stand now; its account is as of its last day. */
const MonthSentence = ({ month, facts: { asOf, language } }: { month: MonthOfIndex; facts: IndexFacts }) => (
  <>
    {asOf === null ? null : (
      <p class="hint">{indexWords(language).monthAsOf(clockIn(asOf, language), isOneMonth(month.months))}</p>
    )}
    <Headline sentence={month.sentence} />
  </>
)

/** Links to the pages over several days. A page over the whole month is not labelled with its days. */
const RangeLinks = ({ month: { months, rangePages }, language }: { month: MonthOfIndex; language: Language }) => {
  const titles = { statement: statementWords(language).title, fees: feesWords(language).title }
  const daysIn = ({ from, to }: Days): string =>
    from === months.from && to === months.to ? '' : `, ${dayIn(from, language)} – ${dayIn(to, language)}`
  return rangePages.length === 0 ? null : (
    <ul class="links">
      {rangePages.map(({ kind, days, path }) => (
        <li>
          <a href={path}>
            {titles[kind]}
            {daysIn(days)}
          </a>
        </li>
      ))}
    </ul>
  )
}
