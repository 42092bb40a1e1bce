import type { InTransit } from '../../src/core/in-transit.ts'
import { type Amount, negate, plus, ZERO } from '../../src/core/money.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, moneyIn, signedDigitsOf } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import type { Bar } from '../pages/bars.tsx'
import type { Statement } from './statement.ts'

/** A line between the payments in transit before the month and those in transit now. */
export interface InTransitLine {
  readonly kind: 'opening' | 'paid' | 'earlier' | 'settled' | 'closing'
  readonly name: string
  readonly isTotal: boolean
  /** As it enters the sum: settled payments are negative. */
  readonly money: Amount
}

export const inTransitLines = ({ at, rollForward }: InTransit, language: Language): readonly InTransitLine[] => {
  const { transitNames } = statementWords(language)
  const { openingDay, opening, paid, earlier, settled, closing } = rollForward
  const less = { number: -settled.number, sum: negate(settled.sum) }
  return [
    { kind: 'opening', name: transitNames.opening(dayIn(openingDay, language)), isTotal: true, money: opening },
    { kind: 'paid', name: transitNames.paid, isTotal: false, money: paid },
    ...(isNothing(earlier)
      ? []
      : [{ kind: 'earlier' as const, name: transitNames.earlier, isTotal: false, money: earlier }]),
    { kind: 'settled', name: transitNames.settled, isTotal: false, money: less },
    { kind: 'closing', name: transitNames.closing(dayIn(at, language)), isTotal: true, money: closing },
  ]
}

const isNothing = ({ number, sum }: Amount): boolean => number === 0 && sum === ZERO

/** The lines as a bar chart. */
export const inTransitBars = (figures: InTransit, language: Language): readonly Bar[] => {
  let reached = figures.rollForward.opening.sum
  return inTransitLines(figures, language).map(({ name, isTotal, money: { sum } }): Bar => {
    if (isTotal) return { name, text: digitsOf(sum, language), from: ZERO, to: sum, kind: 'level' }
    const from = reached
    reached = plus(reached, sum)
    return { name, text: signedDigitsOf(sum, language), from, to: reached, kind: 'part' }
  })
}

/** What the figures leave out. */
export const inTransitNotes = (
  { inTransit, closed }: Pick<Statement, 'inTransit' | 'closed'>,
  language: Language,
): readonly string[] => {
  const words = statementWords(language)
  const { at, undated } = inTransit.figures
  return [
    closed === null ? words.transitNote(at) : words.transitSigned,
    ...(undated.number === 0 ? [] : [words.transitUndated(undated.number, moneyIn(undated.sum, language))]),
  ]
}
