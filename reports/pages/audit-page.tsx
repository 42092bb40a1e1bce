import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { Headline } from '../../src/print/html/headline.tsx'
import { visibleText } from '../../src/print/html/visible-text.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, numberIn } from '../../src/words/money.ts'
import { type PackWords, packWordsIn } from '../../src/words/pack-words.ts'
import { incompleteIn, SAY } from '../../src/words/say.ts'
import { wordsIn } from '../../src/words/words.ts'
import { isWithoutChange, type PullStep, pullSteps } from '../documents/pull-steps.ts'
import type { DayFacts } from './day-facts.ts'
import { InvoicesToReview } from './day-page/invoices.tsx'
import { Letter } from './day-page/letter.tsx'
import { Problems } from './day-page/problems.tsx'
import { Assumptions } from './day-page/proof.tsx'
import { SlotCard } from './day-page/slot-card.tsx'
import { VerdictBadge } from './verdict-badge.tsx'

/** The facts on the readable page of an evidence pack. */
export interface AuditedSlot {
  /** A day with that slot alone. */
  readonly facts: DayFacts
  readonly pulls: readonly PastPull[]
  readonly zone: Zone
  /** The version of Cuadre that made the pack. */
  readonly version: string
  /** Null when the slot was never read whole. */
  readonly judgedBy: { readonly cuadre: string } | null
  /** The number of files with bytes of answers. */
  readonly answers: number
}

/** The first page for an auditor: what was found, when it was read, and what each file of the pack is. */
export const auditPage = ({ facts, pulls, zone, version, judgedBy, answers }: AuditedSlot): string => {
  const { language, masked, slots, merchant, date } = facts
  const [words, ofPack] = [wordsIn(language), packWordsIn(language)]
  const cycle = slots[0]?.slot.cycle ?? ''
  return htmlDocument(
    { language, title: `${ofPack.title} ${date} ${cycle} · ${merchant} · Cuadre`, skip: words.skip },
    <div class="wrap whole">
      <header>
        <div class="top">
          <h1>
            <small>{ofPack.title}</small>
            {dayIn(date, language)}, {words.cycle} {cycle}
          </h1>
          <p class="hint">
            {words.merchant}: <b>{merchant}</b>
          </p>
        </div>
      </header>
      <main id="content">
        <Headline sentence={facts.sentence} />
        {masked ? <Masked words={ofPack} /> : null}
        <section aria-labelledby="figures">
          <h2 id="figures">{ofPack.figures}</h2>
          <p class="hint">{words.amountsIn}</p>
          {slots.map((slot) => (
            <SlotCard slot={slot} language={language} />
          ))}
        </section>
        <Problems facts={facts}>
          <Letter facts={facts} />
        </Problems>
        <InvoicesToReview facts={facts} />
        <Pulls steps={pullSteps(pulls)} zone={zone} language={language} />
        <Files words={ofPack} answers={answers} masked={masked} />
        <Proof words={ofPack} />
        <Assumptions facts={facts} />
      </main>
      <footer>
        <span>{ofPack.madeBy(version, judgedBy?.cuadre ?? null)}</span>
        <span>{words.timesIn(zone.name)}</span>
        <span>{masked ? ofPack.maskedPage : ofPack.personal}</span>
      </footer>
    </div>,
  )
}

const Masked = ({ words }: { words: PackWords }) => (
  <section aria-labelledby="masked">
    <h2 id="masked">{words.maskedTitle}</h2>
    <p>
      <b>{words.masked}</b> {words.maskedDigests}
    </p>
  </section>
)

/** The most pulls on the page; pulls.csv has them all. */
const MOST_PULLS = 60

/** The first pull, those with changes, the attempts, and the last pull; the others are only counted. */
const Pulls = ({ steps, zone, language }: { steps: readonly PullStep[]; zone: Zone; language: Language }) => {
  const ofPack = packWordsIn(language)
  const telling = steps.filter((step, at) => step.isFirst || at === steps.length - 1 || !isWithoutChange(step))
  const shown = telling.slice(-MOST_PULLS)
  return (
    <section aria-labelledby="pulls">
      <h2 id="pulls">{ofPack.pulls}</h2>
      <p class="hint">{ofPack.pullsHint(steps.length, steps.length - telling.length, telling.length - shown.length)}</p>
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{ofPack.pull}</th>
            <th scope="col">{ofPack.read}</th>
            <th scope="col">{ofPack.verdict}</th>
            <th scope="col">{ofPack.change}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((step) => (
            <tr>
              <th scope="row">{step.number ?? ofPack.attempt}</th>
              <td class="keep">{clockIn(zone.clockAt(step.at), language)}</td>
              <td>{step.verdict === null ? '' : <VerdictBadge verdict={step.verdict} language={language} />}</td>
              <td class="break">{visibleText(changeOf(step, ofPack, language), 300)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const changeOf = (step: PullStep, words: PackWords, language: Language): string => {
  const { incomplete, isFirst, settlement, invoices, status } = step
  if (incomplete !== null) return incompleteIn(incomplete, language)
  if (isFirst) {
    const said = status === null ? null : (wordsIn(language).settlementStatuses[status] ?? status)
    return words.first(invoices.added, said)
  }
  const named = (field: string): string => (language === 'en' ? field : SAY[language].field(field))
  const value = (field: string, one: PullStep['settlement'][number]['now']): string => {
    if (one === null) return words.absent
    if (field === 'status') return SAY[language].status(String(one))
    if (typeof one === 'boolean') return SAY[language].flag(one)
    if (typeof one === 'number') return numberIn(one, language)
    return typeof one === 'bigint' ? digitsOf(one, language) : String(one)
  }
  const ofList = (['added', 'left', 'changed'] as const).filter((how) => invoices[how] > 0)
  return (
    [
      ...settlement.map(({ field, before, now }) => `${named(field)} ${value(field, before)} → ${value(field, now)}`),
      ...ofList.map((how) => words.turned[how](invoices[how])),
    ].join('; ') || words.nothing
  )
}

const Files = ({ words, answers, masked }: { words: PackWords; answers: number; masked: boolean }) => (
  <section aria-labelledby="files">
    <h2 id="files">{words.files}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">{words.file}</th>
          <th scope="col">{words.what}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(words.contents).map(([name, what]) => (
          <tr>
            <th scope="row">
              <a href={name}>{name}</a>
            </th>
            <td>{what}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">answers/</th>
          <td>{words.answers(answers, masked)}</td>
        </tr>
      </tbody>
    </table>
  </section>
)

const Proof = ({ words }: { words: PackWords }) => (
  <section aria-labelledby="proof">
    <h2 id="proof">{words.proof}</h2>
    <p>{words.proofHint}</p>
    <ul class="commands">
      <li>
        <code>{words.verifyCommand}</code>
      </li>
    </ul>
    <p>{words.proofTells}</p>
    <p>{words.without}</p>
    <ul class="commands">
      <li>
        <code>sha256sum manifest.json && sha256sum -c SHA256SUMS</code>
      </li>
    </ul>
  </section>
)
