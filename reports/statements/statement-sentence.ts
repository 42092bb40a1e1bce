import type { ItemBalance } from '../../src/domain/account/account-item.ts'
import { type Centavos, negate, sumOf, ZERO } from '../../src/domain/money.ts'
import { firstSentence } from '../../src/i18n/first-sentence.ts'
import { moneyIn } from '../../src/i18n/money.ts'
import { statementWords } from '../../src/i18n/statement-words.ts'
import type { Statement } from './statement.ts'

type SentenceInput = Pick<Statement, 'totals' | 'language' | 'businessDays' | 'account'>

/**
 * The conclusion over the settlements of the range, and over the open ones before it: an account may open with money
 * that those never paid.
 */
export const statementSentence = ({ totals, language, businessDays, account }: SentenceInput): string => {
  const { text } = firstSentence(totals, language, businessDays)
  const before = account.items.filter(({ slot }) => slot.date < account.from)
  const owed = before.filter(({ balance }) => balance > ZERO)
  const overpaid = before.filter(({ balance, kind }) => balance < ZERO && kind === 'overpaid')
  const negative = before.filter(({ balance, kind }) => balance < ZERO && kind !== 'overpaid')
  const words = statementWords(language)
  const sum = (items: readonly ItemBalance[]): Centavos => sumOf(items.map(({ balance }) => balance))
  return [
    text,
    ...(owed.length === 0 ? [] : [words.owedOfBefore(owed.length, moneyIn(sum(owed), language))]),
    ...(overpaid.length === 0
      ? []
      : [words.overpaidOfBefore(overpaid.length, moneyIn(negate(sum(overpaid)), language))]),
    ...(negative.length === 0 ? [] : [words.negativeOfBefore(negative.length, moneyIn(sum(negative), language))]),
  ].join(' ')
}
