import { type Centavos, plus, ZERO } from '../../../src/domain/money.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { cellIn, numberIn } from '../../../src/i18n/money.ts'
import { wordsIn } from '../../../src/i18n/words.ts'
import { visibleText } from '../../../src/publish/html/visible-text.ts'
import type { DayFacts, SettlementOfDay } from '../day-facts.ts'
import { openInWords } from '../open-in-words.ts'
import { VerdictBadge } from '../verdict-badge.tsx'

/** A line a slot, in the order of the day, and their sums. */
export const Glance = ({ slots, language }: Pick<DayFacts, 'slots' | 'language'>) => {
  const words = wordsIn(language)
  return (
    <section aria-labelledby="glance">
      <h2 id="glance">{words.glance}</h2>
      <p class="hint">{words.amountsIn}</p>
      <div class="slide">
        <table class="glance">
          <thead>
            <tr>
              <th scope="col">{words.cycle}</th>
              <th scope="col">{words.verdict}</th>
              <th scope="col" class="far">
                {words.settlement}
              </th>
              <th scope="col" class="n far">
                {words.invoices}
              </th>
              {[words.collected, words.fees, words.adjustments].map((name) => (
                <th scope="col" class="n far">
                  {name}
                </th>
              ))}
              <th scope="col" class="n">
                {words.payout}
              </th>
              <th scope="col" class="n">
                {words.difference}
              </th>
              <th scope="col" class="far">
                {words.findings}
              </th>
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <Line slot={slot} language={language} />
            ))}
          </tbody>
          <Sums slots={slots} language={language} />
        </table>
      </div>
    </section>
  )
}

const Line = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const words = wordsIn(language)
  const { invoices, collected, payout, fees, adjustments, difference, status, open } = slot
  const said = status === null ? words.noSettlement : (words.settlementStatuses[status] ?? visibleText(status, 40))
  return (
    <tr>
      <th scope="row">
        <a href={`#cycle-${slot.slot.cycle}`}>{slot.slot.cycle}</a>
      </th>
      <td>
        <VerdictBadge verdict={slot.verdict} words={words} />
      </td>
      <td class="far break">{said}</td>
      <td class={invoices.difference === null || invoices.difference === 0 ? 'n far' : 'n far off'}>
        {beside(invoices.reported, invoices.expected, language)}
      </td>
      <td class={isOff(collected.difference) ? 'n far off' : 'n far'}>
        {sum(collected.reported ?? collected.expected, language)}
      </td>
      <td class="n far">{sum(fees, language)}</td>
      <td class="n far">{sum(adjustments, language)}</td>
      <td class={isOff(payout.difference) ? 'n off' : 'n'}>{sum(payout.reported, language)}</td>
      <td class={isOff(difference) ? 'n off' : 'n'}>{sum(difference, language)}</td>
      <td class="far open">{openInWords(open, words)}</td>
    </tr>
  )
}

/** The number reported, and beside it the number listed where the two are not the same. */
const beside = (reported: number | null, listed: number | null, language: Language): string => {
  const numbers = [...new Set([reported, listed])].flatMap((number) =>
    number === null ? [] : numberIn(number, language),
  )
  return numbers.join(' / ')
}

const isOff = (difference: Centavos | null): boolean => difference !== null && difference !== ZERO

const sum = (money: Centavos | null, language: Language): string => (money === null ? '' : cellIn(money, language))

const Sums = ({ slots, language }: { slots: readonly SettlementOfDay[]; language: Language }) => {
  const words = wordsIn(language)
  const total = (of: (slot: SettlementOfDay) => Centavos | null): string => sum(inAll(slots, of), language)
  const counted = slots.reduce((number, { invoices }) => number + (invoices.reported ?? invoices.expected ?? 0), 0)
  return (
    <tfoot>
      <tr>
        <th scope="row">{words.total}</th>
        <td />
        <td class="far" />
        <td class="n far">{numberIn(counted, language)}</td>
        <td class="n far">{total(({ collected }) => collected.reported ?? collected.expected)}</td>
        <td class="n far">{total(({ fees }) => fees)}</td>
        <td class="n far">{total(({ adjustments }) => adjustments)}</td>
        <td class="n">{total(({ payout }) => payout.reported)}</td>
        <td class="n">{total(({ difference }) => difference)}</td>
        <td class="far" />
      </tr>
    </tfoot>
  )
}

/** Null where no slot has one. */
export const inAll = (
  slots: readonly SettlementOfDay[],
  of: (slot: SettlementOfDay) => Centavos | null,
): Centavos | null =>
  slots.reduce<Centavos | null>((total, slot) => {
    const money = of(slot)
    return money === null ? total : plus(total ?? ZERO, money)
  }, null)
