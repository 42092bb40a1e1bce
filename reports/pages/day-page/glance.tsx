import { type Centavos, sumOf, sumOfKnown, ZERO } from '../../../src/core/money.ts'
import type { Cycle } from '../../../src/core/slot.ts'
import { type DayWords, dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, moneyIn } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { type DayFacts, hasCard, type SettlementOfDay } from '../day-facts.ts'
import { MONEY_COLUMNS, type MoneyColumn, type MoneyGroup, type MoneyLine } from '../money-table.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import { BankTable, payoutLines } from './bank-table.tsx'

/** How much of the payouts has arrived for which a credit is expected; empty when there is none. */
const atBank = (facts: DayFacts, words: DayWords): string => {
  const payouts = payoutLines(facts)
  if (payouts.length === 0) return ''
  const arrived = payouts.filter(({ on }) => on !== null).length
  const unlike = payouts.filter(({ on, paidOut, banked }) => on !== null && paidOut !== banked).length
  const isKnown = arrived > 0 || facts.slots.some(({ isMissingAtBank }) => isMissingAtBank)
  return isKnown ? words.someAtBank(arrived, payouts.length, unlike) : words.notAtBank
}

/** One line for each settlement, in groups that add up: compared ones, and separately the others. */
export const Glance = ({ facts }: { readonly facts: DayFacts }) => {
  const { table, language } = facts
  const [words, common] = [dayWords(language), wordsIn(language)]
  const columns = MONEY_COLUMNS.filter((column) => isUsed(column, table))
  return (
    <section aria-labelledby="glance">
      <h2 id="glance">{words.glance}</h2>
      <p class="hint">
        {words.glanceHint} {atBank(facts, words)}
      </p>
      <table class="glance stack">
        <thead>
          <tr>
            <th scope="col">{common.cycle}</th>
            <th scope="col">{common.verdict}</th>
            {columns.map((column) => (
              <th scope="col" class="n">
                {words.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        {table.map((group) => (
          <Group group={group} columns={columns} facts={facts} />
        ))}
      </table>
      <FeesApart facts={facts} words={words} />
      <BankTable facts={facts} />
    </section>
  )
}

/** Columns that are shown even when no settlement of the day has such a sum. */
const ALWAYS: readonly MoneyColumn[] = ['listed', 'feesDeducted', 'adjustments', 'expected', 'paidOut', 'difference']

const isUsed = (column: MoneyColumn, table: readonly MoneyGroup[]): boolean =>
  ALWAYS.includes(column) || table.some(({ lines }) => lines.some(({ line }) => (line[column] ?? ZERO) !== ZERO))

interface GroupProps {
  readonly group: MoneyGroup
  readonly columns: readonly MoneyColumn[]
  readonly facts: DayFacts
}

const Group = ({ group: { kind, lines, total }, columns, facts: { slots, language } }: GroupProps) => {
  const words = dayWords(language)
  const number = lines.filter(({ line }) => columns.some((column) => line[column] !== null)).length
  const reported = reportedIn(total)
  return (
    <tbody class={kind}>
      {lines.map(({ cycle, line }) => (
        <tr>
          <Name cycle={cycle} slots={slots} language={language} />
          <Sums line={line} columns={columns} words={words} language={language} />
        </tr>
      ))}
      {number === 0 ? null : (
        <tr class="total">
          <th scope="row" colspan={2}>
            {words.groupTotals[kind](number)}
            {kind === 'compared' || reported === null ? null : `, ${words.reportedSum(moneyIn(reported, language))}`}
          </th>
          <Sums line={total} columns={columns} words={words} language={language} />
        </tr>
      )}
    </tbody>
  )
}

/** The reported payout of a line, in whichever column it is. */
const reportedIn = ({ paidOut, inProcess, failed }: MoneyLine): Centavos | null =>
  sumOfKnown([paidOut, inProcess, failed])

interface NameProps {
  readonly cycle: Cycle
  readonly slots: readonly SettlementOfDay[]
  readonly language: Language
}

/** The name of a settlement, with a link to its card if it has one. */
const Name = ({ cycle, slots, language }: NameProps) => {
  const slot = slots.find((one) => one.slot.cycle === cycle)
  const id = `cycle-${cycle}`
  const words = wordsIn(language)
  if (slot === undefined) return null
  return (
    <>
      <th scope="row">{hasCard(slot) ? <a href={`#${id}`}>{cycle}</a> : <span id={id}>{cycle}</span>}</th>
      <td>
        <VerdictBadge verdict={slot.result} words={words} />
      </td>
    </>
  )
}

interface SumsProps {
  readonly line: MoneyLine
  readonly columns: readonly MoneyColumn[]
  readonly words: DayWords
  readonly language: Language
}

const Sums = ({ line, columns, words, language }: SumsProps) => (
  <>
    {columns.map((column) => {
      const sum = line[column]
      const isOff = column === 'difference' && sum !== null && sum !== ZERO
      return (
        <td class={isOff ? 'n off' : 'n'} data-label={words.columns[column]}>
          {sum === null ? '' : digitsOf(sum, language)}
        </td>
      )
    })}
  </>
)

/** Fees that are not deducted from the payout, in words, since no column has them. */
const FeesApart = ({ facts: { slots, language }, words }: { readonly facts: DayFacts; readonly words: DayWords }) => {
  const apart = slots.filter(({ feesNotDeducted }) => (feesNotDeducted ?? ZERO) !== ZERO)
  if (apart.length === 0) return null
  const sum = sumOf(apart.map(({ feesNotDeducted }) => feesNotDeducted ?? ZERO))
  const cycles = apart.map(({ slot }) => slot.cycle)
  return <p class="note">{words.feesApart(moneyIn(sum, language), cycles)}</p>
}
