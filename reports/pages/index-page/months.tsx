import { raw } from 'hono/html'
import { VERDICTS, type Verdict } from '../../../src/domain/assessment/verdict.ts'
import { type Centavos, plus, ZERO } from '../../../src/domain/money.ts'
import { weekdayOf } from '../../../src/domain/slot.ts'
import { monthIn, weekdayIn } from '../../../src/i18n/dates.ts'
import { cellIn, moneyIn } from '../../../src/i18n/money.ts'
import { type Words, wordsIn } from '../../../src/i18n/words.ts'
import type { DayOfIndex, IndexFacts } from '../index-facts.ts'
import { VERDICT_SIGNS } from '../verdict-badge.tsx'

/** These stand open; older months fold away. */
const OPEN_MONTHS = 3

/** The calendar: a line a day, newest first, and a cell for each of its cycles. */
export const Months = ({ facts }: { facts: IndexFacts }) => {
  const cellOf = cellMaker(wordsIn(facts.language))
  const words = wordsIn(facts.language)
  const months = monthsOf(facts.days)
  const older = months.slice(OPEN_MONTHS)
  return (
    <>
      <div class="days">
        {months.slice(0, OPEN_MONTHS).map((days) => (
          <Month days={days} facts={facts} cellOf={cellOf} />
        ))}
      </div>
      {older.length === 0 ? null : (
        <details>
          <summary>{words.earlier}</summary>
          <div class="days">
            {older.map((days) => (
              <Month days={days} facts={facts} cellOf={cellOf} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

const monthsOf = (days: readonly DayOfIndex[]): readonly (readonly DayOfIndex[])[] => {
  const months = new Map<string, DayOfIndex[]>()
  for (const day of days) {
    const name = day.date.slice(0, 7)
    const known = months.get(name)
    if (known === undefined) months.set(name, [day])
    else known.push(day)
  }
  return [...months.values()]
}

interface MonthProps {
  readonly days: readonly DayOfIndex[]
  readonly facts: IndexFacts
  readonly cellOf: ReturnType<typeof cellMaker>
}

const Month = ({ days, facts: { cycles, language }, cellOf }: MonthProps) => {
  const words = wordsIn(language)
  const [first] = days
  if (first === undefined) return null
  const total = (of: (day: DayOfIndex) => Centavos | null): string =>
    moneyIn(
      days.reduce((sum, day) => plus(sum, of(day) ?? ZERO), ZERO),
      language,
    )
  return (
    <div class="month">
      <h3>{monthIn(first.date, language)}</h3>
      <p class="hint">
        {words.monthTotals(
          total(({ payout }) => payout),
          total(({ difference }) => difference),
        )}
      </p>
      <div class="slide">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {cycles.map((cycle) => (
                <th scope="col">{cycle}</th>
              ))}
              <th scope="col" class="n far">
                {words.payout}
              </th>
              <th scope="col" class="n">
                {words.difference}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr class={weekdayOf(day.date) === 6 ? 'week' : ''}>
                <th scope="row">
                  <span>{weekdayIn(day.date, language).slice(0, 3)}</span>{' '}
                  {day.hasPage ? <a href={`${day.date}/report.html`}>{day.date}</a> : day.date}
                </th>
                {day.verdicts.map(cellOf)}
                <td class="n far">{day.payout === null ? '' : cellIn(day.payout, language)}</td>
                <td class={day.difference !== null && day.difference !== ZERO ? 'n off' : 'n nil'}>
                  {day.difference === null ? '' : cellIn(day.difference, language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const Cell = ({ verdict, words }: { verdict: Verdict; words: Words }) => (
  <td>
    <span class={`cell v-${verdict}`} role="img" aria-label={words.verdicts[verdict]} title={words.verdicts[verdict]}>
      {VERDICT_SIGNS[verdict]}
    </span>
  </td>
)

/** Years of days have ten thousand cells of nine kinds: each kind is made once. Nothing in them comes from outside. */
const cellMaker = (words: Words) => {
  const made = new Map(VERDICTS.map((verdict) => [verdict, raw(String(<Cell verdict={verdict} words={words} />))]))
  return (verdict: Verdict | null) => (verdict === null ? <td /> : made.get(verdict))
}
