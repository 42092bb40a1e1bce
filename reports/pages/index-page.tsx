import { VERDICTS } from '../../src/domain/assessment/verdict.ts'
import { wordsIn } from '../../src/i18n/words.ts'
import { htmlDocument } from '../../src/publish/html/document.tsx'
import type { IndexFacts } from './index-facts.ts'
import { Ages } from './index-page/ages.tsx'
import { Months } from './index-page/months.tsx'
import { PerDay } from './index-page/per-day.tsx'
import { TroubledSlots } from './index-page/troubled-slots.tsx'
import { standingInWords, unexplainedInWords } from './standing-in-words.ts'
import { VerdictBadge } from './verdict-badge.tsx'

/** `index.html`: how all days stand, and the way to the page of each. */
export const indexPage = (facts: IndexFacts, version: string): string => {
  const { language, merchant, days, verdicts, difference, newest, zone } = facts
  const words = wordsIn(language)
  const { tone, sign, sentence } = standingInWords(verdicts, words)
  return htmlDocument(
    { language, title: `${words.indexTitle} · ${merchant} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
        </div>
        <div class="top">
          <h1>{words.indexTitle}</h1>
          <p class="hint">
            {words.merchant}: <b>{merchant}</b>
          </p>
        </div>
      </header>
      <main id="content">
        {days.length === 0 ? (
          <p>{words.noDays}</p>
        ) : (
          <>
            <p class={`headline ${tone}`}>
              <b>
                <span aria-hidden="true">{sign}</span> {sentence}
              </b>
              <span>{unexplainedInWords(difference, tone, words, language)}</span>
            </p>
            <div class="halves">
              <TroubledSlots facts={facts} />
              <Ages facts={facts} />
            </div>
            <PerDay facts={facts} />
            <Calendar facts={facts} />
          </>
        )}
      </main>
      <footer>
        <span>{words.madeBy(version)}</span>
        {newest === null ? null : <span>{words.newestReading(newest)}</span>}
        <span>{words.timesIn(zone)}</span>
      </footer>
    </div>,
  )
}

const Calendar = ({ facts }: { readonly facts: IndexFacts }) => {
  const words = wordsIn(facts.language)
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">{words.calendar}</h2>
      <p class="hint">
        {words.indexHint} {words.amountsIn}
      </p>
      <Months facts={facts} />
      <h3 class="after">{words.legend}</h3>
      <ul class="legend">
        {VERDICTS.toReversed().map((verdict) => (
          <li>
            <VerdictBadge verdict={verdict} words={words} />
            <span>{words.verdictMeanings[verdict]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
