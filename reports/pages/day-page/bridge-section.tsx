import { ZERO } from '../../../src/core/money.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, signedDigitsOf } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { type Bar, Bars } from '../bars.tsx'
import type { Bridge, BridgeStep, BridgeStepKind } from '../bridge.ts'
import type { DayFacts } from '../day-facts.ts'

/** The day in one chart, from its invoices to what was paid out, and the differences on a scale of their own. */
export const BridgeSection = ({ facts: { bridge, slots, language } }: { readonly facts: DayFacts }) => {
  const [words, { cycle }] = [dayWords(language), wordsIn(language)]
  if (bridge.settlements === 0) return null
  const differing = slots.filter(({ difference }) => difference !== null && difference !== ZERO)
  return (
    <section aria-labelledby="bridge">
      <h2 id="bridge">{words.bridge}</h2>
      <p class="hint">{words.bridgeHint(bridge.settlements)}</p>
      <Bars bars={bridgeBars(bridge, language)} language={language} />
      {differing.length === 0 ? null : (
        <>
          <h3 class="after">{words.differences}</h3>
          <Bars
            bars={differing.map(({ slot, difference }) => ({
              name: `${cycle} ${slot.cycle}`,
              text: signedDigitsOf(difference ?? ZERO, language),
              from: ZERO,
              to: difference ?? ZERO,
              kind: 'difference',
            }))}
            language={language}
          />
        </>
      )}
    </section>
  )
}

const SHAPES: Readonly<Record<BridgeStepKind, Bar['kind']>> = {
  level: 'level',
  part: 'part',
  awaited: 'hollow',
  difference: 'difference',
}

export const bridgeBars = ({ steps }: Bridge, language: Language): readonly Bar[] => {
  const { bridgeNames } = dayWords(language)
  return steps.map(({ name, kind, sum, from, to }: BridgeStep) => ({
    name: bridgeNames[name],
    text: kind === 'level' ? digitsOf(sum, language) : signedDigitsOf(sum, language),
    from,
    to,
    kind: SHAPES[kind],
  }))
}
