import { CAUSE_CODES } from '../../../src/domain/causes/registry.ts'
import { type Centavos, size, ZERO } from '../../../src/domain/money.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../../../src/i18n/money.ts'
import { causeIn, causeTitleOf } from '../../../src/i18n/sentences.ts'
import { type Words, wordsIn } from '../../../src/i18n/words.ts'
import { visibleText } from '../../../src/publish/html/visible-text.ts'
import { type Compared, type FittingCause, isTroubled, type SettlementOfDay } from '../day-facts.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import { WaterfallFigure } from './waterfall-figure.tsx'

/** One slot: its waterfall, and where it is off what is off, by how much, and which causes fit. */
export const SlotCard = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const words = wordsIn(language)
  const isWide = isTroubled(slot) && hasFigures(slot)
  return (
    <article class={isWide ? 'card wide' : 'card'} id={`cycle-${slot.slot.cycle}`}>
      <header>
        <h3>
          <span class="cycle">
            {words.cycle} {slot.slot.cycle}
          </span>
          <VerdictBadge verdict={slot.verdict} words={words} />
        </h3>
        <span class="hint">{statusLine(slot, words)}</span>
      </header>
      {slot.incomplete === null ? null : (
        <p class="note bad">
          {words.readWholeAgain(slot.slot.cycle)}: {visibleText(slot.incomplete, 200)}.
          {hasFigures(slot) ? ` ${words.asOfLastWhole}` : ''}
        </p>
      )}
      {hasFigures(slot) ? (
        <div class={isWide ? 'two' : ''}>
          <WaterfallFigure slot={slot} language={language} />
          {isWide ? <Compare slot={slot} language={language} /> : null}
        </div>
      ) : (
        <p class="hint">{words.neverReadWhole}</p>
      )}
      {isWide ? <Causes slot={slot} language={language} /> : null}
      <Facts slot={slot} words={words} />
    </article>
  )
}

const hasFigures = ({ collected, payout }: SettlementOfDay): boolean =>
  collected.expected !== null || payout.reported !== null

const statusLine = ({ status }: SettlementOfDay, words: Words): string => {
  const said = status === null ? words.noSettlement : (words.settlementStatuses[status] ?? visibleText(status, 40))
  return `${words.settlement}: ${said}`
}

/** Reported beside expected, and what is the difference on its own line. */
const Compare = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const words = wordsIn(language)
  const { invoices, collected, payout, difference } = slot
  const count = (number: number): string => numberIn(number, language)
  const sum = (money: Centavos): string => digitsOf(money, language)
  const signedCount = (number: number): string => `${number > 0 ? '+' : ''}${count(number)}`
  const signedSum = (money: Centavos): string => signedDigitsOf(money, language)
  return (
    <div>
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">COP</th>
            <th scope="col" class="n">
              {words.reported}
            </th>
            <th scope="col" class="n">
              {words.expected}
            </th>
            <th scope="col" class="n">
              {words.difference}
            </th>
          </tr>
        </thead>
        <tbody>
          <CompareRow name={words.invoices} of={invoices} show={count} signed={signedCount} words={words} />
          <CompareRow name={words.collected} of={collected} show={sum} signed={signedSum} words={words} />
          <CompareRow name={words.payout} of={payout} show={sum} signed={signedSum} words={words} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan={3}>
              {words.difference}
            </th>
            <td class={difference !== null && difference !== ZERO ? 'n off' : 'n'}>
              {difference === null ? words.notJudged : moneyIn(difference, language)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Remarks slot={slot} language={language} />
    </div>
  )
}

interface CompareRowProps<T> {
  readonly name: string
  readonly of: Compared<T>
  readonly show: (figure: T) => string
  readonly signed: (difference: T) => string
  readonly words: Words
}

const CompareRow = <T extends number | Centavos>({ name, of, show, signed, words }: CompareRowProps<T>) => {
  const { reported, expected, difference } = of
  const isOff = difference !== null && Number(difference) !== 0
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="n">{reported === null ? '' : show(reported)}</td>
      <td class="n">{expected === null ? '' : show(expected)}</td>
      <td class={isOff ? 'n off' : 'n nil'}>{difference === null ? words.notJudged : signed(difference)}</td>
    </tr>
  )
}

/** In a sentence, what is off: `COP 1,850,000 more than its invoices`. */
const Remarks = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const words = wordsIn(language)
  const remarks = (['collected', 'payout'] as const).flatMap((name) => {
    const { difference } = slot[name]
    if (difference === null || difference === ZERO) return []
    const way = difference > ZERO ? words.more : words.less
    return [`${words[name]}: ${moneyIn(size(difference), language)} ${way} ${words.than[name]}.`]
  })
  return (
    <>
      {remarks.map((remark) => (
        <p class="note bad">{remark}</p>
      ))}
    </>
  )
}

const MOST_CAUSES = 8

const Causes = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const words = wordsIn(language)
  if (!slot.hasGap) return null
  if (slot.causes.length === 0) return <p class="note hint">{words.noCause(CAUSE_CODES.length)}</p>
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
  const words = wordsIn(language)
  const said = causeIn(cause, language)
  return (
    <li>
      <b>{causeTitleOf(cause.code, language)}</b> <code>{cause.code}</code>{' '}
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

const Facts = ({ slot, words }: { slot: SettlementOfDay; words: Words }) => (
  <p class="facts">
    {slot.codes.length === 0 ? null : (
      <span>
        {words.findings}: <code>{slot.codes.join(' ')}</code>
      </span>
    )}
    {slot.rule === null ? null : (
      <span>
        {words.rule} {words.rules[slot.rule]}
      </span>
    )}
    {slot.readAt === null ? null : (
      <span>
        {words.readAt} {slot.readAt}
      </span>
    )}
    {slot.accepted === 0 ? null : <span>{words.acceptedOf(slot.accepted)}</span>}
  </p>
)
