import type { Child } from 'hono/jsx'
import { type Centavos, ZERO } from '../../../src/core/money.ts'
import { nameOf } from '../../../src/core/slot.ts'
import { NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { shortDayIn, slotIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, numberIn } from '../../../src/words/money.ts'
import { titleOf } from '../../../src/words/sentences.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import { FIRST_MAX, type TroubledSlot } from '../troubled-slots.ts'
import { Badge } from '../verdict-badge.tsx'

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
          {slots.length === 1 ? null : <Total facts={facts} />}
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
          <NumberHeads of={['COP']} />
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
  const [first] = one.cases
  return (
    <tr>
      <td class="n amount">{pesosText(one.pesos, facts)}</td>
      <th scope="row" class="keep">
        <SlotName one={one} facts={facts} />
      </th>
      <td class="what">
        <Badge of={one.badge} language={language} />{' '}
        {first === undefined
          ? common.verdictMeanings[one.verdict]
          : one.cases.length === 1
            ? nameOfCase(first, language)
            : withPesos(first, facts)}{' '}
        {first === undefined ? null : (
          <span class="about">
            {[words.foundOn(shortDayIn(first.since, language, facts.asOf)), ...othersIn(one, facts)].join(' · ')}
          </span>
        )}
        <Aid one={one} facts={facts} />
      </td>
      <td>{common.actions[first?.action ?? 'wait']}</td>
    </tr>
  )
}

type Case = TroubledSlot['cases'][number]

export const nameOfCase = ({ code, number }: Pick<Case, 'code' | 'number'>, language: Language): string =>
  `${number === 1 ? '' : `${numberIn(number, language)} × `}${titleOf(code, language)}`

/** So many cases of a settlement are named beside its first. */
const OTHERS_MAX = 3

/** With the pesos of the case, where the row is about several. */
const withPesos = (one: Case, facts: IndexFacts): string => {
  const sum = pesosText(one.amount ?? ZERO, facts)
  return `${nameOfCase(one, facts.language)}${sum === '' ? '' : ` (${sum})`}`
}

const othersIn = ({ cases: [, ...others] }: TroubledSlot, facts: IndexFacts): readonly string[] => {
  const rest = others.length - OTHERS_MAX
  return [
    ...others.slice(0, OTHERS_MAX).map((one) => withPesos(one, facts)),
    ...(rest > 0 ? [indexWords(facts.language).alsoOpen(numberIn(rest, facts.language))] : []),
  ]
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
    <details class="fold">
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

/** What is to do in all that are in trouble. */
const Total = ({ facts }: ListProps) => (
  <tr class="total">
    <td class="n amount">{pesosText(facts.troubled.pesos, facts)}</td>
    <th scope="row" colspan={3}>
      {wordsIn(facts.language).total}
    </th>
  </tr>
)
