import { type Centavos, plus, ZERO } from '../../../src/core/money.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, signedDigitsOf } from '../../../src/words/money.ts'
import { type Bar, Bars } from '../bars.tsx'
import type { SettlementOfDay } from '../day-facts.ts'

/** A settlement with a difference, from its invoices down to its payout. */
export const WaterfallFigure = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => (
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
