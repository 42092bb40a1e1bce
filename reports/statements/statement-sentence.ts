import { amountOf, type Centavos, negate, sumOf, ZERO } from '../../src/core/money.ts'
import type { ItemBalance, LaterEvent } from '../../src/rules/account/account-item.ts'
import { dayIn } from '../../src/words/dates.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import type { Statement } from './statement.ts'

type SentenceInput = Pick<Statement, 'position' | 'language' | 'businessDays' | 'account'>

/**
 * The conclusion over the settlements of the range, and over the open ones before it: an account may open with money
 * that those never paid.
 */
export const statementSentence = ({ position, language, businessDays, account }: SentenceInput): string => {
  const { text, note } = firstSentence(position, language, businessDays)
  const before = account.items.filter(({ slot }) => slot.date < account.from)
  const owed = before.filter(({ balance }) => balance > ZERO)
  const overpaid = before.filter(({ balance, kind }) => balance < ZERO && kind === 'overpaid')
  const negative = before.filter(({ balance, kind }) => balance < ZERO && kind !== 'overpaid')
  const words = statementWords(language)
  const sum = (items: readonly ItemBalance[]): Centavos => sumOf(items.map(({ balance }) => balance))
  return [
    text,
    ...(note === undefined ? [] : [note]),
    ...(owed.length === 0 ? [] : [words.owedOfBefore(owed.length, moneyIn(sum(owed), language))]),
    ...(overpaid.length === 0
      ? []
      : [words.overpaidOfBefore(overpaid.length, moneyIn(negate(sum(overpaid)), language))]),
    ...(negative.length === 0 ? [] : [words.negativeOfBefore(negative.length, moneyIn(sum(negative), language))]),
    ...unreadSentences(account, language),
    ...laterSentences(account, language),
  ].join(' ')
}

/** Settlements before the range that could not be read have no place in its opening balance. */
const unreadSentences = ({ beside }: Statement['account'], language: Language): readonly string[] => {
  const { number, sum } = beside.notReadBefore
  const amount = sum === ZERO ? null : moneyIn(sum, language)
  return number === 0 ? [] : [statementWords(language).notReadBefore(number, amount)]
}

/** What became of the closing balance after the range: the sentence before it speaks of the present, the account of its last day. */
const laterSentences = ({ items, to }: Statement['account'], language: Language): readonly string[] => {
  const words = statementWords(language)
  const events = items.flatMap(({ later }) => later)
  const say = (sentence: typeof words.paidOutLater, isOne: (event: LaterEvent) => boolean): readonly string[] => {
    const { number, sum } = amountOf(events.filter(isOne))
    return number === 0 ? [] : [sentence(number, moneyIn(sum, language), dayIn(to, language))]
  }
  return [
    ...say(words.paidOutLater, ({ kind }) => kind === 'paid-out'),
    ...say(words.acceptedLater, ({ kind, sum }) => kind === 'accepted' && sum > ZERO),
    ...say(words.acceptedLater, ({ kind, sum }) => kind === 'accepted' && sum < ZERO),
  ]
}

/** The account of days that are not closed is a draft, and nobody signs it. */
export const statementTitle = ({ closed, language }: Pick<Statement, 'closed' | 'language'>): string => {
  const { title, draft } = statementWords(language)
  return closed === null ? `${title} (${draft})` : title
}

/** The decision about a settlement of the closing balance, or what became of it later. */
export const itemStateIn = ({ state, later }: ItemBalance, language: Language): string => {
  const words = statementWords(language)
  return later.length === 0
    ? words.states[state]
    : later.map(({ kind, on }) => words.later[kind](dayIn(on, language))).join(', ')
}
