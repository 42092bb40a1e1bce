import { type Centavos, minus, sumOf, ZERO } from '../../../src/core/money.ts'
import type { Cycle, SlotDate } from '../../../src/core/slot.ts'
import { NumberCell, NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { cycleIn, dayIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { DayFacts } from '../day-facts.ts'
import { Fold } from '../fold.tsx'

/** A payout at the bank, in centavos. */
interface Line {
  readonly cycle: Cycle
  readonly paidOut: Centavos
  readonly banked: Centavos
  /** Null while it has not arrived. */
  readonly on: SlotDate | null
}

/** Paid out against arrived at the bank; nothing when no payout of the day arrived. Each line and the total add up. */
export const BankTable = ({ facts }: { readonly facts: DayFacts }) => {
  const lines = payoutLines(facts)
  if (lines.every(({ on }) => on === null)) return null
  const { language } = facts
  const { bank } = dayWords(language)
  const total = (ofLine: (line: Line) => Centavos): Centavos => sumOf(lines.map(ofLine))
  const all = { paidOut: total(({ paidOut }) => paidOut), banked: total(({ banked }) => banked) }
  const table = (
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">{wordsIn(language).cycle}</th>
          <NumberHeads of={[bank.paidOut, bank.banked, bank.left, bank.on]} />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row">{cycleIn(line.cycle)}</th>
            <Sums line={line} language={language} />
            <NumberCell label={bank.on} text={line.on === null ? '' : dayIn(line.on, language)} />
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{bank.total(lines.length)}</th>
          <Sums line={all} language={language} />
          <td />
        </tr>
      </tbody>
    </table>
  )
  const isWhole = lines.every(({ on, paidOut, banked }) => on !== null && paidOut === banked)
  return isWhole ? <Fold name={bank.title}>{table}</Fold> : table
}

interface SumsProps {
  readonly line: Pick<Line, 'paidOut' | 'banked'>
  readonly language: Language
}

const Sums = ({ line: { paidOut, banked }, language }: SumsProps) => {
  const { bank } = dayWords(language)
  const cells = [
    [bank.paidOut, paidOut],
    [bank.banked, banked],
    [bank.left, minus(paidOut, banked)],
  ] as const
  return (
    <>
      {cells.map(([head, sum]) => (
        <NumberCell label={head} text={digitsOf(sum, language)} />
      ))}
    </>
  )
}

/** Every payout of the day for which a credit is expected, compared or not, and each that is tied with a credit. */
export const payoutLines = ({ slots, table }: DayFacts): readonly Line[] =>
  table
    .flatMap(({ lines }) => lines)
    .flatMap(({ cycle, line: { paidOut } }) => {
      const settlement = slots.find(({ slot }) => slot.cycle === cycle)
      if (settlement === undefined) return []
      const { arrival, isCreditExpected } = settlement
      if (!isCreditExpected && arrival === null) return []
      return [{ cycle, paidOut: paidOut ?? ZERO, banked: arrival?.banked ?? ZERO, on: arrival?.on ?? null }]
    })
