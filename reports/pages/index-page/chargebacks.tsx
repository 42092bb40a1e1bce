import { minus, negate, ZERO } from '../../../src/core/money.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import { digitsOf, moneyIn, signedDigitsOf } from '../../../src/words/money.ts'
import { Bars } from '../bars.tsx'
import type { IndexFacts } from '../index-facts.ts'

const WAYS = ['taken', 'brought'] as const

/** From what was charged back to what adjustments have debited; the open rest is a hollow bar. */
export const Chargebacks = ({ facts: { chargebacks, language } }: { readonly facts: IndexFacts }) => {
  if (chargebacks === null) return null
  const words = indexWords(language)
  const { seen, paid, debited, notDebited, withoutChargeback } = chargebacks
  const unexplained = WAYS.filter((way) => withoutChargeback[way].number > 0)
  if (seen + unexplained.length === 0) return null
  const left = minus(paid, debited.sum)
  return (
    <section aria-labelledby="chargebacks">
      <h2 id="chargebacks">{words.chargebacks}</h2>
      <p class="hint">{words.chargebacksHint}</p>
      {seen === 0 ? null : (
        <Bars
          language={language}
          bars={[
            { name: words.chargedBack(seen), text: digitsOf(paid, language), from: ZERO, to: paid, kind: 'level' },
            {
              name: words.debited(debited.number),
              text: signedDigitsOf(negate(debited.sum), language),
              from: paid,
              to: left,
              kind: 'part',
            },
            {
              name: words.notDebited(notDebited.number),
              text: digitsOf(notDebited.sum, language),
              from: ZERO,
              to: notDebited.sum,
              kind: 'hollow',
            },
          ]}
        />
      )}
      {unexplained.map((way) => (
        <p class="note">
          {words.withoutChargeback[way](withoutChargeback[way].number, moneyIn(withoutChargeback[way].sum, language))}
        </p>
      ))}
    </section>
  )
}
