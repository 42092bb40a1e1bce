import type { MonthStep } from '../../../src/rules/account/month-end.ts'
import type { Language } from '../../../src/words/language.ts'
import { moneyIn, numberIn } from '../../../src/words/money.ts'
import { STEP_STATE_WORDS, STEP_WORDS, stepsDone } from '../../../src/words/month-words.ts'
import { Fold } from '../fold.tsx'
import type { IndexFacts } from '../index-facts.ts'

/** The steps of the month-end, with the command of each that is to do: what `cuadre month` says. */
export const MonthEndSteps = ({ facts: { monthEnd, language } }: { readonly facts: IndexFacts }) =>
  monthEnd === null ? null : (
    <Fold name={stepsDone(monthEnd, language)}>
      <table class="steps stack">
        <tbody>
          {monthEnd.steps.map((step) => (
            <tr>
              <td class="keep">{STEP_STATE_WORDS[step.state][language]}</td>
              <th scope="row">{STEP_WORDS[step.step][language]}</th>
              <td class="n">{figureOf(step, language)}</td>
              <td>{step.next === null ? null : <code>{step.next}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  )

const figureOf = ({ facts: { done, of, sum } }: MonthStep, language: Language): string => {
  const numbers = [done, of].flatMap((number) => (number === null ? [] : numberIn(number, language)))
  return [numbers.join(' / '), sum === null ? '' : moneyIn(sum, language)].filter((text) => text !== '').join(' · ')
}
