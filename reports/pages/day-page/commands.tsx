import { forMerchant } from '../../../src/input/for-merchant.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { DayFacts } from '../day-facts.ts'

/** How to accept or claim a discrepancy, and other useful commands; collapsed on a screen. */
export const Commands = ({ facts }: { facts: DayFacts }) => {
  const { problems, slots, language } = facts
  const line = (command: string): string => forMerchant(command, facts, facts.start)
  const words = dayWords(language)
  const problem = problems.find(({ state }) => state === 'open')?.problems[0]
  const first = problem?.first.case.slice(0, 8)
  const troubled = slots.filter(({ next }) => next.length > 0)
  return (
    <>
      {first === undefined ? null : (
        <details>
          <summary>{words.decide}</summary>
          <p class="hint">{words.decideHint}</p>
          <ul class="commands">
            <li>
              <code>
                {line(`cuadre discrepancies claim ${first} --reason ${words.reason} --ticket ${words.ticket}`)}
              </code>
            </li>
            <li>
              <code>{line(`cuadre discrepancies accept ${first} --reason ${words.reason}`)}</code>
            </li>
          </ul>
        </details>
      )}
      {troubled.length === 0 ? null : (
        <details>
          <summary>{words.commands}</summary>
          <ul class="commands">
            {troubled.map(({ slot, next, open }) => (
              <>
                {open.error + open.warning === 0 ? null : (
                  <li>
                    <code>{line(`cuadre explain ${slot.date} ${slot.cycle}`)}</code>
                  </li>
                )}
                {next.map(({ command }) => (
                  <li>
                    <code>{line(command)}</code>
                  </li>
                ))}
              </>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
