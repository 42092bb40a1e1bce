import { scaleLinear } from 'd3-scale'
import { clockIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, numberIn } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import type { AgeRow, PesosByAge } from '../pesos-by-age.ts'

/** The open findings in pesos, by the age of their settlement and by who has to answer. */
export const Ages = ({ facts: { ages, asOf, language } }: { readonly facts: IndexFacts }) => {
  const [words, common, { acts }] = [indexWords(language), wordsIn(language), dayWords(language)]
  if (ages.total.number === 0) return null
  return (
    <section aria-labelledby="ages">
      <h2 id="ages">{words.ages}</h2>
      <p class="hint">{asOf === null ? '' : words.agesHint(clockIn(asOf, language))}</p>
      <table class="ages stack">
        <thead>
          <tr>
            <th scope="col">{words.age}</th>
            {ages.actions.map((action) => (
              <th scope="col" class="n">
                {acts[action]}
              </th>
            ))}
            <th scope="col" class="n">
              {common.total}
            </th>
            <th scope="col" class="n">
              {words.number}
            </th>
            <td class="share far" />
          </tr>
        </thead>
        <tbody>
          {ages.bands.map((row) => (
            <tr>
              <th scope="row" class="keep">
                {words.bands[row.age]}
              </th>
              <Sums row={row} ages={ages} language={language} />
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{common.total}</th>
            <Sums row={ages.total} ages={ages} language={language} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

interface SumsProps {
  readonly row: Omit<AgeRow, 'age'>
  readonly ages: PesosByAge
  readonly language: Language
}

const Sums = ({ row: { sums, total, number }, ages: { actions, bands }, language }: SumsProps) => {
  const [words, common, { acts }] = [indexWords(language), wordsIn(language), dayWords(language)]
  const most = Math.max(1, ...bands.map((band) => Number(band.total)))
  const width = scaleLinear().domain([0, most]).range([0, 100])
  return (
    <>
      {sums.map((sum, at) => (
        <td class="n" data-label={actions[at] === undefined ? '' : acts[actions[at]]}>
          {digitsOf(sum, language)}
        </td>
      ))}
      <td class="n" data-label={common.total}>
        {digitsOf(total, language)}
      </td>
      <td class="n" data-label={words.number}>
        {numberIn(number, language)}
      </td>
      <td class="share far">
        {total > most ? null : (
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="b-level" x="0" y="0" width={Math.round(width(Number(total)) * 10) / 10} height="10" />
          </svg>
        )}
      </td>
    </>
  )
}
