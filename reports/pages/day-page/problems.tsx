import type { Child } from 'hono/jsx'
import { type Discrepancy, partIn } from '../../../src/core/findings/discrepancy.ts'
import { sumOfKnown } from '../../../src/core/money.ts'
import { type Slot, sameSlot } from '../../../src/core/slot.ts'
import { NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { visibleText } from '../../../src/print/html/visible-text.ts'
import { capitalize } from '../../../src/std/capitalize.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import { cycleIn, dayIn, shortDayIn, slotIn } from '../../../src/words/dates.ts'
import { type DayWords, dayWords } from '../../../src/words/day-words.ts'
import type { Language } from '../../../src/words/language.ts'
import { digitsOf, moneyIn, numberIn } from '../../../src/words/money.ts'
import { messageIn, titleOf } from '../../../src/words/sentences.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { DayFacts } from '../day-facts.ts'
import type { InvoiceToReview } from '../invoices-to-review.ts'
import type { MoreProblems, Problem, ProblemGroup } from '../problem-list.ts'

interface ProblemsProps {
  readonly facts: DayFacts
  /** The content below the open problems. */
  readonly children?: Child
}

/** One line for each case: who acts, what, how much, since when, and the id for accepting or claiming it. */
export const Problems = ({ facts, children }: ProblemsProps) => {
  const { problems, language } = facts
  const words = dayWords(language)
  const isOpen = ({ state }: ProblemGroup): boolean => state === 'open'
  if (problems.length === 0) return null
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" class={problems.some(isOpen) ? '' : 'unseen'}>
        {words.problems}
      </h2>
      {problems.some(isOpen) ? <p class="hint">{words.problemsHint}</p> : null}
      {problems.filter(isOpen).map((group) => (
        <Lines group={group} facts={facts} />
      ))}
      {children}
      {problems
        .filter((group) => !isOpen(group))
        .map((group) => (
          <details open={group.state === 'claimed'}>
            <summary>
              {words.states[group.state]} <span class="sum">{numberIn(group.number, language)}</span>
            </summary>
            <Lines group={group} facts={facts} />
          </details>
        ))}
    </section>
  )
}

const Lines = ({ group: { state, problems, more }, facts }: { group: ProblemGroup; facts: DayFacts }) => {
  const { language } = facts
  const [words, common] = [dayWords(language), wordsIn(language)]
  return (
    <table class="problems stack">
      <caption class="unseen">{words.states[state]}</caption>
      <thead>
        <tr>
          <NumberHeads of={[words.amount]} />
          <th scope="col">{words.what}</th>
          <th scope="col">{common.cycle}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.since}</th>
          <th scope="col">{words.id}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(problems).map((row) =>
          row.length === 1 ? (
            <Line problem={row[0]} facts={facts} words={words} />
          ) : (
            <Together row={row} facts={facts} words={words} />
          ),
        )}
        {more.map((rest) => (
          <More rest={rest} words={words} language={language} />
        ))}
      </tbody>
    </table>
  )
}

type Row = readonly [Problem, ...Problem[]]

/** So many cases of one finding and one kind are one row. */
const TOGETHER_MIN = 3

/** The cases in their order, those of one kind together where they are many. */
const rowsOf = (problems: readonly Problem[]): readonly Row[] =>
  [...groupBy(problems, kindOf).values()].flatMap((row): readonly Row[] =>
    row.length < TOGETHER_MIN ? row.map((one): Row => [one]) : [row],
  )

const kindOf = ({ first, others, action }: Problem): string =>
  others.length === 0 ? `${first.code} ${first.severity} ${action}` : first.case

/** Cases of one kind: their sum, and each folded. */
const Together = ({ row, facts, words }: Omit<LineProps, 'problem'> & { readonly row: Row }) => {
  const { language } = facts
  const [{ first, action }] = row
  const amount = sumOfKnown(row.map((one) => one.amount))
  const cycles = [...new Set(row.map((one) => one.first.slot.cycle))].map(cycleIn)
  const since = row.map((one) => one.since).toSorted()[0]
  return (
    <tr>
      <td class="n amount">{amount === null ? '' : digitsOf(amount, language)}</td>
      <td class="break what">
        <span class={`sev s-${first.severity}`}>{words.tag[first.severity]}</span>{' '}
        <b>{titleOf(first.code, language)}</b> <code class="nil">{first.code}</code>
        <details>
          <summary>{words.sameKind(numberIn(row.length, language))}</summary>
          {row.map((problem) => (
            <p class="note">
              {problem.amount === null ? '' : `${digitsOf(problem.amount, language)} · `}
              {cycleIn(problem.first.slot.cycle)} · <code>{problem.first.case.slice(0, SHORT_ID)}</code>
              <br />
              <Says discrepancy={problem.first} language={language} />
              <About problem={problem} facts={facts} />
            </p>
          ))}
        </details>
      </td>
      <td data-label={wordsIn(language).cycle}>{cycles.join(', ')}</td>
      <td data-label={words.who}>{words.acts[action]}</td>
      <td data-label={words.since} class="keep">
        {since === undefined ? '' : shortDayIn(since, language, facts.date)}
      </td>
      <td />
    </tr>
  )
}

