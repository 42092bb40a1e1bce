import { asSlotDate } from '../../../src/core/slot.ts'
import type { DaysToPayout } from '../../../src/rules/account/days-to-payout.ts'
import { monthIn } from '../../../src/words/dates.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { numberIn } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { IndexFacts } from '../index-facts.ts'

/** How many days settlements took to be paid out, by the month of their date. */
export const PayoutDays = ({ facts: { payoutDays, language } }: { readonly facts: IndexFacts }) => {
  const { months, total, unknown, leftOut } = payoutDays
  if (months.length === 0) return null
  const words = indexWords(language)
  return (
    <section aria-labelledby="payout-days">
      <h2 id="payout-days">{words.payoutDays}</h2>
      <p class="hint">{words.payoutDaysHint}</p>
      <table class="payout-days stack">
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            {COLUMNS.map((column) => (
              <th scope="col" class="n">
                {words.payoutDaysColumns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr>
              <th scope="row" class="keep cap">
                {monthName(row.month, language)}
              </th>
              <Numbers of={row} language={language} />
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{wordsIn(language).total}</th>
            <Numbers of={total} language={language} />
          </tr>
        </tbody>
      </table>
      {unknown === 0 ? null : <p class="note">{words.payoutDaysUnknown(unknown)}</p>}
      {leftOut === 0 ? null : <p class="note">{words.payoutDaysLeftOut(leftOut)}</p>}
    </section>
  )
}

const COLUMNS = ['paidOut', 'median', 'longest', 'open'] as const satisfies readonly (keyof DaysToPayout)[]

const monthName = (month: string, language: Language): string => {
  const first = asSlotDate(`${month}-01`)
  return first === null ? month : monthIn(first, language)
}

const Numbers = ({ of, language }: { readonly of: DaysToPayout; readonly language: Language }) => {
  const words = indexWords(language)
  return (
    <>
      {COLUMNS.map((column) => {
        const number = of[column]
        return (
          <td class="n" data-label={words.payoutDaysColumns[column]}>
            {number === null ? '' : numberIn(number, language)}
          </td>
        )
      })}
    </>
  )
}
