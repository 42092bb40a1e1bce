import type { Verdict } from '../../../src/domain/assessment/verdict.ts'
import { ZERO } from '../../../src/domain/money.ts'
import { moneyIn } from '../../../src/i18n/money.ts'
import { wordsIn } from '../../../src/i18n/words.ts'
import { type DayFacts, openInAll, type SettlementOfDay } from '../day-facts.ts'
import { openInWords } from '../open-in-words.ts'
import { standingInWords, unexplainedInWords } from '../standing-in-words.ts'
import { inAll } from './glance.tsx'

/** The day in one sentence, and in four figures. */
export const Headline = ({ slots, language }: Pick<DayFacts, 'slots' | 'language'>) => {
  const words = wordsIn(language)
  const { tone, sign, sentence } = standingInWords(verdictsOf(slots), words)
  const difference = inAll(slots, (slot) => slot.difference) ?? ZERO
  const payout = inAll(slots, (slot) => slot.payout.reported) ?? ZERO
  const collected = inAll(slots, (slot) => slot.collected.reported) ?? ZERO
  const sum = moneyIn(difference, language)
  return (
    <>
      <p class={`headline ${tone}`}>
        <b>
          <span aria-hidden="true">{sign}</span> {sentence}
        </b>
        <span>{unexplainedInWords(difference, tone, words, language)}</span>
      </p>
      <dl class="tiles">
        <div>
          <dt>{words.tilePayout}</dt>
          <dd>{moneyIn(payout, language)}</dd>
        </div>
        <div>
          <dt>{words.tileCollected}</dt>
          <dd>{moneyIn(collected, language)}</dd>
        </div>
        <div>
          <dt>{words.tileUnexplained}</dt>
          <dd class={difference === ZERO ? '' : 'off'}>{sum}</dd>
        </div>
        <div>
          <dt>{words.tileOpen}</dt>
          <dd class="count">{openInWords(openInAll(slots), words) || words.none}</dd>
        </div>
      </dl>
    </>
  )
}

const verdictsOf = (slots: readonly SettlementOfDay[]): ReadonlyMap<Verdict, number> => {
  const counts = new Map<Verdict, number>()
  for (const { verdict } of slots) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return counts
}
