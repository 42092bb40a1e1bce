import type { Child } from 'hono/jsx'
import type { Severity } from '../../../src/core/findings/discrepancy.ts'
import { type Centavos, ZERO } from '../../../src/core/money.ts'
import { nameOf } from '../../../src/core/slot.ts'
import { shortDayIn, slotIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import { digitsOf, numberIn } from '../../../src/words/money.ts'
import { titleOf } from '../../../src/words/sentences.ts'
import { type Words, wordsIn } from '../../../src/words/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import {
  FIRST_MAX,
  SUM_NAMES,
  SUMS_OF_FINDINGS,
  type SumState,
  type TroubledSlot,
  type TroubledSums,
} from '../troubled-slots.ts'
import { Badge } from '../verdict-badge.tsx'

/** `2 errors, 1 warning`; empty when nothing is open. */
export const openInWords = (open: Readonly<Record<Severity, number>>, words: Words): string =>
  [
    ...(open.error > 0 ? [words.errors(open.error)] : []),
    ...(open.warning > 0 ? [words.warnings(open.warning)] : []),
    ...(open.info > 0 ? [words.infos(open.info)] : []),
  ].join(', ')

interface ListProps {
  readonly facts: IndexFacts
}

/** The settlements that need attention, the most pesos first: what to do first, and the others folded; those never read are only counted. */
export const TroubledSlots = ({ facts }: ListProps) => {
  const { troubled, language } = facts
  const words = indexWords(language)
  const { slots, more, neverRead } = troubled
  const [first, others] = [slots.slice(0, FIRST_MAX), slots.slice(FIRST_MAX)]
  const rest = others.length + more
  if (slots.length + neverRead === 0) return null
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">{words.troubled}</h2>
      {slots.length === 0 ? null : (
        <Table slots={first} facts={facts}>
          {rest === 0 ? null : <Rest name={words.others(rest)} sum={troubled.pesosOfOthers} facts={facts} />}
          {slots.length === 1 && troubled.totals.length === 1 ? null : <Totals facts={facts} />}
        </Table>
      )}
      {rest === 0 ? null : (
        <details>
          <summary>{words.allOthers(rest)}</summary>
          <Table slots={others} facts={facts}>
            {more === 0 ? null : (
              <Rest name={words.moreTroubled(numberIn(more, language))} sum={troubled.pesosOfMore} facts={facts} />
            )}
          </Table>
        </details>
      )}
      {neverRead === 0 ? null : <p class="note">{words.neverRead(numberIn(neverRead, language))}</p>}
    </section>
  )
}

interface TableProps extends ListProps {
  readonly slots: readonly TroubledSlot[]
  /** The rows below. */
  readonly children?: Child
}

const Table = ({ slots, facts, children }: TableProps) => {
  const { language } = facts
  const [words, common] = [indexWords(language), wordsIn(language)]
  return (
    <table class="troubled stack">
      <thead>
        <tr>
          <th scope="col" class="n">
            COP
          </th>
          <th scope="col">{common.settlement}</th>
          <th scope="col">{words.whatIsWrong}</th>
          <th scope="col">{words.toDo}</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((one) => (
          <Line one={one} facts={facts} />
        ))}
        {children}
      </tbody>
    </table>
  )
}

/** A settlement with its pesos, what is wrong since when, who acts, and what helps. */
const Line = ({ one, facts }: ListProps & { readonly one: TroubledSlot }) => {
  const { language } = facts
  const [words, common] = [indexWords(language), wordsIn(language)]
  const { first, open } = one
  const others = openInWords(open, common)
  return (
    <tr>
      <td class="n amount">{pesosText(one.pesos, facts)}</td>
      <th scope="row" class="keep">
        <SlotName one={one} facts={facts} />
      </th>
      <td class="what">
        <Badge of={one.badge} language={language} />{' '}
        {first === null ? common.verdictMeanings[one.verdict] : titleOf(first.code, language)}{' '}
        {first === null ? null : (
          <span class="about">
            {words.foundOn(shortDayIn(first.since, language, facts.asOf))}
            {others === '' ? '' : ` · ${words.alsoOpen(others)}`}
          </span>
        )}
        <Sums of={one} facts={facts} />
        <Aid one={one} facts={facts} />
      </td>
      <td>{common.actions[first?.action ?? 'wait']}</td>
    </tr>
  )
}

/** Nothing where no peso is known. */
const pesosText = (sum: Centavos, { language }: IndexFacts): string => (sum === ZERO ? '' : digitsOf(sum, language))

const SlotName = ({ one: { slot, hasPage }, facts }: ListProps & { readonly one: TroubledSlot }) => {
  const name = slotIn(slot, facts.language, facts.asOf)
  return hasPage ? <a href={`${slot.date}/report.html#cycle-${slot.cycle}`}>{name}</a> : name
}

/** The text for the operator and the commands, folded, of those that come first. */
const Aid = ({ one: { slot }, facts: { aids, language } }: ListProps & { readonly one: TroubledSlot }) => {
  const aid = aids.get(nameOf(slot))
  if (aid === undefined) return null
  const words = dayWords(language)
  return (
    <details>
      <summary>{aid.text.length === 0 ? words.commands : indexWords(language).textAndCommands}</summary>
      {aid.text.length === 0 ? null : <pre class="letter">{aid.text.join('\n')}</pre>}
      <ul class="commands">
        {aid.commands.map((command) => (
          <li>
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RestProps extends ListProps {
  readonly name: string
  readonly sum: Centavos
}

/** The settlements that are not listed in the table, in one row. */
const Rest = ({ name, sum, facts }: RestProps) => (
  <tr>
    <td class="n amount">{pesosText(sum, facts)}</td>
    <td colspan={3}>{name}</td>
  </tr>
)

/** What is open of all that are in trouble, and apart from it what was decided of them. */
const Totals = ({ facts }: ListProps) => {
  const { totals } = facts.troubled
  const [words, common] = [indexWords(facts.language), wordsIn(facts.language)]
  return (
    <>
      {totals.map((total) => (
        <tr class="total">
          <td class="n amount">{pesosText(total.pesos, facts)}</td>
          <th scope="row" colspan={3}>
            {totals.length === 1 ? common.total : words.troubledTotals[total.state]}
            <Sums of={total} facts={facts} isOfState />
          </th>
        </tr>
      ))}
    </>
  )
}

type SumName = keyof TroubledSums

interface SumsProps extends ListProps {
  readonly of: TroubledSums & { readonly state: SumState }
  /** Whether all sums are of the state that the row names. */
  readonly isOfState?: boolean
}

/** What the pesos are, where they are several sums or were decided about. The sums of findings are open. */
const Sums = ({ of, isOfState = false, facts: { language } }: SumsProps) => {
  const words = indexWords(language)
  const stateOf = (name: SumName): SumState => (SUMS_OF_FINDINGS.some((one) => one === name) ? 'open' : of.state)
  const parts = SUM_NAMES.flatMap((name) => {
    const [sum, state] = [of[name], stateOf(name)]
    if (sum === null) return []
    const decided = state === 'open' || isOfState ? '' : ` (${words.troubledStates[state]})`
    return [{ text: `${words.troubledSums[name]} ${digitsOf(sum, language)}${decided}`, isDecided: decided !== '' }]
  })
  if (parts.length < 2 && !parts.some(({ isDecided }) => isDecided)) return null
  return <span class="about"> {parts.map(({ text }) => text).join(' · ')}</span>
}
