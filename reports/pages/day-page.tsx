import { dateIn, weekdayIn } from '../../src/i18n/dates.ts'
import { packWordsIn } from '../../src/i18n/pack-words.ts'
import { wordsIn } from '../../src/i18n/words.ts'
import { htmlDocument } from '../../src/publish/html/document.tsx'
import { byGravity, type DayFacts } from './day-facts.ts'
import { Glance } from './day-page/glance.tsx'
import { Headline } from './day-page/headline.tsx'
import { InvoicesToReview, InvoiceTotals } from './day-page/invoices.tsx'
import { Assumptions, type Proof, ProofSection } from './day-page/proof.tsx'
import { SlotCard } from './day-page/slot-card.tsx'
import { ToDoSection } from './day-page/to-do.tsx'

/** `report.html` of a day: troubles first, then totals, then what it rests on and where it comes from. */
export const dayPage = (facts: DayFacts, proof: Proof): string => {
  const { language, merchant, date, slots, zone, masked } = facts
  const words = wordsIn(language)
  const title = `${weekdayIn(date, language)} ${dateIn(date, language)}`
  return htmlDocument(
    { language, title: `${date} · ${merchant} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
          {masked ? null : (
            <a class="screen" href="../index.html">
              {words.allDays}
            </a>
          )}
        </div>
        <div class="top">
          <h1>
            <small>{words.dayTitle}</small>
            {title}
          </h1>
          <p class="hint">
            {words.merchant}: <b>{merchant}</b>
          </p>
        </div>
      </header>
      <main id="content">
        <Headline slots={slots} language={language} />
        <Glance slots={slots} language={language} />
        <ToDoSection facts={facts} />
        <InvoicesToReview facts={facts} />
        <section aria-labelledby="slots">
          <h2 id="slots">{words.slots}</h2>
          <p class="hint">{words.slotsHint}</p>
          <div class="cards">
            {slots.toSorted(byGravity).map((slot) => (
              <SlotCard slot={slot} language={language} />
            ))}
          </div>
        </section>
        <InvoiceTotals facts={facts} />
        <Assumptions facts={facts} />
        <ProofSection facts={facts} proof={proof} />
      </main>
      <footer>
        <span>{words.madeBy(proof.version)}</span>
        <span>{words.timesIn(zone)}</span>
        <span>{masked ? packWordsIn(language).maskedPage : words.personal}</span>
      </footer>
    </div>,
  )
}
