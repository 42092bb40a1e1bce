import { monthIn } from '../../../src/i18n/dates.ts'
import { indexWords } from '../../../src/i18n/index-words.ts'
import { Headline } from '../headline.tsx'
import type { IndexFacts, MonthOfIndex } from '../index-facts.ts'
import { Account } from './account.tsx'
import { Calendar } from './calendar.tsx'

/** These stand open; older months fold away. */
const OPEN_MONTHS = 3

/** Each month with its first sentence, the account with the operator in a few lines, and its calendar; newest first. */
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
    <h3>{monthIn(month.first, facts.language)}</h3>
    {facts.months.length === 1 ? null : <Headline sentence={month.sentence} />}
    <div class="two">
      <Calendar month={month} facts={facts} />
      <Account account={month.account} language={facts.language} />
    </div>
  </div>
)
