import { scaleLinear } from 'd3-scale'
import { numberIn } from '../../../src/i18n/money.ts'
import { type Words, wordsIn } from '../../../src/i18n/words.ts'
import type { OpenOf } from '../../documents/status.ts'
import type { IndexFacts } from '../index-facts.ts'

const AGES = ['today', 'week', 'month', 'older'] as const

/** How long what is open has been so, by severity. */
export const Ages = ({ facts: { open, newest, language } }: { facts: IndexFacts }) => {
  const words = wordsIn(language)
  const most = Math.max(1, ...AGES.map((age) => open.reduce((sum, of) => sum + of[age], 0)))
  const width = scaleLinear().domain([0, most]).range([0, 100])
  return (
    <section aria-labelledby="ages">
      <h2 id="ages">{words.ages}</h2>
      <p class="hint">{newest === null ? '' : words.agesHint(newest)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.age}</th>
            {open.map(({ severity }) => (
              <th scope="col" class="n">
                {words.severities[severity]}
              </th>
            ))}
            <td class="share far" />
          </tr>
        </thead>
        <tbody>
          {AGES.map((age) => (
            <AgeRow age={age} open={open} words={words} width={width} language={language} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            {open.map(({ number }) => (
              <td class="n">{numberIn(number, language)}</td>
            ))}
            <td class="share far" />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface AgeRowProps {
  readonly age: (typeof AGES)[number]
  readonly open: readonly OpenOf[]
  readonly words: Words
  readonly width: (number: number) => number
  readonly language: IndexFacts['language']
}

/** The bar is stacked, gravest first: its parts are the numbers before it. */
const AgeRow = ({ age, open, words, width, language }: AgeRowProps) => {
  const starts = open.map((_, at) => open.slice(0, at).reduce((sum, of) => sum + of[age], 0))
  return (
    <tr>
      <th scope="row" class="keep">
        {words[age]}
      </th>
      {open.map((of) => (
        <td class="n">{numberIn(of[age], language)}</td>
      ))}
      <td class="share far">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {open.map((of, at) => (
            <rect class={`f-${of.severity}`} x={width(starts[at] ?? 0)} y="0" width={width(of[age])} height="10" />
          ))}
        </svg>
      </td>
    </tr>
  )
}
