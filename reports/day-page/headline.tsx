import { ZERO } from '../../src/domain/money.ts'
import type { Verdict } from '../../src/domain/verdict.ts'
import { moneyIn } from '../../src/language/money.ts'
import { type Words, wordsIn } from '../../src/language/words.ts'
import { type DayFacts, openInAll, type SlotFacts } from '../day-facts.ts'
import { VERDICT_SIGNS } from '../verdict-badge.tsx'
import { inAll } from './glance.tsx'
import { openIn } from './open-in.ts'

/** The day in one sentence, and in four figures. */
export const Headline = ({ slots, language }: Pick<DayFacts, 'slots' | 'language'>) => {
  const words = wordsIn(language)
  const { tone, sign, sentence } = said(slots, words)
  const unexplained = inAll(slots, (slot) => slot.unexplained) ?? ZERO
  const payout = inAll(slots, (slot) => slot.payout.stated) ?? ZERO
  const collected = inAll(slots, (slot) => slot.collected.stated) ?? ZERO
  const sum = moneyIn(unexplained, language)
  return (
    <>
      <p class={`headline ${tone}`}>
        <b>
          <span aria-hidden="true">{sign}</span> {sentence}
        </b>
        <span>{unexplained === ZERO ? words.nothingUnexplained : words.andUnexplained(sum)}</span>
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
          <dd class={unexplained === ZERO ? '' : 'off'}>{sum}</dd>
        </div>
        <div>
          <dt>{words.tileOpen}</dt>
          <dd>{openIn(openInAll(slots), words) || words.none}</dd>
        </div>
      </dl>
    </>
  )
}

interface Said {
  readonly tone: 'ok' | 'bad' | 'warn' | 'wait'
  readonly sign: string
  readonly sentence: string
}

/** The gravest thing first: what was not read whole is never called right. */
const said = (slots: readonly SlotFacts[], words: Words): Said => {
  const number = (...verdicts: readonly Verdict[]): number =>
    slots.filter(({ verdict }) => verdicts.includes(verdict)).length
  const differing = number('discrepant', 'failed')
  const unread = number('incomplete', 'not-pulled')
  const unfinal = number('provisional')
  const due = slots.length - number('not-due')
  if (differing > 0)
    return { tone: 'bad', sign: VERDICT_SIGNS.discrepant, sentence: words.differ(differing, slots.length) }
  if (unread > 0) return { tone: 'warn', sign: VERDICT_SIGNS.incomplete, sentence: words.notRead(unread, slots.length) }
  if (unfinal > 0)
    return { tone: 'wait', sign: VERDICT_SIGNS.provisional, sentence: words.notFinal(unfinal, slots.length) }
  if (due === 0) return { tone: 'wait', sign: VERDICT_SIGNS['not-due'], sentence: words.nothingDue }
  return { tone: 'ok', sign: VERDICT_SIGNS.reconciled, sentence: words.allAddUp(due) }
}
