import { VERDICTS, type Verdict } from '../../src/domain/assessment/verdict.ts'
import { type Centavos, ZERO } from '../../src/domain/money.ts'
import type { Language } from '../../src/i18n/language.ts'
import { moneyIn } from '../../src/i18n/money.ts'
import type { Words } from '../../src/i18n/words.ts'
import { VERDICT_SIGNS } from './verdict-badge.tsx'

/** How several slots stand, in one sentence. */
export interface StandingWords {
  readonly tone: 'ok' | 'bad' | 'warn' | 'wait'
  readonly sign: string
  readonly sentence: string
}

/** The gravest thing first: what was not read whole is never called right. `verdicts` holds how many slots have each. */
export const standingInWords = (verdicts: ReadonlyMap<Verdict, number>, words: Words): StandingWords => {
  const number = (...some: readonly Verdict[]): number => some.reduce((sum, one) => sum + (verdicts.get(one) ?? 0), 0)
  const all = number(...VERDICTS)
  const differing = number('discrepant', 'failed')
  const unread = number('incomplete', 'not-pulled')
  const unfinal = number('provisional')
  const accepted = number('accepted')
  const due = all - number('not-due')
  if (differing > 0) return { tone: 'bad', sign: VERDICT_SIGNS.discrepant, sentence: words.differ(differing, all) }
  if (unread > 0) return { tone: 'warn', sign: VERDICT_SIGNS.incomplete, sentence: words.notRead(unread, all) }
  if (unfinal > 0) return { tone: 'wait', sign: VERDICT_SIGNS.provisional, sentence: words.notFinal(unfinal, all) }
  if (due === 0) return { tone: 'wait', sign: VERDICT_SIGNS['not-due'], sentence: words.nothingDue }
  if (accepted > 0) return { tone: 'ok', sign: VERDICT_SIGNS.accepted, sentence: words.addUpOrAccepted(accepted, due) }
  return { tone: 'ok', sign: VERDICT_SIGNS.reconciled, sentence: words.allAddUp(due) }
}

/** That nothing is difference is said only where all was judged and agrees. */
export const unexplainedInWords = (
  sum: Centavos,
  tone: StandingWords['tone'],
  words: Words,
  language: Language,
): string => {
  if (sum !== ZERO) return words.andUnexplained(moneyIn(sum, language))
  return tone === 'ok' ? words.nothingUnexplained : ''
}
