import { htmlDocument } from '../../../src/print/html/document.tsx'
import { Headline } from '../../../src/print/html/headline.tsx'
import { NumberCell, NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { countStates, type MerchantNight, NIGHT_STATES, type NightStatus } from '../../../src/queue/night-status.ts'
import { clockIn } from '../../../src/words/dates.ts'
import type { Language } from '../../../src/words/language.ts'
import { numberIn } from '../../../src/words/money.ts'
import { ageText, queueWords } from '../../../src/words/queue/queue-words.ts'
import { wordsIn } from '../../../src/words/words.ts'

/** Everything that the page of a queued night shows. */
export interface NightPageFacts extends NightStatus {
  readonly language: Language
  /** In the zone of the settings. */
  readonly asOf: string
  readonly zone: string
}

/** `queue.html`: how many merchants of a night are done, and which of them need a person. */
export const nightPage = (facts: NightPageFacts, version: string): string => {
  const { language, night, merchants, asOf, zone } = facts
  const [words, ofPage] = [wordsIn(language), queueWords(language)]
  const counts = countStates(merchants)
  const tone = counts.person > 0 ? 'bad' : counts.done === merchants.length ? 'good' : 'neutral'
  return htmlDocument(
    { language, title: `${ofPage.title(night)} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
        </div>
        <div class="top">
          <h1>{ofPage.title(night)}</h1>
          <p class="hint">{ofPage.asOf(clockIn(asOf, language))}</p>
        </div>
      </header>
      <main id="content">
        <Headline sentence={{ tone, text: ofPage.sentence(merchants.length, counts.done, counts.person) }} />
        <section aria-labelledby="states">
          <h2 id="states">{ofPage.all}</h2>
          <p class="hint">{ofPage.hint}</p>
          <States facts={facts} />
        </section>
        <section aria-labelledby="merchants">
          <h2 id="merchants">{ofPage.merchants}</h2>
          <Merchants facts={facts} />
        </section>
      </main>
      <footer>
        <span>{words.madeBy(version)}</span>
        <span>{words.timesIn(zone)}</span>
      </footer>
    </div>,
  )
}

const States = ({ facts: { language, merchants } }: { readonly facts: NightPageFacts }) => {
  const [words, ofPage, counts] = [wordsIn(language), queueWords(language), countStates(merchants)]
  return (
    <table>
      <tbody>
        {NIGHT_STATES.map((state) => (
          <tr>
            <th scope="row">{ofPage.states[state]}</th>
            <td class="n">{numberIn(counts[state], language)}</td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{words.total}</th>
          <td class="n">{numberIn(merchants.length, language)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const Merchants = ({ facts: { language, merchants } }: { readonly facts: NightPageFacts }) => {
  const words = queueWords(language)
  return (
    <table class="merchants stack">
      <thead>
        <tr>
          <th scope="col">{words.merchant}</th>
          <th scope="col">{words.state}</th>
          <NumberHeads of={[words.age, words.attempts, words.exitStatus]} />
        </tr>
      </thead>
      <tbody>
        {merchants.map((one) => (
          <Merchant one={one} language={language} />
        ))}
      </tbody>
    </table>
  )
}

const Merchant = ({ one, language }: { readonly one: MerchantNight; readonly language: Language }) => {
  const words = queueWords(language)
  return (
    <tr>
      <th scope="row" class="name">
        {one.merchant}
        {one.line === null ? null : <span class="about">{one.line[language]}</span>}
      </th>
      <td data-label={words.state}>{words.states[one.state]}</td>
      <NumberCell label={words.age} text={ageText(one.ageMs)} />
      <NumberCell label={words.attempts} text={numberIn(one.attempts, language)} />
      <NumberCell label={words.exitStatus} text={one.exitStatus === null ? '' : String(one.exitStatus)} />
    </tr>
  )
}