interface LineProps {
  readonly problem: Problem
  readonly facts: DayFacts
  readonly words: DayWords
}

/** The number of digits of an id that are shown: commands take a prefix. */
const SHORT_ID = 8

const Line = ({ problem, facts, words }: LineProps) => {
  const { first, others, left, amount, action, since } = problem
  const { language } = facts
  const { severity, slot } = first
  return (
    <tr>
      <td class="n amount">{amount === null ? '' : digitsOf(amount, language)}</td>
      <td class="break what">
        <span class={`sev s-${severity}`}>{words.tag[severity]}</span>{' '}
        {[first, ...others].map((one) => (
          <What discrepancy={one} language={language} />
        ))}
        {left === 0 ? null : <span class="about">{words.andMore(numberIn(left, language))}</span>}
        <About problem={problem} facts={facts} />
      </td>
      <td data-label={wordsIn(language).cycle}>{cycleIn(slot.cycle)}</td>
      <td data-label={words.who}>{words.acts[action]}</td>
      <td data-label={words.since} class="keep">
        {shortDayIn(since, language, facts.date)}
      </td>
      <td data-label={words.id}>
        <code title={first.case} class="id">
          {first.case.slice(0, SHORT_ID)}
        </code>
      </td>
    </tr>
  )
}

/** Title, code and sentence of a discrepancy. */
const What = ({ discrepancy, language }: WhatProps) => (
  <>
    <b>{titleOf(discrepancy.code, language)}</b> <code class="nil">{discrepancy.code}</code>
    <br />
    <Says discrepancy={discrepancy} language={language} />
  </>
)

interface WhatProps {
  readonly discrepancy: Discrepancy
  readonly language: Language
}

const Says = ({ discrepancy, language }: WhatProps) => {
  const said = messageIn(discrepancy, language)
  return (
    <span class="says" lang={said.language}>
      {sentence(visibleText(said.text, 400))}
    </span>
  )
}

/** References and customers of the named invoices, else the subject; and the note of a person. */
const About = ({ problem: { first: discrepancy, invoices }, facts }: Pick<LineProps, 'problem' | 'facts'>) => {
  const known = invoices.flatMap((id) => facts.invoices.find((invoice) => invoice.id === id) ?? [])
  const part = known.length > 0 ? null : partIn(discrepancy)
  const subject = part && visibleText(part, 80)
  const note = facts.decisions[discrepancy.id]
  const until = note?.until == null ? null : dayIn(note.until, facts.language)
  return (
    <>
      {known.map((invoice) => (
        <span class="about">{invoiceText(invoice, discrepancy.slot, facts.language)}</span>
      ))}
      {subject === null ? null : <code class="about">{subject}</code>}
      {note === undefined ? null : (
        <span class="about">
          {dayWords(facts.language).decided(
            visibleText(note.by, 40),
            until,
            note.ticket && visibleText(note.ticket, 40),
          )}
          : {visibleText(note.reason, 300)}
        </span>
      )}
    </>
  )
}

interface MoreProps {
  readonly rest: MoreProblems
  readonly words: DayWords
  readonly language: Language
}

const More = ({ rest: { code, number, amount }, words, language }: MoreProps) => (
  <tr>
    <td class="n" />
    <td colspan={5}>
      {words.moreProblems(
        numberIn(number, language),
        visibleText(code, 60),
        amount === null ? null : moneyIn(amount, language),
      )}
    </td>
  </tr>
)

/**
 * An invoice in a line: reference, customer, paid, status, and the settlement that lists it when that is another one.
 */
const invoiceText = (
  { reference, customer, slot, paid, status }: InvoiceToReview,
  of: Slot,
  language: Language,
): string => {
  const words = wordsIn(language)
  const listedIn = sameSlot(slot, of) ? [] : [slotIn(slot, language, of.date)]
  return [
    ...[reference, customer].flatMap((text) => (text ? visibleText(text, 60) : [])),
    ...(paid === null ? [] : [moneyIn(paid, language)]),
    (words.statuses[status] ?? visibleText(status, 40)).toLowerCase(),
    ...listedIn,
  ].join(' · ')
}

/** Messages start in lower case, since they also follow a code on a line. */
const sentence = (text: string): string => `${capitalize(text)}.`
