import { type Centavos, plus, ZERO } from '../../../src/core/money.ts'
import { NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { visibleText } from '../../../src/print/html/visible-text.ts'
import { clockIn, cycleIn, dayIn, slotIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../../../src/words/money.ts'
import { causeIn, titleOf } from '../../../src/words/sentences.ts'
import { type Words, wordsIn } from '../../../src/words/words.ts'
import { type Bar, Bars } from '../bars.tsx'
import type { FittingCause, SettlementOfDay } from '../day-facts.ts'
import { Badge } from '../verdict-badge.tsx'

/** A settlement with a difference, from its invoices down to its payout. */
const WaterfallFigure = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => (
  <Bars bars={barsOf(slot, language)} language={language} />
)

const barsOf = (slot: SettlementOfDay, language: Language): readonly Bar[] => {
  const { waterfall: names } = dayWords(language)
  const { collected, payout } = slot
  const whole = (name: keyof typeof names, sum: Centavos | null): readonly Bar[] =>
    sum === null ? [] : [{ name: names[name], text: digitsOf(sum, language), from: ZERO, to: sum, kind: 'level' }]
  return [
    ...whole('listed', collected.expected),
    ...whole('collected', collected.reported),
    ...partsOf(slot, language),
    ...whole('expected', payout.expected),
    ...whole('payout', payout.reported),
  ]
}

/**
 * Fees and adjustments, each starting where the previous one ends; a part that does not change the payout is left out.
 */
const partsOf = ({ steps, collected }: SettlementOfDay, language: Language): readonly Bar[] => {
  const { waterfall: names } = dayWords(language)
  let reached = collected.reported ?? ZERO
  return steps.flatMap(({ name, effect }): readonly Bar[] => {
    if ((name !== 'fees' && name !== 'adjustments') || effect === null || effect === ZERO) return []
    const from = reached
    reached = plus(reached, effect)
    return [{ name: names[name], text: signedDigitsOf(effect, language), from, to: reached, kind: 'part' }]
  })
}

interface SlotProps {
  readonly slot: SettlementOfDay
  readonly language: Language
}

/** One settlement: the parts of its payout, reported and expected, and the causes that fit a difference. */
export const SlotCard = ({ slot, language }: SlotProps) => {
  const [words, ofDay] = [wordsIn(language), dayWords(language)]
  const differs = slot.difference !== null && slot.difference !== ZERO
  return (
    <article class={differs ? 'card wide' : 'card'} id={`cycle-${slot.slot.cycle}`}>
      <header>
        <h3>
          <span class="cycle">{slotIn(slot.slot, language)}</span>
          <Badge of={slot.badge} language={language} />
        </h3>
        <span class="hint">{statusLine(slot, words)}</span>
      </header>
      {slot.incomplete === null ? null : (
        <p class="note bad">
          {ofDay.lastReadNotWhole(cycleIn(slot.slot.cycle))}: {visibleText(slot.incomplete, 200)}.
          {slot.readAt === null ? '' : ` ${ofDay.asOfLastWhole}`}
        </p>
      )}
      {slot.readAt === null ? (
        <p class="hint">{ofDay.neverReadWhole}</p>
      ) : (
        <div class={differs ? 'two' : ''}>
          {differs ? <WaterfallFigure slot={slot} language={language} /> : null}
          <Compare slot={slot} language={language} />
        </div>
      )}
      <Causes slot={slot} language={language} />
      <Facts slot={slot} language={language} />
    </article>
  )
}

const statusLine = ({ status }: SettlementOfDay, words: Words): string => {
  const said = status === null ? words.noSettlement : (words.settlementStatuses[status] ?? visibleText(status, 40))
  return `${words.settlement}: ${said}`
}

/** Reported and expected by part; each column adds up to the payout. */
const Compare = ({ slot, language }: SlotProps) => {
  const [words, ofDay] = [wordsIn(language), dayWords(language)]
  const { invoices, parts, notCompared } = slot
  return (
    <div>
      {parts.length === 0 ? null : (
        <table class="compare">
          <thead>
            <tr>
              <th scope="col">COP</th>
              <NumberHeads of={[words.reported, words.expected, words.difference]} />
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, reported, expected, difference }) => (
              <tr class={name === 'payout' ? 'total' : ''}>
                <th scope="row">{ofDay.parts[name]}</th>
                <Sum sum={reported} language={language} label={words.reported} />
                <Sum sum={expected} language={language} label={words.expected} />
                <Sum sum={difference} language={language} label={words.difference} isDifference />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notCompared === null ? null : <p class="note">{ofDay.notCompared[notCompared]}</p>}
      <p class={(invoices.difference ?? 0) === 0 ? 'note' : 'note bad'}>{invoicesText(slot, language)}</p>
    </div>
  )
}

/** Where some are unreadable or missing, they add up to what was reported. */
const invoicesText = ({ invoices: { reported, expected }, malformed }: SettlementOfDay, language: Language): string => {
  const words = dayWords(language)
  const count = (number: number | null): string => (number === null ? '–' : numberIn(number, language))
  const absent = (reported ?? 0) - (expected ?? 0) - malformed
  if (reported === null || expected === null || absent < 0 || absent + malformed === 0)
    return words.invoiceCount(count(reported), count(expected))
  return words.invoiceParts(
    count(reported),
    count(expected),
    malformed === 0 ? null : count(malformed),
    absent === 0 ? null : count(absent),
  )
}

interface SumProps {
  readonly sum: Centavos | null
  readonly language: Language
  readonly label: string
  readonly isDifference?: boolean
}

const Sum = ({ sum, language, label, isDifference = false }: SumProps) => (
  <td class={isDifference && sum !== null && sum !== ZERO ? 'n off' : 'n'} data-label={label}>
    {sum === null ? '' : digitsOf(sum, language)}
  </td>
)

const MOST_CAUSES = 8

const Causes = ({ slot, language }: SlotProps) => {
  const words = dayWords(language)
  if (!slot.hasGap) return null
  if (slot.causes.length === 0) return <p class="note hint">{words.noCause}</p>
  const isTied = slot.causes.some(({ cause }) => cause.tiedWith.length > 0)
  return (
    <div class="note">
      <h4>
        {words.causes} <span class="sum">{isTied ? words.tied : words.causesHint}</span>
      </h4>
      <ul class="causes">
        {slot.causes.slice(0, MOST_CAUSES).map((fitting) => (
          <CauseLine fitting={fitting} language={language} />
        ))}
      </ul>
    </div>
  )
}

const CauseLine = ({ fitting: { cause, closes }, language }: { fitting: FittingCause; language: Language }) => {
  const words = dayWords(language)
  const said = causeIn(cause, language)
  return (
    <li>
      <b>{titleOf(cause.code, language)}</b> <code>{cause.code}</code>{' '}
      <span class="sum">
        {words.closes} {closes.join(', ')}
      </span>
      <br />
      <span class="break" lang={said.language}>
        {visibleText(said.text, 300)}
      </span>
    </li>
  )
}

const Facts = ({ slot, language }: SlotProps) => {
  const facts = factsOf(slot, language)
  if (facts.length === 0) return null
  return (
    <p class="facts">
      {facts.map((fact) => (
        <span>{fact}</span>
      ))}
    </p>
  )
}

const factsOf = ({ rule, arrival, readAt, decided }: SettlementOfDay, language: Language): readonly string[] => {
  const [words, { rules }] = [dayWords(language), wordsIn(language)]
  return [
    ...(rule === null ? [] : [`${words.rule} ${rules[rule]}`]),
    ...(arrival === null
      ? []
      : [words.arrived(moneyIn(arrival.banked, language), dayIn(arrival.on, language), arrival.isConfirmed)]),
    ...(readAt === null ? [] : [`${words.readAt} ${clockIn(readAt, language)}`]),
    ...(decided === 0 ? [] : [words.decidedOf(decided)]),
  ]
}
