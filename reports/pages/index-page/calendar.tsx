import { monthOf } from '../../../src/core/calendar/calendar.ts'
import { ZERO } from '../../../src/core/money.ts'
import { daysBetween, type SlotDate, weekdayOf } from '../../../src/core/slot.ts'
import { gravestVerdict } from '../../../src/core/verdict.ts'
import { dayIn, monthIn } from '../../../src/words/dates.ts'
import { holidayIn } from '../../../src/words/holidays.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import { moneyIn, shortIn } from '../../../src/words/money.ts'
import type { IndexFacts } from '../index-facts.ts'
import type { DayOfIndex, MonthOfIndex } from '../index-months.ts'
import { VERDICT_SIGNS } from '../verdict-badge.tsx'

interface CalendarProps {
  readonly month: MonthOfIndex
  readonly facts: IndexFacts
}

/**
 * Seven columns, Monday first. The more was paid out on a day, the darker it is; a day with a difference is red; each
 * links to its page.
 */
export const Calendar = ({ month, facts }: CalendarProps) => {
  const words = indexWords(facts.language)
  const days = new Map(month.days.map((day) => [day.date, day]))
  return (
    <table class="calendar">
      <caption>
        {words.calendar}, {monthIn(month.months.from, facts.language)}
      </caption>
      <thead>
        <tr>
          {words.weekdays.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr>
            {week.map((date) => (
              <Cell date={date} day={date === null ? undefined : days.get(date)} facts={facts} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The weeks of the month to the last that has a settlement. Null before the first and after the last day of the month. */
const weeksOf = ({ months, days: known }: MonthOfIndex): readonly (readonly (SlotDate | null)[])[] => {
  const { from, to } = monthOf(months.from)
  const last = known.at(-1)?.date ?? to
  const days: (SlotDate | null)[] = [...Array<null>(weekdayOf(from)).fill(null), ...daysBetween(from, to)]
  while (days.length % 7 > 0) days.push(null)
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return weeks.filter((week) => week.some((date) => date !== null && date <= last))
}

interface CellProps {
  readonly date: SlotDate | null
  readonly day: DayOfIndex | undefined
  readonly facts: IndexFacts
}

const Cell = ({ date, day, facts }: CellProps) => {
  if (date === null) return <td class="none" />
  const number = String(Number(date.slice(8)))
  if (day === undefined) return <td class="none">{number}</td>
  const differs = day.underpaid !== ZERO || day.overpaid !== ZERO
  const content = <DayContent day={day} number={number} facts={facts} />
  return (
    <td class={`shade-${shadeOf(day, facts)} ${differs ? 'differs' : day.sentence.tone}`}>
      {day.hasPage ? (
        <a href={`${date}/report.html`} title={titleOf(day, facts)}>
          {content}
        </a>
      ) : (
        <span class="day" title={titleOf(day, facts)}>
          {content}
        </span>
      )}
    </td>
  )
}

const DayContent = ({ day, number, facts: { language } }: { day: DayOfIndex; number: string; facts: IndexFacts }) => {
  const words = indexWords(language)
  const gravest = gravestVerdict(day.verdicts)
  const isCalm = gravest === 'reconciled' || gravest === 'empty' || gravest === 'accepted' || gravest === null
  return (
    <>
      <b>{number}</b>
      {isCalm ? null : <i aria-hidden="true">{VERDICT_SIGNS[gravest]}</i>}
      {day.paidOut === null ? null : <span>{shortIn(day.paidOut, language)}</span>}
      {[day.underpaid, day.overpaid].map((sum) =>
        sum === ZERO ? null : <em>{`${sum > ZERO ? '+' : ''}${shortIn(sum, language)}`}</em>,
      )}
      {day.isQuiet ? <small>{words.noInvoices}</small> : null}
      {day.holiday === null ? null : <small>{holidayIn(day.holiday, language)}</small>}
    </>
  )
}

/** The day in words: its conclusion and its sums to the peso. */
const titleOf = ({ date, paidOut, sentence }: DayOfIndex, { language }: IndexFacts): string =>
  [dayIn(date, language), ...(paidOut === null ? [] : [moneyIn(paidOut, language)]), sentence.text].join(' · ')

const SHADES = 5

/** From 0, nothing paid out, to the shade of the day with the largest sum. */
const shadeOf = ({ paidOut }: DayOfIndex, { mostPaidOut }: IndexFacts): number => {
  if (paidOut === null || paidOut <= ZERO || mostPaidOut <= ZERO) return 0
  return Math.max(1, Math.ceil((SHADES * Number(paidOut)) / Number(mostPaidOut)))
}
