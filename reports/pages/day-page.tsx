import { htmlDocument } from '../../src/print/html/document.tsx'
import { clockIn, dateIn, weekdayIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import { packWordsIn } from '../../src/words/pack-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { type DayFacts, hasCard } from './day-facts.ts'
import { BridgeSection } from './day-page/bridge-section.tsx'
import { Commands } from './day-page/commands.tsx'
import { Glance } from './day-page/glance.tsx'
import { InvoicesToReview, InvoiceTotals } from './day-page/invoices.tsx'
import { Letter } from './day-page/letter.tsx'
import { Problems } from './day-page/problems.tsx'
import { Assumptions, type Proof, ProofSection } from './day-page/proof.tsx'
import { SlotCard } from './day-page/slot-card.tsx'
import { Headline } from './headline.tsx'

/** `report.html` of a day: the conclusion, what to look at, the figures, their assumptions and their sources. */
export const dayPage = (facts: DayFacts, proof: Proof): string => {
  const { language, merchant, date, zone, masked, sentence } = facts
  const words = wordsIn(language)
  return htmlDocument(
    { language, title: `${date} · ${merchant} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <Head facts={facts} />
      <main id="content">
        <Headline sentence={sentence} />
        <Problems facts={facts}>
          <Letter facts={facts} />
          <Commands facts={facts} />
        </Problems>
        <Glance facts={facts} />
        <BridgeSection facts={facts} />
        <Cards facts={facts} />
        <InvoicesToReview facts={facts} />
        <InvoiceTotals facts={facts} />
        <Assumptions facts={facts} />
        <ProofSection facts={facts} proof={proof} />
      </main>
      <footer>
        <span>{words.madeBy(proof.version)}</span>
        <span>{words.timesIn(zone)}</span>
        <span>{masked ? packWordsIn(language).maskedPage : dayWords(language).personal}</span>
      </footer>
    </div>,
  )
}

const Head = ({ facts }: { readonly facts: DayFacts }) => {
  const { language, merchant, date, asOf } = facts
  const [words, ofDay] = [wordsIn(language), dayWords(language)]
  return (
    <header>
      <div class="brand">
        <strong>Cuadre</strong>
        <Ways facts={facts} />
      </div>
      <div class="top">
        <h1>
          <small>{ofDay.title}</small>
          {weekdayIn(date, language)} {dateIn(date, language)}
        </h1>
        <p class="hint">
          {words.merchant}: <b>{merchant}</b>
          <br />
          {asOf === null ? ofDay.neverRead : ofDay.asOf(clockIn(asOf, language))}
        </p>
      </div>
    </header>
  )
}

/** Links to the days before and after, and to the index. A copy for others has none. */
const Ways = ({ facts: { language, masked, neighbours } }: { readonly facts: DayFacts }) => {
  const words = dayWords(language)
  const { previous, next } = neighbours
  if (masked) return null
  return (
    <nav class="ways screen" aria-label={words.allDays}>
      {previous === null ? null : (
        <a href={`../${previous}/report.html`} rel="prev" title={previous}>
          ← {words.previous}
        </a>
      )}
      <a href="../index.html">{words.allDays}</a>
      {next === null ? null : (
        <a href={`../${next}/report.html`} rel="next" title={next}>
          {words.next} →
        </a>
      )}
    </nav>
  )
}

/** A card for each settlement that needs attention. */
const Cards = ({ facts: { slots, language } }: { readonly facts: DayFacts }) => {
  const words = dayWords(language)
  const troubled = slots.filter(hasCard)
  if (troubled.length === 0) return null
  return (
    <section aria-labelledby="slots">
      <h2 id="slots">{words.slots}</h2>
      <p class="hint">{words.slotsHint}</p>
      <div class="cards">
        {troubled.map((slot) => (
          <SlotCard slot={slot} language={language} />
        ))}
      </div>
    </section>
  )
}
