import { VERDICTS } from '../../src/core/verdict.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { clockIn } from '../../src/words/dates.ts'
import { indexWords } from '../../src/words/index-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { Headline } from './headline.tsx'
import type { IndexFacts } from './index-facts.ts'
import { Ages } from './index-page/ages.tsx'
import { Chargebacks } from './index-page/chargebacks.tsx'
import { Months } from './index-page/months.tsx'
import { PayoutDays } from './index-page/payout-days.tsx'
import { TroubledSlots } from './index-page/troubled-slots.tsx'
import { APART } from './result.ts'
import { VerdictBadge } from './verdict-badge.tsx'

/** `index.html`: the conclusion over all days, and links to the page of each. */
export const indexPage = (facts: IndexFacts, version: string): string => {
  const { language, merchant, months, sentence, asOf, zone } = facts
  const [words, ofIndex] = [wordsIn(language), indexWords(language)]
  return htmlDocument(
    { language, title: `${ofIndex.title} · ${merchant} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
        </div>
        <div class="top">
          <h1>{ofIndex.title}</h1>
          <p class="hint">
            {words.merchant}: <b>{merchant}</b>
            <br />
            {asOf === null ? '' : ofIndex.asOf(clockIn(asOf, language))}
          </p>
        </div>
      </header>
      <main id="content">
        {months.length === 0 ? (
          <p>{ofIndex.noDays}</p>
        ) : (
          <>
            <Headline sentence={sentence} />
            <TroubledSlots facts={facts} />
            <Months facts={facts} />
            <Ages facts={facts} />
            <Chargebacks facts={facts} />
            <PayoutDays facts={facts} />
            <Legend facts={facts} />
          </>
        )}
      </main>
      <footer>
        <span>{words.madeBy(version)}</span>
        <span>{words.timesIn(zone)}</span>
      </footer>
    </div>,
  )
}

const Legend = ({ facts: { language } }: { readonly facts: IndexFacts }) => {
  const words = wordsIn(language)
  return (
    <section>
      <details>
        <summary>{indexWords(language).legend}</summary>
        <ul class="legend">
          {VERDICTS.toReversed().map((verdict) => (
            <li>
              <VerdictBadge verdict={verdict} words={words} />
              <span>{words.verdictMeanings[verdict]}</span>
            </li>
          ))}
          {APART.map((result) => (
            <li>
              <VerdictBadge verdict={result} words={words} />
              <span>{words.resultMeanings[result]}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
