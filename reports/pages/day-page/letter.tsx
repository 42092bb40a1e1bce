import { type Discrepancy, differenceOf, type Subject, subjectOf } from '../../../src/core/findings/discrepancy.ts'
import { type Centavos, ZERO } from '../../../src/core/money.ts'
import { sameSlot } from '../../../src/core/slot.ts'
import { visibleText } from '../../../src/print/html/visible-text.ts'
import { bucketOf, recordOf } from '../../../src/rules/registry.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import { dayIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { moneyIn, numberIn } from '../../../src/words/money.ts'
import { messageIn } from '../../../src/words/sentences.ts'
import { actionFor } from '../action.ts'
import type { DayFacts, SettlementOfDay } from '../day-facts.ts'

/** A text that can be sent to the operator unchanged, about what only the operator can answer. */
export const Letter = ({ facts }: { facts: DayFacts }) => {
  const words = dayWords(facts.language)
  const lines = letterOf(facts)
  if (lines.length === 0) return null
  return (
    <details>
      <summary>{words.letter}</summary>
      <p class="hint">{words.letterHint}</p>
      <pre class="letter">{lines.join('\n')}</pre>
    </details>
  )
}

/** What a letter is made from: of the whole page of a day, or of one settlement. */
interface LetterFacts extends Pick<DayFacts, 'problems' | 'invoices' | 'merchant' | 'date' | 'language'> {
  readonly slots: readonly SettlementOfLetter[]
}
type SettlementOfLetter = Pick<SettlementOfDay, 'slot' | 'status' | 'payout'>

/** Empty when nothing of the day is for the operator to answer. It holds no data of customers. */
export const letterOf = ({ problems, slots, invoices, merchant, date, language }: LetterFacts): readonly string[] => {
  const words = dayWords(language)
  const open = problems.find(({ state }) => state === 'open')
  const forOperator = (open?.problems ?? [])
    .filter(({ action }) => action === 'ask-operator')
    .flatMap(({ first, others }) => [first, ...others])
    .filter((one) => !isInOurFavour(one))
  const about = ({ subject }: Discrepancy): string => subjectText(subject, invoices)
  const lines = slots.flatMap((slot) => {
    const ofSlot = forOperator.filter((one) => sameSlot(one.slot, slot.slot))
    return ofSlot.length === 0 ? [] : [...linesOf(slot, ofSlot, about, language), '']
  })
  if (lines.length === 0) return []
  const more = (open?.more ?? [])
    .filter((one) => actionFor(one) === 'ask-operator')
    .map(({ code, number }) => `${code}: ${words.letterMore(numberIn(number, language))}`)
  return [words.letterStart(merchant, dayIn(date, language)), '', ...lines, ...more, words.letterEnd]
}

/** Fees below the tariff: nothing that the operator owes or has to explain. */
const isInOurFavour = (found: Discrepancy): boolean => bucketOf(found, differenceOf(found.figures)) === 'feesTooLittle'

/** The operator's own id and reference of the invoice or payment of a finding; empty for any other subject. */
const subjectText = (subject: string, invoices: DayFacts['invoices']): string => {
  const names = operatorNamesOf(subjectOf(subject), invoices)
  return names.length === 0 ? '' : ` (${names.map((text) => visibleText(text, 80)).join(', ')})`
}

const operatorNamesOf = (subject: Subject, invoices: DayFacts['invoices']): readonly string[] => {
  switch (subject.kind) {
    case 'invoice': {
      const reference = invoices.find(({ id }) => id === subject.id)?.reference
      return [subject.id, ...(reference ? [reference] : [])]
    }
    case 'payment':
      return [subject.id]
    case 'reference':
      return [subject.reference]
    default:
      return []
  }
}

/** The missing part of the payout, then each finding. The sentences use the operator's own field names. */
const linesOf = (
  { slot, status, payout: { reported, expected, difference } }: SettlementOfLetter,
  discrepancies: readonly Discrepancy[],
  about: (discrepancy: Discrepancy) => string,
  language: Language,
): readonly string[] => {
  const words = dayWords(language)
  const sum = (money: Centavos): string => moneyIn(money, language)
  const isOff = reported !== null && expected !== null && difference !== null && difference !== ZERO
  return [
    words.letterSlot(slot.cycle, status === null ? words.letterNone : visibleText(status, 40)),
    ...(isOff ? [`- ${words.letterPayout(sum(reported), sum(expected), sum(difference))}`] : []),
    ...casesOf(discrepancies).map(
      (ofCase) => `- ${ofCase.map((one) => sentenceOf(one, language)).join('; ')}${about(ofCase[0])}`,
    ),
  ]
}

/** What one reading found changed in a settlement, or in an invoice, is one case: a re-issue changes several figures. */
const casesOf = (discrepancies: readonly Discrepancy[]): readonly (readonly [Discrepancy, ...Discrepancy[]])[] => [
  ...groupBy(discrepancies, (one) =>
    recordOf(one.code)?.isChange === true
      ? `${changedIn(one)} ${one.firstSeen}`
      : `${one.id} ${one.code} ${one.subject}`,
  ).values(),
]

const changedIn = ({ subject }: Discrepancy): string => {
  const of = subjectOf(subject)
  return of.kind === 'invoice' ? of.id : of.kind
}

const sentenceOf = (one: Discrepancy, language: Language): string =>
  visibleText(withoutCommands(messageIn(one, language).text), 400)

/** The operator cannot type our commands: what a person here could do about a finding is left out. */
const withoutCommands = (message: string): string =>
  message
    .split('; ')
    .filter((part) => !/\bcuadre /.test(part))
    .join('; ')
