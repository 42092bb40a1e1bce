import { htmlDocument } from '../../src/print/html/document.tsx'
import { clockIn, slotIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import { packWordsIn } from '../../src/words/pack-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { Answer } from './answer.tsx'
import type { DayFacts } from './day-facts.ts'
import { InvoicesToReview } from './day-page/invoices.tsx'
import { Letter } from './day-page/letter.tsx'
import { Problems } from './day-page/problems.tsx'
import { SlotCard } from './day-page/slot-card.tsx'
import { MerchantName } from './fold.tsx'

/** One settlement on the desk, from the facts of a day with it alone. Where its cases stand below with their forms they are not listed. */
export const settlementPage = (facts: DayFacts, cases: 'listed' | 'below'): string => {
  const { language, slots, asOf, zone } = facts
  const [words, ofDay] = [wordsIn(language), dayWords(language)]
  const name = slots.map(({ slot }) => slotIn(slot, language)).join()
  return htmlDocument(
    { language, title: `${name} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header class="top">
        <h1>
          <small>{words.settlement}</small>
          {name}
        </h1>
        <p class="hint">
          <MerchantName of={facts} language={language} />
          {asOf === null ? ofDay.neverRead : ofDay.asOf(clockIn(asOf, language))} {words.timesIn(zone)}
        </p>
      </header>
      <main id="content">
        <Answer sentence={facts.sentence} parts={facts.answer} more={facts.others} language={language} />
        <section aria-labelledby="figures">
          <h2 id="figures">{packWordsIn(language).figures}</h2>
          <p class="hint">{words.amountsIn}</p>
          {slots.map((slot) => (
            <SlotCard slot={slot} language={language} />
          ))}
        </section>
        {cases === 'listed' ? <Problems facts={facts} /> : null}
        <InvoicesToReview facts={facts} />
        <section>
          <Letter facts={facts} />
        </section>
      </main>
    </div>,
  )
}
