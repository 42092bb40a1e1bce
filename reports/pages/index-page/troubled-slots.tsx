import { dayIn } from '../../../src/i18n/dates.ts'
import { indexWords } from '../../../src/i18n/index-words.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { digitsOf, numberIn } from '../../../src/i18n/money.ts'
import { wordsIn } from '../../../src/i18n/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import { openInWords } from '../open-in-words.ts'
import type { TroubledList, TroubledSlot } from '../troubled-slots.ts'
import { VerdictBadge } from '../verdict-badge.tsx'

/** The settlements that need attention, largest sum first; those never read are only counted. */
export const TroubledSlots = ({ facts: { troubled, language } }: { readonly facts: IndexFacts }) => {
  const words = indexWords(language)
  const { slots, more, neverRead } = troubled
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">{words.troubled}</h2>
      <p class="hint">{slots.length === 0 ? words.noTrouble : words.troubledHint}</p>
      {slots.length === 0 ? null : <Table troubled={troubled} language={language} />}
      {neverRead === 0 ? null : <p class="note">{words.neverRead(numberIn(neverRead, language))}</p>}
      {more === 0 ? null : <p class="note">{words.moreTroubled(numberIn(more, language))}</p>}
    </section>
  )
}

const Table = ({ troubled: { slots, total }, language }: { troubled: TroubledList; language: Language }) => {
  const [words, common] = [indexWords(language), wordsIn(language)]
  const names = sumNames(total)
  return (
    <table class="troubled stack">
      <thead>
        <tr>
          <th scope="col">{common.settlement}</th>
          <th scope="col">{common.verdict}</th>
          {names.map((name) => (
            <th scope="col" class="n">
              {words.troubledSums[name]}
            </th>
          ))}
          <th scope="col">{common.findings}</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <Line slot={slot} names={names} language={language} />
        ))}
        <tr class="total">
          <th scope="row" colspan={2}>
            {common.total}
          </th>
          <Sums of={total} names={names} language={language} />
          <td />
        </tr>
      </tbody>
    </table>
  )
}

interface LineProps {
  readonly slot: TroubledSlot
  readonly names: readonly SumName[]
  readonly language: Language
}

const Line = ({ slot, names, language }: LineProps) => {
  const words = wordsIn(language)
  const { date, cycle } = slot.slot
  const name = `${dayIn(date, language)} · ${cycle}`
  return (
    <tr>
      <th scope="row" class="keep">
        {slot.hasPage ? <a href={`${date}/report.html#cycle-${cycle}`}>{name}</a> : name}
      </th>
      <td>
        <VerdictBadge verdict={slot.result} words={words} />
      </td>
      <Sums of={slot} names={names} language={language} />
      <td data-label={words.findings}>{openInWords(slot.open, words)}</td>
    </tr>
  )
}

type SumName = keyof TroubledList['total']

/** Without a tariff there is no column for fees above it. */
const sumNames = ({ feesTooMuch }: TroubledList['total']): readonly SumName[] => [
  'underpaid',
  'overpaid',
  'notPaidOut',
  'notCompared',
  ...(feesTooMuch === null ? [] : (['feesTooMuch'] as const)),
]

const RED: readonly SumName[] = ['underpaid', 'overpaid', 'feesTooMuch']

interface SumsProps {
  readonly of: TroubledList['total']
  readonly names: readonly SumName[]
  readonly language: Language
}

const Sums = ({ of, names, language }: SumsProps) => {
  const words = indexWords(language)
  return (
    <>
      {names.map((name) => {
        const sum = of[name]
        return (
          <td class={RED.includes(name) ? 'n off' : 'n'} data-label={words.troubledSums[name]}>
            {sum === null ? '' : digitsOf(sum, language)}
          </td>
        )
      })}
    </>
  )
}
