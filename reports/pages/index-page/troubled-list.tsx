import type { Severity } from '../../../src/core/findings/discrepancy.ts'
import { ZERO } from '../../../src/core/money.ts'
import { dayIn } from '../../../src/words/dates.ts'
import { indexWords } from '../../../src/words/index-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, numberIn } from '../../../src/words/money.ts'
import { titleOf } from '../../../src/words/sentences.ts'
import { type Words, wordsIn } from '../../../src/words/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import {
  SUMS_OF_FINDINGS,
  type SumState,
  type TroubledList,
  type TroubledSlot,
  type TroubledSums,
} from '../troubled-slots.ts'
import { VerdictBadge } from '../verdict-badge.tsx'

/** `2 errors, 1 warning`; empty when nothing is open. */
export const openInWords = (open: Readonly<Record<Severity, number>>, words: Words): string =>
  [
    ...(open.error > 0 ? [words.errors(open.error)] : []),
    ...(open.warning > 0 ? [words.warnings(open.warning)] : []),
    ...(open.info > 0 ? [words.infos(open.info)] : []),
  ].join(', ')

/** So many are named as what to do first. */
const FIRST_MAX = 5

/** What to do first, and folded all settlements that need attention, largest open sum first; those never read are only counted. */
export const TroubledSlots = ({ facts: { troubled, language } }: { readonly facts: IndexFacts }) => {
  const words = indexWords(language)
  const { slots, more, neverRead } = troubled
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">{words.troubled}</h2>
      {slots.length === 0 ? <p class="hint">{words.noTrouble}</p> : null}
      {slots.length === 0 ? null : <First slots={slots.slice(0, FIRST_MAX)} language={language} />}
      {slots.length === 0 ? null : (
        <details>
          <summary>{words.allTroubled(numberIn(slots.length + more, language))}</summary>
          <p class="hint">{words.troubledHint}</p>
          <Table troubled={troubled} language={language} />
        </details>
      )}
      {neverRead === 0 ? null : <p class="note">{words.neverRead(numberIn(neverRead, language))}</p>}
      {more === 0 ? null : <p class="note">{words.moreTroubled(numberIn(more, language))}</p>}
    </section>
  )
}

/** Each settlement with its pesos, what is wrong, and who acts. */
const First = ({ slots, language }: { readonly slots: readonly TroubledSlot[]; readonly language: Language }) => {
  const words = wordsIn(language)
  return (
    <table class="stack">
      <thead>
        <tr>
          <th scope="col" class="n">
            COP
          </th>
          <th scope="col">{words.settlement}</th>
          <th scope="col">{indexWords(language).whatIsWrong}</th>
          <th scope="col">{indexWords(language).toDo}</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((one) => (
          <tr>
            <td class="n" data-label="COP">
              {one.pesos === ZERO ? '' : digitsOf(one.pesos, language)}
            </td>
            <th scope="row" class="keep">
              <SlotName slot={one} language={language} />
            </th>
            <td data-label={indexWords(language).whatIsWrong}>
              {one.first === null ? words.verdicts[one.verdict] : titleOf(one.first.code, language)}
            </td>
            <td data-label={indexWords(language).toDo}>{words.actions[one.first?.action ?? 'wait']}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SlotName = ({
  slot: { slot, hasPage },
  language,
}: {
  readonly slot: TroubledSlot
  readonly language: Language
}) => {
  const { date, cycle } = slot
  const name = `${dayIn(date, language)} · ${cycle}`
  return hasPage ? <a href={`${date}/report.html#cycle-${cycle}`}>{name}</a> : name
}

const Table = ({ troubled: { slots, totals }, language }: { troubled: TroubledList; language: Language }) => {
  const [words, common] = [indexWords(language), wordsIn(language)]
  const names = sumNames(totals)
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
        {totals.map((total) => (
          <tr class="total">
            <th scope="row" colspan={2}>
              {totals.length === 1 ? common.total : words.troubledTotals[total.state]}
            </th>
            <Sums of={total} names={names} language={language} />
            <td />
          </tr>
        ))}
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
  return (
    <tr>
      <th scope="row" class="keep">
        <SlotName slot={slot} language={language} />
      </th>
      <td>
        <VerdictBadge verdict={slot.result} words={words} />
      </td>
      <Sums of={slot} names={names} language={language} isMarked />
      <td data-label={words.findings}>{openInWords(slot.open, words)}</td>
    </tr>
  )
}

type SumName = keyof TroubledSums

/** Fees above the tariff and what is missing or short at the bank have a column where there is such a sum. */
const sumNames = (totals: TroubledList['totals']): readonly SumName[] => [
  'underpaid',
  'overpaid',
  'notPaidOut',
  'notCompared',
  ...SUMS_OF_FINDINGS.filter((name) => totals.some((total) => total[name] !== null)),
]

const RED: readonly SumName[] = ['underpaid', 'overpaid', ...SUMS_OF_FINDINGS]

const isOfFinding = (name: SumName): boolean => SUMS_OF_FINDINGS.some((one) => one === name)

interface SumsProps {
  readonly of: TroubledSums & { readonly state: SumState }
  readonly names: readonly SumName[]
  readonly language: Language
  /** Whether a sum says that it was decided about. */
  readonly isMarked?: boolean
}

/** Only what is open is red: the sums of findings always are. */
const Sums = ({ of, names, language, isMarked = false }: SumsProps) => {
  const words = indexWords(language)
  return (
    <>
      {names.map((name) => {
        const sum = of[name]
        const state = isOfFinding(name) ? 'open' : of.state
        return (
          <td class={state === 'open' && RED.includes(name) ? 'n off' : 'n'} data-label={words.troubledSums[name]}>
            {sum === null ? '' : digitsOf(sum, language)}
            {sum === null || state === 'open' || !isMarked ? null : (
              <span class="about">{words.troubledStates[state]}</span>
            )}
          </td>
        )
      })}
    </>
  )
}
