import type { Discrepancy } from '../../../src/domain/findings/discrepancy.ts'
import { type Centavos, ZERO } from '../../../src/domain/money.ts'
import { type Subject, subjectOf } from '../../../src/domain/rules/subject.ts'
import { sameSlot } from '../../../src/domain/slot.ts'
import { dayIn } from '../../../src/i18n/dates.ts'
import { dayWords } from '../../../src/i18n/day-words.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { moneyIn, numberIn } from '../../../src/i18n/money.ts'
import { messageIn } from '../../../src/i18n/sentences.ts'
import { visibleText } from '../../../src/publish/html/visible-text.ts'
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

/** Empty when nothing of the day is for the operator to answer. It holds no data of customers. */
export const letterOf = ({ problems, slots, invoices, merchant, date, language }: DayFacts): readonly string[] => {
  const words = dayWords(language)
  const open = problems.find(({ state }) => state === 'open')
  const forOperator = (open?.problems ?? [])
    .filter(({ action }) => action === 'ask-operator')
    .flatMap(({ first, others }) => [first, ...others])
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
  { slot, status, payout: { reported, expected, difference } }: SettlementOfDay,
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
    ...discrepancies.map((one) => `- ${visibleText(messageIn(one, language).text, 400)}${about(one)}`),
  ]
}
